#include "rung/engine/logits_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "rung/base/status.h"

namespace rung::engine {
namespace {

constexpr size_t kLanes = 16;
constexpr size_t kBlock = 64;  // logits per block in TopKLowerBound
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The order of int32 is the order of the floats; signed because SSE2 compares signed integers only.
int32_t SignedOrder(float value) { return static_cast<int32_t>(OrderedBits(value) ^ 0x80000000u); }

struct Extremes {
  int32_t largest = std::numeric_limits<int32_t>::min();  // in SignedOrder
  int32_t smallest = std::numeric_limits<int32_t>::max();
  size_t block = 0;  // where the first block that holds the largest begins
};

// Whole numbers, so every instruction set finds the same.
[[gnu::always_inline]] inline Extremes FindExtremes(std::span<const float> logits) {
  constexpr size_t kSearched = 2048;  // logits that are looked at twice
  Extremes found;
  for (size_t begin = 0; begin < logits.size(); begin += kSearched) {
    const size_t end = std::min(begin + kSearched, logits.size());
    int32_t high[kLanes], low[kLanes];
    std::fill_n(high, kLanes, found.largest);
    std::fill_n(low, kLanes, found.smallest);
    size_t i = begin;
    for (; i + kLanes <= end; i += kLanes) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        const int32_t order = SignedOrder(logits[i + lane]);
        high[lane] = order > high[lane] ? order : high[lane];
        low[lane] = order < low[lane] ? order : low[lane];
      }
    }
    for (size_t lane = 0; i < end; ++i, ++lane) {
      high[lane] = std::max(high[lane], SignedOrder(logits[i]));
      low[lane] = std::min(low[lane], SignedOrder(logits[i]));
    }
    const int32_t before = found.largest;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      found.largest = high[lane] > found.largest ? high[lane] : found.largest;
      found.smallest = low[lane] < found.smallest ? low[lane] : found.smallest;
    }
    if (found.largest > before) found.block = begin;
  }
  return found;
}

Extremes FindExtremesBaseline(std::span<const float> logits) { return FindExtremes(logits); }
// Half the cost of a greedy token: the baseline has no maximum of integers.
[[gnu::target("avx2")]] Extremes FindExtremesAvx2(std::span<const float> logits) {
  return FindExtremes(logits);
}
[[gnu::target("avx512f,avx512vl,prefer-vector-width=512")]] Extremes FindExtremesAvx512(
    std::span<const float> logits) {
  return FindExtremes(logits);
}

using ExtremesFunction = Extremes (*)(std::span<const float>);
ExtremesFunction ChooseFindExtremes() {
  if (__builtin_cpu_supports("avx512vl")) return &FindExtremesAvx512;
  return __builtin_cpu_supports("avx2") ? &FindExtremesAvx2 : &FindExtremesBaseline;
}

absl::Status NotFiniteError(std::span<const float> logits) {
  for (size_t i = 0; i < logits.size(); ++i) {
    if (std::isnan(logits[i]) || logits[i] == kInfinity) {
      return Internal("logits are not finite: token {} of {} is {}", i, logits.size(), logits[i]);
    }
  }
  return Internal("logits are not finite: all {} tokens are -inf", logits.size());
}

Extremes ExtremesOf(std::span<const float> logits) {
  static const ExtremesFunction find_extremes = ChooseFindExtremes();
  return find_extremes(logits);
}

// Whether a row of these has a maximum: no NaN, no +inf, and something above -inf.
bool HasMaximum(const Extremes& found) {
  return found.largest < SignedOrder(kInfinity) && found.largest > SignedOrder(-kInfinity) &&
         found.smallest >= SignedOrder(-kInfinity);
}

// The first place from `begin` on that holds `order`; values.size() when there is none.
size_t FindOrder(std::span<const float> values, size_t begin, int32_t order) {
  const auto first = std::find_if(values.begin() + static_cast<ptrdiff_t>(begin), values.end(),
                                  [&](float x) { return SignedOrder(x) == order; });
  return static_cast<size_t>(first - values.begin());
}

}  // namespace

