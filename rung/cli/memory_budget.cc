#include "rung/cli/memory_budget.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "rung/base/system_memory.h"
#include "rung/context/batch_plan.h"
#include "rung/context/ladder.h"
#include "rung/context/prefill_plan.h"
#include "rung/kernels/cpu_topology.h"
#include "rung/kernels/kernel_table.h"
#include "rung/runtime/device_client.h"

namespace rung::cli {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

// Measured with SmolLM2-135M on the CPU plugins: peak RSS less weights, KV and temporary space,
// over sets of one to five capacities, one row and eight, with and without a compile cache. Kernel
// programs are a few calls each: how many there are does not show, and 87 MiB of the base are pages
// of the plugin's file. tests/test_memory_plan.py holds the plan against the peak.
struct RuntimeCosts {
  int64_t base_bytes = 0;                // program, plugin, compiler, host buffers
  int64_t bytes_per_thread = 0;          // stacks and heaps of the pools, for each core
  int64_t bytes_per_layer_capacity = 0;  // the programs of one capacity, for each layer
  int64_t bytes_per_layer_rows = 0;      // one program for several rows, for each layer
};
constexpr RuntimeCosts kKernelCosts{122 * kMiB, 3 * kMiB / 8, kMiB / 64, 0};
constexpr RuntimeCosts kPortableCosts{320 * kMiB, 0, 2 * kMiB, 4 * kMiB};

// Row counts above one that programs are made for.
int64_t NumRowPrograms(int64_t max_batch) {
  return std::ranges::count_if(context::kStepRowCounts, [max_batch](int64_t rows) {
    return rows > 1 && rows / 2 < max_batch;
  });
}

// What the largest prefill chunk takes while it runs: a few rows of activations; on the portable
// lowering the scores of all heads, twice, as the programs' memory statistics have it (what they
// say in the end is checked by runtime::BucketLoader); on the kernel lowering a result, a maximum
// and a sum of each query's and head's for every segment, where threads share a block of queries:
// of the more the more threads there are, measured with two to sixteen.
void PlanTemporarySpace(const Settings& settings, const model::Model& model,
                        context::MemoryInputs* inputs) {
  const model::ModelConfig& config = model.config();
  const int64_t rows_bytes =
      *std::rbegin(context::kPrefillChunks) * static_cast<int64_t>(sizeof(float));
  inputs->temp_bytes = rows_bytes * (config.dim + config.ffn_dim);
  if (model.lowering().kind == model::LoweringKind::kPortable) {
    inputs->temp_bytes_per_position = 2 * rows_bytes * config.heads;
    return;
  }
  constexpr int64_t kThreadsThatShareAll = 8;
  const int64_t threads =
      std::min<int64_t>(settings.threads.value.value_or(kernels::DefaultThreads()),
                        kThreadsThatShareAll);
  inputs->temp_bytes_per_position = rows_bytes * config.heads * (config.head_dim + 2) * threads /
                                    (kernels::kSegment * kThreadsThatShareAll);
}

}  // namespace

int64_t PluginThreads(const Settings& settings) {
  const int64_t cores = kernels::AllowedCpus();
  return std::min<int64_t>(settings.threads.value.value_or(cores), cores);
}

MemoryBudget BudgetFor(const Settings& settings, const model::Model& model, int64_t max_batch,
                       const pjrt::Plugin* plugin) {
  MemoryBudget budget;
  const RuntimeCosts& costs =
      model.lowering().kind == model::LoweringKind::kKernel ? kKernelCosts : kPortableCosts;
  budget.inputs.runtime_bytes =
      costs.base_bytes + costs.bytes_per_thread * PluginThreads(settings) +
      costs.bytes_per_layer_rows * model.config().layers * NumRowPrograms(max_batch);
  budget.inputs.bytes_per_capacity = costs.bytes_per_layer_capacity * model.config().layers;
  budget.inputs.weights_bytes = model.WeightBytes();
  budget.inputs.kv_bytes_per_position = model.KvBytesPerPosition();
  budget.inputs.padding_rows = context::MaxPaddingRows(max_batch);
  budget.inputs.growth = settings.growth.value;
  budget.inputs.copied_bytes = [&model](int64_t from, int64_t to) {
    return model.KvBytes(from) + model.GrowthBytes(from, to) - model.KvBytes(to);
  };
  PlanTemporarySpace(settings, model, &budget.inputs);
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
