// Attention over a cache of whole numbers (KvType::kFixed). Include after attention_segment_inl.h.
//
// Sums of products are exact in 32 bits, in any order, and an operation makes two products a lane:
// twice as many in a second as fused multiply-adds of floats.
#pragma once

#include "rung/kernels/kernel_table.h"

namespace rung::kernels {
namespace {

// Of a query, and of a position of a head: the numbers and their scale.
RUNG_INLINE int64_t FixedWords(int64_t head_dim) { return head_dim / 2 + 1; }
// Of 16 positions of a head.
RUNG_INLINE int64_t BlockWords(int64_t head_dim) { return FixedWords(head_dim) * kKeyLanes; }

// The scale of numbers of which the largest magnitude has these bits, and what a number is
// multiplied with before it is rounded: 0 when all are 0.
struct FixedScale {
  float scale;
  float inverse;
};
template <int32_t kMax>
RUNG_INLINE FixedScale ScaleOf(uint32_t most) {
  constexpr auto kLargest = static_cast<float>(kMax);
  if (most >= kInfinityBits) return {__builtin_nanf(""), 0.0f};
  if (most < kSmallestBits) return {0.0f, 0.0f};
  const float largest = __builtin_bit_cast(float, most);
  return {largest / kLargest, kLargest / largest};
}

template <int32_t kMax>
RUNG_INLINE void FixVector(const float* x, int64_t head_dim, uint32_t* words) {
  F32 most = Set1(0.0f);
  for (int64_t d = 0; d < head_dim; d += 16) most = MaxMagnitudes(most, Load(x + d));
  const FixedScale fixed = ScaleOf<kMax>(MaxMagnitudeBits(most, most));
  if (fixed.inverse > 0) {
    for (int64_t d = 0; d < head_dim; d += 16) {
      RoundToPairs(Load(x + d), Set1(fixed.inverse), words + d / 2);
    }
  } else {
    __builtin_memset(words, 0, static_cast<size_t>(head_dim) * sizeof(int16_t));
  }
  words[head_dim / 2] = __builtin_bit_cast(uint32_t, fixed.scale);
}

void FixQuery(const float* query, int64_t head_dim, uint32_t* words) {
  FixVector<kFactorMax>(query, head_dim, words);
}

RUNG_INLINE void StoreFixedKey(const float* key, int64_t head_dim, int64_t position, void* keys) {
  uint32_t words[kMaxHeadDim / 2 + 1];
  FixVector<kCacheMax>(key, head_dim, words);
  uint32_t* const lane = static_cast<uint32_t*>(keys) +
                         position / kKeyLanes * BlockWords(head_dim) + position % kKeyLanes;
  for (int64_t w = 0; w < FixedWords(head_dim); ++w) lane[w * kKeyLanes] = words[w];
}

RUNG_INLINE void StoreFixedValue(const float* value, int64_t head_dim, int64_t position,
                                 void* values) {
  uint32_t words[kMaxHeadDim / 2 + 1];
  FixVector<kCacheMax>(value, head_dim, words);
  uint32_t* const block =
      static_cast<uint32_t*>(values) + position / kKeyLanes * BlockWords(head_dim);
  const int64_t lane = position % kKeyLanes;
  block[kKeyLanes / 2 * head_dim + lane] = words[head_dim / 2];
  // Halves of words, of which the others are the neighbour's: another thread may be writing them.
  uint32_t* const pairs = block + lane / 2 * head_dim;
  for (int64_t d = 0; d < head_dim; d += 16) StoreHalves(words + d / 2, lane % 2, pairs + d);
}

// Lines of the next segment's keys that are fetched for each word while scores are made, of 4 and a
// few; the rest follows while they become weights, lest memory idle.
constexpr int kNextLines = 3;

// scores[query][64] of kQueries queries against kBlocks blocks of 16 positions.
template <int kQueries, int kBlocks>
RUNG_INLINE void ScoreFixedBlocks(const uint32_t* queries, int64_t head_dim, const uint32_t* keys,
                                  Ahead values, Ahead next, float* scores) {
  const int64_t words = head_dim / 2;
  const int64_t stride = FixedWords(head_dim);
  constexpr int kLines = 4;  // of the segment's values, for each word
  for (int64_t begin = 0; begin < words; begin += kFixedRun / 2) {
    I32 acc[kQueries][kBlocks];
    RUNG_UNROLL
    for (int q = 0; q < kQueries; ++q) {
      RUNG_UNROLL
      for (int b = 0; b < kBlocks; ++b) acc[q][b] = ZeroWords();
    }
    const int64_t end = words - begin < kFixedRun / 2 ? words : begin + kFixedRun / 2;
    for (int64_t w = begin; w < end; ++w) {
      FetchPart<kLines>(values, w);
      FetchPart<kNextLines>(next, w);
      I32 key[kBlocks];
      RUNG_UNROLL
      for (int b = 0; b < kBlocks; ++b) key[b] = LoadWords(keys + (b * stride + w) * kKeyLanes);
      RUNG_UNROLL
      for (int q = 0; q < kQueries; ++q) {
        const uint32_t word = queries[q * stride + w];
        RUNG_UNROLL
        for (int b = 0; b < kBlocks; ++b) acc[q][b] = DotPairs(acc[q][b], key[b], word);
      }
    }
    if (end == words) FetchFrom(values, kLines * words);
    RUNG_UNROLL
    for (int q = 0; q < kQueries; ++q) {
      const F32 scale = Set1(__builtin_bit_cast(float, queries[q * stride + words]));
      RUNG_UNROLL
      for (int b = 0; b < kBlocks; ++b) {
        const F32 key_scale = ToFloatBits(LoadWords(keys + (b * stride + words) * kKeyLanes));
        float* const out = scores + q * kSegment + b * kKeyLanes;
        const F32 score = Mul(ToF32(acc[q][b]), Mul(scale, key_scale));
        Store(begin == 0 ? score : Add(Load(out), score), out);
      }
    }
  }
}

// The scales of the values of positions below `live`: what lies past them may be anything.
RUNG_INLINE void LoadValueScales(const uint32_t* values, int64_t head_dim, int64_t live,
                                 F32 (&scales)[kSegmentLanes]) {
  RUNG_UNROLL
  for (int b = 0; b < kSegmentLanes; ++b) {
    const int64_t n = live - b * kKeyLanes;
    scales[b] = Set1(0.0f);
    if (n <= 0) continue;
    const uint32_t* const block = values + b * BlockWords(head_dim);
    const F32 all = ToFloatBits(LoadWords(block + kKeyLanes / 2 * head_dim));
    scales[b] = n >= kKeyLanes ? all : SelectFirst(all, static_cast<int>(n), Set1(0.0f));
  }
}

// How much of each value a query takes: whole numbers, two positions in a word, and their scale.
struct FixedWeights {
  uint32_t words[kSegment / 2];
  float scale;
};

// Makes weights of the scores of four queries, and multiplies them by the values' scales. The sums
// are those of the weights alone.
RUNG_INLINE void FixWeights(float* scores, const float* maxima,
                            const F32 (&value_scales)[kSegmentLanes], float* sums, Ahead ahead,
                            FixedWeights* weights) {
  F32 total[4];
  F32 most[4];
  RUNG_UNROLL
  for (int q = 0; q < 4; ++q) {
    most[q] = Set1(0.0f);
    FetchFrom(LinesOf(ahead, q * (ahead.lines + 3) / 4, (ahead.lines + 3) / 4), 0);
    float* const at = scores + q * kSegment;
    total[q] = WeighScores(
        at, maxima[q], [&](int b, F32 weight) __attribute__((always_inline)) {
          const F32 scaled = Mul(weight, value_scales[b]);
          most[q] = MaxMagnitudes(most[q], scaled);
          Store(scaled, at + 16 * b);
        });
  }
  SumTrees(total, sums);
  uint32_t bits[4];
  MaxMagnitudeTrees(most, bits);
  RUNG_UNROLL
  for (int q = 0; q < 4; ++q) {
    const FixedScale fixed = ScaleOf<kFactorMax>(bits[q]);
    weights[q].scale = fixed.scale;
    if (!(fixed.inverse > 0)) {
      __builtin_memset(weights[q].words, 0, sizeof(weights[q].words));
      continue;
    }
    const F32 inverse = Set1(fixed.inverse);
    RUNG_UNROLL
    for (int b = 0; b < kSegmentLanes; ++b) {
      RoundToPairs(Load(scores + q * kSegment + 16 * b), inverse, weights[q].words + 8 * b);
    }
  }
}

// mixed[query] = the values of `pairs` pairs of positions by their weights, kGroups * 16 elements.
template <int kQueries, int kGroups>
RUNG_INLINE void MixFixedGroups(const FixedWeights* weights, const uint32_t* values,
                                int64_t head_dim, int64_t pairs, Ahead next, float* mixed,
                                int64_t mixed_stride) {
  constexpr int64_t kBlockPairs = kKeyLanes / 2;
  I32 acc[kQueries][kGroups];
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) acc[q][g] = ZeroWords();
  }
  for (int64_t p = 0; p < pairs; ++p) {
    FetchPart<kGroups>(next, p);
    const uint32_t* const pair =
        values + p / kBlockPairs * BlockWords(head_dim) + p % kBlockPairs * head_dim;
    I32 value[kGroups];
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) value[g] = LoadWords(pair + 16 * g);
    RUNG_UNROLL
    for (int q = 0; q < kQueries; ++q) {
      const uint32_t word = weights[q].words[p];
      RUNG_UNROLL
      for (int g = 0; g < kGroups; ++g) acc[q][g] = DotPairs(acc[q][g], value[g], word);
    }
  }
  FetchFrom(next, kGroups * pairs);
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    const F32 scale = Set1(weights[q].scale);
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) {
      Store(Mul(ToF32(acc[q][g]), scale), mixed + q * mixed_stride + 16 * g);
    }
  }
}

