// Names of programs: what is compiled once and looked up at every step.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rung::runtime {

struct ProgramKey {
  enum class Kind : uint8_t { kPrefill, kDecode, kGrow, kCopy };
  Kind kind = Kind::kDecode;
  std::vector<int64_t> sizes;

  static ProgramKey Prefill(int64_t chunk, int64_t capacity);
  // Any order: the key is the sorted multiset, padding rows included.
  static ProgramKey Decode(std::span<const int64_t> row_capacities);
  // Model::Grow, Model::Copy.
  static ProgramKey Grow(int64_t from_capacity, int64_t to_capacity);
  static ProgramKey Copy(int64_t from_capacity, int64_t to_capacity);

  // "prefill_64_at_256", "decode_256_4096", "grow_256_to_512", "copy_512_to_256".
  std::string Name() const;
  auto operator<=>(const ProgramKey&) const = default;
};

}  // namespace rung::runtime
