#include "rung/pjrt/buffer.h"

#include <vector>

#include "rung/pjrt/api_call.h"
#include "rung/pjrt/live_objects.h"

namespace rung::pjrt {

Buffer::Buffer(const Api* api, PJRT_Buffer* buffer, std::shared_ptr<const BufferType> type,
               Event host_done)
    : api_(api), buffer_(buffer), type_(std::move(type)), host_done_(std::move(host_done)) {
  if (buffer_ != nullptr) internal::CountObject(internal::ObjectKind::kBuffer, 1);
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  if (this != &other) {
    Reset();
    api_ = other.api_;
    buffer_ = std::exchange(other.buffer_, nullptr);
    type_ = std::move(other.type_);
    host_done_ = std::move(other.host_done_);
  }
  return *this;
}

void Buffer::Reset() {
  if (buffer_ == nullptr) return;
  PJRT_Buffer_Destroy_Args args = {};
  args.buffer = buffer_;
  (void)RUNG_PJRT_CALL(*api_, PJRT_Buffer_Destroy, args);
  buffer_ = nullptr;
  internal::CountObject(internal::ObjectKind::kBuffer, -1);
  // An execution in flight may still read the aliased host memory.
  (void)host_done_.Await();
  host_done_ = Event();
}

absl::Status Buffer::ToHost(std::span<std::byte> out) const {
  if (static_cast<int64_t>(out.size()) != type_->ByteCount()) {
    return InvalidArgument("reading {} needs {} host bytes, not {}", type_->ToString(),
                           type_->ByteCount(), out.size());
  }
  // Without an explicit layout the device's own would be used, which need not be row-major.
  std::vector<int64_t> minor_to_major(type_->dims.size());
  for (size_t i = 0; i < minor_to_major.size(); ++i) {
    minor_to_major[i] = static_cast<int64_t>(minor_to_major.size() - 1 - i);
  }
  PJRT_Buffer_MemoryLayout layout = {};
  layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  layout.tiled.minor_to_major = minor_to_major.data();
  layout.tiled.minor_to_major_size = minor_to_major.size();

  PJRT_Buffer_ToHostBuffer_Args args = {};
  args.src = buffer_;
  args.host_layout = &layout;
  args.dst = out.data();
  args.dst_size = out.size();
  const absl::Status status = RUNG_PJRT_CALL(*api_, PJRT_Buffer_ToHostBuffer, args);
  const Event copied(api_, args.event);
  RUNG_RETURN_IF_ERROR(status);
  return copied.Await();
}

absl::StatusOr<std::span<const std::byte>> Buffer::HostView() const {
  RUNG_ASSIGN_OR_RETURN(const uintptr_t address, UnsafePointer());
  return std::span(reinterpret_cast<const std::byte*>(address),
                   static_cast<size_t>(type_->ByteCount()));
}

absl::Status Buffer::AwaitReady() const {
  PJRT_Buffer_ReadyEvent_Args args = {};
  args.buffer = buffer_;
  const absl::Status status = RUNG_PJRT_CALL(*api_, PJRT_Buffer_ReadyEvent, args);
  const Event ready(api_, args.event);
  RUNG_RETURN_IF_ERROR(status);
  return ready.Await();
}

absl::StatusOr<int64_t> Buffer::OnDeviceSizeInBytes() const {
  PJRT_Buffer_OnDeviceSizeInBytes_Args args = {};
  args.buffer = buffer_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Buffer_OnDeviceSizeInBytes, args));
  return static_cast<int64_t>(args.on_device_size_in_bytes);
}

absl::Status Buffer::Delete() const {
  PJRT_Buffer_Delete_Args args = {};
  args.buffer = buffer_;
  return RUNG_PJRT_CALL(*api_, PJRT_Buffer_Delete, args);
}

absl::StatusOr<bool> Buffer::IsDeleted() const {
  PJRT_Buffer_IsDeleted_Args args = {};
  args.buffer = buffer_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Buffer_IsDeleted, args));
  return args.is_deleted;
}

absl::StatusOr<uintptr_t> Buffer::UnsafePointer() const {
  PJRT_Buffer_UnsafePointer_Args args = {};
  args.buffer = buffer_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Buffer_UnsafePointer, args));
  return args.buffer_pointer;
}

}  // namespace rung::pjrt
