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

std::vector<int64_t> RunningRungs(const std::vector<int64_t>& buckets) {
  std::vector<int64_t> rungs = buckets;
  for (const int64_t rung : kLadder) {
    if (rung > buckets.front() && rung < buckets.back()) rungs.push_back(rung);
  }
  std::sort(rungs.begin(), rungs.end());
  rungs.erase(std::unique(rungs.begin(), rungs.end()), rungs.end());
  return rungs;
}

}  // namespace rung::context
