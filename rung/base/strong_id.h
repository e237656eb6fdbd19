// Ids that do not mix: StrongId<struct RowTag> and StrongId<struct SequenceTag> are distinct types.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace rung {

// Token ids are plain int32 (they index vocabularies and go to the device as they are).
using TokenId = int32_t;

template <typename Tag>
struct StrongId {
  uint64_t value = 0;  // 0 is "none"
  auto operator<=>(const StrongId&) const = default;
  template <typename H>
  friend H AbslHashValue(H h, const StrongId& id) {
    return H::combine(std::move(h), id.value);
  }
};

}  // namespace rung
