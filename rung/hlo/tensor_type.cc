#include "rung/hlo/tensor_type.h"

#include <fmt/format.h>

namespace rung::hlo {

int64_t TensorType::NumElements() const {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

int64_t TensorType::ByteCount() const {
  return NumElements() * static_cast<int64_t>(ByteSize(dtype));
}

std::string TensorType::ToString() const {
  std::string text = "tensor<";
  for (int64_t dim : dims) text += fmt::format("{}x", dim);
  return text.append(HloName(dtype)).append(">");
}

}  // namespace rung::hlo
