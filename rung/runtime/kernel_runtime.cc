#include "rung/runtime/kernel_runtime.h"

#include "rung/base/status.h"
#include "rung/kernels/cpu_topology.h"
#include "rung/model/kernel_llama.h"

namespace rung::runtime {

absl::StatusOr<std::unique_ptr<KernelRuntime>> KernelRuntime::Create(
    const pjrt::Client& client, const model::Model& model, const weights::TensorSource& source,
    std::optional<int> threads, const kernels::KernelTable& table) {
  if (model.lowering().kind != model::LoweringKind::kKernel) return nullptr;
  RUNG_ASSIGN_OR_RETURN(std::vector<float> frequencies,
                        model::KernelRopeFrequencies(model.config(), source));
  auto state = std::make_unique<ffi::KernelState>(threads.value_or(kernels::DefaultThreads()),
                                                  std::move(frequencies), table);
  RUNG_RETURN_IF_ERROR(state->context.pool().status());
  RUNG_ASSIGN_OR_RETURN(pjrt::ExecuteContext context,
                        ffi::MakeExecuteContext(client.plugin(), state.get()));
  return std::unique_ptr<KernelRuntime>(new KernelRuntime(std::move(state), std::move(context)));
}

}  // namespace rung::runtime
