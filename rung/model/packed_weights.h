// How a checkpoint's tensors become packed matrices of the kernel lowering.
#pragma once

#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "rung/kernels/packed_matrix.h"
#include "rung/weights/tensor_source.h"

namespace rung::model {

kernels::SourceFormat SourceFormatOf(weights::StorageType storage);

// The format that holds every one of these tensors exactly: theirs if they agree, else F32, which
// all of them are then dequantized into. NotFound names a tensor that the checkpoint lacks.
absl::StatusOr<kernels::WeightFormat> CommonFormat(const weights::TensorSource& source,
                                                   std::span<const std::string> tensors);

}  // namespace rung::model
