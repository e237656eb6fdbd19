#include "rung/context/ladder.h"

#include <algorithm>

namespace rung::context {

std::optional<int64_t> NextRung(int64_t capacity) {
  const auto above = std::upper_bound(kLadder.begin(), kLadder.end(), capacity);
  if (above == kLadder.end()) return std::nullopt;
  return *above;
}

std::optional<int64_t> NextLowerRung(int64_t capacity) {
  const auto not_below = std::lower_bound(kLadder.begin(), kLadder.end(), capacity);
  if (not_below == kLadder.begin()) return std::nullopt;
  return *(not_below - 1);
}

std::vector<int64_t> LadderWithin(int64_t window) {
  std::vector<int64_t> rungs;
  for (const int64_t rung : kLadder) {
    rungs.push_back(std::min(rung, window));
    if (rung >= window) break;
  }
  return rungs;
}

}  // namespace rung::context
