// Sixteen f32 lanes in one 512-bit register, with the VNNI dot product. See lanes_scalar.h for what
// each function means.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "rung/kernels/packed_matrix.h"

namespace rung::kernels {
namespace {

#define RUNG_INLINE static inline __attribute__((always_inline))
// In front of loops whose arrays are to live in registers.
#define RUNG_UNROLL _Pragma("GCC unroll 16")

// Queries that attention works on at a time, and registers' worth of lanes for each of them.
constexpr int kQueryGroup = 6;
constexpr int kLaneGroups = 4;

struct F32 {
  __m512 v;
};

RUNG_INLINE __mmask16 FirstLanes(int n) { return static_cast<__mmask16>((1u << n) - 1u); }

RUNG_INLINE F32 Load(const float* p) { return {_mm512_loadu_ps(p)}; }
RUNG_INLINE F32 LoadN(const float* p, int n) { return {_mm512_maskz_loadu_ps(FirstLanes(n), p)}; }
RUNG_INLINE void Store(F32 a, float* p) { _mm512_storeu_ps(p, a.v); }
RUNG_INLINE void StoreN(F32 a, float* p, int n) { _mm512_mask_storeu_ps(p, FirstLanes(n), a.v); }
RUNG_INLINE F32 Set1(float x) { return {_mm512_set1_ps(x)}; }
RUNG_INLINE F32 Add(F32 a, F32 b) { return {_mm512_add_ps(a.v, b.v)}; }
RUNG_INLINE F32 Sub(F32 a, F32 b) { return {_mm512_sub_ps(a.v, b.v)}; }
RUNG_INLINE F32 Mul(F32 a, F32 b) { return {_mm512_mul_ps(a.v, b.v)}; }
RUNG_INLINE F32 Div(F32 a, F32 b) { return {_mm512_div_ps(a.v, b.v)}; }
RUNG_INLINE F32 Fma(F32 a, F32 b, F32 c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
RUNG_INLINE F32 Max(F32 a, F32 b) { return {_mm512_max_ps(a.v, b.v)}; }
RUNG_INLINE F32 Min(F32 a, F32 b) { return {_mm512_min_ps(a.v, b.v)}; }
RUNG_INLINE F32 ZeroWhereLess(F32 x, F32 limit, F32 value) {
  const __mmask16 keep = _mm512_cmp_ps_mask(x.v, limit.v, _CMP_NLT_UQ);
  return {_mm512_maskz_mov_ps(keep, value.v)};
}
RUNG_INLINE F32 SelectFirst(F32 a, int n, F32 fill) {
  return {_mm512_mask_blend_ps(FirstLanes(n), fill.v, a.v)};
}
RUNG_INLINE F32 Scale2n(F32 p, F32 z) {
  return {_mm512_castsi512_ps(
      _mm512_add_epi32(_mm512_castps_si512(p.v), _mm512_slli_epi32(_mm512_castps_si512(z.v), 23)))};
}
RUNG_INLINE __m256 UpperHalf(__m512 a) {
  return _mm256_castsi256_ps(_mm512_extracti64x4_epi64(_mm512_castps_si512(a), 1));
}
RUNG_INLINE float SumTree(F32 a) {
  const __m256 e = _mm256_add_ps(_mm512_castps512_ps256(a.v), UpperHalf(a.v));
  const __m128 q = _mm_add_ps(_mm256_castps256_ps128(e), _mm256_extractf128_ps(e, 1));
  const __m128 d = _mm_add_ps(q, _mm_movehl_ps(q, q));
  return _mm_cvtss_f32(_mm_add_ss(d, _mm_movehdup_ps(d)));
}
RUNG_INLINE float MaxTree(F32 a) {
  const __m256 e = _mm256_max_ps(_mm512_castps512_ps256(a.v), UpperHalf(a.v));
  const __m128 q = _mm_max_ps(_mm256_castps256_ps128(e), _mm256_extractf128_ps(e, 1));
  const __m128 d = _mm_max_ps(q, _mm_movehl_ps(q, q));
  return _mm_cvtss_f32(_mm_max_ss(d, _mm_movehdup_ps(d)));
}
// Four trees side by side: halves of two vectors share a register, then quarters of all four.
template <typename Join>
RUNG_INLINE void Trees(const F32 (&x)[4], Join join, float* out) {
  const __m512 first =
      join(_mm512_shuffle_f32x4(x[0].v, x[1].v, 0x44), _mm512_shuffle_f32x4(x[0].v, x[1].v, 0xee));
  const __m512 second =
      join(_mm512_shuffle_f32x4(x[2].v, x[3].v, 0x44), _mm512_shuffle_f32x4(x[2].v, x[3].v, 0xee));
  const __m512 q =
      join(_mm512_shuffle_f32x4(first, second, 0x88), _mm512_shuffle_f32x4(first, second, 0xdd));
  const __m512 d = join(q, _mm512_permute_ps(q, 0x4e));
  const __m512 all = join(d, _mm512_movehdup_ps(d));
  const __m512i heads = _mm512_castsi128_si512(_mm_setr_epi32(0, 4, 8, 12));
  _mm_storeu_ps(out, _mm512_castps512_ps128(_mm512_permutexvar_ps(heads, all)));
}
RUNG_INLINE void SumTrees(const F32 (&x)[4], float* out) {
  Trees(
      x, [](__m512 a, __m512 b) { return _mm512_add_ps(a, b); }, out);
}
RUNG_INLINE void MaxTrees(const F32 (&x)[4], float* out) {
  Trees(
      x, [](__m512 a, __m512 b) { return _mm512_max_ps(a, b); }, out);
}
RUNG_INLINE void LoadPairs(const float* p, F32& even, F32& odd) {
  const __m512i first =
      _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const __m512i second = _mm512_add_epi32(first, _mm512_set1_epi32(1));
  const __m512 a = _mm512_loadu_ps(p);
  const __m512 b = _mm512_loadu_ps(p + 16);
  even.v = _mm512_permutex2var_ps(a, first, b);
  odd.v = _mm512_permutex2var_ps(a, second, b);
}

RUNG_INLINE F32 LoadF16(const uint16_t* p) {
  return {_mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)))};
}
RUNG_INLINE F32 LoadBF16(const uint16_t* p) {
  const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  return {_mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))};
}

