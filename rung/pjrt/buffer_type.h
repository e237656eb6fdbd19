// Element type and dimensions of a device buffer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rung/base/dtype.h"

namespace rung::pjrt {

struct BufferType {
  DType dtype = DType::kF32;
  std::vector<int64_t> dims;  // row-major, slowest first; empty for a scalar

  bool operator==(const BufferType&) const = default;
  int64_t NumElements() const;
  int64_t ByteCount() const;
  std::string ToString() const;  // "f32[3,256,64]"
};

}  // namespace rung::pjrt
