// RAII over PJRT_ExecuteContext: what an execution hands to the custom calls inside its program.
#pragma once

#include "absl/status/statusor.h"

struct PJRT_ExecuteContext;

namespace rung::pjrt {

class Plugin;
class Api;

// Owns one context of a plugin; extensions fill it. May serve any number of executions, at the same
// time too, and must outlive them.
class ExecuteContext {
 public:
  static absl::StatusOr<ExecuteContext> Create(const Plugin& plugin);

  ExecuteContext(ExecuteContext&& other) noexcept;
  ExecuteContext& operator=(ExecuteContext&&) = delete;
  ~ExecuteContext();

  PJRT_ExecuteContext* raw() const { return context_; }

 private:
  ExecuteContext(const Api* api, PJRT_ExecuteContext* context) : api_(api), context_(context) {}

  const Api* api_;
  PJRT_ExecuteContext* context_;
};

}  // namespace rung::pjrt
