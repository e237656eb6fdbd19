#include "rung/runtime/kv_rows.h"

#include <algorithm>

#include "rung/base/status.h"
#include "rung/runtime/tensor_type.h"

namespace rung::runtime {

absl::Status KvRows::MakeRoom(int64_t capacity, int64_t bytes) {
  if (bytes <= limit_bytes_ - live_bytes_) {
    spares_.ShrinkTo(limit_bytes_ - live_bytes_ - bytes);
    return absl::OkStatus();
  }
  return ResourceExhausted(
      "a KV cache of capacity {} needs {} bytes, but {} of the limit of {} are in use; raise "
      "RUNG_MEMORY_LIMIT or run fewer or shorter sequences",
      capacity, bytes, live_bytes_, limit_bytes_);
}

absl::StatusOr<KvRow*> KvRows::Allocate(int64_t capacity) {
  RUNG_RETURN_IF_ERROR(MakeRoom(capacity, model_->KvBytes(capacity)));
  std::vector<pjrt::Buffer> buffers;
  for (const hlo::TensorType& type : model_->KvTypes(capacity)) {
    RUNG_ASSIGN_OR_RETURN(buffers.emplace_back(), Fresh(type));
  }
  return Adopt(capacity, std::move(buffers));
}

absl::StatusOr<pjrt::Buffer> KvRows::Fresh(const hlo::TensorType& type) {
  if (pjrt::Buffer spare = spares_.Take(ToBufferType(type))) return spare;
  absl::StatusOr<pjrt::Buffer> buffer = FreshOrError(type);
  if (absl::IsResourceExhausted(buffer.status()) && spares_.size() > 0) {
    spares_.ShrinkTo(0);
    buffer = FreshOrError(type);
  }
  if (buffer.ok()) spares_.OnMade(buffer->type());
  if (buffer.ok() || absl::IsResourceExhausted(buffer.status())) return buffer;
  // Of the device's own codes some would look like a caller's mistake, or a server that loads.
  return Internal("a KV cache of the device failed: {}", Message(buffer.status()));
}

absl::StatusOr<pjrt::Buffer> KvRows::FreshOrError(const hlo::TensorType& type) const {
  if (!model_->ReadsFreshKv()) {
    absl::StatusOr<pjrt::Buffer> buffer = client_->UninitializedBuffer(ToBufferType(type));
    if (!absl::IsUnimplemented(buffer.status())) return buffer;
  }
  const std::vector<std::byte> zeros(type.ByteCount());
  return client_->BufferFromHost(std::span<const std::byte>(zeros), ToBufferType(type));
}

KvRow* KvRows::Adopt(int64_t capacity, std::vector<pjrt::Buffer> buffers) {
  auto row = std::make_unique<KvRow>();
  row->id = RowId{next_id_++};
  row->capacity = capacity;
  row->bytes = model_->KvBytes(capacity);
  row->buffers = std::move(buffers);
  live_bytes_ += row->bytes;
  return rows_.emplace(row->id.value, std::move(row)).first->second.get();
}

void KvRows::Replace(KvRow* row, int64_t capacity, std::vector<pjrt::Buffer> buffers) {
  if (row->has_kv()) live_bytes_ -= row->bytes;
  row->capacity = capacity;
  row->bytes = model_->KvBytes(capacity);
  row->buffers = std::move(buffers);
  live_bytes_ += row->bytes;
}

KvRow* KvRows::Find(RowId id) {
  const auto it = rows_.find(id.value);
  return it == rows_.end() ? nullptr : it->second.get();
}

void KvRows::Forget(RowId id, bool erase) {
  const auto it = rows_.find(id.value);
  if (it == rows_.end()) return;
  KvRow& row = *it->second;
  if (row.has_kv()) live_bytes_ -= row.bytes;
  if (erase && !model_->ReadsFreshKv()) {
    for (pjrt::Buffer& buffer : row.buffers) spares_.Add(std::move(buffer));
  }
  row.buffers.clear();
  if (erase) rows_.erase(it);
}

}  // namespace rung::runtime