// Scores, weights and mixes of all queries one after the other, as in AttendFloats. Positions that
// a query does not see get weight 0, and so it may mix what the group's last one sees.
void AttendFixed(const AttendTask& task) {
  const int64_t head_dim = task.head_dim;
  int64_t seen[kMaxQueries];
  const int begin = CountSeen(task, seen);
  alignas(64) float scores[(kMaxQueries + 3) * kSegment];
  const auto* const queries = static_cast<const uint32_t*>(task.queries);
  const auto* const keys = static_cast<const uint32_t*>(task.keys);
  const auto* const values = static_cast<const uint32_t*>(task.values);
  const int64_t block = BlockWords(head_dim);
  // The first queries fetch for the others.
  const Ahead own_values = AheadOf(task.values, task.is_fetched ? 0 : task.bytes);
  const Ahead next_keys = AheadOf(task.next_keys, task.next_bytes);
  const Ahead next_values = AheadOf(task.next_values, task.next_bytes);
  ForQueries(
      begin, task.count, [&]<int kQueries>(int first) __attribute__((always_inline)) {
        const int64_t blocks = (seen[first + kQueries - 1] + kKeyLanes - 1) / kKeyLanes;
        ForBlocks(
            blocks, [&]<int kBlocks>(int64_t b) __attribute__((always_inline)) {
              ScoreFixedBlocks<kQueries, kBlocks>(queries + first * FixedWords(head_dim), head_dim,
                                                  keys + b * block,
                                                  first == begin && b == 0 ? own_values : Ahead{},
                                                  first == begin && b == 0 ? next_keys : Ahead{},
                                                  scores + first * kSegment + b * kKeyLanes);
            });
      });
  HideUnseen(seen, begin, task.count, scores);
  F32 value_scales[kSegmentLanes];
  LoadValueScales(values, head_dim, seen[task.count - 1], value_scales);
  float maxima[kMaxQueries + 3];
  float sums[kMaxQueries + 3];
  FixedWeights weights[kMaxQueries + 3];
  for (int q = begin; q < task.count; q += 4) SegmentMaxima(scores + q * kSegment, maxima + q);
  for (int q = begin; q < task.count; q += 4) {
    FixWeights(
        scores + q * kSegment, maxima + q, value_scales, sums + q,
        q == begin ? LinesOf(next_keys, kNextLines * head_dim / 2, next_keys.lines) : Ahead{},
        weights + q);
  }
  StorePartials(task, begin, maxima, sums);
  const int64_t stride = task.stride * head_dim;
  ForQueries(
      begin, task.count, [&]<int kQueries>(int first) __attribute__((always_inline)) {
        const int64_t pairs = (seen[first + kQueries - 1] + 1) / 2;
        ForBlocks(
            head_dim / 16, [&]<int kGroups>(int64_t b) __attribute__((always_inline)) {
              // 16 elements of 64 positions are 32 lines; at last what is left.
              const bool is_last = 16 * (b + kGroups) == head_dim;
              const Ahead next =
                  first == begin
                      ? LinesOf(next_values, 32 * b, is_last ? next_values.lines : 32 * kGroups)
                      : Ahead{};
              MixFixedGroups<kQueries, kGroups>(weights + first, values + 16 * b, head_dim, pairs,
                                                next, task.mixed + first * stride + 16 * b, stride);
            });
      });
}

}  // namespace
}  // namespace rung::kernels
