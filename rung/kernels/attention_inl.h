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
  for (; b < blocks; ++b, ahead = nullptr) {
    ScoreBlocks<kType, kQueries, 1>(queries, head_dim, keys + b * head_dim * kKeyLanes, ahead,
                                    scores + b * kKeyLanes);
  }
}

// Turns the first n scores of a segment into weights in place.
RUNG_INLINE void SegmentWeights(float* scores, int64_t n, float* maximum, float* sum) {
  const F32 hidden = Set1(-__builtin_inff());
  F32 largest = hidden;
  const auto lanes = [&](int64_t i) {
    const int64_t rest = n - i;
    const F32 v = Load(scores + i);
    return rest >= 16 ? v : SelectFirst(v, static_cast<int>(rest), hidden);
  };
  for (int64_t i = 0; i < n; i += 16) largest = Max(lanes(i), largest);
  *maximum = MaxTree(largest);
  const F32 base = Set1(*maximum);
  F32 total = Set1(0.0f);
  for (int64_t i = 0; i < n; i += 16) {
    const F32 weight = Exp(Sub(lanes(i), base));
    Store(weight, scores + i);
    total = Add(total, weight);
  }
  *sum = SumTree(total);
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

// kQueries queries from task.queries[first]. Those that see nothing of the segment are left alone.
template <KvType kType, int kQueries>
void AttendQueries(const AttendTask& task, int first) {
  using Element = typename Cache<kType>::Element;
  const int64_t start = task.segment * kSegment;
  const int64_t head_dim = task.head_dim;
  int64_t seen[kQueries];  // positions of this segment
  int64_t most = 0;
  int64_t least = kSegment;
  for (int q = 0; q < kQueries; ++q) {
    int64_t n = task.live[first + q] - start;
    n = n < 0 ? 0 : n > kSegment ? kSegment : n;
    seen[q] = n;
    most = n > most ? n : most;
    least = n < least ? n : least;
  }
  if (most == 0) return;
  alignas(64) float scores[kQueries * kSegment];
  const auto* keys = static_cast<const Element*>(task.keys);
  const auto* values = static_cast<const Element*>(task.values);
  // The block's first queries fetch for the others: values while scores are made, and the next
  // segment's keys, which lie right behind these, while values are mixed.
  const bool fetch = first == 0;
  const auto* values_ahead = fetch ? reinterpret_cast<const uint8_t*>(values) : nullptr;
  const auto* keys_ahead =
      fetch && task.next_follows && task.live[task.count - 1] > start + kSegment
          ? reinterpret_cast<const uint8_t*>(keys + kSegment * head_dim)
          : nullptr;
  Scores<kType, kQueries>(task.queries + first * head_dim, head_dim, keys,
                          (most + kKeyLanes - 1) / kKeyLanes, values_ahead, scores);
  for (int q = 0; q < kQueries; ++q) {
    if (seen[q] == 0) continue;
    const int64_t at = (first + q) * task.stride;
    SegmentWeights(scores + q * kSegment, seen[q], task.maxima + at, task.sums + at);
  }
  float* mixed = task.mixed + first * task.stride * head_dim;
  const int64_t mixed_stride = task.stride * head_dim;
  if (least > 0) {
    Mix<kType, kQueries>(scores, values, head_dim, 0, least, keys_ahead, mixed, mixed_stride);
  }
  for (int q = 0; q < kQueries; ++q) {
    if (seen[q] > least) {
      Mix<kType, 1>(scores + q * kSegment, values, head_dim, least, seen[q],
                    /*ahead=*/nullptr, mixed + q * mixed_stride, mixed_stride);
    }
  }
}

template <KvType kType>
RUNG_INLINE void AttendTyped(const AttendTask& task) {
  int first = 0;
  for (; first + 4 <= task.count; first += 4) AttendQueries<kType, 4>(task, first);
  switch (task.count - first) {
    case 3:
      return AttendQueries<kType, 3>(task, first);
    case 2:
      return AttendQueries<kType, 2>(task, first);
    case 1:
      return AttendQueries<kType, 1>(task, first);
    default:
      return;
  }
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
RUNG_INLINE void CombineGroups(const float* maxima, const float* sums, const float* mixed,
                               int64_t segments, int64_t head_dim, float largest, float* out) {
  F32 sum = Set1(0.0f);
  F32 acc[kGroups];
  RUNG_UNROLL
  for (int g = 0; g < kGroups; ++g) acc[g] = Set1(0.0f);
  for (int64_t s = 0; s < segments; ++s, mixed += head_dim) {
    const F32 weight = Exp(Set1(maxima[s] - largest));
    sum = Fma(Set1(sums[s]), weight, sum);
    RUNG_UNROLL
    for (int g = 0; g < kGroups; ++g) acc[g] = Fma(Load(mixed + 16 * g), weight, acc[g]);
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
    CombineGroups<4>(maxima, sums, mixed + d, segments, head_dim, largest, out + d);
  }
  for (; d < head_dim; d += 16) {
    CombineGroups<1>(maxima, sums, mixed + d, segments, head_dim, largest, out + d);
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
