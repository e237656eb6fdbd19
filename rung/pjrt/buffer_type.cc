#include "rung/pjrt/buffer_type.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rung::pjrt {

int64_t BufferType::NumElements() const {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

int64_t BufferType::ByteCount() const {
  return NumElements() * static_cast<int64_t>(ByteSize(dtype));
}

std::string BufferType::ToString() const {
  return fmt::format("{}[{}]", HloName(dtype), fmt::join(dims, ","));
}

}  // namespace rung::pjrt
