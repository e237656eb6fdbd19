#include "rung/ffi/weight_readers.h"

namespace rung::ffi {
namespace {

// All elements of the call's next operand, which has one dimension; none once the call has failed.
template <typename T>
std::span<const T> NextFlat(CallFrame& call, std::string_view name, DType dtype) {
  const XLA_FFI_Buffer* const buffer = call.NextBuffer(name, 1);
  if (!call.ok()) return {};
  const BufferView view(buffer);
  if (!view.Is(dtype) || view.rank() != 1) {
    call.Fail(InvalidArgument("{}: is not {} [n]", name, HloName(dtype)));
    return {};
  }
  return {static_cast<const T*>(view.data()), static_cast<size_t>(view.dim(0))};
}

// `count` elements of `all` from `first` on; null, and a failed call that says which of what, when
// they pass the end.
template <typename T>
const T* Part(CallFrame& call, std::span<const T> all, std::string_view name, int64_t first,
              int64_t count, std::string_view unit, std::string_view whole) {
  if (!call.ok()) return nullptr;
  const auto size = static_cast<int64_t>(all.size());
  if (first >= 0 && count >= 0 && first <= size && count <= size - first) {
    return all.data() + first;
  }
  call.Fail(InvalidArgument("{}: {} {} from {} on pass the {} of {}", name, count, unit, first,
                            size, whole));
  return nullptr;
}

}  // namespace

void CheckExtent(CallFrame& call, std::string_view name, int64_t value) {
  if (value < 1 || value > kMaxExtent) {
    call.Fail(InvalidArgument("{} = {} is out of range", name, value));
  }
}

VectorReader::VectorReader(CallFrame& call, int64_t first)
    : call_(call), all_(NextFlat<float>(call, "vectors", DType::kF32)), next_(first) {}

const float* VectorReader::Next(std::string_view name, int64_t count) {
  const float* const part = Part(call_, all_, name, next_, count, "elements", "vectors");
  if (part != nullptr) next_ += count;
  return part;
}

const float* VectorReader::Last(std::string_view name, int64_t count) {
  next_ = static_cast<int64_t>(all_.size()) - count;
  return Next(name, count);
}

MatrixReader::MatrixReader(CallFrame& call, int64_t first)
    : call_(call), all_(NextFlat<uint8_t>(call, "packed", DType::kU8)), next_(first) {
  constexpr auto kAlignment = static_cast<int64_t>(kernels::kAlignment);
  if (reinterpret_cast<uintptr_t>(all_.data()) % kAlignment != 0 || first % kAlignment != 0) {
    call.Fail(InvalidArgument("packed: byte {} is not aligned to {} bytes", first, kAlignment));
  }
}

kernels::PackedView MatrixReader::Next(std::string_view name, const kernels::PackedShape& shape) {
  kernels::PackedView view = {shape, nullptr};
  if (!call_.ok()) return view;
  CheckExtent(call_, name, shape.rows);
  CheckExtent(call_, name, shape.cols);
  if (kernels::IsQuantized(shape.format)) {
    call_.Require(shape.cols % kernels::kBlockCols == 0, "quantized rows must hold whole blocks");
  }
  if (!call_.ok()) return view;
  const auto bytes = static_cast<int64_t>(shape.bytes());
  view.data = Bytes(name, next_, bytes);
  if (call_.ok()) {
    next_ = static_cast<int64_t>(kernels::AlignPacked(static_cast<size_t>(next_ + bytes)));
  }
  return view;
}

const uint8_t* MatrixReader::Bytes(std::string_view name, int64_t first, int64_t count) {
  return Part(call_, all_, name, first, count, "bytes", "packed matrices");
}

}  // namespace rung::ffi
