#include "rung/engine/scheduler.h"

#include <algorithm>

#include "rung/context/prefill_plan.h"

namespace rung::engine {
namespace {

std::vector<int64_t> Capacities(std::span<const RowView> rows) {
  std::vector<int64_t> capacities;
  for (const RowView& row : rows) capacities.push_back(row.capacity);
  return capacities;
}

// `rows` ascending by capacity.
void Split(std::span<const RowView> rows, const DecodeReady& ready,
           std::vector<std::vector<SequenceId>>* groups) {
  if (rows.size() == 1 || ready(Capacities(rows))) {
    std::vector<SequenceId>& group = groups->emplace_back();
    for (const RowView& row : rows) group.push_back(row.sequence);
    return;
  }
  size_t middle = rows.size() / 2;
  if (rows.front().capacity != rows.back().capacity) {
    const auto larger = std::find_if(rows.begin(), rows.end(), [&](const RowView& row) {
      return row.capacity != rows.front().capacity;
    });
    middle = static_cast<size_t>(larger - rows.begin());
  }
  Split(rows.first(middle), ready, groups);
  Split(rows.subspan(middle), ready, groups);
}

double DecodeStepMs(const std::vector<RowView>& rows, const StepCosts& costs) {
  if (const auto together = costs.DecodeMs(Capacities(rows))) return *together;
  double sum = 0;
  for (const RowView& row : rows) {
    sum += costs.DecodeMs(std::span(&row.capacity, 1)).value_or(0.0);
  }
  return sum;
}

// Ascending; at least one when any fits.
std::vector<int64_t> UsableChunks(const RowView& row, const StepCosts& costs,
                                  std::span<const int64_t> chunk_sizes,
                                  std::optional<double> limit_ms) {
  std::vector<int64_t> usable;
  for (int64_t chunk : chunk_sizes) {
    if (chunk > row.capacity - row.kv_length) break;
    // An unmeasured chunk is not risked while others wait for their tokens.
    if (!usable.empty() && limit_ms &&
        costs.PrefillMs(chunk, row.capacity).value_or(*limit_ms + 1) > *limit_ms) {
      break;
    }
    usable.push_back(chunk);
  }
  return usable;
}

// 1: a decode step.
int64_t CheapestChunk(const RowView& row, std::span<const int64_t> usable) {
  const absl::StatusOr<std::vector<context::PrefillChunk>> plan =
      context::PlanPrefill(row.kv_length, row.kv_length + row.pending, row.capacity, usable,
                           context::PrefillGoal::kLeastTime);
  return plan.ok() ? plan->front().chunk : 1;
}

}  // namespace

std::optional<PrefillWork> ChooseChunk(const RowView& row, const StepCosts& costs,
                                       const SchedulerOptions& options,
                                       std::optional<double> limit_ms) {
  if (row.pending <= 1) return std::nullopt;
  const std::vector<int64_t> usable = UsableChunks(row, costs, options.chunk_sizes, limit_ms);
  if (usable.empty()) return std::nullopt;
  int64_t chunk = usable.back();
  if (options.computes_padding) {
    chunk = CheapestChunk(row, usable);
    if (chunk == 1) return std::nullopt;
  } else if (const auto holds = std::ranges::lower_bound(usable, row.pending);
             holds != usable.end()) {
    chunk = *holds;
  }
  return PrefillWork{row.sequence, row.kv_length, chunk, std::min(chunk, row.pending)};
}

std::vector<std::vector<SequenceId>> GroupRows(std::span<const RowView> rows,
                                               const DecodeReady& ready) {
  std::vector<std::vector<SequenceId>> groups;
  if (rows.empty()) return groups;
  std::vector<RowView> sorted(rows.begin(), rows.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const RowView& a, const RowView& b) { return a.capacity < b.capacity; });
  Split(sorted, ready, &groups);
  return groups;
}

StepPlan PlanStep(std::span<const RowView> rows, const StepCosts& costs,
                  const SchedulerOptions& options, const DecodeReady& ready) {
  std::vector<RowView> decoding;
  const RowView* prefilling = nullptr;
  for (const RowView& row : rows) {
    if (ChooseChunk(row, costs, options, std::nullopt)) {
      if (prefilling == nullptr) prefilling = &row;
    } else {
      decoding.push_back(row);
    }
  }
  StepPlan plan;
  if (prefilling != nullptr) {
    std::optional<double> limit_ms;
    if (!decoding.empty()) {
      limit_ms = std::max(options.max_chunk_ms, 2 * DecodeStepMs(decoding, costs));
    }
    plan.prefill = ChooseChunk(*prefilling, costs, options, limit_ms);
    // With the chunks that the limit leaves, single tokens may be cheapest.
    if (!plan.prefill) decoding.push_back(*prefilling);
  }
  plan.decode_groups = GroupRows(decoding, ready);
  return plan;
}

}  // namespace rung::engine
