// Reads a call's weights out of the two operands that hold all of a model's; see kernel_calls.h.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "rung/ffi/call_frame.h"
#include "rung/kernels/packed_matrix.h"

namespace rung::ffi {

// Larger than any model's, and small enough that no product of two overflows.
inline constexpr int64_t kMaxExtent = int64_t{1} << 28;
// Fails the call unless `value` is in 1..kMaxExtent.
void CheckExtent(CallFrame& call, std::string_view name, int64_t value);

// Takes the call's next operand, `vectors`, and reads vectors one after another out of it. Null
// once the call has failed, which what passes the end does.
class VectorReader {
 public:
  // From element `first` on.
  VectorReader(CallFrame& call, int64_t first);

  const float* Next(std::string_view name, int64_t count);
  // The last `count` of all.
  const float* Last(std::string_view name, int64_t count);

 private:
  CallFrame& call_;
  std::span<const float> all_;
  int64_t next_;
};

// The same for packed matrices and the operand `packed`.
class MatrixReader {
 public:
  // From byte `first` on, a multiple of kernels::kAlignment.
  MatrixReader(CallFrame& call, int64_t first);

  kernels::PackedView Next(std::string_view name, const kernels::PackedShape& shape);
  // `count` bytes from byte `first` on, whatever they hold.
  const uint8_t* Bytes(std::string_view name, int64_t first, int64_t count);

 private:
  CallFrame& call_;
  std::span<const uint8_t> all_;
  int64_t next_;
};

}  // namespace rung::ffi
