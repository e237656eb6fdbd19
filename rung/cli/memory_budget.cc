#include "rung/cli/memory_budget.h"

#include <iterator>
#include <limits>

#include "rung/base/system_memory.h"
#include "rung/context/batch_plan.h"
#include "rung/context/ladder.h"
#include "rung/context/prefill_plan.h"
#include "rung/runtime/device_client.h"

namespace rung::cli {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

// Measured with SmolLM2-135M on the CPU plugin, without a compile cache: peak RSS less weights and
// KV, over sets of one to five capacities.
struct RuntimeCosts {
  int64_t base_bytes = 0;                // program, plugin, compiler, host buffers
  int64_t bytes_per_layer_capacity = 0;  // the programs of one capacity, for each layer
};
constexpr RuntimeCosts kKernelCosts{288 * kMiB, 2 * kMiB};
constexpr RuntimeCosts kPortableCosts{496 * kMiB, 3 * kMiB};

// What the compiler will ask for in the largest prefill program: a few rows of activations, and on
// the portable lowering the scores of all heads, twice. Read off the programs' memory statistics;
// what they say in the end is checked by runtime::BucketLoader.
void PlanTemporarySpace(const model::Model& model, context::MemoryInputs* inputs) {
  const model::ModelConfig& config = model.config();
  const int64_t rows_bytes =
      *std::rbegin(context::kPrefillChunks) * static_cast<int64_t>(sizeof(float));
  inputs->temp_bytes = rows_bytes * (config.dim + config.ffn_dim);
  if (model.lowering().kind == model::LoweringKind::kPortable) {
    inputs->temp_bytes_per_position = 2 * rows_bytes * config.heads;
  }
}

}  // namespace

MemoryBudget BudgetFor(const Settings& settings, const model::Model& model, int64_t max_batch,
                       const pjrt::Plugin* plugin) {
  MemoryBudget budget;
  const RuntimeCosts& costs =
      model.lowering().kind == model::LoweringKind::kKernel ? kKernelCosts : kPortableCosts;
  budget.inputs.runtime_bytes = costs.base_bytes;
  budget.inputs.bytes_per_capacity = costs.bytes_per_layer_capacity * model.config().layers;
  budget.inputs.weights_bytes = model.WeightBytes();
  budget.inputs.kv_bytes_per_position = model.KvBytesPerPosition();
  budget.inputs.padding_rows = context::MaxPaddingRows(max_batch);
  budget.inputs.growth = settings.growth.value;
  PlanTemporarySpace(model, &budget.inputs);
  if (settings.memory_limit.value) {
    budget.limit_bytes = *settings.memory_limit.value;
    budget.limit_source = settings.memory_limit.source;
    return budget;
  }
  // Kernels run on CPUs alone, whose memory is the host's.
  if (plugin != nullptr && model.lowering().kind == model::LoweringKind::kPortable) {
    if (const auto bytes = runtime::DeviceMemoryBytes(*plugin)) {
      budget.inputs.runtime_bytes = 0;
      budget.inputs.bytes_per_capacity = 0;
      budget.limit_bytes = *bytes;
      budget.limit_source = "the device's memory statistics";
      return budget;
    }
  }
  const std::optional<MemoryLimit> system = SystemMemoryLimit();
  budget.limit_bytes = system ? system->bytes : std::numeric_limits<int64_t>::max();
  budget.limit_source = system ? system->source : "the machine";
  return budget;
}

absl::StatusOr<context::BucketSet> FitToBudget(context::BucketSet set, const MemoryBudget& budget) {
  return context::FitToMemory(std::move(set), budget.inputs, budget.limit_bytes,
                              budget.limit_source);
}

int64_t KvLimit(const MemoryBudget& budget, const context::BucketSet& set) {
  context::MemoryInputs inputs = budget.inputs;
  inputs.capacities = inputs.growth ? context::RunningRungs(set.capacities()) : set.capacities();
  return context::KvLimit(inputs, budget.limit_bytes);
}

}  // namespace rung::cli
