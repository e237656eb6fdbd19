// Sixteen f32 lanes in two 256-bit registers (AVX2, FMA, F16C; built with -mavxvnni also the
// 256-bit VNNI dot product). See lanes_scalar.h for what each function means.
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
constexpr int kQueryGroup = 4;
constexpr int kLaneGroups = 1;

struct F32 {
  __m256 a, b;  // lanes 0..7, 8..15
};

RUNG_INLINE __m256i LaneMask(int n) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

RUNG_INLINE F32 Load(const float* p) { return {_mm256_loadu_ps(p), _mm256_loadu_ps(p + 8)}; }
RUNG_INLINE F32 LoadN(const float* p, int n) {
  return {_mm256_maskload_ps(p, LaneMask(n)), _mm256_maskload_ps(p + 8, LaneMask(n - 8))};
}
RUNG_INLINE void Store(F32 x, float* p) {
  _mm256_storeu_ps(p, x.a);
  _mm256_storeu_ps(p + 8, x.b);
}
RUNG_INLINE void StoreN(F32 x, float* p, int n) {
  _mm256_maskstore_ps(p, LaneMask(n), x.a);
  _mm256_maskstore_ps(p + 8, LaneMask(n - 8), x.b);
}
RUNG_INLINE F32 Set1(float x) { return {_mm256_set1_ps(x), _mm256_set1_ps(x)}; }
RUNG_INLINE F32 Add(F32 x, F32 y) { return {_mm256_add_ps(x.a, y.a), _mm256_add_ps(x.b, y.b)}; }
RUNG_INLINE F32 Sub(F32 x, F32 y) { return {_mm256_sub_ps(x.a, y.a), _mm256_sub_ps(x.b, y.b)}; }
RUNG_INLINE F32 Mul(F32 x, F32 y) { return {_mm256_mul_ps(x.a, y.a), _mm256_mul_ps(x.b, y.b)}; }
RUNG_INLINE F32 Div(F32 x, F32 y) { return {_mm256_div_ps(x.a, y.a), _mm256_div_ps(x.b, y.b)}; }
RUNG_INLINE F32 Fma(F32 x, F32 y, F32 z) {
  return {_mm256_fmadd_ps(x.a, y.a, z.a), _mm256_fmadd_ps(x.b, y.b, z.b)};
}
RUNG_INLINE F32 Max(F32 x, F32 y) { return {_mm256_max_ps(x.a, y.a), _mm256_max_ps(x.b, y.b)}; }
RUNG_INLINE F32 Min(F32 x, F32 y) { return {_mm256_min_ps(x.a, y.a), _mm256_min_ps(x.b, y.b)}; }
RUNG_INLINE F32 ZeroWhereLess(F32 x, F32 limit, F32 value) {
  return {_mm256_and_ps(_mm256_cmp_ps(x.a, limit.a, _CMP_NLT_UQ), value.a),
          _mm256_and_ps(_mm256_cmp_ps(x.b, limit.b, _CMP_NLT_UQ), value.b)};
}
RUNG_INLINE F32 SelectFirst(F32 x, int n, F32 fill) {
  return {_mm256_blendv_ps(fill.a, x.a, _mm256_castsi256_ps(LaneMask(n))),
          _mm256_blendv_ps(fill.b, x.b, _mm256_castsi256_ps(LaneMask(n - 8)))};
}
RUNG_INLINE __m256 Scale2n8(__m256 p, __m256 z) {
  return _mm256_castsi256_ps(
      _mm256_add_epi32(_mm256_castps_si256(p), _mm256_slli_epi32(_mm256_castps_si256(z), 23)));
}
RUNG_INLINE F32 Scale2n(F32 p, F32 z) { return {Scale2n8(p.a, z.a), Scale2n8(p.b, z.b)}; }
RUNG_INLINE float SumTree(F32 x) {
  const __m256 e = _mm256_add_ps(x.a, x.b);
  const __m128 q = _mm_add_ps(_mm256_castps256_ps128(e), _mm256_extractf128_ps(e, 1));
  const __m128 d = _mm_add_ps(q, _mm_movehl_ps(q, q));
  return _mm_cvtss_f32(_mm_add_ss(d, _mm_movehdup_ps(d)));
}
RUNG_INLINE float MaxTree(F32 x) {
  const __m256 e = _mm256_max_ps(x.a, x.b);
  const __m128 q = _mm_max_ps(_mm256_castps256_ps128(e), _mm256_extractf128_ps(e, 1));
  const __m128 d = _mm_max_ps(q, _mm_movehl_ps(q, q));
  return _mm_cvtss_f32(_mm_max_ss(d, _mm_movehdup_ps(d)));
}
RUNG_INLINE void SumTrees(const F32 (&x)[4], float* out) {
  for (int i = 0; i < 4; ++i) out[i] = SumTree(x[i]);
}
RUNG_INLINE void MaxTrees(const F32 (&x)[4], float* out) {
  for (int i = 0; i < 4; ++i) out[i] = MaxTree(x[i]);
}
RUNG_INLINE void LoadPairs8(const float* p, __m256& even, __m256& odd) {
  const __m256 a = _mm256_loadu_ps(p);
  const __m256 b = _mm256_loadu_ps(p + 8);
  const __m256 low = _mm256_permute2f128_ps(a, b, 0x20);
  const __m256 high = _mm256_permute2f128_ps(a, b, 0x31);
  even = _mm256_shuffle_ps(low, high, 0x88);
  odd = _mm256_shuffle_ps(low, high, 0xdd);
}
RUNG_INLINE void LoadPairs(const float* p, F32& even, F32& odd) {
  LoadPairs8(p, even.a, odd.a);
  LoadPairs8(p + 16, even.b, odd.b);
}

