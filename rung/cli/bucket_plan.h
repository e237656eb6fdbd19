// What `rung buckets` tells: capacities, their bytes, and what of them the memory limit lets be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/cli/memory_budget.h"
#include "rung/context/bucket_set.h"
#include "rung/context/capacity_list.h"
#include "rung/context/memory_plan.h"
#include "rung/model/model.h"

namespace rung::cli {

struct PlannedCapacity {
  int64_t capacity = 0;
  int64_t kv_bytes = 0;     // of one row
  int64_t needs_bytes = 0;  // in all, to start with this as the largest
  bool fits = true;         // the limit
  bool run_only = false;    // a rung that rows grow through: no request reserves it
};

struct BucketPlan {
  const model::Model* model = nullptr;
  MemoryBudget budget;
  context::LeastStart least;                  // of a server
  absl::StatusOr<context::BucketSet> server;  // what it holds; else why it cannot start
  std::vector<int64_t> server_rungs;          // that its rows run at: the set and the rungs between
  std::vector<PlannedCapacity> generate;
  std::vector<PlannedCapacity> asked;  // a server's, those that do not fit included
};

// For a server of `max_batch` rows that asks for the capacities `asked`, and for `rung generate`.
// `plugin` as for BudgetFor; `model` outlives the plan.
BucketPlan PlanBuckets(const Settings& settings, const model::Model& model,
                       const context::OperatorCapacities& operators,
                       const context::BucketSet& asked, int64_t max_batch,
                       const pjrt::Plugin* plugin);

}  // namespace rung::cli
