#include "rung/model/packed_weights.h"

#include <optional>

#include "rung/base/status.h"

namespace rung::model {

kernels::SourceFormat SourceFormatOf(weights::StorageType storage) {
  switch (storage) {
    case weights::StorageType::kQ4_0:
      return kernels::SourceFormat::kQ4_0;
    case weights::StorageType::kQ4_1:
      return kernels::SourceFormat::kQ4_1;
    case weights::StorageType::kQ8_0:
      return kernels::SourceFormat::kQ8_0;
    case weights::StorageType::kF16:
      return kernels::SourceFormat::kF16;
    case weights::StorageType::kBF16:
      return kernels::SourceFormat::kBF16;
    case weights::StorageType::kF32:
      return kernels::SourceFormat::kF32;
  }
  return kernels::SourceFormat::kF32;
}

absl::StatusOr<kernels::WeightFormat> CommonFormat(const weights::TensorSource& source,
                                                   std::span<const std::string> tensors) {
  std::optional<kernels::WeightFormat> common;
  for (const std::string& name : tensors) {
    RUNG_ASSIGN_OR_RETURN(const weights::TensorInfo* info, source.Find(name));
    const kernels::WeightFormat format = kernels::PackedFormatOf(SourceFormatOf(info->storage));
    if (common && *common != format) return kernels::WeightFormat::kF32;
    common = format;
  }
  return common.value_or(kernels::WeightFormat::kF32);
}

}  // namespace rung::model
