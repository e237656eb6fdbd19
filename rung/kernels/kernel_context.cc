#include "rung/kernels/kernel_context.h"

#include <new>

namespace rung::kernels {
namespace {

constexpr std::align_val_t kAlign{kAlignment};

}  // namespace

ScratchPool::Lease::Lease(ScratchPool* pool, size_t bytes) : pool_(pool) {
  {
    const std::lock_guard lock(pool_->mutex_);
    if (!pool_->free_.empty()) {
      buffer_ = pool_->free_.back();
      pool_->free_.pop_back();
    }
  }
  if (buffer_.size >= bytes) return;
  ::operator delete(buffer_.data, kAlign);
  buffer_ = {static_cast<uint8_t*>(::operator new(bytes, kAlign)), bytes};
}

ScratchPool::Lease::~Lease() {
  if (buffer_.data == nullptr) return;
  const std::lock_guard lock(pool_->mutex_);
  pool_->free_.push_back(buffer_);
}

ScratchPool::~ScratchPool() {
  for (const Lease::Buffer& buffer : free_) ::operator delete(buffer.data, kAlign);
}

}  // namespace rung::kernels
