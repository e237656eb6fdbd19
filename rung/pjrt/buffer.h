// RAII over PJRT_Buffer.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/pjrt/buffer_type.h"
#include "rung/pjrt/event.h"

struct PJRT_Buffer;

namespace rung::pjrt {

// Owns one device buffer, or nothing (moved from, or default). Must not outlive its Client. Reading
// from several threads is safe; a buffer that an execution donates belongs to that execution's
// thread.
class Buffer {
 public:
  Buffer() = default;
  // Takes ownership of `buffer` (may be null). `host_done` is set for a buffer that may alias host
  // memory: the destructor then waits for it, so the host memory may be freed right afterwards.
  Buffer(const Api* api, PJRT_Buffer* buffer, std::shared_ptr<const BufferType> type,
         Event host_done = Event());
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer() { Reset(); }

  explicit operator bool() const { return buffer_ != nullptr; }
  PJRT_Buffer* raw() const { return buffer_; }
  const BufferType& type() const { return *type_; }

  // Copies the value to `out`, row-major, and waits for it; out.size() must be type().ByteCount().
  // Returns the error of the computation that was to produce the buffer, if it failed.
  absl::Status ToHost(std::span<std::byte> out) const;
  template <typename T>
  absl::Status ToHost(std::span<T> out) const {
    return ToHost(std::as_writable_bytes(out));
  }
  // The value where it lies, row-major, on a client that has_host_memory(). The computation that
  // makes it must be done; valid while the buffer lives and no execution takes it.
  absl::StatusOr<std::span<const std::byte>> HostView() const;
  // Waits until the value is there.
  absl::Status AwaitReady() const;

  // Bytes on the device, with its padding.
  absl::StatusOr<int64_t> OnDeviceSizeInBytes() const;
  // Gives the device memory back now; every later use but IsDeleted is an error. Tests make a step
  // fail with it.
  absl::Status Delete() const;
  // True once an execution took it (donation), or after Delete.
  absl::StatusOr<bool> IsDeleted() const;
  // Platform's address of the data; tests compare it before and after a donation.
  absl::StatusOr<uintptr_t> UnsafePointer() const;

 private:
  void Reset();

  const Api* api_ = nullptr;
  PJRT_Buffer* buffer_ = nullptr;
  std::shared_ptr<const BufferType> type_;
  Event host_done_;
};

}  // namespace rung::pjrt
