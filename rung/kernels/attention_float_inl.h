// Attention over a cache of floats. Include after attention_segment_inl.h.
#pragma once

#include "rung/base/half.h"
#include "rung/kernels/kernel_table.h"

namespace rung::kernels {
namespace {

template <KvType kType>
struct Cache;
template <>
struct Cache<KvType::kBF16> {
  using Element = uint16_t;
  RUNG_INLINE F32 LoadLanes(const uint16_t* p) { return LoadBF16(p); }
  RUNG_INLINE void StoreLanes(F32 v, uint16_t* p) {
    float lanes[16];
    Store(v, lanes);
    for (int i = 0; i < 16; ++i) p[i] = FloatToBFloat16(lanes[i]);
  }
};
template <>
struct Cache<KvType::kF32> {
  using Element = float;
  RUNG_INLINE F32 LoadLanes(const float* p) { return Load(p); }
  RUNG_INLINE void StoreLanes(F32 v, float* p) { Store(v, p); }
};

// scores[query][64] of kQueries queries against kBlocks blocks of 16 positions.
template <KvType kType, int kQueries, int kBlocks>
RUNG_INLINE void ScoreBlocks(const float* queries, int64_t head_dim,
                             const typename Cache<kType>::Element* keys, Ahead ahead,
                             float* scores) {
  constexpr int kLines = kSegment * sizeof(typename Cache<kType>::Element) / 64;
  F32 acc[kQueries][kBlocks];
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int b = 0; b < kBlocks; ++b) acc[q][b] = Set1(0.0f);
  }
  for (int64_t d = 0; d < head_dim; ++d) {
    FetchPart<kLines>(ahead, d);
    F32 key[kBlocks];
    RUNG_UNROLL
    for (int b = 0; b < kBlocks; ++b) {
      key[b] = Cache<kType>::LoadLanes(keys + (b * head_dim + d) * kKeyLanes);
    }
    RUNG_UNROLL
    for (int q = 0; q < kQueries; ++q) {
      const F32 element = Set1(queries[q * head_dim + d]);
      RUNG_UNROLL
      for (int b = 0; b < kBlocks; ++b) acc[q][b] = Fma(element, key[b], acc[q][b]);
    }
  }
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int b = 0; b < kBlocks; ++b) Store(acc[q][b], scores + q * kSegment + b * kKeyLanes);
  }
}

// Turns the scores of four queries' segments into weights in place.
RUNG_INLINE void SegmentWeights(float* scores, const float* maxima, float* sums) {
  F32 total[4];
  RUNG_UNROLL
  for (int q = 0; q < 4; ++q) {
    float* const at = scores + q * kSegment;
    total[q] = WeighScores(
        at, maxima[q], [&](int b, F32 weight) __attribute__((always_inline)) {
          Store(weight, at + 16 * b);
        });
  }
  SumTrees(total, sums);
}

// Adds weights[query][begin..end) times the values to mixed[query], kGroups * 16 elements of each.
template <KvType kType, int kQueries, int kGroups>
RUNG_INLINE void MixGroups(const float* weights, const typename Cache<kType>::Element* values,
                           int64_t head_dim, int64_t begin, int64_t end, Ahead ahead, float* mixed,
                           int64_t mixed_stride) {
  const int64_t lines =
      head_dim * static_cast<int64_t>(sizeof(typename Cache<kType>::Element)) / 64;
  F32 acc[kQueries][kGroups];
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) {
      acc[q][g] = begin == 0 ? Set1(0.0f) : Load(mixed + q * mixed_stride + 16 * g);
    }
  }
  for (int64_t j = begin; j < end; ++j) {
    FetchFrom(LinesOf(ahead, j * lines, lines), 0);
    F32 value[kGroups];
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) {
      value[g] = Cache<kType>::LoadLanes(values + j * head_dim + 16 * g);
    }
    RUNG_UNROLL
    for (int q = 0; q < kQueries; ++q) {
      const F32 weight = Set1(weights[q * kSegment + j]);
      RUNG_UNROLL
      for (int g = 0; g < kGroups; ++g) acc[q][g] = Fma(weight, value[g], acc[q][g]);
    }
  }
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) Store(acc[q][g], mixed + q * mixed_stride + 16 * g);
  }
}

