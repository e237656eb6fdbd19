// Attention over the KV cache in segments of 64 positions, over the lanes of one instruction set.
// Include after elementwise_inl.h; see kernel_table.h for the layouts.
//
// Fixed for each query, whatever is computed beside it: a score is one chain of fused multiply-adds
// over head_dim in order; a segment's weights are exp(score - the segment's largest), summed in 16
// lanes (position mod 16) and then as a tree; values are added in position order, one chain per
// element; segments are joined in order.
#pragma once

#include "rung/base/half.h"
#include "rung/kernels/kernel_table.h"

namespace rung::kernels {
namespace {

template <KvType kType>
struct Cache;
template <>
struct Cache<KvType::kF16> {
  using Element = uint16_t;
  RUNG_INLINE F32 LoadLanes(const uint16_t* p) { return LoadF16(p); }
  RUNG_INLINE void StoreLanes(F32 v, uint16_t* p) {
    StoreF16(Min(Set1(65504.0f), Max(Set1(-65504.0f), v)), p);
  }
};
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

// The lines of [p, p + bytes): what the loop that follows this one will read.
RUNG_INLINE void PrefetchLines(const uint8_t* p, int64_t bytes) {
  for (int64_t line = 0; line < bytes; line += 64) Prefetch(p + line);
}

// scores[query][64] of kQueries queries against kBlocks blocks of 16 positions.
template <KvType kType, int kQueries, int kBlocks>
RUNG_INLINE void ScoreBlocks(const float* queries, int64_t head_dim,
                             const typename Cache<kType>::Element* keys, const uint8_t* ahead,
                             float* scores) {
  constexpr int64_t kAheadBytes = kSegment * sizeof(typename Cache<kType>::Element);
  F32 acc[kQueries][kBlocks];
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int b = 0; b < kBlocks; ++b) acc[q][b] = Set1(0.0f);
  }
  for (int64_t d = 0; d < head_dim; ++d) {
    if (ahead != nullptr) PrefetchLines(ahead + d * kAheadBytes, kAheadBytes);
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

// `ahead`: the segment's values, or null when they are in the cache already.
template <KvType kType, int kQueries>
RUNG_INLINE void Scores(const float* queries, int64_t head_dim,
                        const typename Cache<kType>::Element* keys, int64_t blocks,
                        const uint8_t* ahead, float* scores) {
  int64_t b = 0;
  for (; b + kLaneGroups <= blocks; b += kLaneGroups, ahead = nullptr) {
    ScoreBlocks<kType, kQueries, kLaneGroups>(queries, head_dim, keys + b * head_dim * kKeyLanes,
                                              ahead, scores + b * kKeyLanes);
  }
  if constexpr (kLaneGroups > 2) {
    for (; b + 2 <= blocks; b += 2, ahead = nullptr) {
      ScoreBlocks<kType, kQueries, 2>(queries, head_dim, keys + b * head_dim * kKeyLanes, ahead,
                                      scores + b * kKeyLanes);
    }
  }
  for (; b < blocks; ++b, ahead = nullptr) {
    ScoreBlocks<kType, kQueries, 1>(queries, head_dim, keys + b * head_dim * kKeyLanes, ahead,
                                    scores + b * kKeyLanes);
  }
}

constexpr int kSegmentLanes = kSegment / 16;

// The largest scores of four queries' segments.
RUNG_INLINE void SegmentMaxima(const float* scores, float* maxima) {
  F32 largest[4];
  RUNG_UNROLL
  for (int q = 0; q < 4; ++q) {
    largest[q] = Set1(-__builtin_inff());
    RUNG_UNROLL
    for (int b = 0; b < kSegmentLanes; ++b) {
      largest[q] = Max(Load(scores + q * kSegment + 16 * b), largest[q]);
    }
  }
  MaxTrees(largest, maxima);
}

// Turns the scores of four queries' segments into weights in place.
RUNG_INLINE void SegmentWeights(float* scores, const float* maxima, float* sums) {
  F32 total[4];
  RUNG_UNROLL
  for (int q = 0; q < 4; ++q) {
    const F32 base = Set1(maxima[q]);
    total[q] = Set1(0.0f);
    for (int b = 0; b < kSegmentLanes; b += kLaneGroups) {
      float* const at = scores + q * kSegment + 16 * b;
      F32 weight[kLaneGroups];
      RUNG_UNROLL
      for (int i = 0; i < kLaneGroups; ++i) weight[i] = Sub(Load(at + 16 * i), base);
      ExpBelow(weight);
      RUNG_UNROLL
      for (int i = 0; i < kLaneGroups; ++i) {
        Store(weight[i], at + 16 * i);
        total[q] = Add(total[q], weight[i]);
      }
    }
  }
  SumTrees(total, sums);
}

// Adds weights[query][begin..end) times the values to mixed[query], kGroups * 16 elements of each.
template <KvType kType, int kQueries, int kGroups>
RUNG_INLINE void MixGroups(const float* weights, const typename Cache<kType>::Element* values,
                           int64_t head_dim, int64_t begin, int64_t end, const uint8_t* ahead,
                           float* mixed, int64_t mixed_stride) {
  constexpr int64_t kElementBytes = sizeof(typename Cache<kType>::Element);
  F32 acc[kQueries][kGroups];
  RUNG_UNROLL
  for (int q = 0; q < kQueries; ++q) {
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) {
      acc[q][g] = begin == 0 ? Set1(0.0f) : Load(mixed + q * mixed_stride + 16 * g);
    }
  }
  for (int64_t j = begin; j < end; ++j) {
    if (ahead != nullptr) {
      PrefetchLines(ahead + j * head_dim * kElementBytes, head_dim * kElementBytes);
    }
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
                     int64_t head_dim, int64_t begin, int64_t end, const uint8_t* ahead,
                     float* mixed, int64_t mixed_stride) {
  int64_t d = 0;
  for (; d + 16 * kLaneGroups <= head_dim; d += 16 * kLaneGroups, ahead = nullptr) {
    MixGroups<kType, kQueries, kLaneGroups>(weights, values + d, head_dim, begin, end, ahead,
                                            mixed + d, mixed_stride);
  }
  for (; d < head_dim; d += 16, ahead = nullptr) {
    MixGroups<kType, kQueries, 1>(weights, values + d, head_dim, begin, end, ahead, mixed + d,
                                  mixed_stride);
  }
}

// Gives positions that a query does not see, and the queries that fill up its group of four, scores
// of weight 0.
RUNG_INLINE void HideUnseen(const int64_t* seen, int begin, int count, float* scores) {
  const F32 hidden = Set1(-__builtin_inff());
  for (int q = begin; q < count && seen[q] < kSegment; ++q) {
    float* const at = scores + q * kSegment;
    for (int64_t i = seen[q] / 16 * 16; i < kSegment; i += 16) {
      const int64_t n = seen[q] - i;
      Store(n > 0 ? SelectFirst(Load(at + i), static_cast<int>(n), hidden) : hidden, at + i);
    }
  }
  for (int q = count; (q - begin) % 4 != 0; ++q) {
    for (int64_t i = 0; i < kSegment; i += 16) Store(hidden, scores + q * kSegment + i);
  }
}

// Calls visit<n>(first) for queries first..first+n-1, kQueryGroup at a time and then the rest.
template <typename Visit>
RUNG_INLINE void ForQueries(int first, int count, Visit visit) {
  if constexpr (kQueryGroup > 4) {
    for (; first + kQueryGroup <= count; first += kQueryGroup) {
      visit.template operator()<kQueryGroup>(first);
    }
  }
  for (; first + 4 <= count; first += 4) visit.template operator()<4>(first);
  switch (count - first) {
    case 3:
      return visit.template operator()<3>(first);
    case 2:
      return visit.template operator()<2>(first);
    case 1:
      return visit.template operator()<1>(first);
    default:
      return;
  }
}

// The scores of all queries, then their weights, then their mixes: side by side, for one query's
// maximum and weights are long chains of operations.
template <KvType kType>
void AttendTyped(const AttendTask& task) {
  using Element = typename Cache<kType>::Element;
  const int64_t start = task.segment * kSegment;
  const int64_t head_dim = task.head_dim;
  int64_t seen[kMaxQueries];  // positions of this segment: ascending
  int begin = 0;              // the first query that sees any
  for (int q = 0; q < task.count; ++q) {
    const int64_t n = task.live[q] - start;
    seen[q] = n > kSegment ? kSegment : n;
    begin += n <= 0 ? 1 : 0;
  }
  alignas(64) float scores[(kMaxQueries + 3) * kSegment];
  const auto* keys = static_cast<const Element*>(task.keys);
  const auto* values = static_cast<const Element*>(task.values);
  // The first queries fetch for the others: values while scores are made, and the next segment's
  // keys, which lie right behind these, while values are mixed.
  const auto* values_ahead = reinterpret_cast<const uint8_t*>(values);
  const auto* keys_ahead = task.next_follows && task.live[task.count - 1] > start + kSegment
                               ? reinterpret_cast<const uint8_t*>(keys + kSegment * head_dim)
                               : nullptr;
  ForQueries(
      begin, task.count, [&]<int kQueries>(int first) __attribute__((always_inline)) {
        Scores<kType, kQueries>(task.queries + first * head_dim, head_dim, keys,
                                (seen[first + kQueries - 1] + kKeyLanes - 1) / kKeyLanes,
                                first == begin ? values_ahead : nullptr, scores + first * kSegment);
      });
  HideUnseen(seen, begin, task.count, scores);
  float maxima[kMaxQueries + 3];
  float sums[kMaxQueries + 3];
  for (int q = begin; q < task.count; q += 4) SegmentMaxima(scores + q * kSegment, maxima + q);
  for (int q = begin; q < task.count; q += 4) {
    SegmentWeights(scores + q * kSegment, maxima + q, sums + q);
  }
  for (int q = begin; q < task.count; ++q) {
    task.maxima[q * task.stride] = maxima[q];
    task.sums[q * task.stride] = sums[q];
  }
  const int64_t stride = task.stride * head_dim;
  ForQueries(
      begin, task.count, [&]<int kQueries>(int first) __attribute__((always_inline)) {
        const int64_t least = seen[first];
        Mix<kType, kQueries>(scores + first * kSegment, values, head_dim, 0, least,
                             first == begin ? keys_ahead : nullptr, task.mixed + first * stride,
                             stride);
        for (int q = first + 1; q < first + kQueries; ++q) {
          if (seen[q] == least) continue;
          Mix<kType, 1>(scores + q * kSegment, values, head_dim, least, seen[q], /*ahead=*/nullptr,
                        task.mixed + q * stride, stride);
        }
      });
}

void Attend(const AttendTask& task) {
  switch (task.type) {
    case KvType::kF16:
      return AttendTyped<KvType::kF16>(task);
    case KvType::kBF16:
      return AttendTyped<KvType::kBF16>(task);
    case KvType::kF32:
      return AttendTyped<KvType::kF32>(task);
  }
}

template <int kGroups>
RUNG_INLINE void CombineGroups(const float* weights, const float* sums, const float* mixed,
                               int64_t segments, int64_t head_dim, F32* acc, F32* sum) {
  for (int64_t s = 0; s < segments; ++s, mixed += head_dim) {
    const F32 weight = Set1(weights[s]);
    *sum = Fma(Set1(sums[s]), weight, *sum);
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) acc[g] = Fma(Load(mixed + 16 * g), weight, acc[g]);
  }
}

// kGroups * 16 elements of a query.
template <int kGroups>
RUNG_INLINE void CombineElements(const float* maxima, const float* sums, const float* mixed,
                                 int64_t segments, int64_t head_dim, float largest, float* out) {
  F32 sum = Set1(0.0f);
  F32 acc[kGroups];
  RUNG_UNROLL
  for (int g = 0; g < kGroups; ++g) acc[g] = Set1(0.0f);
  for (int64_t s = 0; s < segments; s += 16) {
    const int64_t n = segments - s < 16 ? segments - s : 16;
    F32 weight[1] = {Sub(LoadN(maxima + s, static_cast<int>(n)), Set1(largest))};
    ExpBelow(weight);
    float weights[16];
    Store(weight[0], weights);
    CombineGroups<kGroups>(weights, sums + s, mixed + s * head_dim, n, head_dim, acc, &sum);
  }
  RUNG_UNROLL
  for (int g = 0; g < kGroups; ++g) Store(Div(acc[g], sum), out + 16 * g);
}

void Combine(const float* maxima, const float* sums, const float* mixed, int64_t segments,
             int64_t head_dim, float* out) {
  float largest = maxima[0];
  for (int64_t s = 1; s < segments; ++s) largest = largest > maxima[s] ? largest : maxima[s];
  int64_t d = 0;
  for (; d + 64 <= head_dim; d += 64) {
    CombineElements<4>(maxima, sums, mixed + d, segments, head_dim, largest, out + d);
  }
  for (; d < head_dim; d += 16) {
    CombineElements<1>(maxima, sums, mixed + d, segments, head_dim, largest, out + d);
  }
}

template <KvType kType>
RUNG_INLINE void StoreKeyTyped(const float* key, int64_t head_dim, int64_t position, void* keys) {
  using Element = typename Cache<kType>::Element;
  auto* lane = static_cast<Element*>(keys) + position / kKeyLanes * head_dim * kKeyLanes +
               position % kKeyLanes;
  for (int64_t d = 0; d < head_dim; d += 16) {
    Element elements[16];
    Cache<kType>::StoreLanes(Load(key + d), elements);
    for (int i = 0; i < 16; ++i) lane[(d + i) * kKeyLanes] = elements[i];
  }
}

void StoreKey(const float* key, KvType type, int64_t head_dim, int64_t position, void* keys) {
  switch (type) {
    case KvType::kF16:
      return StoreKeyTyped<KvType::kF16>(key, head_dim, position, keys);
    case KvType::kBF16:
      return StoreKeyTyped<KvType::kBF16>(key, head_dim, position, keys);
    case KvType::kF32:
      return StoreKeyTyped<KvType::kF32>(key, head_dim, position, keys);
  }
}

template <KvType kType>
RUNG_INLINE void StoreValueTyped(const float* value, int64_t head_dim, int64_t position,
                                 void* values) {
  auto* out = static_cast<typename Cache<kType>::Element*>(values) + position * head_dim;
  for (int64_t d = 0; d < head_dim; d += 16) Cache<kType>::StoreLanes(Load(value + d), out + d);
}

void StoreValue(const float* value, KvType type, int64_t head_dim, int64_t position, void* values) {
  switch (type) {
    case KvType::kF16:
      return StoreValueTyped<KvType::kF16>(value, head_dim, position, values);
    case KvType::kBF16:
      return StoreValueTyped<KvType::kBF16>(value, head_dim, position, values);
    case KvType::kF32:
      return StoreValueTyped<KvType::kF32>(value, head_dim, position, values);
  }
}

}  // namespace
}  // namespace rung::kernels
