// Sampling flags -> SamplingParams.
#pragma once

#include "absl/status/statusor.h"
#include "rung/cli/command_line.h"
#include "rung/engine/sampling_params.h"

namespace rung::cli {

// Draws a seed when none was given. Ranges are engine::Validate's business.
absl::StatusOr<engine::SamplingParams> SamplingFrom(const SamplingFlags& flags);

}  // namespace rung::cli
