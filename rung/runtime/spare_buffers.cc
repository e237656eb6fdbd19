#include "rung/runtime/spare_buffers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rung::runtime {

SpareBuffers::Kind& SpareBuffers::KindOf(const pjrt::BufferType& type) {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(),
                                  [&](const Kind& kind) { return kind.type == type; });
  return found != kinds_.end() ? *found : kinds_.emplace_back(Kind{.type = type});
}

void SpareBuffers::OnMade(const pjrt::BufferType& type) { ++KindOf(type).made; }

void SpareBuffers::Add(pjrt::Buffer buffer) {
  Kind& kind = KindOf(buffer.type());
  if (kind.kept >= kind.made) return;
  ++kind.kept;
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
  --KindOf(type).kept;
  return taken;
}

void SpareBuffers::ShrinkTo(int64_t bytes) {
  while (!buffers_.empty() && bytes_ > bytes) {
    bytes_ -= buffers_.front().type().ByteCount();
    --KindOf(buffers_.front().type()).kept;
    buffers_.pop_front();
  }
}

}  // namespace rung::runtime
