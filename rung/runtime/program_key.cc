#include "rung/runtime/program_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rung::runtime {

ProgramKey ProgramKey::Prefill(int64_t chunk, int64_t capacity) {
  return {Kind::kPrefill, {chunk, capacity}};
}

ProgramKey ProgramKey::Decode(std::span<const int64_t> row_capacities) {
  ProgramKey key{Kind::kDecode, {row_capacities.begin(), row_capacities.end()}};
  std::sort(key.sizes.begin(), key.sizes.end());
  return key;
}

ProgramKey ProgramKey::Grow(int64_t from_capacity, int64_t to_capacity) {
  return {Kind::kGrow, {from_capacity, to_capacity}};
}

ProgramKey ProgramKey::Copy(int64_t from_capacity, int64_t to_capacity) {
  return {Kind::kCopy, {from_capacity, to_capacity}};
}

std::string ProgramKey::Name() const {
  switch (kind) {
    case Kind::kPrefill:
      return fmt::format("prefill_{}", fmt::join(sizes, "_at_"));
    case Kind::kDecode:
      return fmt::format("decode_{}", fmt::join(sizes, "_"));
    case Kind::kGrow:
      return fmt::format("grow_{}", fmt::join(sizes, "_to_"));
    case Kind::kCopy:
      return fmt::format("copy_{}", fmt::join(sizes, "_to_"));
  }
  return "";
}

}  // namespace rung::runtime
