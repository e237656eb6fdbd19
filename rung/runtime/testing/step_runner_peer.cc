#include "rung/runtime/testing/step_runner_peer.h"

#include <cstring>

#include "rung/base/half.h"
#include "rung/base/status.h"
#include "rung/kernels/attention.h"

namespace rung::runtime::testing {

namespace {

float Widen(DType type, const std::byte* element) {
  uint16_t half = 0;
  float value = 0;
  if (type == DType::kF32) {
    std::memcpy(&value, element, sizeof(value));
    return value;
  }
  std::memcpy(&half, element, sizeof(half));
  return type == DType::kF16 ? HalfToFloat(half) : BFloat16ToFloat(half);
}

void Narrow(DType type, float value, std::byte* element) {
  if (type == DType::kF32) {
    std::memcpy(element, &value, sizeof(value));
    return;
  }
  const uint16_t half = type == DType::kF16 ? FloatToHalf(value) : FloatToBFloat16(value);
  std::memcpy(element, &half, sizeof(half));
}

// The position that element `i` of head `head` belongs to. The kernel lowering has layouts of its
// own, by blocks of 16 positions (kernels/kernel_table.h): all of a type's keys, which are the
// first of each pair of caches, and values that are whole numbers.
int64_t PositionOf(const pjrt::BufferType& type, int64_t head, int64_t i) {
  const int64_t elements = type.dims.back();
  if (type.dims.size() != 5) return i / elements;
  const bool is_key = head / type.dims[2] % 2 == 0;
  const bool is_fixed = type.dtype == DType::kF16;
  if (!is_key && !is_fixed) return i / elements;
  const int64_t block = kernels::kKeyLanes * elements;
  const int64_t first = i / block * kernels::kKeyLanes;
  const int64_t in_block = i % block;
  if (!is_fixed) return first + in_block % kernels::kKeyLanes;
  const int64_t head_dim = elements - 2;
  const int64_t word = in_block / 2;
  const bool is_scale = in_block >= kernels::kKeyLanes * head_dim;
  if (is_key || is_scale) return first + word % kernels::kKeyLanes;
  return first + word / head_dim * 2 + in_block % 2;
}

}  // namespace

absl::StatusOr<std::vector<std::byte>> StepRunnerPeer::ReadBytes(RowId row, int64_t index) const {
  const KvRow* kv = runner_->rows_.Find(row);
  if (kv == nullptr || !kv->has_kv()) return NotFound("row {} has no KV", row.value);
  const pjrt::Buffer& buffer = kv->buffers[index];
  std::vector<std::byte> bytes(buffer.type().ByteCount());
  RUNG_RETURN_IF_ERROR(buffer.ToHost(std::span<std::byte>(bytes)));
  return bytes;
}

absl::StatusOr<std::vector<float>> StepRunnerPeer::ReadKv(RowId row, int64_t index) const {
  RUNG_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, ReadBytes(row, index));
  const DType type = runner_->rows_.Find(row)->buffers[index].type().dtype;
  std::vector<float> values;
  for (size_t i = 0; i < bytes.size(); i += ByteSize(type)) {
    values.push_back(Widen(type, bytes.data() + i));
  }
  return values;
}

absl::Status StepRunnerPeer::FillBeyond(RowId row, int64_t live_length, float garbage) {
  KvRow* kv = runner_->rows_.Find(row);
  if (kv == nullptr) return NotFound("no row {}", row.value);
  for (size_t i = 0; i < kv->buffers.size(); ++i) {
    RUNG_ASSIGN_OR_RETURN(std::vector<std::byte> bytes, ReadBytes(row, static_cast<int64_t>(i)));
    const pjrt::BufferType type = kv->buffers[i].type();
    const size_t rank = type.dims.size();
    const int64_t head_elements = type.dims[rank - 2] * type.dims[rank - 1];
    for (int64_t head = 0; head < type.NumElements() / head_elements; ++head) {
      for (int64_t i = 0; i < head_elements; ++i) {
        if (PositionOf(type, head, i) < live_length) continue;
        const int64_t element = head * head_elements + i;
        Narrow(type.dtype, garbage, bytes.data() + element * ByteSize(type.dtype));
      }
    }
    RUNG_ASSIGN_OR_RETURN(
        kv->buffers[i], runner_->client_->BufferFromHost(std::span<const std::byte>(bytes), type));
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
