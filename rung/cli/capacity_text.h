// Row capacities as they are written behind a flag.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::cli {

// "256,256,4096" -> ascending, repetitions kept: the rows of one decode step, 1, 2, 4 or 8 of them
// when `exact` (a program), else 1 to 8.
absl::StatusOr<std::vector<int64_t>> ParseRows(std::string_view flag, std::string_view text,
                                               bool exact);

// "64@256" -> chunk 64 at capacity 256.
absl::StatusOr<std::pair<int64_t, int64_t>> ParsePrefillShape(std::string_view flag,
                                                              std::string_view text);

}  // namespace rung::cli
