// What tests may do to a runner's rows that the engine never may.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/runtime/xla_step_runner.h"

namespace rung::runtime::testing {

// Reaches the device buffers of rows whose KV is f32. Same thread as the runner.
class StepRunnerPeer {
 public:
  explicit StepRunnerPeer(XlaStepRunner* runner) : runner_(runner) {}

  // Buffer `index` (2 * layer, + 1 for V) of the row: [kv_heads, capacity, head_dim].
  absl::StatusOr<std::vector<float>> ReadKv(RowId row, int64_t index) const;
  // Overwrites every position from `live_length` on, in every buffer, with `garbage`: what a
  // recycled buffer or a padded chunk may leave there.
  absl::Status FillBeyond(RowId row, int64_t live_length, float garbage);
  // The same for all positions of all padding rows that exist.
  absl::Status FillPadding(float garbage);
  // Takes one buffer away behind the runner's back: the next step of the row fails on the device.
  absl::Status BreakRow(RowId row);
  // Addresses of the row's buffers on the device.
  absl::StatusOr<std::vector<uintptr_t>> KvAddresses(RowId row) const;

 private:
  XlaStepRunner* runner_;
};

}  // namespace rung::runtime::testing
