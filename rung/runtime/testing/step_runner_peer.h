// What tests may do to a runner's rows that the engine never may.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/runtime/xla_step_runner.h"

namespace rung::runtime::testing {

// Reaches the device buffers of rows on either lowering, whatever of f32, f16 and bf16 is in them.
// Same thread as the runner.
class StepRunnerPeer {
 public:
  explicit StepRunnerPeer(XlaStepRunner* runner) : runner_(runner) {}

  // Buffer `index` of the row. Portable: 2 * layer, + 1 for V, [kv_heads, capacity, head_dim].
  // Kernel: the only one, [layers, 2, kv_heads, capacity, head_dim].
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
  absl::StatusOr<std::vector<std::byte>> ReadBytes(RowId row, int64_t index) const;

  XlaStepRunner* runner_;
};

}  // namespace rung::runtime::testing
