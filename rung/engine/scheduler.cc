#include "rung/engine/scheduler.h"

#include <algorithm>

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

}  // namespace

std::optional<PrefillWork> ChooseChunk(const RowView& row, const StepCosts& costs,
                                       std::span<const int64_t> chunk_sizes,
                                       std::optional<double> limit_ms) {
  if (row.pending <= 1) return std::nullopt;
  std::optional<int64_t> chosen;
  for (int64_t chunk : chunk_sizes) {
    if (chunk > row.capacity - row.kv_length) break;
    if (chosen) {
      if (*chosen >= row.pending) break;
      // An unmeasured chunk is not risked while others wait for their tokens.
      if (limit_ms && costs.PrefillMs(chunk, row.capacity).value_or(*limit_ms + 1) > *limit_ms) {
        break;
      }
    }
    chosen = chunk;
  }
  if (!chosen) return std::nullopt;
  return PrefillWork{row.sequence, row.kv_length, *chosen, std::min(*chosen, row.pending)};
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
    if (ChooseChunk(row, costs, options.chunk_sizes, std::nullopt)) {
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
    plan.prefill = ChooseChunk(*prefilling, costs, options.chunk_sizes, limit_ms);
  }
  plan.decode_groups = GroupRows(decoding, ready);
  return plan;
}

}  // namespace rung::engine
