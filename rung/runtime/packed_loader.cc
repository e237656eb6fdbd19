#include "rung/runtime/packed_loader.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include "rung/base/status.h"
#include "rung/model/packed_weights.h"

namespace rung::runtime {
namespace {

// A piece reads about this much of the checkpoint: progress and cancellation are prompt.
constexpr int64_t kPieceElements = int64_t{1} << 20;

bool HasPadding(const model::WeightSpec& spec) {
  const kernels::PackedShape& shape = spec.packed->shape;
  const int64_t rows = std::accumulate(spec.part_rows.begin(), spec.part_rows.end(), int64_t{0});
  return rows != shape.tiles() * kernels::kTileRows || shape.cols % kernels::kBlockCols != 0;
}

std::span<const uint8_t> AsBytes(const std::vector<float>& values) {
  return {reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float)};
}

// `placement` is of the whole tensor; `rows` are those from `first` on.
absl::Status PackPiece(const weights::TensorInfo& rows, int64_t first,
                       const kernels::PackedShape& shape, kernels::RowPlacement placement,
                       std::span<uint8_t> out) {
  placement.first_row += first;
  kernels::SourceFormat format = model::SourceFormatOf(rows.storage);
  if (kernels::PackedFormatOf(format) == shape.format) {
    return kernels::PackRows(format, rows.bytes, shape, placement, 0, rows.dims[0], out);
  }
  std::vector<float> values(static_cast<size_t>(rows.num_elements));
  RUNG_RETURN_IF_ERROR(weights::Dequantize(rows, values));
  return kernels::PackRows(kernels::SourceFormat::kF32, AsBytes(values), shape, placement, 0,
                           rows.dims[0], out);
}

}  // namespace

weights::TensorInfo RowsOf(const weights::TensorInfo& info, int64_t first, int64_t count) {
  weights::TensorInfo rows = info;
  const int64_t all_rows = info.dims.empty() ? 1 : info.dims[0];
  const size_t row_bytes = info.bytes.size() / all_rows;
  rows.bytes = info.bytes.subspan(first * row_bytes, count * row_bytes);
  if (!rows.dims.empty()) rows.dims[0] = count;
  rows.num_elements = info.num_elements / all_rows * count;
  return rows;
}

absl::Status PackWeight(const model::WeightSpec& spec, const weights::TensorSource& source,
                        std::span<std::byte> out, const PieceDone& done) {
  const kernels::PackedShape& shape = spec.packed->shape;
  const std::span<uint8_t> bytes(reinterpret_cast<uint8_t*>(out.data()), out.size());
  if (HasPadding(spec)) std::memset(bytes.data(), 0, bytes.size());
  const int64_t row_bytes =
      static_cast<int64_t>(shape.tile_bytes()) / kernels::kTileRows;  // in the packed matrix
  const int64_t piece_rows =
      std::max<int64_t>(1, kPieceElements / shape.cols / kernels::kTileRows) * kernels::kTileRows;
  for (size_t part = 0; part < spec.parts.size(); ++part) {
    RUNG_ASSIGN_OR_RETURN(const weights::TensorInfo* info, source.Find(spec.parts[part]));
    for (int64_t first = 0; first < spec.part_rows[part]; first += piece_rows) {
      const int64_t count = std::min(piece_rows, spec.part_rows[part] - first);
      const weights::TensorInfo rows = RowsOf(*info, first, count);
      RUNG_RETURN_IF_ERROR(Annotate(
          PackPiece(rows, first, shape, spec.packed->placements[part], bytes), spec.parts[part]));
      RUNG_RETURN_IF_ERROR(done(count * row_bytes, rows));
    }
  }
  return absl::OkStatus();
}

}  // namespace rung::runtime
