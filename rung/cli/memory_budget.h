// What a model needs of this machine's memory, and how much there is.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "rung/base/settings.h"
#include "rung/context/bucket_set.h"
#include "rung/context/memory_plan.h"
#include "rung/model/model.h"
#include "rung/pjrt/plugin.h"

namespace rung::cli {

// The limit that a plan is held against, and the parts that do not depend on the capacities.
struct MemoryBudget {
  context::MemoryInputs inputs;  // `capacities` is left empty
  int64_t limit_bytes = 0;
  std::string limit_source;
};

// The cores that the plugin's CPU client has threads for: as many as it may use, or fewer that the
// operator asks for.
int64_t PluginThreads(const Settings& settings);

// RUNG_MEMORY_LIMIT when given, else what the device says of its own memory, else what cgroups and
// the machine allow. What the program itself and its compiler take is counted too, since on a CPU
// device all of it is host memory; only against a device's own memory it is not. `plugin` may be
// null: then no device is asked. `model` outlives the result.
MemoryBudget BudgetFor(const Settings& settings, const model::Model& model, int64_t max_batch,
                       const pjrt::Plugin* plugin);

// `set` without what does not fit (context::FitToMemory), as rows may run with these settings.
absl::StatusOr<context::BucketSet> FitToBudget(context::BucketSet set, const MemoryBudget& budget);

// Bytes left for KV beside these buckets.
int64_t KvLimit(const MemoryBudget& budget, const context::BucketSet& set);

}  // namespace rung::cli
