#include "rung/context/batch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "rung/base/status.h"

namespace rung::context {

std::string DecodeKey::Name() const {
  std::string name = "decode";
  for (const RowShape& row : rows) fmt::format_to(std::back_inserter(name), "_{}", row.capacity);
  return name;
}

int64_t ProgramRows(int64_t rows) {
  const auto* count = std::lower_bound(std::begin(kStepRowCounts), std::end(kStepRowCounts), rows);
  return count == std::end(kStepRowCounts) ? rows : *count;
}

int64_t MaxPaddingRows(int64_t max_batch) {
  int64_t most = 0;
  for (int64_t rows = 1; rows <= std::min(max_batch, kMaxStepRows); ++rows) {
    most = std::max(most, ProgramRows(rows) - rows);
  }
  return most;
}

absl::StatusOr<DecodePlan> PlanDecode(std::span<const RowShape> rows, int64_t padding_capacity) {
  const auto row_count = static_cast<int64_t>(rows.size());
  if (row_count < 1 || row_count > kMaxStepRows) {
    return InvalidArgument("a decode step takes 1 to {} rows, got {}", kMaxStepRows, row_count);
  }
  std::vector<RowShape> padded(rows.begin(), rows.end());
  padded.resize(ProgramRows(row_count), RowShape{padding_capacity});
  for (const RowShape& row : padded) {
    if (row.capacity < 1) return InvalidArgument("a row's capacity is {}", row.capacity);
  }
  std::vector<int64_t> order(padded.size());  // order[place] = index into `padded`
  std::iota(order.begin(), order.end(), int64_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&padded](int64_t a, int64_t b) { return padded[a] < padded[b]; });
  DecodePlan plan;
  plan.slots.resize(rows.size());
  for (size_t place = 0; place < order.size(); ++place) {
    plan.key.rows.push_back(padded[order[place]]);
    if (order[place] < row_count) {
      plan.slots[order[place]] = static_cast<int64_t>(place);
    } else {
      plan.padding_slots.push_back(static_cast<int64_t>(place));
    }
  }
  return plan;
}

}  // namespace rung::context
