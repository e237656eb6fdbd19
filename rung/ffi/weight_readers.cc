#include "rung/ffi/weight_readers.h"

namespace rung::ffi {
namespace {

bool Fits(int64_t first, int64_t count, int64_t size) {
  return first >= 0 && count >= 0 && first <= size && count <= size - first;
}

}  // namespace

void CheckExtent(CallFrame& call, std::string_view name, int64_t value) {
  if (value < 1 || value > kMaxExtent) {
    call.Fail(InvalidArgument("{} = {} is out of range", name, value));
  }
}

VectorReader::VectorReader(CallFrame& call, int64_t first) : call_(call), next_(first) {
  const XLA_FFI_Buffer* const buffer = call.NextBuffer("vectors", 1);
  if (!call.ok()) return;
  const BufferView view(buffer);
  call.Require(view.Is(DType::kF32) && view.rank() == 1, "vectors: is not f32 [n]");
  data_ = static_cast<const float*>(view.data());
  size_ = view.dim(0);
}

const float* VectorReader::Next(std::string_view name, int64_t count) {
  if (call_.ok() && !Fits(next_, count, size_)) {
    call_.Fail(InvalidArgument("{}: {} elements from {} on pass the {} of vectors", name, count,
                               next_, size_));
  }
  if (!call_.ok()) return nullptr;
  next_ += count;
  return data_ + next_ - count;
}

const float* VectorReader::Last(std::string_view name, int64_t count) {
  next_ = size_ - count;
  return Next(name, count);
}

MatrixReader::MatrixReader(CallFrame& call, int64_t first) : call_(call), next_(first) {
  const XLA_FFI_Buffer* const buffer = call.NextBuffer("packed", 1);
  if (!call.ok()) return;
  const BufferView view(buffer);
  call.Require(view.Is(DType::kU8) && view.rank() == 1, "packed: is not ui8 [bytes]");
  data_ = static_cast<const uint8_t*>(view.data());
  size_ = view.dim(0);
  constexpr auto kAlignment = static_cast<int64_t>(kernels::kAlignment);
  if (reinterpret_cast<uintptr_t>(data_) % kAlignment != 0 || first % kAlignment != 0) {
    call.Fail(InvalidArgument("packed: byte {} is not aligned to {} bytes", first, kAlignment));
  }
}

kernels::PackedView MatrixReader::Next(std::string_view name, const kernels::PackedShape& shape) {
  kernels::PackedView view = {shape, nullptr};
  if (!call_.ok()) return view;
  CheckExtent(call_, name, shape.rows);
  CheckExtent(call_, name, shape.cols);
  if (shape.format != kernels::WeightFormat::kBF16) {
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
  if (call_.ok() && !Fits(first, count, size_)) {
    call_.Fail(InvalidArgument("{}: {} bytes from {} on pass the {} of packed matrices", name,
                               count, first, size_));
  }
  return call_.ok() ? data_ + first : nullptr;
}

}  // namespace rung::ffi
