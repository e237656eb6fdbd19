// Cosines and sines of rotary position embeddings, computed once per position.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace rung::kernels {

// Grows as positions are asked for, in blocks that never move. Thread-safe; a look-up of a position
// that is there costs two loads.
class RopeTable {
 public:
  static constexpr int64_t kMaxPositions = int64_t{1} << 22;

  explicit RopeTable(std::vector<float> inverse_frequencies);
  ~RopeTable();
  RopeTable(const RopeTable&) = delete;
  RopeTable& operator=(const RopeTable&) = delete;

  int64_t half() const { return static_cast<int64_t>(inverse_frequencies_.size()); }

  // cos[half] then sin[half] of float(position) * inverse_frequency, the product rounded to f32 as
  // the portable graph does, the functions taken in double and rounded. position:
  // 0..kMaxPositions-1.
  const float* Row(int64_t position);

 private:
  static constexpr int64_t kBlock = 256;  // positions
  const float* Grow(int64_t block);

  const std::vector<float> inverse_frequencies_;
  std::mutex mutex_;
  std::vector<std::atomic<const float*>> blocks_;
};

}  // namespace rung::kernels
