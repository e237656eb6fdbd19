// KV caches of rows on the device, in buffers as the model's lowering lays them out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/spare_buffers.h"
#include "rung/runtime/step_runner.h"

namespace rung::runtime {

struct KvRow {
  RowId id;
  int64_t capacity = 0;
  int64_t bytes = 0;
  // In Model::KvTypes order; empty once a failed step has taken them.
  std::vector<pjrt::Buffer> buffers;
  bool has_kv() const { return !buffers.empty(); }
};

// Owns the buffers of live rows, and up to 128 MiB of those that ended, which are in no row's bytes
// and give way to rows: both together stay within the limit. Pointers to rows stay valid until they
// are freed. Not thread-safe.
class KvRows {
 public:
  // Neither is owned; both outlive this.
  KvRows(const pjrt::Client* client, const model::Model* model, int64_t limit_bytes)
      : client_(client), model_(model), limit_bytes_(limit_bytes) {}

  // A row that holds nothing. ResourceExhausted, naming need, use and limit, when it would pass the
  // limit.
  absl::StatusOr<KvRow*> Allocate(int64_t capacity);
  // A buffer that holds nothing: zeros where the model's programs read what none of them wrote
  // (0 x NaN is NaN), which costs one copy of its bytes; else one of a row that ended, or untouched
  // memory, if the plugin has it.
  absl::StatusOr<pjrt::Buffer> Fresh(const hlo::TensorType& type);
  // OK when `bytes` more, for a row of this capacity, fit beside those that live; spare buffers
  // that are in the way are destroyed.
  absl::Status MakeRoom(int64_t capacity, int64_t bytes);
  // A row of buffers that the device made, in Model::KvTypes(capacity) order.
  KvRow* Adopt(int64_t capacity, std::vector<pjrt::Buffer> buffers);
  // The row's buffers become these, of another capacity; the old ones are destroyed.
  void Replace(KvRow* row, int64_t capacity, std::vector<pjrt::Buffer> buffers);
  void Free(RowId id) { Forget(id, /*erase=*/true); }
  // Null when there is no such row.
  KvRow* Find(RowId id);
  const KvRow* Find(RowId id) const { return const_cast<KvRows*>(this)->Find(id); }
  // The row's buffers are gone or cannot be trusted: destroys them, keeps the row.
  void DropKv(RowId id) { Forget(id, /*erase=*/false); }

  int64_t limit_bytes() const { return limit_bytes_; }
  int64_t live_bytes() const { return live_bytes_; }
  int64_t live_rows() const { return static_cast<int64_t>(rows_.size()); }
  const SpareBuffers& spares() const { return spares_; }
  void DropSpares() { spares_.ShrinkTo(0); }

 private:
  static constexpr int64_t kSpareBytes = int64_t{128} << 20;

  absl::StatusOr<pjrt::Buffer> FreshOrError(const hlo::TensorType& type) const;
  void Forget(RowId id, bool erase);

  const pjrt::Client* client_;
  const model::Model* model_;
  int64_t limit_bytes_;
  int64_t live_bytes_ = 0;
  uint64_t next_id_ = 1;
  std::map<uint64_t, std::unique_ptr<KvRow>> rows_;
  SpareBuffers spares_{kSpareBytes};
};

}  // namespace rung::runtime
