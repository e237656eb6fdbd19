// Packs one weight of the kernel lowering out of the checkpoint's own bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "absl/status/status.h"
#include "rung/model/model.h"
#include "rung/weights/tensor_source.h"

namespace rung::runtime {

// Called after each piece: packed bytes it made, and the rows of the tensor that were read. An
// error ends the packing.
using PieceDone = std::function<absl::Status(int64_t bytes, const weights::TensorInfo& rows)>;

// Fills `out`, the whole packed matrix of `spec`. Quantized bytes move as they are; a part whose
// format differs from the matrix's, which is F32 then, is dequantized a piece at a time.
// Single-threaded; weights may be packed on several threads.
absl::Status PackWeight(const model::WeightSpec& spec, const weights::TensorSource& source,
                        std::span<std::byte> out, const PieceDone& done);

// Rows [first, first + count) of a tensor; quantization blocks never cross a row.
weights::TensorInfo RowsOf(const weights::TensorInfo& info, int64_t first, int64_t count);

}  // namespace rung::runtime
