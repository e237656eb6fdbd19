// The ladder: the context capacities that graphs are compiled at when the operator names none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace rung::context {

inline constexpr std::array<int64_t, 8> kLadder = {256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

// New tokens a request is sized for when it does not say how many it wants.
inline constexpr int64_t kDefaultXlaGenerationBudget = 512;

// Capacities and positions are 32-bit on the device.
inline constexpr int64_t kMaxCapacity = 2147483647;

// The lowest rung above `capacity`, which need not be a rung itself; nothing at the top.
std::optional<int64_t> NextRung(int64_t capacity);

// The highest rung below `capacity`: what a bucket that cannot be compiled or held is retried at.
// Nothing at the bottom, where the bucket is dropped instead.
std::optional<int64_t> NextLowerRung(int64_t capacity);

// The rungs a checkpoint with this context window can use, ascending: a rung above the window
// becomes the window. 131072 -> the whole ladder; 2000 -> 256, 512, 1024, 2000; 100 -> 100.
// `window` >= 1.
std::vector<int64_t> LadderWithin(int64_t window);

// What rows may run at when `buckets` (ascending, not empty) are what they may reserve: the buckets
// and the rungs between the smallest and the largest. 256, 4096 -> 256, 512, 1024, 2048, 4096.
std::vector<int64_t> RunningRungs(const std::vector<int64_t>& buckets);

}  // namespace rung::context