RUNG_INLINE __m128i Load8Halves(const uint16_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
RUNG_INLINE F32 LoadF16(const uint16_t* p) {
  return {_mm256_cvtph_ps(Load8Halves(p)), _mm256_cvtph_ps(Load8Halves(p + 8))};
}
RUNG_INLINE __m256 WidenBF16(__m128i bits) {
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16));
}
RUNG_INLINE F32 LoadBF16(const uint16_t* p) {
  return {WidenBF16(Load8Halves(p)), WidenBF16(Load8Halves(p + 8))};
}

RUNG_INLINE uint32_t MaxMagnitudeBits(F32 x, F32 y) {
  const __m256i mask = _mm256_set1_epi32(0x7fffffff);
  const auto magnitude = [&](__m256 v) { return _mm256_and_si256(_mm256_castps_si256(v), mask); };
  const __m256i e = _mm256_max_epu32(_mm256_max_epu32(magnitude(x.a), magnitude(x.b)),
                                     _mm256_max_epu32(magnitude(y.a), magnitude(y.b)));
  __m128i q = _mm_max_epu32(_mm256_castsi256_si128(e), _mm256_extracti128_si256(e, 1));
  q = _mm_max_epu32(q, _mm_shuffle_epi32(q, 0x4e));
  q = _mm_max_epu32(q, _mm_shuffle_epi32(q, 0xb1));
  return static_cast<uint32_t>(_mm_cvtsi128_si32(q));
}
RUNG_INLINE __m256 MaxMagnitudes8(__m256 x, __m256 y) {
  const __m256i mask = _mm256_set1_epi32(0x7fffffff);
  return _mm256_castsi256_ps(_mm256_max_epu32(_mm256_and_si256(_mm256_castps_si256(x), mask),
                                              _mm256_and_si256(_mm256_castps_si256(y), mask)));
}
RUNG_INLINE F32 MaxMagnitudes(F32 x, F32 y) {
  return {MaxMagnitudes8(x.a, y.a), MaxMagnitudes8(x.b, y.b)};
}
RUNG_INLINE void MaxMagnitudeTrees(const F32 (&x)[4], uint32_t* bits) {
  for (int i = 0; i < 4; ++i) bits[i] = MaxMagnitudeBits(x[i], x[i]);
}
RUNG_INLINE int32_t SumInts(__m256i v) {
  __m128i q = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  q = _mm_add_epi32(q, _mm_shuffle_epi32(q, 0x4e));
  q = _mm_add_epi32(q, _mm_shuffle_epi32(q, 0xb1));
  return _mm_cvtsi128_si32(q);
}
RUNG_INLINE int32_t QuantizeTo(F32 x, F32 y, F32 scale, int8_t* out) {
  const __m256i i0 = _mm256_cvtps_epi32(_mm256_mul_ps(x.a, scale.a));
  const __m256i i1 = _mm256_cvtps_epi32(_mm256_mul_ps(x.b, scale.b));
  const __m256i i2 = _mm256_cvtps_epi32(_mm256_mul_ps(y.a, scale.a));
  const __m256i i3 = _mm256_cvtps_epi32(_mm256_mul_ps(y.b, scale.b));
  // Packing works within 128-bit halves; the permutation puts the groups of four back in order.
  const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(i0, i1), _mm256_packs_epi32(i2, i3));
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permutevar8x32_epi32(bytes, order));
  return SumInts(_mm256_add_epi32(_mm256_add_epi32(i0, i1), _mm256_add_epi32(i2, i3)));
}