RUNG_INLINE uint32_t MaxMagnitudeBits(F32 a, F32 b) {
  const __m512i mask = _mm512_set1_epi32(0x7fffffff);
  return _mm512_reduce_max_epu32(
      _mm512_max_epu32(_mm512_and_si512(_mm512_castps_si512(a.v), mask),
                       _mm512_and_si512(_mm512_castps_si512(b.v), mask)));
}
RUNG_INLINE __m512 MaxBits(__m512 a, __m512 b) {
  return _mm512_castsi512_ps(_mm512_max_epu32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}
RUNG_INLINE F32 MaxMagnitudes(F32 a, F32 b) {
  return {MaxBits(_mm512_abs_ps(a.v), _mm512_abs_ps(b.v))};
}
RUNG_INLINE void MaxMagnitudeTrees(const F32 (&x)[4], uint32_t* bits) {
  float largest[4];
  Trees(x, MaxBits, largest);
  __builtin_memcpy(bits, largest, sizeof(largest));
}
RUNG_INLINE int32_t QuantizeTo(F32 a, F32 b, F32 scale, int8_t* out) {
  const __m512i first = _mm512_cvtps_epi32(_mm512_mul_ps(a.v, scale.v));
  const __m512i second = _mm512_cvtps_epi32(_mm512_mul_ps(b.v, scale.v));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm512_cvtepi32_epi8(first));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 16), _mm512_cvtepi32_epi8(second));
  return _mm512_reduce_add_epi32(_mm512_add_epi32(first, second));
}

