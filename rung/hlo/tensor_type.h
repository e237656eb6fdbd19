// A static tensor type, as StableHLO writes it: tensor<3x256x64xf32>.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rung/base/dtype.h"

namespace rung::hlo {

struct TensorType {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;

  bool operator==(const TensorType&) const = default;
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  // Product of dims; 1 for a scalar.
  int64_t NumElements() const;
  // NumElements() * ByteSize(dtype).
  int64_t ByteCount() const;
  // "tensor<3x256x64xf32>"; "tensor<f32>" for a scalar.
  std::string ToString() const;
};

}  // namespace rung::hlo
