// Numeric primitives over one row of logits, f32 [vocab]. Written in fixed-width lanes that
// compilers vectorize without reassociating, so results are the same on every machine and for every
// batch.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"
#include "rung/runtime/step_runner.h"

namespace rung::engine {

// An order-preserving map of floats to unsigned integers; -0 and +0 are equal. NaNs map outside of
// [OrderedBits(-inf), OrderedBits(inf)].
inline uint32_t OrderedBits(float value) {
  const auto bits = std::bit_cast<int32_t>(value + 0.0f);
  return static_cast<uint32_t>(bits ^ ((bits >> 31) & 0x7fffffff)) ^ 0x80000000u;
}

// exp(x) for x <= 0 within 2 units in the last place; 0 below -87.7 (1e-38) and for NaN. Plain
// arithmetic without branches: libm's expf is neither vectorized nor the same on every machine.
inline float ExpNonPositive(float x) {
  constexpr float kMaxMagnitude = 88.1f;
  constexpr float kLog2E = 1.44269504088896341f;
  constexpr float kLn2High = 0.693145751953125f;  // 15 bits, so that n * kLn2High is exact
  constexpr float kLn2Low = 1.42860682030941723e-6f;
  constexpr float kRoundToInt = 12582912.0f;  // 1.5 * 2^23
  // The minimum of the magnitudes is taken on their bits: of floats it would be a branch.
  const int32_t magnitude =
      std::min(std::bit_cast<int32_t>(x) & 0x7fffffff, std::bit_cast<int32_t>(kMaxMagnitude));
  const float clamped = -std::bit_cast<float>(magnitude);
  const float n = (clamped * kLog2E + kRoundToInt) - kRoundToInt;  // -127 to 0
  const float r = (clamped - n * kLn2High) - n * kLn2Low;          // |r| <= ln(2) / 2
  float p = 1.0f / 5040;  // Taylor series to r^7: the rest is below 6e-9
  p = p * r + 1.0f / 720;
  p = p * r + 1.0f / 120;
  p = p * r + 1.0f / 24;
  p = p * r + 1.0f / 6;
  p = p * r + 0.5f;
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  // 2^n by its exponent bits; n = -127 makes them those of zero.
  return p * std::bit_cast<float>((static_cast<int32_t>(n) + 127) << 23);
}

struct RowMaximum {
  TokenId id = 0;  // the lowest id that holds it
  float value = 0;
};

// The largest logit. -inf is legal for a token, but Internal when a logit is NaN or +inf, when all
// are -inf, or when the row is empty: "logits are not finite: ...".
absl::StatusOr<RowMaximum> FindMaximum(std::span<const float> logits);
// The same, but reads no more of the logits than it must. `maxima`: of a row that begins with them.
absl::StatusOr<RowMaximum> FindMaximum(std::span<const float> logits,
                                       const runtime::GroupMaxima& maxima);

// log(sum(exp(logits))), accumulated in f64. `maximum` as FindMaximum found it.
double LogSumExp(std::span<const float> logits, float maximum);

// A number that at least `k` of the logits reach (-inf when none better is cheap to find), so that
// the k largest can be looked for among few. O(vocab), vectorized.
float TopKLowerBound(std::span<const float> logits, int64_t k, std::vector<float>& scratch);

// Ids of the min(k, vocab) largest logits, largest first, ties by lower id.
std::vector<TokenId> TopIds(std::span<const float> logits, int64_t k);

}  // namespace rung::engine