struct I32 {
  __m512i v;
};
RUNG_INLINE I32 ZeroWords() { return {_mm512_setzero_si512()}; }
RUNG_INLINE I32 LoadWords(const uint32_t* p) { return {_mm512_loadu_si512(p)}; }
RUNG_INLINE F32 ToFloatBits(I32 a) { return {_mm512_castsi512_ps(a.v)}; }
RUNG_INLINE F32 ToF32(I32 a) { return {_mm512_cvtepi32_ps(a.v)}; }
RUNG_INLINE I32 DotPairs(I32 acc, I32 pairs, uint32_t word) {
  const __m512i factors = _mm512_set1_epi32(static_cast<int32_t>(word));
  // As _mm512_dpwssd_epi32, which gcc 12 surrounds with two copies and a store in a loop.
  asm("vpdpwssd %2, %1, %0" : "+v"(acc.v) : "v"(pairs.v), "v"(factors));
  return acc;
}
RUNG_INLINE void RoundToPairs(F32 a, F32 scale, uint32_t* words) {
  const __m512i whole = _mm512_cvtps_epi32(_mm512_mul_ps(a.v, scale.v));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm512_cvtepi32_epi16(whole));
}

RUNG_INLINE void StoreHalves(const uint32_t* words, int64_t half, uint32_t* out) {
  const __m512i wide =
      _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)));
  if (half == 0) {
    _mm512_mask_storeu_epi16(out, 0x55555555u, wide);
  } else {
    _mm512_mask_storeu_epi16(out, 0xaaaaaaaau, _mm512_slli_epi32(wide, 16));
  }
}

RUNG_INLINE __m512i Broadcast4(const int8_t* x) {
  int32_t word;
  __builtin_memcpy(&word, x, sizeof(word));
  return _mm512_set1_epi32(word);
}

// Two chains of four: dpbusd takes four to five cycles.
struct A4Weights {
  __m512i low[4], high[4];
  const A4Block* block;
};
RUNG_INLINE A4Weights LoadA4(const A4Block* block) {
  A4Weights w;
  const __m512i nibble = _mm512_set1_epi8(15);
#pragma GCC unroll 4
  for (int g = 0; g < 4; ++g) {
    const __m512i bytes = _mm512_loadu_si512(block->quants[g]);
    w.low[g] = _mm512_and_si512(bytes, nibble);
    w.high[g] = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), nibble);
  }
  w.block = block;
  return w;
}
RUNG_INLINE F32 Scale(const A4Weights& w) { return LoadF16(w.block->scale); }
RUNG_INLINE F32 Bias(const A4Weights& w) { return LoadF16(w.block->bias); }
RUNG_INLINE F32 Dot(const A4Weights& w, const int8_t* x, float /*x_sum*/) {
  __m512i a = _mm512_setzero_si512();
  __m512i b = _mm512_setzero_si512();
#pragma GCC unroll 4
  for (int g = 0; g < 4; ++g) {
    a = _mm512_dpbusd_epi32(a, w.low[g], Broadcast4(x + 4 * g));
    b = _mm512_dpbusd_epi32(b, w.high[g], Broadcast4(x + 16 + 4 * g));
  }
  return {_mm512_cvtepi32_ps(_mm512_add_epi32(a, b))};
}

struct S8Weights {
  __m512i words[8];
};
RUNG_INLINE S8Weights LoadS8(const S8Quants* quants) {
  S8Weights w;
#pragma GCC unroll 8
  for (int g = 0; g < 8; ++g) w.words[g] = _mm512_loadu_si512(quants->words[g]);
  return w;
}
// The bytes are q + 128, so the product is 128 * x_sum too large. Both are integers below 2^24: the
// correction is exact in f32.
RUNG_INLINE F32 Dot(const S8Weights& w, const int8_t* x, float x_sum) {
  __m512i a = _mm512_setzero_si512();
  __m512i b = _mm512_setzero_si512();
#pragma GCC unroll 4
  for (int g = 0; g < 8; g += 2) {
    a = _mm512_dpbusd_epi32(a, w.words[g], Broadcast4(x + 4 * g));
    b = _mm512_dpbusd_epi32(b, w.words[g + 1], Broadcast4(x + 4 * g + 4));
  }
  const __m512 raw = _mm512_cvtepi32_ps(_mm512_add_epi32(a, b));
  return {_mm512_fmadd_ps(_mm512_set1_ps(x_sum), _mm512_set1_ps(-128.0f), raw)};
}

RUNG_INLINE void Prefetch(const void* p) { _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T0); }

}  // namespace
}  // namespace rung::kernels
