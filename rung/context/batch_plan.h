// Which decode program runs a step: rows of any capacities, padded and put in canonical order.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::context {

// Most rows in one step, and the row counts that decode programs are made for.
inline constexpr int64_t kMaxStepRows = 8;
inline constexpr int64_t kStepRowCounts[] = {1, 2, 4, 8};

// The rows that a decode program of `rows` rows (1..8) has: `rows` padded to one of the counts.
int64_t ProgramRows(int64_t rows);
// Most padding rows that any step of up to `max_batch` rows needs.
int64_t MaxPaddingRows(int64_t max_batch);

// What a step's shape is made of: more than the capacity may count one day.
struct RowShape {
  int64_t capacity = 0;
  auto operator<=>(const RowShape&) const = default;
};

// The sorted multiset of row shapes that names one decode program: every order of the same rows
// runs the same program.
struct DecodeKey {
  std::vector<RowShape> rows;  // ascending; 1, 2, 4 or 8

  // "decode_256_256_4096_4096": the program's name.
  std::string Name() const;

  auto operator<=>(const DecodeKey&) const = default;
  template <typename H>
  friend H AbslHashValue(H h, const DecodeKey& key) {
    for (const RowShape& row : key.rows) h = H::combine(std::move(h), row.capacity);
    return H::combine(std::move(h), key.rows.size());
  }
};

struct DecodePlan {
  DecodeKey key;
  std::vector<int64_t> slots;          // slots[i]: the place in key.rows of the step's row i
  std::vector<int64_t> padding_slots;  // the places that no row of the step takes, ascending
};

// The program for a step of `rows` (1 to 8, in any order): padded to 1, 2, 4 or 8 rows with rows of
// `padding_capacity`, the smallest that is held, and sorted. Rows of equal capacity keep their
// order and stand before padding. InvalidArgument for no rows, for more than 8, or for a capacity
// below 1.
absl::StatusOr<DecodePlan> PlanDecode(std::span<const RowShape> rows, int64_t padding_capacity);

}  // namespace rung::context
