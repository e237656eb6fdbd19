#include "rung/kernels/packed_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "rung/base/half.h"
#include "rung/base/status.h"

namespace rung::kernels {
namespace {

// GGUF blocks of 32 columns.
constexpr size_t kQ40Bytes = 18;  // f16 d, 16 bytes of nibbles
constexpr size_t kQ41Bytes = 20;  // f16 d, f16 m, 16 bytes of nibbles
constexpr size_t kQ80Bytes = 34;  // f16 d, 32 signed bytes

uint16_t Load16(const uint8_t* p) {
  uint16_t value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}
uint32_t Load32(const uint8_t* p) {
  uint32_t value;
  std::memcpy(&value, p, sizeof(value));
  return value;
}

// -8 * d is exact in f16 unless it overflows; nothing else of a Q4_0 block can go wrong.
bool Q40Bias(uint16_t scale, uint16_t& bias) {
  bias = FloatToHalf(-8.0f * HalfToFloat(scale));
  return (bias & 0x7fffu) < 0x7c00u || (scale & 0x7fffu) >= 0x7c00u;
}

// Lanes [first, last) of one tile, each from its own source row.
struct TileRange {
  const uint8_t* source;  // of lane `first`
  size_t row_bytes;
  int64_t first, last;
  int64_t cols, blocks;
};

bool PackA4Tile(SourceFormat format, const TileRange& range, uint8_t* tile) {
  auto* block = reinterpret_cast<A4Block*>(tile);
  const bool has_bias = format == SourceFormat::kQ4_1;
  const size_t block_bytes = has_bias ? kQ41Bytes : kQ40Bytes;
  bool ok = true;
  for (int64_t b = 0; b < range.blocks; ++b, ++block) {
    const uint8_t* in = range.source + static_cast<size_t>(b) * block_bytes;
    for (int64_t lane = range.first; lane < range.last; ++lane, in += range.row_bytes) {
      block->scale[lane] = Load16(in);
      const uint8_t* quants = in + 2;
      if (has_bias) {
        block->bias[lane] = Load16(in + 2);
        quants = in + 4;
      } else {
        ok &= Q40Bias(block->scale[lane], block->bias[lane]);
      }
      for (int g = 0; g < 4; ++g) block->quants[g][lane] = Load32(quants + 4 * g);
    }
  }
  return ok;
}

void PackS8Tile(const TileRange& range, uint8_t* tile) {
  auto* scales = reinterpret_cast<uint16_t*>(tile);
  auto* quants = reinterpret_cast<S8Quants*>(tile + S8ScaleBytes(range.blocks));
  for (int64_t b = 0; b < range.blocks; ++b) {
    const uint8_t* in = range.source + static_cast<size_t>(b) * kQ80Bytes;
    for (int64_t lane = range.first; lane < range.last; ++lane, in += range.row_bytes) {
      scales[b * kTileRows + lane] = Load16(in);
      for (int g = 0; g < 8; ++g) {
        quants[b].words[g][lane] = Load32(in + 2 + 4 * g) ^ 0x80808080u;
      }
    }
  }
}

// Whatever the values are: bits move as they lie in the file.
template <typename Column>
void PackPlainTile(const TileRange& range, uint8_t* tile) {
  auto* columns = reinterpret_cast<Column*>(tile);
  constexpr size_t kBytes = sizeof(columns->values[0]);
  for (int64_t k = 0; k < range.cols; ++k) {
    const uint8_t* value = range.source + static_cast<size_t>(k) * kBytes;
    for (int64_t lane = range.first; lane < range.last; ++lane, value += range.row_bytes) {
      std::memcpy(&columns[k].values[lane], value, kBytes);
    }
  }
}

// False when a scale does not fit.
bool PackTile(SourceFormat source, WeightFormat format, const TileRange& range, uint8_t* tile) {
  switch (format) {
    case WeightFormat::kA4:
      return PackA4Tile(source, range, tile);
    case WeightFormat::kS8:
      PackS8Tile(range, tile);
      break;
    case WeightFormat::kBF16:
      PackPlainTile<Bf16Column>(range, tile);
      break;
    case WeightFormat::kF16:
      PackPlainTile<F16Column>(range, tile);
      break;
    case WeightFormat::kF32:
      PackPlainTile<F32Column>(range, tile);
      break;
  }
  return true;
}

float ValueOf(const Bf16Column& column, int64_t lane) {
  return BFloat16ToFloat(column.values[lane]);
}
float ValueOf(const F16Column& column, int64_t lane) { return HalfToFloat(column.values[lane]); }
float ValueOf(const F32Column& column, int64_t lane) { return column.values[lane]; }

template <typename Column>
void DequantizePlainRow(const uint8_t* tile, int64_t lane, int64_t cols, float* out) {
  const auto* columns = reinterpret_cast<const Column*>(tile);
  for (int64_t k = 0; k < cols; ++k) out[k] = ValueOf(columns[k], lane);
}

absl::Status CheckPlace(SourceFormat format, std::span<const uint8_t> source,
                        const PackedShape& shape, const RowPlacement& placement, int64_t begin,
                        int64_t end, size_t packed_bytes) {
  if (PackedFormatOf(format) != shape.format) {
    return InvalidArgument("packing into {}: the source format packs into {}",
                           WeightFormatName(shape.format),
                           WeightFormatName(PackedFormatOf(format)));
  }
  const bool cuts_a_block = IsQuantized(shape.format) && shape.cols % kBlockCols != 0;
  if (shape.rows < 1 || shape.cols < 1 || cuts_a_block) {
    return InvalidArgument("packing [{}, {}] as {}: quantized rows hold whole blocks of {}",
                           shape.rows, shape.cols, WeightFormatName(shape.format), kBlockCols);
  }
  if (packed_bytes != shape.bytes()) {
    return InvalidArgument("packing [{}, {}]: the buffer has {} bytes, not {}", shape.rows,
                           shape.cols, packed_bytes, shape.bytes());
  }
  if (begin < 0 || end < begin || placement.first_row < 0 || placement.tile_stride < 1 ||
      placement.tile_phase < 0 ||
      source.size() / SourceRowBytes(format, shape.cols) < static_cast<size_t>(end)) {
    return InvalidArgument("packing rows {}..{}: the source holds {} bytes, {} a row", begin, end,
                           source.size(), SourceRowBytes(format, shape.cols));
  }
  if (end == begin) return absl::OkStatus();
  const int64_t last_tile = (placement.first_row + end - 1) / kTileRows;
  if (last_tile * placement.tile_stride + placement.tile_phase >= shape.tiles()) {
    return InvalidArgument("packing rows {}..{} at row {}: the matrix has {} rows", begin, end,
                           placement.first_row, shape.rows);
  }
  return absl::OkStatus();
}

}  // namespace

std::string_view WeightFormatName(WeightFormat format) {
  switch (format) {
    case WeightFormat::kA4:
      return "A4";
    case WeightFormat::kS8:
      return "S8";
    case WeightFormat::kBF16:
      return "BF16";
    case WeightFormat::kF16:
      return "F16";
    case WeightFormat::kF32:
      return "F32";
  }
  return "unknown";
}

size_t PackedShape::tile_bytes() const {
  const auto count = static_cast<size_t>(blocks());
  switch (format) {
    case WeightFormat::kA4:
      return count * sizeof(A4Block);
    case WeightFormat::kS8:
      return S8ScaleBytes(blocks()) + count * sizeof(S8Quants);
    case WeightFormat::kBF16:
      return count * kBlockCols * sizeof(Bf16Column);
    case WeightFormat::kF16:
      return count * kBlockCols * sizeof(F16Column);
    case WeightFormat::kF32:
      return count * kBlockCols * sizeof(F32Column);
  }
  return 0;
}

WeightFormat PackedFormatOf(SourceFormat source) {
  switch (source) {
    case SourceFormat::kQ4_0:
    case SourceFormat::kQ4_1:
      return WeightFormat::kA4;
    case SourceFormat::kQ8_0:
      return WeightFormat::kS8;
    case SourceFormat::kF16:
      return WeightFormat::kF16;
    case SourceFormat::kBF16:
      return WeightFormat::kBF16;
    case SourceFormat::kF32:
      return WeightFormat::kF32;
  }
  return WeightFormat::kF32;
}

size_t SourceRowBytes(SourceFormat source, int64_t cols) {
  const auto count = static_cast<size_t>(cols);
  switch (source) {
    case SourceFormat::kQ4_0:
      return count / kBlockCols * kQ40Bytes;
    case SourceFormat::kQ4_1:
      return count / kBlockCols * kQ41Bytes;
    case SourceFormat::kQ8_0:
      return count / kBlockCols * kQ80Bytes;
    case SourceFormat::kF32:
      return count * 4;
    default:
      return count * 2;
  }
}

absl::Status PackRows(SourceFormat source_format, std::span<const uint8_t> source,
                      const PackedShape& shape, const RowPlacement& placement, int64_t begin,
                      int64_t end, std::span<uint8_t> packed) {
  RUNG_RETURN_IF_ERROR(
      CheckPlace(source_format, source, shape, placement, begin, end, packed.size()));
  const size_t row_bytes = SourceRowBytes(source_format, shape.cols);
  bool ok = true;
  for (int64_t row = begin; row < end;) {
    const int64_t place = placement.first_row + row;
    const int64_t lane = place % kTileRows;
    const int64_t count = std::min(kTileRows - lane, end - row);
    const int64_t index = place / kTileRows * placement.tile_stride + placement.tile_phase;
    uint8_t* tile = packed.data() + static_cast<size_t>(index) * shape.tile_bytes();
    const TileRange range = {source.data() + static_cast<size_t>(row) * row_bytes,
                             row_bytes,
                             lane,
                             lane + count,
                             shape.cols,
                             shape.blocks()};
    ok &= PackTile(source_format, shape.format, range, tile);
    row += count;
  }
  if (!ok) {
    return InvalidArgument(
        "packing rows {}..{}: a Q4_0 scale is above 8188, which no trained weight needs; the file "
        "is damaged",
        begin, end);
  }
  return absl::OkStatus();
}

void DequantizeRow(const PackedView& packed, int64_t row, float* out) {
  const uint8_t* tile = packed.tile(row / kTileRows);
  const int64_t lane = row % kTileRows;
  const int64_t cols = packed.shape.cols;
  switch (packed.shape.format) {
    case WeightFormat::kA4: {
      const auto* block = reinterpret_cast<const A4Block*>(tile);
      for (int64_t k = 0; k < cols; k += kBlockCols, ++block) {
        const float scale = HalfToFloat(block->scale[lane]);
        const float bias = HalfToFloat(block->bias[lane]);
        for (int i = 0; i < 16; ++i) {
          // scale * q is exact (15 bits), so this is the format's one rounding.
          const uint32_t byte = block->quants[i / 4][lane] >> (8 * (i % 4));
          out[k + i] = scale * static_cast<float>(byte & 15u) + bias;
          out[k + 16 + i] = scale * static_cast<float>((byte >> 4) & 15u) + bias;
        }
      }
      return;
    }
    case WeightFormat::kS8: {
      const auto* scales = reinterpret_cast<const uint16_t*>(tile);
      const auto* quants =
          reinterpret_cast<const S8Quants*>(tile + S8ScaleBytes(packed.shape.blocks()));
      for (int64_t k = 0; k < cols; ++k) {
        const int64_t b = k / kBlockCols;
        const int64_t i = k % kBlockCols;
        const uint32_t byte = (quants[b].words[i / 4][lane] >> (8 * (i % 4))) & 255u;
        out[k] = HalfToFloat(scales[b * kTileRows + lane]) *
                 static_cast<float>(static_cast<int32_t>(byte) - 128);
      }
      return;
    }
    case WeightFormat::kBF16:
      return DequantizePlainRow<Bf16Column>(tile, lane, cols, out);
    case WeightFormat::kF16:
      return DequantizePlainRow<F16Column>(tile, lane, cols, out);
    case WeightFormat::kF32:
      return DequantizePlainRow<F32Column>(tile, lane, cols, out);
  }
}

}  // namespace rung::kernels
