// Products of packed weights and activation panels over the lanes of one instruction set. Include
// after elementwise_inl.h; see kernel_table.h for the layouts.
//
// One output row is one lane. A block's integer dot product is exact; what follows is one fixed
// chain per output, block after block: t = dot * scale (+ bias * sum, fused), acc = fma(t, x_scale,
// acc).
#pragma once

#include "rung/kernels/kernel_table.h"

namespace rung::kernels {
namespace {

// Ahead of the tile being multiplied: far enough to hide memory, near enough to stay in the
// first-level cache. Never past what this call reads: that would be another core's to fetch.
constexpr size_t kPrefetchBytes = 8192;

// The lines that lie kBytes after `p`, up to `end`.
template <size_t kBytes>
RUNG_INLINE void PrefetchAhead(const void* p, const uint8_t* end) {
  const uint8_t* const first = static_cast<const uint8_t*>(p) + kPrefetchBytes;
  if (first >= end) return;
  RUNG_UNROLL
  for (size_t line = 0; line < kBytes; line += 64) Prefetch(first + line);
}

struct PanelBlock {
  const int8_t* bytes;
  const float* scales;
  const float* sums;
};
template <int kWidth>
RUNG_INLINE PanelBlock BlockOf(const uint8_t* panel) {
  const auto* scales = reinterpret_cast<const float*>(panel + kBlockCols * kWidth);
  return {reinterpret_cast<const int8_t*>(panel), scales, scales + kWidth};
}

// out[kWidth][16] = one tile of weights times one panel.
template <int kWidth>
void A4Tile(const uint8_t* tile, int64_t blocks, const uint8_t* panel, const uint8_t* end,
            float* out) {
  F32 acc[kWidth];
  RUNG_UNROLL
  for (int t = 0; t < kWidth; ++t) acc[t] = Set1(0.0f);
  const auto* block = reinterpret_cast<const A4Block*>(tile);
  for (int64_t b = 0; b < blocks; ++b, ++block, panel += kWidth * kPanelBlockBytes) {
    PrefetchAhead<sizeof(A4Block)>(block, end);
    const A4Weights w = LoadA4(block);
    const F32 scale = Scale(w);
    const F32 bias = Bias(w);
    const PanelBlock x = BlockOf<kWidth>(panel);
    RUNG_UNROLL
    for (int t = 0; t < kWidth; ++t) {
      const F32 dot = Dot(w, x.bytes + kBlockCols * t, x.sums[t]);
      const F32 value = Fma(bias, Set1(x.sums[t]), Mul(dot, scale));
      acc[t] = Fma(value, Set1(x.scales[t]), acc[t]);
    }
  }
  RUNG_UNROLL
  for (int t = 0; t < kWidth; ++t) Store(acc[t], out + 16 * t);
}

template <int kWidth>
void S8Tile(const uint8_t* tile, size_t scale_bytes, int64_t blocks, const uint8_t* panel,
            const uint8_t* end, float* out) {
  F32 acc[kWidth];
  RUNG_UNROLL
  for (int t = 0; t < kWidth; ++t) acc[t] = Set1(0.0f);
  const auto* scales = reinterpret_cast<const uint16_t*>(tile);
  const auto* quants = reinterpret_cast<const S8Quants*>(tile + scale_bytes);
  for (int64_t b = 0; b < blocks; ++b, ++quants, panel += kWidth * kPanelBlockBytes) {
    PrefetchAhead<sizeof(S8Quants)>(quants, end);
    const S8Weights w = LoadS8(quants);
    const F32 scale = LoadF16(scales + b * kTileRows);
    const PanelBlock x = BlockOf<kWidth>(panel);
    RUNG_UNROLL
    for (int t = 0; t < kWidth; ++t) {
      const F32 dot = Dot(w, x.bytes + kBlockCols * t, x.sums[t]);
      acc[t] = Fma(Mul(dot, scale), Set1(x.scales[t]), acc[t]);
    }
  }
  RUNG_UNROLL
  for (int t = 0; t < kWidth; ++t) Store(acc[t], out + 16 * t);
}

// A column of plain weights as f32, exactly: f16 holds no number that f32 does not, and subnormal
// halves become normal floats.
RUNG_INLINE F32 LoadColumn(const Bf16Column& column) { return LoadBF16(column.values); }
RUNG_INLINE F32 LoadColumn(const F16Column& column) { return LoadF16(column.values); }
RUNG_INLINE F32 LoadColumn(const F32Column& column) { return Load(column.values); }

// Four partial sums (column mod 4) keep the adders busy with one row.
template <int kWidth, typename Column>
RUNG_INLINE void PlainColumns(const Column* column, int64_t cols, const float* x, int width,
                              float* out) {
  F32 acc[4][kWidth];
  RUNG_UNROLL
  for (int part = 0; part < 4; ++part) {
    RUNG_UNROLL
    for (int t = 0; t < kWidth; ++t) acc[part][t] = Set1(0.0f);
  }
  for (int64_t k = 0; k < cols; k += 4, column += 4, x += 4 * width) {
    RUNG_UNROLL
    for (int part = 0; part < 4; ++part) {
      const F32 w = LoadColumn(column[part]);
      RUNG_UNROLL
      for (int t = 0; t < kWidth; ++t) {
        acc[part][t] = Fma(w, Set1(x[part * width + t]), acc[part][t]);
      }
    }
  }
  RUNG_UNROLL
  for (int t = 0; t < kWidth; ++t) {
    Store(Add(Add(acc[0][t], acc[1][t]), Add(acc[2][t], acc[3][t])), out + 16 * t);
  }
}

template <typename Column>
void PlainTile(const uint8_t* tile, int64_t blocks, const uint8_t* panel, int width, float* out) {
  const auto* columns = reinterpret_cast<const Column*>(tile);
  const auto* x = reinterpret_cast<const float*>(panel);
  const int64_t cols = blocks * kBlockCols;
  int t = 0;
  for (; t + 4 <= width; t += 4) PlainColumns<4>(columns, cols, x + t, width, out + 16 * t);
  for (; t < width; ++t) PlainColumns<1>(columns, cols, x + t, width, out + 16 * t);
}

// The panel width as a template argument.
template <int kWidth>
void TileProduct(const MatmulTask& task, const uint8_t* tile, const uint8_t* panel, int width,
                 const uint8_t* end, float* out) {
  if (width == kWidth) {
    if (task.format == WeightFormat::kA4) {
      A4Tile<kWidth>(tile, task.blocks, panel, end, out);
    } else {
      S8Tile<kWidth>(tile, task.scale_bytes, task.blocks, panel, end, out);
    }
  } else if constexpr (kWidth > 1) {
    TileProduct<kWidth / 2>(task, tile, panel, width, end, out);
  }
}

RUNG_INLINE void TileProduct(const MatmulTask& task, int64_t index, const uint8_t* panel, int width,
                             const uint8_t* end, float* out) {
  const uint8_t* tile = task.weights + static_cast<size_t>(index) * task.tile_bytes;
  switch (task.format) {
    case WeightFormat::kBF16:
      return PlainTile<Bf16Column>(tile, task.blocks, panel, width, out);
    case WeightFormat::kF16:
      return PlainTile<F16Column>(tile, task.blocks, panel, width, out);
    case WeightFormat::kF32:
      return PlainTile<F32Column>(tile, task.blocks, panel, width, out);
    default:
      return TileProduct<kMaxPanelRows>(task, tile, panel, width, end, out);
  }
}

RUNG_INLINE F32 LoadUpTo(const float* p, int n) { return n == 16 ? Load(p) : LoadN(p, n); }

constexpr float kLowest = -3.402823466e38f;  // of all finite numbers

// maxima[t * stride] = the largest of values[t][16]. Lanes of `check` become NaN where one is not
// finite; the maximum is then yet to be marked.
RUNG_INLINE void StoreMaxima(const float* values, int width, float* maxima, int64_t stride,
                             F32& check) {
  const auto row = [&](int t) {
    const F32 value = Load(values + 16 * t);
    check = Fma(value, Set1(0.0f), check);
    return value;
  };
  int t = 0;
  for (; t + 4 <= width; t += 4) {
    const F32 rows[4] = {row(t), row(t + 1), row(t + 2), row(t + 3)};
    float largest[4];
    MaxTrees(rows, largest);
    for (int i = 0; i < 4; ++i) maxima[(t + i) * stride] = largest[i];
  }
  for (; t < width; ++t) maxima[t * stride] = MaxTree(row(t));
}

RUNG_INLINE bool IsFinite(float x) { return x - x == 0; }

// Makes NaN of the maxima whose columns hold what is not finite, in tiles [begin, end) of y.
void MarkNotFinite(const MatmulTask& task, int64_t begin, int64_t end) {
  const int64_t tiles = (task.y_cols + kTileRows - 1) / kTileRows;
  const int64_t last = end < tiles ? end * kTileRows : task.y_cols;
  for (int64_t row = 0; row < task.rows; ++row) {
    for (int64_t col = begin * kTileRows; col < last; ++col) {
      if (IsFinite(task.y[row * task.y_stride + col])) continue;
      task.tile_maxima[row * tiles + col / kTileRows] = __builtin_nanf("");
    }
  }
}

void Matmul(const MatmulTask& task, int64_t begin, int64_t end) {
  const uint8_t* const start = task.weights + static_cast<size_t>(begin) * task.tile_bytes;
  const uint8_t* const stop = task.weights + static_cast<size_t>(end) * task.tile_bytes;
  for (const uint8_t* p = start; p < stop && p < start + kPrefetchBytes; p += 64) Prefetch(p);
  const bool pairs = task.epilogue == Epilogue::kSwiGlu;
  const int64_t y_tiles = (task.y_cols + kTileRows - 1) / kTileRows;
  F32 check = Set1(0.0f);  // NaN in lanes that met what is not finite
  alignas(64) float out[2][16 * kMaxPanelRows];
  for (int64_t tile = begin; tile < end; tile += pairs ? 2 : 1) {
    const int64_t y_tile = pairs ? tile / 2 : tile;
    const int64_t col = y_tile * kTileRows;
    const int64_t room = task.y_cols - col;
    const int n = room < kTileRows ? static_cast<int>(room) : 16;
    int width = kMaxPanelRows;
    for (int64_t row = 0; row < task.rows; row += width) {
      while (width > task.rows - row) width /= 2;
      const uint8_t* panel = task.panels + static_cast<size_t>(row) * task.row_bytes;
      TileProduct(task, tile, panel, width, stop, out[0]);
      if (pairs) TileProduct(task, tile + 1, panel, width, stop, out[1]);
      for (int t = 0; t < width; ++t) {
        const int64_t at = (row + t) * task.y_stride + col;
        F32 value = Load(out[0] + 16 * t);
        if (pairs) value = SwiGluLanes(value, Load(out[1] + 16 * t));
        if (task.bias != nullptr) value = Add(value, LoadUpTo(task.bias + col, n));
        if (task.epilogue == Epilogue::kAdd) value = Add(LoadUpTo(task.residual + at, n), value);
        if (n == 16) {
          Store(value, task.y + at);
        } else {
          StoreN(value, task.y + at, n);
        }
        if (task.tile_maxima == nullptr) continue;
        if (n < kTileRows) value = SelectFirst(value, n, Set1(kLowest));
        Store(value, out[0] + 16 * t);
      }
      if (task.tile_maxima == nullptr) continue;
      StoreMaxima(out[0], width, task.tile_maxima + row * y_tiles + y_tile, y_tiles, check);
    }
  }
  if (IsFinite(SumTree(check))) return;
  MarkNotFinite(task, pairs ? begin / 2 : begin, pairs ? end / 2 : end);
}

}  // namespace
}  // namespace rung::kernels
