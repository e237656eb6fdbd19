// The capacities an operator names: one pinned capacity, or a list of buckets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/environment.h"

namespace rung::context {

inline constexpr std::string_view kCapacityVariable = "MLXCEL_XLA_CONTEXT_CAPACITY";
inline constexpr std::string_view kBucketsVariable = "MLXCEL_XLA_CONTEXT_BUCKETS";
inline constexpr std::string_view kCapacityFlag = "-c/--ctx-size";

// Exactly one bucket, whatever else is set.
struct PinnedCapacity {
  int64_t capacity = 0;
  std::string source{kCapacityVariable};  // the variable or flag it came under, for messages
};

// Not empty, ascending, without duplicates.
struct CapacityList {
  std::vector<int64_t> capacities;
  std::string source{kBucketsVariable};
};

// At most one of the two: a pin wins over a list.
struct OperatorCapacities {
  std::optional<PinnedCapacity> pin;
  std::optional<CapacityList> list;
};

// One integer in 1..=2147483647, whitespace around it ignored. InvalidArgument naming `source`.
absl::StatusOr<int64_t> ParseCapacity(std::string_view source, std::string_view text);

// Such integers with commas between them; whitespace and empty fields are skipped, order and
// repetition do not matter. InvalidArgument naming `source`, the bad field and the range; a list
// with nothing in it is an error too.
absl::StatusOr<std::vector<int64_t>> ParseCapacityList(std::string_view source,
                                                       std::string_view text);

// Flag, then pin variable, then list variable. What a winner hides is not even parsed: under a pin
// the list may say anything. Set to nothing, each of them is an error.
absl::StatusOr<OperatorCapacities> ReadOperatorCapacities(
    const Environment& environment, const std::optional<std::string>& ctx_size_flag);

}  // namespace rung::context
