#include "rung/pjrt/execute_context.h"

#include <utility>

#include "rung/pjrt/api_call.h"
#include "rung/pjrt/plugin.h"

namespace rung::pjrt {

absl::StatusOr<ExecuteContext> ExecuteContext::Create(const Plugin& plugin) {
  PJRT_ExecuteContext_Create_Args args = {};
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(plugin.api(), PJRT_ExecuteContext_Create, args));
  return ExecuteContext(&plugin.api(), args.context);
}

ExecuteContext::ExecuteContext(ExecuteContext&& other) noexcept
    : api_(other.api_), context_(std::exchange(other.context_, nullptr)) {}

ExecuteContext::~ExecuteContext() {
  if (context_ == nullptr) return;
  PJRT_ExecuteContext_Destroy_Args args = {};
  args.context = context_;
  (void)RUNG_PJRT_CALL(*api_, PJRT_ExecuteContext_Destroy, args);
}

}  // namespace rung::pjrt