RUNG_INLINE __m256i LoadEight(const uint32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
struct I32 {
  __m256i a, b;
};
RUNG_INLINE I32 ZeroWords() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
RUNG_INLINE I32 LoadWords(const uint32_t* p) { return {LoadEight(p), LoadEight(p + 8)}; }
RUNG_INLINE F32 ToFloatBits(I32 x) { return {_mm256_castsi256_ps(x.a), _mm256_castsi256_ps(x.b)}; }
RUNG_INLINE F32 ToF32(I32 x) { return {_mm256_cvtepi32_ps(x.a), _mm256_cvtepi32_ps(x.b)}; }
#ifdef __AVXVNNI__
RUNG_INLINE __m256i DotPairs8(__m256i acc, __m256i pairs, __m256i word) {
  return _mm256_dpwssd_avx_epi32(acc, pairs, word);
}
#else
RUNG_INLINE __m256i DotPairs8(__m256i acc, __m256i pairs, __m256i word) {
  return _mm256_add_epi32(acc, _mm256_madd_epi16(pairs, word));
}
#endif
RUNG_INLINE I32 DotPairs(I32 acc, I32 pairs, uint32_t word) {
  const __m256i factors = _mm256_set1_epi32(static_cast<int32_t>(word));
  return {DotPairs8(acc.a, pairs.a, factors), DotPairs8(acc.b, pairs.b, factors)};
}
RUNG_INLINE void RoundToPairs(F32 x, F32 scale, uint32_t* words) {
  const __m256i low = _mm256_cvtps_epi32(_mm256_mul_ps(x.a, scale.a));
  const __m256i high = _mm256_cvtps_epi32(_mm256_mul_ps(x.b, scale.b));
  // Packing works within 128-bit halves.
  const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), packed);
}

RUNG_INLINE void StoreHalves(const uint32_t* words, int64_t half, uint32_t* out) {
  for (int64_t i = 0; i < 16; ++i) {
    __builtin_memcpy(reinterpret_cast<char*>(out + i) + 2 * half,
                     reinterpret_cast<const char*>(words) + 2 * i, 2);
  }
}

RUNG_INLINE __m256i Broadcast4(const int8_t* x) {
  int32_t word;
  __builtin_memcpy(&word, x, sizeof(word));
  return _mm256_set1_epi32(word);
}

