// Attention over the KV cache in segments of 64 positions, over the lanes of one instruction set.
// Include after elementwise_inl.h; see kernel_table.h for the layouts.
//
// Fixed for each query, whatever is computed beside it: a score is one chain of fused multiply-adds
// over head_dim in order, or a sum of exact integers; a segment's weights are exp(score - the
// segment's largest), summed in 16 lanes (position mod 16) and then as a tree; values are added in
// position order, one chain per element, or as exact integers; segments are joined in order.
#pragma once

// First what the next two are made of.
#include "rung/kernels/attention_segment_inl.h"
// Then those.
#include "rung/kernels/attention_fixed_inl.h"
#include "rung/kernels/attention_float_inl.h"

namespace rung::kernels {
namespace {

void Attend(const AttendTask& task) {
  switch (task.type) {
    case KvType::kFixed:
      return AttendFixed(task);
    case KvType::kBF16:
      return AttendFloats<KvType::kBF16>(task);
    case KvType::kF32:
      return AttendFloats<KvType::kF32>(task);
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

void StoreKey(const float* key, KvType type, int64_t head_dim, int64_t position, void* keys) {
  switch (type) {
    case KvType::kFixed:
      return StoreFixedKey(key, head_dim, position, keys);
    case KvType::kBF16:
      return StoreFloatKey<KvType::kBF16>(key, head_dim, position, keys);
    case KvType::kF32:
      return StoreFloatKey<KvType::kF32>(key, head_dim, position, keys);
  }
}

void StoreValue(const float* value, KvType type, int64_t head_dim, int64_t position, void* values) {
  switch (type) {
    case KvType::kFixed:
      return StoreFixedValue(value, head_dim, position, values);
    case KvType::kBF16:
      return StoreFloatValue<KvType::kBF16>(value, head_dim, position, values);
    case KvType::kF32:
      return StoreFloatValue<KvType::kF32>(value, head_dim, position, values);
  }
}

}  // namespace
}  // namespace rung::kernels