template <KvType kType, int kQueries>
RUNG_INLINE void Mix(const float* weights, const typename Cache<kType>::Element* values,
                     int64_t head_dim, int64_t begin, int64_t end, Ahead ahead, float* mixed,
                     int64_t mixed_stride) {
  ForBlocks(
      head_dim / 16, [&]<int kGroups>(int64_t b) __attribute__((always_inline)) {
        MixGroups<kType, kQueries, kGroups>(weights, values + 16 * b, head_dim, begin, end,
                                            b == 0 ? ahead : Ahead{}, mixed + 16 * b, mixed_stride);
      });
}

// The scores of all queries, then their weights, then their mixes: side by side, for one query's
// maximum and weights are long chains of operations.
template <KvType kType>
void AttendFloats(const AttendTask& task) {
  using Element = typename Cache<kType>::Element;
  const int64_t head_dim = task.head_dim;
  int64_t seen[kMaxQueries];
  const int begin = CountSeen(task, seen);
  alignas(64) float scores[(kMaxQueries + 3) * kSegment];
  const auto* const queries = static_cast<const float*>(task.queries);
  const auto* const keys = static_cast<const Element*>(task.keys);
  const auto* const values = static_cast<const Element*>(task.values);
  ForQueries(
      begin, task.count, [&]<int kQueries>(int first) __attribute__((always_inline)) {
        const int64_t blocks = (seen[first + kQueries - 1] + kKeyLanes - 1) / kKeyLanes;
        ForBlocks(
            blocks, [&]<int kBlocks>(int64_t b) __attribute__((always_inline)) {
              ScoreBlocks<kType, kQueries, kBlocks>(
                  queries + first * head_dim, head_dim, keys + b * head_dim * kKeyLanes,
                  first == begin && b == 0 ? AheadOf(values, task.bytes) : Ahead{},
                  scores + first * kSegment + b * kKeyLanes);
            });
      });
  HideUnseen(seen, begin, task.count, scores);
  float maxima[kMaxQueries + 3];
  float sums[kMaxQueries + 3];
  for (int q = begin; q < task.count; q += 4) SegmentMaxima(scores + q * kSegment, maxima + q);
  for (int q = begin; q < task.count; q += 4) {
    SegmentWeights(scores + q * kSegment, maxima + q, sums + q);
  }
  StorePartials(task, begin, maxima, sums);
  const int64_t stride = task.stride * head_dim;
  ForQueries(
      begin, task.count, [&]<int kQueries>(int first) __attribute__((always_inline)) {
        const int64_t least = seen[first];
        Mix<kType, kQueries>(scores + first * kSegment, values, head_dim, 0, least,
                             first == begin ? AheadOf(task.next_keys, task.next_bytes) : Ahead{},
                             task.mixed + first * stride, stride);
        for (int q = first + 1; q < first + kQueries; ++q) {
          if (seen[q] == least) continue;
          Mix<kType, 1>(scores + q * kSegment, values, head_dim, least, seen[q], /*ahead=*/{},
                        task.mixed + q * stride, stride);
        }
      });
}

template <KvType kType>
RUNG_INLINE void StoreFloatKey(const float* key, int64_t head_dim, int64_t position, void* keys) {
  using Element = typename Cache<kType>::Element;
  auto* lane = static_cast<Element*>(keys) + position / kKeyLanes * head_dim * kKeyLanes +
               position % kKeyLanes;
  for (int64_t d = 0; d < head_dim; d += 16) {
    Element elements[16];
    Cache<kType>::StoreLanes(Load(key + d), elements);
    for (int i = 0; i < 16; ++i) lane[(d + i) * kKeyLanes] = elements[i];
  }
}

template <KvType kType>
RUNG_INLINE void StoreFloatValue(const float* value, int64_t head_dim, int64_t position,
                                 void* values) {
  auto* out = static_cast<typename Cache<kType>::Element*>(values) + position * head_dim;
  for (int64_t d = 0; d < head_dim; d += 16) Cache<kType>::StoreLanes(Load(value + d), out + d);
}

}  // namespace
}  // namespace rung::kernels
