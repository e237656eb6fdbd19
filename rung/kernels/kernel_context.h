// What every kernel call needs: the table for this machine, the thread pool, and scratch memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "rung/kernels/kernel_table.h"
#include "rung/kernels/thread_pool.h"

namespace rung::kernels {

// Lends buffers that grow to the largest size asked for and are used again: a step makes hundreds
// of calls, and a fresh large allocation costs page faults. Thread-safe; a lease must not outlive
// it.
class ScratchPool {
 public:
  // Memory of at least the bytes asked for, aligned to kAlignment, contents unspecified.
  class Lease {
   public:
    Lease(ScratchPool* pool, size_t bytes);
    ~Lease();
    Lease(Lease&& other) noexcept : pool_(other.pool_), buffer_(std::exchange(other.buffer_, {})) {}
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease& operator=(Lease&&) = delete;

    // The next `count` elements, aligned to kAlignment. Ask for at most what Acquire was told, each
    // piece rounded up by Bytes().
    template <typename T>
    T* Take(size_t count) {
      T* const result = reinterpret_cast<T*>(buffer_.data + used_);
      used_ += Bytes<T>(count);
      return result;
    }

   private:
    friend class ScratchPool;
    struct Buffer {
      uint8_t* data = nullptr;
      size_t size = 0;
      bool is_mapped = false;  // memory of its own, not of the heap
    };
    static Buffer Allocate(size_t bytes);
    static void Free(const Buffer& buffer);

    ScratchPool* pool_;
    Buffer buffer_;
    size_t used_ = 0;
  };

  template <typename T>
  static size_t Bytes(size_t count) {
    return (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  }

  ScratchPool() = default;
  ~ScratchPool();
  ScratchPool(const ScratchPool&) = delete;
  ScratchPool& operator=(const ScratchPool&) = delete;

  Lease Acquire(size_t bytes) { return Lease(this, bytes); }

 private:
  std::mutex mutex_;
  std::vector<Lease::Buffer> free_;
};

// Thread-safe. Lives as long as the programs that call into it; there is no global one.
class KernelContext {
 public:
  explicit KernelContext(int threads, const KernelTable& table = BestKernels())
      : table_(table), pool_(threads) {}

  const KernelTable& table() const { return table_; }
  ThreadPool& pool() { return pool_; }
  ScratchPool& scratch() { return scratch_; }

 private:
  const KernelTable& table_;
  ThreadPool pool_;
  ScratchPool scratch_;
};

}  // namespace rung::kernels