struct A4Weights {
  __m256i low[2][4], high[2][4];
  const A4Block* block;
};
RUNG_INLINE A4Weights LoadA4(const A4Block* block) {
  A4Weights w;
  const __m256i nibble = _mm256_set1_epi8(15);
#pragma GCC unroll 4
  for (int g = 0; g < 4; ++g) {
#pragma GCC unroll 2
    for (int half = 0; half < 2; ++half) {
      const __m256i bytes = LoadEight(block->quants[g] + 8 * half);
      w.low[half][g] = _mm256_and_si256(bytes, nibble);
      w.high[half][g] = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble);
    }
  }
  w.block = block;
  return w;
}
RUNG_INLINE F32 Scale(const A4Weights& w) { return LoadF16(w.block->scale); }
RUNG_INLINE F32 Bias(const A4Weights& w) { return LoadF16(w.block->bias); }

struct S8Weights {
  const S8Quants* quants;
};
RUNG_INLINE S8Weights LoadS8(const S8Quants* quants) { return {quants}; }

#ifdef __AVXVNNI__
RUNG_INLINE __m256i DotHalf(const A4Weights& w, int half, const int8_t* x) {
  __m256i a = _mm256_setzero_si256();
  __m256i b = _mm256_setzero_si256();
#pragma GCC unroll 4
  for (int g = 0; g < 4; ++g) {
    a = _mm256_dpbusd_avx_epi32(a, w.low[half][g], Broadcast4(x + 4 * g));
    b = _mm256_dpbusd_avx_epi32(b, w.high[half][g], Broadcast4(x + 16 + 4 * g));
  }
  return _mm256_add_epi32(a, b);
}
RUNG_INLINE __m256i DotHalf(const S8Weights& w, int half, const int8_t* x) {
  __m256i a = _mm256_setzero_si256();
  const __m256i flip = _mm256_set1_epi8(-128);
#pragma GCC unroll 8
  for (int g = 0; g < 8; ++g) {
    // dpbusd wants the unsigned factor first: |q| (at most 128) times x with q's sign.
    const __m256i q = _mm256_xor_si256(LoadEight(w.quants->words[g] + 8 * half), flip);
    a = _mm256_dpbusd_avx_epi32(a, _mm256_abs_epi8(q), _mm256_sign_epi8(Broadcast4(x + 4 * g), q));
  }
  return a;
}
#else
// maddubs adds pairs in 16 bits and saturates: 2 * 15 * 127 * 8 = 30480 still fits, so a block's
// eight products of nibbles are summed before they are widened.
RUNG_INLINE __m256i DotHalf(const A4Weights& w, int half, const int8_t* x) {
  __m256i sum = _mm256_setzero_si256();
#pragma GCC unroll 4
  for (int g = 0; g < 4; ++g) {
    const __m256i low = _mm256_maddubs_epi16(w.low[half][g], Broadcast4(x + 4 * g));
    const __m256i high = _mm256_maddubs_epi16(w.high[half][g], Broadcast4(x + 16 + 4 * g));
    sum = _mm256_add_epi16(sum, _mm256_add_epi16(low, high));
  }
  return _mm256_madd_epi16(sum, _mm256_set1_epi16(1));
}
// q + 128 times 127 would saturate. |q| (at most 128) times x with q's sign does not: a pair is at
// most 2 * 128 * 127 = 32512. x is never -128, so its sign can be changed.
RUNG_INLINE __m256i DotHalf(const S8Weights& w, int half, const int8_t* x) {
  __m256i sum = _mm256_setzero_si256();
  const __m256i flip = _mm256_set1_epi8(-128);
#pragma GCC unroll 8
  for (int g = 0; g < 8; ++g) {
    const __m256i q = _mm256_xor_si256(LoadEight(w.quants->words[g] + 8 * half), flip);
    const __m256i pairs =
        _mm256_maddubs_epi16(_mm256_abs_epi8(q), _mm256_sign_epi8(Broadcast4(x + 4 * g), q));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
  }
  return sum;
}
#endif

template <typename Weights>
RUNG_INLINE F32 Dot(const Weights& w, const int8_t* x, float /*x_sum*/) {
  return {_mm256_cvtepi32_ps(DotHalf(w, 0, x)), _mm256_cvtepi32_ps(DotHalf(w, 1, x))};
}

RUNG_INLINE void Prefetch(const void* p) { _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T0); }

}  // namespace
}  // namespace rung::kernels
