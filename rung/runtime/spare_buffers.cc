#include "rung/runtime/spare_buffers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rung::runtime {

int64_t& SpareBuffers::OutOf(const pjrt::BufferType& type) {
  const auto found = std::find_if(out_.begin(), out_.end(),
                                  [&](const auto& entry) { return entry.first == type; });
  return found != out_.end() ? found->second : out_.emplace_back(type, 0).second;
}

void SpareBuffers::Add(pjrt::Buffer buffer) {
  int64_t& out = OutOf(buffer.type());
  if (out == 0) return;
  --out;
  bytes_ += buffer.type().ByteCount();
  buffers_.push_back(std::move(buffer));
  ShrinkTo(limit_bytes_);
}

pjrt::Buffer SpareBuffers::Take(const pjrt::BufferType& type) {
  const auto newest =
      std::find_if(buffers_.rbegin(), buffers_.rend(),
                   [&](const pjrt::Buffer& buffer) { return buffer.type() == type; });
  if (newest == buffers_.rend()) return {};
  pjrt::Buffer taken = std::move(*newest);
  buffers_.erase(std::next(newest).base());
  bytes_ -= type.ByteCount();
  ++OutOf(type);
  return taken;
}

void SpareBuffers::ShrinkTo(int64_t bytes) {
  while (!buffers_.empty() && bytes_ > bytes) {
    bytes_ -= buffers_.front().type().ByteCount();
    buffers_.pop_front();
  }
}

}  // namespace rung::runtime
