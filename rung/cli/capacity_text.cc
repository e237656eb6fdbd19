#include "rung/cli/capacity_text.h"

#include <algorithm>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/context/batch_plan.h"
#include "rung/context/capacity_list.h"

namespace rung::cli {

absl::StatusOr<std::vector<int64_t>> ParseRows(std::string_view flag, std::string_view text,
                                               bool exact) {
  std::vector<int64_t> rows;
  for (std::string_view field : SplitFields(text, ',')) {
    RUNG_ASSIGN_OR_RETURN(rows.emplace_back(), context::ParseCapacity(flag, field));
  }
  const int64_t count = static_cast<int64_t>(rows.size());
  const bool is_program =
      std::find(std::begin(context::kStepRowCounts), std::end(context::kStepRowCounts), count) !=
      std::end(context::kStepRowCounts);
  if (count > context::kMaxStepRows || (exact && !is_program)) {
    return InvalidArgument(
        "{}: {} names {} rows; {}", flag, Quoted(text), count,
        exact ? "a decode program has 1, 2, 4 or 8" : "a decode step has 1 to 8");
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

absl::StatusOr<std::pair<int64_t, int64_t>> ParsePrefillShape(std::string_view flag,
                                                              std::string_view text) {
  const std::vector<std::string_view> fields = SplitFields(text, '@');
  if (fields.size() != 2) {
    return InvalidArgument("{}: {} is not CHUNK@CAPACITY, such as 64@256", flag, Quoted(text));
  }
  RUNG_ASSIGN_OR_RETURN(const int64_t chunk, context::ParseCapacity(flag, fields[0]));
  RUNG_ASSIGN_OR_RETURN(const int64_t capacity, context::ParseCapacity(flag, fields[1]));
  return std::pair(chunk, capacity);
}

}  // namespace rung::cli