absl::StatusOr<RowMaximum> FindMaximum(std::span<const float> logits) {
  const Extremes found = ExtremesOf(logits);
  if (!HasMaximum(found)) return NotFiniteError(logits);
  const size_t id = FindOrder(logits, found.block, found.largest);
  return RowMaximum{static_cast<TokenId>(id), logits[id]};
}

absl::StatusOr<RowMaximum> FindMaximum(std::span<const float> logits,
                                       const runtime::GroupMaxima& maxima) {
  if (maxima.values.empty()) return FindMaximum(logits);
  const auto group = static_cast<size_t>(maxima.group);
  // Groups that lie in `logits` with all they have; what is behind them is looked at itself.
  const std::span<const float> whole =
      maxima.values.first(std::min(maxima.values.size(), logits.size() / group));
  const size_t rest = whole.size() * group;
  const Extremes of_whole = ExtremesOf(whole);
  const Extremes of_rest = ExtremesOf(logits.subspan(rest));
  const Extremes found = {.largest = std::max(of_whole.largest, of_rest.largest),
                          .smallest = std::min(of_whole.smallest, of_rest.smallest)};
  if (!HasMaximum(found)) return FindMaximum(logits);  // which tells what is wrong, if anything is
  const size_t begin = of_whole.largest == found.largest
                           ? FindOrder(whole, of_whole.block, found.largest) * group
                           : rest;
  const size_t id = FindOrder(logits, begin, found.largest);
  if (id == logits.size()) return FindMaximum(logits);
  return RowMaximum{static_cast<TokenId>(id), logits[id]};
}

double LogSumExp(std::span<const float> logits, float maximum) {
  std::array<double, kLanes> sums = {};
  size_t i = 0;
  for (; i + kLanes <= logits.size(); i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      sums[lane] += ExpNonPositive(logits[i + lane] - maximum);
    }
  }
  for (size_t lane = 0; i < logits.size(); ++i, ++lane) {
    sums[lane] += ExpNonPositive(logits[i] - maximum);
  }
  double total = 0;
  for (double sum : sums) total += sum;
  return maximum + std::log(total);
}

float TopKLowerBound(std::span<const float> logits, int64_t k, std::vector<float>& scratch) {
  const size_t blocks = logits.size() / kBlock;
  if (k <= 0 || static_cast<uint64_t>(k) > blocks / 2) return -kInfinity;
  // The k-th largest of the block maxima: each of the k blocks at or above holds such a logit.
  scratch.resize(blocks);
  for (size_t block = 0; block < blocks; ++block) {
    const float* x = logits.data() + block * kBlock;
    std::array<float, kLanes> high;
    std::copy_n(x, kLanes, high.begin());
    for (size_t i = kLanes; i < kBlock; i += kLanes) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        high[lane] = x[i + lane] > high[lane] ? x[i + lane] : high[lane];
      }
    }
    scratch[block] = *std::max_element(high.begin(), high.end());
  }
  std::nth_element(scratch.begin(), scratch.begin() + (k - 1), scratch.end(), std::greater<>());
  return scratch[k - 1];
}

std::vector<TokenId> TopIds(std::span<const float> logits, int64_t k) {
  k = std::min<int64_t>(k, logits.size());
  if (k <= 0) return {};
  std::vector<float> scratch;
  const float bound = TopKLowerBound(logits, k, scratch);
  std::vector<TokenId> ids;
  for (size_t i = 0; i < logits.size(); ++i) {
    if (logits[i] >= bound) ids.push_back(static_cast<TokenId>(i));
  }
  std::partial_sort(ids.begin(), ids.begin() + k, ids.end(), [&](TokenId a, TokenId b) {
    return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
  });
  ids.resize(k);
  return ids;
}

}  // namespace rung::engine
