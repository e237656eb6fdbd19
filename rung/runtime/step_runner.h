// The seam between scheduling and the device: rows with KV caches of their own, and steps over
// lists of rows. The engine knows no more of a device than this, so schedulers are tested with a
// fake.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"

namespace rung::runtime {

using RowId = StrongId<struct RowTag>;

struct DecodeInput {
  RowId row;
  TokenId token = 0;     // the token to feed
  int64_t position = 0;  // where its KV goes: the number of tokens the row already holds
};

// The largest of every `group` logits of a row (fewer in the last group), NaN where one of them is
// not finite. Empty: nobody has looked.
struct GroupMaxima {
  std::span<const float> values;
  int64_t group = 0;
};

// Logits of one step on the host. Must not outlive the runner.
struct StepLogits {
  std::span<const float> values;  // f32 [slots, vocab]
  int64_t vocab = 0;
  // f32 [slots, groups], of all rows; empty where the device has not looked.
  GroupMaxima maxima = {};
  // Where the step's rows lie; empty: row i in slot i.
  std::vector<int64_t> slots = {};
  // What `values` and `maxima` view; null: memory of the runner, good until its next call.
  std::shared_ptr<const void> memory = {};

  std::span<const float> Row(int64_t i) const { return values.subspan(Slot(i) * vocab, vocab); }
  GroupMaxima RowMaxima(int64_t i) const {
    if (maxima.values.empty()) return {};
    const int64_t groups = (vocab + maxima.group - 1) / maxima.group;
    return {maxima.values.subspan(Slot(i) * groups, groups), maxima.group};
  }
  int64_t Slot(int64_t i) const { return slots.empty() ? i : slots[static_cast<size_t>(i)]; }
};

// Not thread-safe: one engine thread owns the runner and every device object behind it.
class StepRunner {
 public:
  virtual ~StepRunner() = default;

  virtual int64_t vocab_size() const = 0;

  // A row whose KV cache has room for `capacity` positions and holds none. ResourceExhausted when
  // memory is short; InvalidArgument when `capacity` is not one the runner was made for.
  virtual absl::StatusOr<RowId> AllocateRow(int64_t capacity) = 0;
  virtual void FreeRow(RowId row) = 0;
  virtual int64_t RowCapacity(RowId row) const = 0;
  // Whether a prefill takes the full time of its chunk however few tokens it gets.
  virtual bool ComputesPadding() const = 0;
  // False once a failed step has taken the row's KV (it was donated): free the row and prefill
  // anew.
  virtual bool RowHasKv(RowId row) const = 0;

  // Bytes of one row's KV at this capacity, and how many more bytes rows may take. What padding
  // rows will need is not counted as free.
  virtual int64_t KvBytes(int64_t capacity) const = 0;
  virtual int64_t kv_free_bytes() const = 0;

  // Moves the row's KV into a cache of `new_capacity` > RowCapacity(row); the handle stays. What
  // has to be copied is held twice meanwhile: ResourceExhausted when it does not fit. On any error
  // the row is as it was.
  virtual absl::Status Grow(RowId row, int64_t new_capacity) = 0;
  // A new row of any capacity that holds the KV of `row` as far as it reaches.
  // ResourceExhausted when memory is short; `row` is as it was in every case.
  virtual absl::StatusOr<RowId> CopyRow(RowId row, int64_t capacity) = 0;

  // Writes KV for `tokens` at positions [start, start + tokens.size()) through the program
  // prefill(chunk, capacity); tokens.size() <= chunk and start + chunk <= capacity. When
  // `want_logits`, returns the logits of the last token ([1, vocab]), else an empty StepLogits.
  virtual absl::StatusOr<StepLogits> Prefill(RowId row, std::span<const TokenId> tokens,
                                             int64_t start, int64_t chunk, bool want_logits) = 0;

  // One decode step over `inputs` (1 to 8 rows of any capacities), padded by the runner.
  virtual absl::StatusOr<StepLogits> Decode(std::span<const DecodeInput> inputs) = 0;
};

}  // namespace rung::runtime
