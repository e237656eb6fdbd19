// Weight matrices in the one layout that every kernel reads, repacked once at load.
//
// A matrix [rows, cols] is cut into tiles of 16 output rows, one row per 32-bit lane of a 512-bit
// register (two 256-bit halves do the same arithmetic), and each tile into blocks of 32 columns. A
// tile is contiguous, so a product streams memory in order. Rows past the end of the last tile and
// columns past the end of the last block are zeros. Every tile starts on a cache line when the
// buffer does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/status.h"

namespace rung::kernels {

inline constexpr int64_t kTileRows = 16;
inline constexpr int64_t kBlockCols = 32;
inline constexpr size_t kAlignment = 64;  // of packed buffers and scratch, in bytes

// Programs hold these numbers (ffi/kernel_calls.h): new formats go behind the others.
enum class WeightFormat : uint8_t {
  kA4,  // scale * q + bias, q in 0..15: Q4_0, Q4_1 and 4-bit affine formats of group 32
  kS8,  // scale * q, q in -128..127: Q8_0
  // Plain values, each as wide as the checkpoint has it.
  kBF16,
  kF16,
  kF32,
};
inline constexpr int64_t kWeightFormats = 5;

std::string_view WeightFormatName(WeightFormat format);  // "A4", "S8", "BF16", "F16", "F32"

// Quantized rows hold whole blocks, and meet quantized activations. Plain ones are of any width;
// they meet activations in f32.
constexpr bool IsQuantized(WeightFormat format) {
  return format == WeightFormat::kA4 || format == WeightFormat::kS8;
}

// One block of an A4 tile. Word g of a lane holds columns 4g..4g+3 in its low nibbles and 16+4g..
// 16+4g+3 in its high ones: the order of the file's own bytes.
struct A4Block {
  uint16_t scale[kTileRows];  // f16
  uint16_t bias[kTileRows];   // f16
  uint32_t quants[4][kTileRows];
};
static_assert(sizeof(A4Block) == 320 && sizeof(A4Block) % kAlignment == 0);

// An S8 tile is the f16 scales [blocks][16], padded to a cache line, then one of these per block.
// Bytes are q + 128, the unsigned operand of dpbusd; word g of a lane holds columns 4g..4g+3.
struct S8Quants {
  uint32_t words[8][kTileRows];
};
static_assert(sizeof(S8Quants) == 512);

// A plain tile is [32 * blocks columns][16 rows]; one of these per column.
struct Bf16Column {
  uint16_t values[kTileRows];
};
struct F16Column {
  uint16_t values[kTileRows];
};
struct F32Column {
  float values[kTileRows];
};
static_assert(sizeof(Bf16Column) == 32 && sizeof(F16Column) == 32 && sizeof(F32Column) == 64);

struct PackedShape {
  WeightFormat format = WeightFormat::kA4;
  int64_t rows = 0;
  int64_t cols = 0;

  int64_t tiles() const { return (rows + kTileRows - 1) / kTileRows; }
  int64_t blocks() const { return (cols + kBlockCols - 1) / kBlockCols; }
  size_t tile_bytes() const;
  size_t bytes() const { return static_cast<size_t>(tiles()) * tile_bytes(); }
};

// Bytes of the scales in front of an S8 tile.
inline size_t S8ScaleBytes(int64_t blocks) {
  return (static_cast<size_t>(blocks) * kTileRows * sizeof(uint16_t) + kAlignment - 1) /
         kAlignment * kAlignment;
}

// Where the next of several packed matrices begins, of which the last ends at `end`.
constexpr size_t AlignPacked(size_t end) {
  return (end + kAlignment - 1) / kAlignment * kAlignment;
}

// A packed matrix somewhere in memory, aligned to kAlignment. Does not own it; copied freely.
struct PackedView {
  PackedShape shape;
  const uint8_t* data = nullptr;

  const uint8_t* tile(int64_t index) const {
    return data + static_cast<size_t>(index) * shape.tile_bytes();
  }
};

// How the rows of a checkpoint's tensor are stored.
enum class SourceFormat : uint8_t { kQ4_0, kQ4_1, kQ8_0, kF16, kBF16, kF32 };

// The format that holds such rows exactly.
WeightFormat PackedFormatOf(SourceFormat source);
size_t SourceRowBytes(SourceFormat source, int64_t cols);

// Where a tensor's rows go in the packed matrix: tile t of its rows becomes tile
// `tile_stride * t + tile_phase`, counted from row `first_row`. A stride of 2 with phases 0 and 1
// interleaves gate and up, so that one pass over a pair of tiles has both operands of SwiGLU.
struct RowPlacement {
  int64_t first_row = 0;
  int64_t tile_stride = 1;
  int64_t tile_phase = 0;
};

// Packs rows [begin, end) of a tensor whose rows lie one after another from `source`; row 0 of the
// tensor goes to `placement.first_row`. `packed` is the whole destination, zeroed by the caller (a
// fresh mapping is). Ranges may run on different threads when each begins on a multiple of
// kTileRows of the *destination*. InvalidArgument when a size, a format or a place does not fit, or
// when a Q4_0 scale is so large that its bias, 8 times as large, is no f16.
absl::Status PackRows(SourceFormat source_format, std::span<const uint8_t> source,
                      const PackedShape& shape, const RowPlacement& placement, int64_t begin,
                      int64_t end, std::span<uint8_t> packed);

// The row `row` of a packed matrix (after placement) as f32, exactly what the source format
// defines: `out` holds `cols` floats. Cost: one pass over 32 bytes of every block.
void DequantizeRow(const PackedView& packed, int64_t row, float* out);

}  // namespace rung::kernels
