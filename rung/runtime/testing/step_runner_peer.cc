#include "rung/runtime/testing/step_runner_peer.h"

#include <algorithm>

#include "rung/base/status.h"

namespace rung::runtime::testing {

absl::StatusOr<std::vector<float>> StepRunnerPeer::ReadKv(RowId row, int64_t index) const {
  const KvRow* kv = runner_->rows_.Find(row);
  if (kv == nullptr || !kv->has_kv()) return NotFound("row {} has no KV", row.value);
  const pjrt::Buffer& buffer = kv->buffers[index];
  std::vector<float> values(buffer.type().NumElements());
  RUNG_RETURN_IF_ERROR(buffer.ToHost(std::span<float>(values)));
  return values;
}

absl::Status StepRunnerPeer::FillBeyond(RowId row, int64_t live_length, float garbage) {
  KvRow* kv = runner_->rows_.Find(row);
  if (kv == nullptr) return NotFound("no row {}", row.value);
  for (size_t i = 0; i < kv->buffers.size(); ++i) {
    RUNG_ASSIGN_OR_RETURN(std::vector<float> values, ReadKv(row, static_cast<int64_t>(i)));
    const pjrt::BufferType type = kv->buffers[i].type();
    const int64_t heads = type.dims[0];
    const int64_t head_elements = type.dims[1] * type.dims[2];
    for (int64_t head = 0; head < heads; ++head) {
      std::fill(values.begin() + head * head_elements + live_length * type.dims[2],
                values.begin() + (head + 1) * head_elements, garbage);
    }
    RUNG_ASSIGN_OR_RETURN(kv->buffers[i],
                          runner_->client_->BufferFromHost(std::span<const float>(values), type));
  }
  return absl::OkStatus();
}

absl::Status StepRunnerPeer::FillPadding(float garbage) {
  for (RowId row : runner_->padding_) RUNG_RETURN_IF_ERROR(FillBeyond(row, 0, garbage));
  return absl::OkStatus();
}

absl::Status StepRunnerPeer::BreakRow(RowId row) {
  const KvRow* kv = runner_->rows_.Find(row);
  if (kv == nullptr || !kv->has_kv()) return NotFound("row {} has no KV", row.value);
  return kv->buffers.back().Delete();
}

absl::StatusOr<std::vector<uintptr_t>> StepRunnerPeer::KvAddresses(RowId row) const {
  const KvRow* kv = runner_->rows_.Find(row);
  if (kv == nullptr) return NotFound("no row {}", row.value);
  std::vector<uintptr_t> addresses;
  for (const pjrt::Buffer& buffer : kv->buffers) {
    RUNG_ASSIGN_OR_RETURN(addresses.emplace_back(), buffer.UnsafePointer());
  }
  return addresses;
}

}  // namespace rung::runtime::testing
