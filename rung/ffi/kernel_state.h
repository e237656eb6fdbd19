// What the custom calls of one loaded model share, and its way to them.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "rung/kernels/kernel_context.h"
#include "rung/kernels/rope_table.h"
#include "rung/pjrt/execute_context.h"
#include "rung/pjrt/plugin.h"

namespace rung::ffi {

// Thread-safe; outlives every execution that is given it.
struct KernelState {
  KernelState(int threads, std::vector<float> inverse_frequencies,
              const kernels::KernelTable& table = kernels::BestKernels())
      : context(threads, table), rope(std::move(inverse_frequencies)) {}

  kernels::KernelContext context;
  kernels::RopeTable rope;
};

// A context that brings `state` to the calls of an execution: nothing of a model is global, so two
// of them may run in one process. Registers the handlers first. `state` is not owned and outlives
// the result.
absl::StatusOr<pjrt::ExecuteContext> MakeExecuteContext(const pjrt::Plugin& plugin,
                                                        KernelState* state);

}  // namespace rung::ffi
