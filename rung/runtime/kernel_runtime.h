// What a device needs beside programs and weights to run the kernel lowering.
#pragma once

#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "rung/ffi/kernel_state.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/weights/tensor_source.h"

namespace rung::runtime {

// Owns the kernels' threads, scratch and tables, and the context that brings them to the custom
// calls. Thread-safe; outlives every execution.
class KernelRuntime {
 public:
  // Null for a model of another lowering. Registers the handlers, so make it before programs are
  // compiled or loaded. `threads`: of the kernels; nothing: kernels::DefaultThreads.
  static absl::StatusOr<std::unique_ptr<KernelRuntime>> Create(
      const pjrt::Client& client, const model::Model& model, const weights::TensorSource& source,
      std::optional<int> threads, const kernels::KernelTable& table = kernels::BestKernels());

  const pjrt::ExecuteContext& context() const { return context_; }
  ffi::KernelState& state() { return *state_; }

 private:
  KernelRuntime(std::unique_ptr<ffi::KernelState> state, pjrt::ExecuteContext context)
      : state_(std::move(state)), context_(std::move(context)) {}

  std::unique_ptr<ffi::KernelState> state_;
  pjrt::ExecuteContext context_;
};

}  // namespace rung::runtime
