// hlo::TensorType -> pjrt::BufferType: the two layers do not know each other.
#pragma once

#include "rung/hlo/tensor_type.h"
#include "rung/pjrt/buffer_type.h"

namespace rung::runtime {

inline pjrt::BufferType ToBufferType(const hlo::TensorType& type) {
  return {type.dtype, type.dims};
}

}  // namespace rung::runtime
