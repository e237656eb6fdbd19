// Reads the operands, results and attributes of one custom call, and checks them as it does.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "absl/status/status.h"
#include "rung/base/dtype.h"
#include "rung/base/status.h"
#include "xla/ffi/api/c_api.h"

namespace rung::ffi {

// A buffer of the call; shapes are those of the compiled program.
class BufferView {
 public:
  explicit BufferView(const XLA_FFI_Buffer* buffer) : buffer_(buffer) {}

  bool Is(DType dtype) const;
  int64_t rank() const { return buffer_->rank; }
  int64_t dim(int64_t axis) const { return buffer_->dims[axis]; }
  bool HasDims(std::initializer_list<int64_t> dims) const;
  void* data() const { return buffer_->data; }

 private:
  const XLA_FFI_Buffer* buffer_;
};

// Lives for one call. The first error sticks, and what is read after it is null or zero, so that a
// handler reads everything, asks for status() once, and then computes. Nothing here trusts the
// program that holds the call.
class CallFrame {
 public:
  explicit CallFrame(const XLA_FFI_CallFrame* frame) : frame_(frame) {}

  int64_t operands() const { return frame_->args.size; }
  int64_t operands_left() const { return frame_->args.size - next_; }
  int64_t results() const { return frame_->rets.size; }

  // The next operand of that type and those dimensions.
  template <typename T>
  const T* Next(std::string_view name, DType dtype, std::initializer_list<int64_t> dims) {
    return static_cast<const T*>(Checked(NextBuffer(name), name, dtype, dims));
  }
  // The next operand of any shape of at least `rank` dimensions; null after an error.
  const XLA_FFI_Buffer* NextBuffer(std::string_view name, int64_t rank = 0);

  template <typename T>
  T* Result(int64_t index, std::string_view name, DType dtype,
            std::initializer_list<int64_t> dims) {
    return static_cast<T*>(Checked(ResultBuffer(index, name), name, dtype, dims));
  }
  const XLA_FFI_Buffer* ResultBuffer(int64_t index, std::string_view name);

  int64_t Int(std::string_view name) { return Scalar<int64_t>(name, XLA_FFI_DataType_S64); }
  float Float(std::string_view name) { return Scalar<float>(name, XLA_FFI_DataType_F32); }
  bool Bool(std::string_view name) { return Scalar<uint8_t>(name, XLA_FFI_DataType_PRED) != 0; }

  void Fail(absl::Status status) { status_.Update(status); }
  // Fails with `text` unless it holds.
  void Require(bool holds, std::string_view text);
  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }

 private:
  void* Checked(const XLA_FFI_Buffer* buffer, std::string_view name, DType dtype,
                std::initializer_list<int64_t> dims);
  const void* Attribute(std::string_view name, XLA_FFI_DataType dtype);
  template <typename T>
  T Scalar(std::string_view name, XLA_FFI_DataType dtype) {
    const void* const value = Attribute(name, dtype);
    return value == nullptr ? T{} : *static_cast<const T*>(value);
  }

  const XLA_FFI_CallFrame* frame_;
  int64_t next_ = 0;
  absl::Status status_;
};

}  // namespace rung::ffi
