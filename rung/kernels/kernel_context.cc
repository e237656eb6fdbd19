#include "rung/kernels/kernel_context.h"

#include <sys/mman.h>

#include <bit>
#include <new>

namespace rung::kernels {
namespace {

constexpr std::align_val_t kAlign{kAlignment};

// From here on a buffer is memory of its own, twice as large each time: along a long prompt every
// chunk wants a little more than the last, and what a heap is given back in such sizes stays.
constexpr size_t kOwnMapping = size_t{1} << 20;

}  // namespace

ScratchPool::Lease::Buffer ScratchPool::Lease::Allocate(size_t bytes) {
  if (bytes >= kOwnMapping) {
    const size_t size = std::bit_ceil(bytes);
    void* const data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                            /*fd=*/-1, /*offset=*/0);
    if (data != MAP_FAILED) return {static_cast<uint8_t*>(data), size, /*is_mapped=*/true};
  }
  return {static_cast<uint8_t*>(::operator new(bytes, kAlign)), bytes};
}

void ScratchPool::Lease::Free(const Buffer& buffer) {
  if (buffer.is_mapped) {
    munmap(buffer.data, buffer.size);
  } else {
    ::operator delete(buffer.data, kAlign);
  }
}

ScratchPool::Lease::Lease(ScratchPool* pool, size_t bytes) : pool_(pool) {
  {
    const std::lock_guard lock(pool_->mutex_);
    if (!pool_->free_.empty()) {
      buffer_ = pool_->free_.back();
      pool_->free_.pop_back();
    }
  }
  if (buffer_.size >= bytes) return;
  Free(buffer_);
  buffer_ = Allocate(bytes);
}

ScratchPool::Lease::~Lease() {
  if (buffer_.data == nullptr) return;
  const std::lock_guard lock(pool_->mutex_);
  pool_->free_.push_back(buffer_);
}

ScratchPool::~ScratchPool() {
  for (const Lease::Buffer& buffer : free_) Lease::Free(buffer);
}

}  // namespace rung::kernels
