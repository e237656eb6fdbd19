// Norms, quantization, exp and rotation over the lanes of one instruction set. Include after a
// lanes_*.h; see kernel_table.h for what each function means.
#pragma once

#include "rung/kernels/kernel_table.h"

namespace rung::kernels {
namespace {

constexpr float kExpLow = -87.0f;
constexpr float kExpHigh = 88.0f;
// Magnitudes as bits: what is smaller is quantized to zero, what is not smaller is no number.
constexpr uint32_t kSmallestBits = 0x0d800000u;  // 2^-100
constexpr uint32_t kInfinityBits = 0x7f800000u;

// e^x of kCount vectors, none above kExpHigh, side by side: one alone is a chain of 14 operations.
// e^x = 2^n * e^r with |r| <= ln(2) / 2: n by the rounding of a large addend, ln(2) in two parts,
// e^r = 1 + r + r^2 * q(r) with a minimax q of degree 4 (3e-9 relative).
template <int kCount>
RUNG_INLINE void ExpBelow(F32 (&x)[kCount]) {
  const F32 magic = Set1(12582912.0f);
  F32 z[kCount], r[kCount], q[kCount];
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) r[i] = Max(Set1(kExpLow), x[i]);
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) z[i] = Fma(r[i], Set1(1.44269502f), magic);
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) q[i] = Sub(z[i], magic);
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) r[i] = Fma(q[i], Set1(-0.693359375f), r[i]);
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) r[i] = Fma(q[i], Set1(2.12194442e-4f), r[i]);
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) q[i] = Fma(Set1(1.3814599e-3f), r[i], Set1(8.368717e-3f));
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) q[i] = Fma(q[i], r[i], Set1(4.166839e-2f));
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) q[i] = Fma(q[i], r[i], Set1(0.16666521f));
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) q[i] = Fma(q[i], r[i], Set1(0.49999994f));
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) q[i] = Add(Fma(Mul(r[i], r[i]), q[i], r[i]), Set1(1.0f));
  RUNG_UNROLL
  for (int i = 0; i < kCount; ++i) {
    x[i] = ZeroWhereLess(x[i], Set1(kExpLow), Scale2n(q[i], z[i]));
  }
}

RUNG_INLINE F32 Exp(F32 x) {
  F32 lanes[1] = {Min(Set1(kExpHigh), x)};
  ExpBelow(lanes);
  return lanes[0];
}

RUNG_INLINE F32 SwiGluLanes(F32 gate, F32 up) {
  const F32 denominator = Add(Set1(1.0f), Exp(Sub(Set1(0.0f), gate)));
  return Mul(Div(gate, denominator), up);
}

void ExpRow(const float* x, int64_t count, float* y) {
  int64_t i = 0;
  for (; i + 16 <= count; i += 16) Store(Exp(Load(x + i)), y + i);
  const int rest = static_cast<int>(count - i);
  if (rest > 0) StoreN(Exp(LoadN(x + i, rest)), y + i, rest);
}

void SwiGluRow(const float* gate, const float* up, int64_t count, float* y) {
  int64_t i = 0;
  for (; i + 16 <= count; i += 16) Store(SwiGluLanes(Load(gate + i), Load(up + i)), y + i);
  const int rest = static_cast<int>(count - i);
  if (rest > 0) StoreN(SwiGluLanes(LoadN(gate + i, rest), LoadN(up + i, rest)), y + i, rest);
}

// 1 / sqrt(mean(x^2) + epsilon) with 16 partial sums, one per lane.
RUNG_INLINE float InverseRms(const float* x, float epsilon, int64_t cols) {
  F32 sum = Set1(0.0f);
  int64_t i = 0;
  for (; i + 16 <= cols; i += 16) {
    const F32 v = Load(x + i);
    sum = Fma(v, v, sum);
  }
  if (i < cols) {
    const F32 v = LoadN(x + i, static_cast<int>(cols - i));
    sum = Fma(v, v, sum);
  }
  const float mean = SumTree(sum) / static_cast<float>(cols);
  return 1.0f / __builtin_sqrtf(mean + epsilon);
}

