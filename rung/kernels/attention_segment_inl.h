// What attention over one segment is made of, whatever type the cache has. Include after
// elementwise_inl.h.
#pragma once

#include "rung/kernels/kernel_table.h"

namespace rung::kernels {
namespace {

// Memory that will be read soon, fetched part by part in a loop that works on something else.
struct Ahead {
  const uint8_t* data = nullptr;
  int64_t lines = 0;
};
RUNG_INLINE Ahead AheadOf(const void* data, int64_t bytes) {
  return {static_cast<const uint8_t*>(data), (bytes + 63) / 64};
}
// `count` of its lines from `first` on.
RUNG_INLINE Ahead LinesOf(Ahead ahead, int64_t first, int64_t count) {
  const int64_t left = ahead.lines - first;
  return {ahead.data + first * 64, count < left ? count : left};
}
template <int kLines>
RUNG_INLINE void FetchPart(Ahead ahead, int64_t part) {
  if (part * kLines >= ahead.lines) return;
  RUNG_UNROLL
  for (int line = 0; line < kLines; ++line) Prefetch(ahead.data + (part * kLines + line) * 64);
}
RUNG_INLINE void FetchFrom(Ahead ahead, int64_t first) {
  for (int64_t line = first; line < ahead.lines; ++line) Prefetch(ahead.data + line * 64);
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

// take(b, weight) for each block b of 16 positions of a query's segment, where weight = e^(score -
// maximum); returns their sums, lane by lane.
template <typename Take>
RUNG_INLINE F32 WeighScores(const float* scores, float maximum, Take take) {
  const F32 base = Set1(maximum);
  F32 total = Set1(0.0f);
  RUNG_UNROLL
  for (int b = 0; b < kSegmentLanes; b += kLaneGroups) {
    F32 weight[kLaneGroups];
    RUNG_UNROLL
    for (int i = 0; i < kLaneGroups; ++i) weight[i] = Sub(Load(scores + 16 * (b + i)), base);
    ExpBelow(weight);
    RUNG_UNROLL
    for (int i = 0; i < kLaneGroups; ++i) {
      total = Add(total, weight[i]);
      take(b + i, weight[i]);
    }
  }
  return total;
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

// Calls visit<n>(first) for blocks first..first+n-1 of a segment, kLaneGroups at a time and then
// the rest.
template <typename Visit>
RUNG_INLINE void ForBlocks(int64_t blocks, Visit visit) {
  int64_t b = 0;
  for (; b + kLaneGroups <= blocks; b += kLaneGroups) visit.template operator()<kLaneGroups>(b);
  if constexpr (kLaneGroups > 2) {
    for (; b + 2 <= blocks; b += 2) visit.template operator()<2>(b);
  }
  for (; b < blocks; ++b) visit.template operator()<1>(b);
}

// How many positions of the segment each query sees; returns the first query that sees any.
RUNG_INLINE int CountSeen(const AttendTask& task, int64_t* seen) {
  int begin = 0;
  for (int q = 0; q < task.count; ++q) {
    const int64_t n = task.live[q] - task.segment * kSegment;
    seen[q] = n > kSegment ? kSegment : n;
    begin += n <= 0 ? 1 : 0;
  }
  return begin;
}

RUNG_INLINE void StorePartials(const AttendTask& task, int begin, const float* maxima,
                               const float* sums) {
  for (int q = begin; q < task.count; ++q) {
    task.maxima[q * task.stride] = maxima[q];
    task.sums[q * task.stride] = sums[q];
  }
}

}  // namespace
}  // namespace rung::kernels
