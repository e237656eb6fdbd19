#include "rung/ffi/call_frame.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace rung::ffi {
namespace {

XLA_FFI_DataType ToFfi(DType dtype) {
  switch (dtype) {
    case DType::kPred:
      return XLA_FFI_DataType_PRED;
    case DType::kU8:
      return XLA_FFI_DataType_U8;
    case DType::kS8:
      return XLA_FFI_DataType_S8;
    case DType::kS32:
      return XLA_FFI_DataType_S32;
    case DType::kU32:
      return XLA_FFI_DataType_U32;
    case DType::kS64:
      return XLA_FFI_DataType_S64;
    case DType::kF16:
      return XLA_FFI_DataType_F16;
    case DType::kBF16:
      return XLA_FFI_DataType_BF16;
    case DType::kF32:
      return XLA_FFI_DataType_F32;
  }
  return XLA_FFI_DataType_INVALID;
}

}  // namespace

bool BufferView::Is(DType dtype) const { return buffer_->dtype == ToFfi(dtype); }

bool BufferView::HasDims(std::initializer_list<int64_t> dims) const {
  return std::equal(dims.begin(), dims.end(), buffer_->dims, buffer_->dims + buffer_->rank);
}

const XLA_FFI_Buffer* CallFrame::NextBuffer(std::string_view name, int64_t rank) {
  if (!ok()) return nullptr;
  if (next_ >= frame_->args.size) {
    Fail(InvalidArgument("{}: the call has only {} operands", name, frame_->args.size));
    return nullptr;
  }
  const auto index = static_cast<size_t>(next_++);
  const auto* const buffer = static_cast<const XLA_FFI_Buffer*>(frame_->args.args[index]);
  if (frame_->args.types[index] != XLA_FFI_ArgType_BUFFER || buffer->rank < rank) {
    Fail(
        InvalidArgument("{}: operand {} is no buffer of {} or more dimensions", name, index, rank));
    return nullptr;
  }
  return buffer;
}

const XLA_FFI_Buffer* CallFrame::ResultBuffer(int64_t index, std::string_view name) {
  if (!ok()) return nullptr;
  if (index >= frame_->rets.size || frame_->rets.types[index] != XLA_FFI_RetType_BUFFER) {
    Fail(InvalidArgument("{}: result {} of {} is no buffer", name, index, frame_->rets.size));
    return nullptr;
  }
  return static_cast<const XLA_FFI_Buffer*>(frame_->rets.rets[index]);
}

void* CallFrame::Checked(const XLA_FFI_Buffer* buffer, std::string_view name, DType dtype,
                         std::initializer_list<int64_t> dims) {
  if (buffer == nullptr) return nullptr;
  const BufferView view(buffer);
  if (!view.Is(dtype) || !view.HasDims(dims)) {
    Fail(InvalidArgument("{}: is of type {} [{}], not {} [{}]", name,
                         static_cast<int>(buffer->dtype),
                         fmt::join(std::span(buffer->dims, buffer->rank), ", "), HloName(dtype),
                         fmt::join(dims, ", ")));
    return nullptr;
  }
  return buffer->data;
}

void CallFrame::Require(bool holds, std::string_view text) {
  if (ok() && !holds) Fail(InvalidArgument("{}", text));
}

const void* CallFrame::Attribute(std::string_view name, XLA_FFI_DataType dtype) {
  if (!ok()) return nullptr;
  const XLA_FFI_Attrs& attributes = frame_->attrs;
  for (int64_t i = 0; i < attributes.size; ++i) {
    const XLA_FFI_ByteSpan& key = *attributes.names[i];
    if (std::string_view(key.ptr, key.len) != name) continue;
    const auto* const scalar = static_cast<const XLA_FFI_Scalar*>(attributes.attrs[i]);
    if (attributes.types[i] == XLA_FFI_AttrType_SCALAR && scalar->dtype == dtype) {
      return scalar->value;
    }
    Fail(InvalidArgument("attribute {} is of another type than expected", name));
    return nullptr;
  }
  Fail(InvalidArgument("the call has no attribute {}", name));
  return nullptr;
}

}  // namespace rung::ffi
