// Device buffers of rows that ended, for the rows to come.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "rung/pjrt/buffer.h"

namespace rung::runtime {

// A CPU plugin's buffers come from malloc, which spreads buffers that come and go over ever more
// pages: a server's memory grows for minutes, and every page costs a fault. The newest buffer that
// fits is warm, and its pages are there. Buffers keep whatever they held. Not thread-safe.
class SpareBuffers {
 public:
  explicit SpareBuffers(int64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  // A row gets a buffer of this type that had to be made. As many may come back; of types that only
  // programs make, none.
  void OnMade(const pjrt::BufferType& type) { ++OutOf(type); }
  // Keeps the buffer if one of its type is out; over the limit the oldest are destroyed.
  void Add(pjrt::Buffer buffer);
  // The newest of this type; null when there is none.
  pjrt::Buffer Take(const pjrt::BufferType& type);
  // Destroys the oldest until at most `bytes` are kept.
  void ShrinkTo(int64_t bytes);

  int64_t bytes() const { return bytes_; }
  int64_t size() const { return static_cast<int64_t>(buffers_.size()); }

 private:
  // How many of this type rows have got and not given back.
  int64_t& OutOf(const pjrt::BufferType& type);

  const int64_t limit_bytes_;
  int64_t bytes_ = 0;
  std::deque<pjrt::Buffer> buffers_;                       // oldest first
  std::vector<std::pair<pjrt::BufferType, int64_t>> out_;  // a handful of types
};

}  // namespace rung::runtime
