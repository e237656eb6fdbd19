// Bytes of a set of capacities, and the rule that refuses a start which cannot fit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/context/bucket_set.h"

namespace rung::context {

struct MemoryInputs {
  int64_t runtime_bytes = 0;       // the program, the plugin and its compiler
  int64_t bytes_per_capacity = 0;  // the programs of one capacity, as the plugin holds them
  int64_t weights_bytes = 0;       // shared by every capacity
  int64_t temp_bytes = 0;          // the largest program's temporary space...
  int64_t temp_bytes_per_position =
      0;                              // ...and what it takes more for each of the largest capacity
  int64_t kv_bytes_per_position = 0;  // of one row: K and V of all layers
  std::vector<int64_t> capacities;    // ascending, not empty
  int64_t padding_rows = 0;           // at the smallest capacity; they have KV of their own
  bool growth = false;                // rows climb the rungs between the capacities
  // What a row holds twice while it grows from one rung to the next; empty: all of the lower one.
  std::function<int64_t(int64_t from, int64_t to)> copied_bytes;
};

// What must fit at once. Sums saturate at INT64_MAX instead of overflowing.
struct MemoryNeed {
  int64_t runtime_bytes = 0;  // with the programs of all capacities
  int64_t weights_bytes = 0;
  int64_t temp_bytes = 0;
  int64_t top_kv_bytes = 0;      // one row at the largest capacity
  int64_t next_kv_bytes = 0;     // with growth: what is copied of the same row at the one below
  int64_t padding_kv_bytes = 0;  // all padding rows
  int64_t total_bytes = 0;
};

// KV bytes of one row, saturating.
int64_t KvBytes(int64_t kv_bytes_per_position, int64_t capacity);

MemoryNeed NeedAtStart(const MemoryInputs& inputs);

// OK when the need fits `limit_bytes`; else ResourceExhausted with every part, the limit and where
// it comes from (`limit_source`: "RUNG_MEMORY_LIMIT", "free memory"), and a way out that works: a
// larger limit, or the capacities that do fit.
absl::Status CheckMemory(const MemoryInputs& inputs, int64_t limit_bytes,
                         std::string_view limit_source);

// The least that a server can start with: `set` as far as FitToMemory takes it down.
struct LeastStart {
  int64_t limit_bytes = 0;
  std::vector<int64_t> capacities;  // the buckets that are held then
};
LeastStart LeastToStart(BucketSet set, const MemoryInputs& inputs);

// The need of a start whose largest bucket is `capacity`, beside the smaller ones of `set`.
MemoryNeed NeedUpTo(const BucketSet& set, int64_t capacity, MemoryInputs inputs);

// `set` without the buckets that do not fit `limit_bytes`: as long as the need is above it, the
// largest is replaced by the next lower rung or dropped. `inputs.capacities` is not read. With
// `growth`, rows may run at the rungs between. ResourceExhausted when nothing that may go is left
// (a pin, the last bucket, the one for the worst image), with what the whole set needs and
// LeastToStart.
absl::StatusOr<BucketSet> FitToMemory(BucketSet set, MemoryInputs inputs, int64_t limit_bytes,
                                      std::string_view limit_source);

// Bytes that are left for KV, padding rows included: the limit less all that is not KV.
int64_t KvLimit(const MemoryInputs& inputs, int64_t limit_bytes);

}  // namespace rung::context
