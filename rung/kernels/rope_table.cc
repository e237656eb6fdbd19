#include "rung/kernels/rope_table.h"

#include <cmath>
#include <utility>

namespace rung::kernels {

RopeTable::RopeTable(std::vector<float> inverse_frequencies)
    : inverse_frequencies_(std::move(inverse_frequencies)), blocks_(kMaxPositions / kBlock) {}

RopeTable::~RopeTable() {
  for (const auto& block : blocks_) delete[] block.load(std::memory_order_relaxed);
}

const float* RopeTable::Row(int64_t position) {
  const int64_t index = position / kBlock;
  const float* block = blocks_[static_cast<size_t>(index)].load(std::memory_order_acquire);
  if (block == nullptr) block = Grow(index);
  return block + position % kBlock * 2 * half();
}

const float* RopeTable::Grow(int64_t index) {
  const std::lock_guard lock(mutex_);
  std::atomic<const float*>& slot = blocks_[static_cast<size_t>(index)];
  if (const float* made = slot.load(std::memory_order_relaxed)) return made;
  auto* const block = new float[static_cast<size_t>(kBlock * 2 * half())];
  for (int64_t p = 0; p < kBlock; ++p) {
    float* const row = block + p * 2 * half();
    for (int64_t i = 0; i < half(); ++i) {
      const float angle =
          static_cast<float>(index * kBlock + p) * inverse_frequencies_[static_cast<size_t>(i)];
      row[i] = static_cast<float>(std::cos(static_cast<double>(angle)));
      row[half() + i] = static_cast<float>(std::sin(static_cast<double>(angle)));
    }
  }
  slot.store(block, std::memory_order_release);
  return block;
}

}  // namespace rung::kernels