void RmsNormRow(const float* x, const float* weight, float epsilon, int64_t cols, float* y) {
  const F32 inverse = Set1(InverseRms(x, epsilon, cols));
  int64_t i = 0;
  for (; i + 16 <= cols; i += 16) Store(Mul(Mul(Load(x + i), inverse), Load(weight + i)), y + i);
  const int rest = static_cast<int>(cols - i);
  if (rest > 0) {
    StoreN(Mul(Mul(LoadN(x + i, rest), inverse), LoadN(weight + i, rest)), y + i, rest);
  }
}

// Elements i.. of the row as they enter the product; zeros past its end.
RUNG_INLINE F32 RowLanes(const RowTask& task, F32 inverse, int64_t i) {
  const int64_t rest = task.cols - i;
  if (rest <= 0) return Set1(0.0f);
  const bool whole = rest >= 16;
  const int n = whole ? 16 : static_cast<int>(rest);
  const F32 x = whole ? Load(task.x + i) : LoadN(task.x + i, n);
  if (task.norm_weight == nullptr) return x;
  const F32 weight = whole ? Load(task.norm_weight + i) : LoadN(task.norm_weight + i, n);
  return Mul(Mul(x, inverse), weight);
}

RUNG_INLINE F32 RowScale(const RowTask& task) {
  if (task.norm_weight == nullptr) return Set1(1.0f);
  return Set1(InverseRms(task.x, task.epsilon, task.cols));
}

void QuantizeRow(const RowTask& task) {
  const F32 inverse = RowScale(task);
  const int width = task.width;
  uint8_t* block = task.panel;
  for (int64_t i = 0; i < task.cols; i += kBlockCols) {
    const F32 a = RowLanes(task, inverse, i);
    const F32 b = RowLanes(task, inverse, i + 16);
    const uint32_t most = MaxMagnitudeBits(a, b);
    auto* bytes = reinterpret_cast<int8_t*>(block + kBlockCols * task.lane);
    float scale = 0;
    float sum = 0;
    if (most >= kSmallestBits && most < kInfinityBits) {
      const float largest = __builtin_bit_cast(float, most);
      scale = largest / 127.0f;
      sum = static_cast<float>(QuantizeTo(a, b, Set1(127.0f / largest), bytes));
    } else {
      __builtin_memset(bytes, 0, kBlockCols);
      if (most >= kInfinityBits) scale = __builtin_nanf("");
    }
    auto* scales = reinterpret_cast<float*>(block + kBlockCols * width);
    scales[task.lane] = scale;
    scales[width + task.lane] = sum;
    block += static_cast<size_t>(width) * kPanelBlockBytes;
  }
}

void CopyRow(const RowTask& task) {
  const F32 inverse = RowScale(task);
  auto* panel = reinterpret_cast<float*>(task.panel);
  const int64_t padded = (task.cols + kBlockCols - 1) / kBlockCols * kBlockCols;
  for (int64_t i = 0; i < padded; i += 16) {
    float lanes[16];
    Store(RowLanes(task, inverse, i), lanes);
    for (int k = 0; k < 16; ++k) panel[(i + k) * task.width + task.lane] = lanes[k];
  }
}

void Rope(const float* x, const float* cosine, const float* sine, int64_t half, int64_t head_dim,
          RopeOrder order, float scale, float* out) {
  const bool halves = order == RopeOrder::kHalves;
  const F32 scales = Set1(scale);
  int64_t i = 0;
  for (; i + 16 <= half; i += 16) {
    F32 a, b;
    if (halves) {
      a = Load(x + i);
      b = Load(x + half + i);
    } else {
      LoadPairs(x + 2 * i, a, b);
    }
    const F32 c = Load(cosine + i);
    const F32 s = Load(sine + i);
    Store(Mul(Sub(Mul(a, c), Mul(b, s)), scales), out + i);
    Store(Mul(Add(Mul(a, s), Mul(b, c)), scales), out + half + i);
  }
  for (; i < half; ++i) {
    const float a = halves ? x[i] : x[2 * i];
    const float b = halves ? x[half + i] : x[2 * i + 1];
    out[i] = (a * cosine[i] - b * sine[i]) * scale;
    out[half + i] = (a * sine[i] + b * cosine[i]) * scale;
  }
  for (i = 2 * half; i < head_dim; ++i) out[i] = x[i] * scale;
}

}  // namespace
}  // namespace rung::kernels
