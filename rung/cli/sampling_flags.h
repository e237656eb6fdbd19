// Sampling flags -> SamplingParams.
#pragma once

#include "absl/status/statusor.h"
#include "rung/cli/command_line.h"
#include "rung/engine/sampling_params.h"

namespace rung::cli {

// Draws a seed when none was given. What engine::Validate refuses is refused by the flag's name.
absl::StatusOr<engine::SamplingParams> SamplingFrom(const SamplingFlags& flags, int64_t vocab_size);

}  // namespace rung::cli
