// Device buffers of rows that ended, for the rows to come.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "rung/pjrt/buffer.h"

namespace rung::runtime {

// A CPU plugin's buffers come from malloc, which spreads buffers that come and go over ever more
// pages: a server's memory grows for minutes, and every page costs a fault. The newest buffer that
// fits is warm, and its pages are there. Buffers keep whatever they held. Not thread-safe.
class SpareBuffers {
 public:
  explicit SpareBuffers(int64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  // One more of this type had to be made: as many spares of it may be wanted at once. Of types that
  // only programs make, none is.
  void OnMade(const pjrt::BufferType& type);
  // Keeps the buffer, unless there are enough of its type; over the limit the oldest are destroyed.
  void Add(pjrt::Buffer buffer);
  // The newest of this type; null when there is none.
  pjrt::Buffer Take(const pjrt::BufferType& type);
  // Destroys the oldest until at most `bytes` are kept.
  void ShrinkTo(int64_t bytes);

  int64_t bytes() const { return bytes_; }
  int64_t size() const { return static_cast<int64_t>(buffers_.size()); }

 private:
  struct Kind {
    pjrt::BufferType type;
    int64_t made = 0;
    int64_t kept = 0;
  };
  Kind& KindOf(const pjrt::BufferType& type);

  const int64_t limit_bytes_;
  int64_t bytes_ = 0;
  std::deque<pjrt::Buffer> buffers_;  // oldest first
  std::vector<Kind> kinds_;           // few: pieces of a cache are of a handful of sizes
};

}  // namespace rung::runtime
