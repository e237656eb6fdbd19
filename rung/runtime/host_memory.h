// Host memory that a device may read in place.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "absl/status/statusor.h"

namespace rung::runtime {

// Owns `size` bytes, uninitialized, aligned for zero copy (64 bytes; 2 MiB and in huge pages for
// large blocks: a decode step reads every weight once, and huge pages save it the page walks).
class HostMemory {
 public:
  // ResourceExhausted when the system has none left.
  static absl::StatusOr<HostMemory> Allocate(size_t size);

  HostMemory() = default;
  std::span<std::byte> bytes() const { return {data_.get(), size_}; }
  template <typename T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(data_.get()), size_ / sizeof(T)};
  }

 private:
  struct Free {
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, Free> data_;
  size_t size_ = 0;
};

}  // namespace rung::runtime
