#include "rung/cli/bucket_plan.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "rung/context/ladder.h"

namespace rung::cli {
namespace {

std::vector<int64_t> Rungs(std::vector<int64_t> buckets, bool growth) {
  return growth ? context::RunningRungs(buckets) : std::move(buckets);
}

PlannedCapacity Planned(const BucketPlan& plan, int64_t capacity, const context::MemoryNeed& need) {
  return {.capacity = capacity,
          .kv_bytes = plan.model->KvBytes(capacity),
          .needs_bytes = need.total_bytes,
          .fits = need.total_bytes <= plan.budget.limit_bytes};
}

// One row that starts on the first rung and may climb to the capacity that it reserved: as much as
// `rung generate` can need there.
std::vector<PlannedCapacity> PlanGenerate(const BucketPlan& plan, context::MemoryInputs inputs,
                                          const context::OperatorCapacities& operators) {
  std::vector<int64_t> capacities = context::LadderWithin(plan.model->config().window);
  if (operators.list) capacities = operators.list->capacities;
  if (operators.pin) capacities = {operators.pin->capacity};
  std::vector<PlannedCapacity> planned;
  for (auto it = capacities.begin(); it != capacities.end(); ++it) {
    inputs.capacities = {*it};
    if (inputs.growth) inputs.capacities = context::RunningRungs({capacities.begin(), it + 1});
    planned.push_back(Planned(plan, *it, context::NeedAtStart(inputs)));
  }
  return planned;
}

std::vector<PlannedCapacity> PlanServer(const BucketPlan& plan, const context::BucketSet& asked) {
  const bool growth = plan.budget.inputs.growth;
  std::vector<int64_t> capacities = Rungs(asked.capacities(), growth);
  std::set<int64_t> buckets(asked.capacities().begin(), asked.capacities().end());
  if (plan.server.ok()) {  // rungs that took the place of what does not fit
    const std::vector<int64_t>& held = plan.server->capacities();
    buckets.insert(held.begin(), held.end());
    std::vector<int64_t> both;
    std::ranges::set_union(capacities, held, std::back_inserter(both));
    capacities = std::move(both);
  }
  std::vector<PlannedCapacity> planned;
  for (int64_t capacity : capacities) {
    planned.push_back(
        Planned(plan, capacity, context::NeedUpTo(asked, capacity, plan.budget.inputs)));
    planned.back().run_only = !buckets.contains(capacity);
  }
  return planned;
}

}  // namespace

BucketPlan PlanBuckets(const Settings& settings, const model::Model& model,
                       const context::OperatorCapacities& operators,
                       const context::BucketSet& asked, int64_t max_batch,
                       const pjrt::Plugin* plugin) {
  BucketPlan plan{.model = &model,
                  .budget = BudgetFor(settings, model, max_batch, plugin),
                  .least = {},
                  .server = asked,
                  .server_rungs = {},
                  .generate = {},
                  .asked = {}};
  plan.least = context::LeastToStart(asked, plan.budget.inputs);
  plan.server = FitToBudget(asked, plan.budget);
  if (plan.server.ok()) {
    plan.server_rungs = Rungs(plan.server->capacities(), plan.budget.inputs.growth);
  }
  plan.generate =
      PlanGenerate(plan, BudgetFor(settings, model, /*max_batch=*/1, plugin).inputs, operators);
  plan.asked = PlanServer(plan, asked);
  return plan;
}

}  // namespace rung::cli
