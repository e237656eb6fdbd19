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
RUNG_INLINE F32 LoadF16(const uint16_t* p) {
  return MakeLanes([&](int i) { return HalfBitsToFloat(p[i]); });
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
// The lanes' larger magnitudes, by their bits as above.
RUNG_INLINE F32 MaxMagnitudes(F32 a, F32 b) {
  return MakeLanes([&](int i) {
    const uint32_t x = std::bit_cast<uint32_t>(a.v[i]) & 0x7fffffffu;
    const uint32_t y = std::bit_cast<uint32_t>(b.v[i]) & 0x7fffffffu;
    return std::bit_cast<float>(x > y ? x : y);
  });
}
// The bits of the largest magnitude of each of four.
RUNG_INLINE void MaxMagnitudeTrees(const F32 (&a)[4], uint32_t* bits) {
  for (int i = 0; i < 4; ++i) bits[i] = MaxMagnitudeBits(a[i], a[i]);
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

// Sixteen words: 32-bit integers, or pairs of 16-bit ones.
struct I32 {
  int32_t v[16];
};
RUNG_INLINE I32 ZeroWords() { return {}; }
RUNG_INLINE I32 LoadWords(const uint32_t* p) {
  I32 r;
  __builtin_memcpy(r.v, p, sizeof(r.v));
  return r;
}
RUNG_INLINE F32 ToFloatBits(I32 a) { return std::bit_cast<F32>(a); }
RUNG_INLINE F32 ToF32(I32 a) {
  return MakeLanes([&](int i) { return static_cast<float>(a.v[i]); });
}
// acc + the products of each lane's pair with that of `word`, which must fit 32 bits.
RUNG_INLINE I32 DotPairs(I32 acc, I32 pairs, uint32_t word) {
  int16_t factors[2];
  __builtin_memcpy(factors, &word, sizeof(word));
  for (int i = 0; i < 16; ++i) {
    int16_t pair[2];
    __builtin_memcpy(pair, &pairs.v[i], sizeof(pair));
    acc.v[i] += pair[0] * factors[0] + pair[1] * factors[1];
  }
  return acc;
}
// Rounds a * scale half to even into sixteen 16-bit integers, eight words.
RUNG_INLINE void RoundToPairs(F32 a, F32 scale, uint32_t* words) {
  int16_t numbers[16];
  for (int i = 0; i < 16; ++i) {
    numbers[i] = static_cast<int16_t>(__builtin_lrintf(a.v[i] * scale.v[i]));
  }
  __builtin_memcpy(words, numbers, sizeof(numbers));
}

// Writes sixteen 16-bit integers, eight words, into the low or the high halves of sixteen words;
// the other halves are not touched.
RUNG_INLINE void StoreHalves(const uint32_t* words, int64_t half, uint32_t* out) {
  for (int64_t i = 0; i < 16; ++i) {
    __builtin_memcpy(reinterpret_cast<char*>(out + i) + 2 * half,
                     reinterpret_cast<const char*>(words) + 2 * i, 2);
  }
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
