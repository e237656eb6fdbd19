// Sixteen f32 lanes as plain C++: the reference that defines the arithmetic. lanes_avx2.h and
// lanes_avx512.h offer the same functions with the same results, bit for bit; the algorithms
// (*_inl.h) are written once on top and compiled once per instruction set.
//
// Included by one .cc per instruction set, each built with its own flags, so everything here has
// internal linkage: an inline function shared between them could be linked in the version that the
// machine cannot run.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "rung/kernels/packed_matrix.h"

namespace rung::kernels {
namespace {

#define RUNG_INLINE static inline __attribute__((always_inline))
// In front of loops whose arrays are to live in registers.
#define RUNG_UNROLL

// Queries that attention works on at a time, and registers' worth of lanes for each of them.
constexpr int kQueryGroup = 4;
constexpr int kLaneGroups = 1;

struct F32 {
  float v[16];
};

template <typename Function>
RUNG_INLINE F32 MakeLanes(Function&& function) {
  F32 r;
  for (int i = 0; i < 16; ++i) r.v[i] = function(i);
  return r;
}

RUNG_INLINE F32 Load(const float* p) {
  return MakeLanes([&](int i) { return p[i]; });
}
// The first n lanes from p, the rest 0.
RUNG_INLINE F32 LoadN(const float* p, int n) {
  return MakeLanes([&](int i) { return i < n ? p[i] : 0.0f; });
}
RUNG_INLINE void Store(F32 a, float* p) {
  for (int i = 0; i < 16; ++i) p[i] = a.v[i];
}
RUNG_INLINE void StoreN(F32 a, float* p, int n) {
  for (int i = 0; i < n; ++i) p[i] = a.v[i];
}
RUNG_INLINE F32 Set1(float x) {
  return MakeLanes([&](int) { return x; });
}
RUNG_INLINE F32 Add(F32 a, F32 b) {
  return MakeLanes([&](int i) { return a.v[i] + b.v[i]; });
}
RUNG_INLINE F32 Sub(F32 a, F32 b) {
  return MakeLanes([&](int i) { return a.v[i] - b.v[i]; });
}
RUNG_INLINE F32 Mul(F32 a, F32 b) {
  return MakeLanes([&](int i) { return a.v[i] * b.v[i]; });
}
RUNG_INLINE F32 Div(F32 a, F32 b) {
  return MakeLanes([&](int i) { return a.v[i] / b.v[i]; });
}
// a * b + c, rounded once.
RUNG_INLINE F32 Fma(F32 a, F32 b, F32 c) {
  return MakeLanes([&](int i) { return __builtin_fmaf(a.v[i], b.v[i], c.v[i]); });
}
// The second operand wins when either is NaN, as in maxps and minps.
RUNG_INLINE F32 Max(F32 a, F32 b) {
  return MakeLanes([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
RUNG_INLINE F32 Min(F32 a, F32 b) {
  return MakeLanes([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
// value, but 0 in lanes where x < limit.
RUNG_INLINE F32 ZeroWhereLess(F32 x, F32 limit, F32 value) {
  return MakeLanes([&](int i) { return x.v[i] < limit.v[i] ? 0.0f : value.v[i]; });
}
// Lanes below n from a, the rest from fill.
RUNG_INLINE F32 SelectFirst(F32 a, int n, F32 fill) {
  return MakeLanes([&](int i) { return i < n ? a.v[i] : fill.v[i]; });
}
// p * 2^n, where z = 1.5 * 2^23 + n holds n in its low bits. The result must be a normal number.
RUNG_INLINE F32 Scale2n(F32 p, F32 z) {
  return MakeLanes([&](int i) {
    return std::bit_cast<float>(std::bit_cast<uint32_t>(p.v[i]) +
                                (std::bit_cast<uint32_t>(z.v[i]) << 23));
  });
}
// Lanes i and i + 8 first, then i + 4, i + 2, i + 1.
RUNG_INLINE float SumTree(F32 a) {
  for (int step = 8; step > 0; step /= 2) {
    for (int i = 0; i < step; ++i) a.v[i] = a.v[i] + a.v[i + step];
  }
  return a.v[0];
}
RUNG_INLINE float MaxTree(F32 a) {
  for (int step = 8; step > 0; step /= 2) {
    for (int i = 0; i < step; ++i) a.v[i] = a.v[i] > a.v[i + step] ? a.v[i] : a.v[i + step];
  }
  return a.v[0];
}
// The trees of four.
RUNG_INLINE void SumTrees(const F32 (&a)[4], float* out) {
  for (int i = 0; i < 4; ++i) out[i] = SumTree(a[i]);
}
RUNG_INLINE void MaxTrees(const F32 (&a)[4], float* out) {
  for (int i = 0; i < 4; ++i) out[i] = MaxTree(a[i]);
}
// 32 floats as their 16 even and 16 odd elements.
RUNG_INLINE void LoadPairs(const float* p, F32& even, F32& odd) {
  even = MakeLanes([&](int i) { return p[2 * i]; });
  odd = MakeLanes([&](int i) { return p[2 * i + 1]; });
}

RUNG_INLINE float HalfBitsToFloat(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = (half >> 10) & 31u;
  const uint32_t mantissa = half & 0x3ffu;
  if (exponent == 0) {
    return std::bit_cast<float>(std::bit_cast<uint32_t>(static_cast<float>(mantissa) * 0x1p-24f) |
                                sign);
  }
  if (exponent == 31) {
    const uint32_t quiet = mantissa != 0 ? 0x400000u : 0u;
    return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13) | quiet);
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}
// Half to even; a NaN keeps the top of its payload, as in vcvtps2ph.
RUNG_INLINE uint16_t FloatToHalfBits(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {
    return static_cast<uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x1ffu));
  }
  if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
  if (magnitude < 0x38800000u) {
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(shifted) - 0x3f000000u));
  }
  const uint32_t odd = (magnitude >> 13) & 1u;
  return static_cast<uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}
RUNG_INLINE F32 LoadF16(const uint16_t* p) {
  return MakeLanes([&](int i) { return HalfBitsToFloat(p[i]); });
}
RUNG_INLINE void StoreF16(F32 a, uint16_t* p) {
  for (int i = 0; i < 16; ++i) p[i] = FloatToHalfBits(a.v[i]);
}
RUNG_INLINE F32 LoadBF16(const uint16_t* p) {
  return MakeLanes([&](int i) { return std::bit_cast<float>(static_cast<uint32_t>(p[i]) << 16); });
}

// The largest |x| of 32 floats as bits: NaN above infinity above every number.
RUNG_INLINE uint32_t MaxMagnitudeBits(F32 a, F32 b) {
  uint32_t most = 0;
  for (const F32* part : {&a, &b}) {
    for (float x : part->v) {
      const uint32_t bits = std::bit_cast<uint32_t>(x) & 0x7fffffffu;
      most = bits > most ? bits : most;
    }
  }
  return most;
}
// Rounds a * scale and b * scale half to even into 32 signed bytes and returns their sum. The
// products must lie in -127.5 .. 127.5.
RUNG_INLINE int32_t QuantizeTo(F32 a, F32 b, F32 scale, int8_t* out) {
  int32_t sum = 0;
  for (int i = 0; i < 16; ++i) {
    out[i] = static_cast<int8_t>(__builtin_lrintf(a.v[i] * scale.v[i]));
    out[16 + i] = static_cast<int8_t>(__builtin_lrintf(b.v[i] * scale.v[i]));
    sum += out[i] + out[16 + i];
  }
  return sum;
}

// A block of weights, and its integer product with 32 signed activation bytes (-127..127), exact
// and then as f32 (below 2^24). `x_sum` is the sum of the bytes.
struct A4Weights {
  const A4Block* block;
};
RUNG_INLINE A4Weights LoadA4(const A4Block* block) { return {block}; }
RUNG_INLINE F32 Scale(const A4Weights& w) { return LoadF16(w.block->scale); }
RUNG_INLINE F32 Bias(const A4Weights& w) { return LoadF16(w.block->bias); }
RUNG_INLINE F32 Dot(const A4Weights& w, const int8_t* x, float /*x_sum*/) {
  return MakeLanes([&](int lane) {
    int32_t sum = 0;
    for (int i = 0; i < 16; ++i) {
      const uint32_t byte = w.block->quants[i / 4][lane] >> (8 * (i % 4));
      sum += static_cast<int32_t>(byte & 15u) * x[i];
      sum += static_cast<int32_t>((byte >> 4) & 15u) * x[16 + i];
    }
    return static_cast<float>(sum);
  });
}

struct S8Weights {
  const S8Quants* quants;
};
RUNG_INLINE S8Weights LoadS8(const S8Quants* quants) { return {quants}; }
RUNG_INLINE F32 Dot(const S8Weights& w, const int8_t* x, float /*x_sum*/) {
  return MakeLanes([&](int lane) {
    int32_t sum = 0;
    for (int i = 0; i < 32; ++i) {
      const uint32_t byte = (w.quants->words[i / 4][lane] >> (8 * (i % 4))) & 255u;
      sum += (static_cast<int32_t>(byte) - 128) * x[i];
    }
    return static_cast<float>(sum);
  });
}

RUNG_INLINE void Prefetch(const void*) {}

}  // namespace
}  // namespace rung::kernels
