// What decode steps, prefill chunks and growth copies cost here: the numbers behind batching, the
// choice of chunks, and growth.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/text_output.h"
#include "rung/runtime/device_model.h"

namespace rung::cli {

struct StepCost {
  std::vector<int64_t> rows;  // capacities, as the program has them
  double ms = 0;              // of the fastest run
};

struct CopyCost {
  int64_t from = 0;
  int64_t to = 0;
  double ms = 0;  // of the fastest run
};

struct ChunkCost {
  int64_t chunk = 0;
  int64_t capacity = 0;
  double full_ms = 0;       // of the fastest run
  double one_token_ms = 0;  // the same program with a single token: the rest is padding
};

struct StepCostTable {
  std::vector<StepCost> decode;
  std::vector<CopyCost> growth;  // of each rung to the next
};

// One row at each rung, several at the smallest, and the same beside one at the largest; and every
// growth copy. `rungs`: what the device was loaded with. Compiles what is missing (about ten
// programs) and takes half a minute. `progress` gets 0..1.
absl::StatusOr<StepCostTable> MeasureStepCosts(runtime::DeviceModel* device,
                                               const std::vector<int64_t>& rungs,
                                               const std::function<void(double)>& progress);

// Every chunk at the smallest, the middle and the largest of `rungs`. Compiles what is missing.
absl::StatusOr<std::vector<ChunkCost>> MeasureChunkCosts(runtime::DeviceModel* device,
                                                         const std::vector<int64_t>& rungs);

// Milliseconds of the fastest decode step over rows of these capacities.
absl::StatusOr<double> MeasureDecodeStep(runtime::StepRunner* runner,
                                         const std::vector<int64_t>& rows, int64_t repetitions);
absl::StatusOr<double> MeasureGrowth(runtime::StepRunner* runner, int64_t from, int64_t to,
                                     int64_t repetitions);

void PrintStepCosts(TextOutput& out, const StepCostTable& table);
void PrintChunkCosts(TextOutput& out, const std::vector<ChunkCost>& chunks);

}  // namespace rung::cli
