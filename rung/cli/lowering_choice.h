// Which lowering a command runs: what the operator asks for, and what plugin and model can do.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "rung/cli/command.h"

namespace rung::cli {

// The model in the lowering that `settings` ask for. With `auto`: kernels where they run, which a
// probe decides, else portable and one log line that says why. With `kernel` whatever stands in the
// way is an error. Loads the plugin unless the settings say portable.
absl::StatusOr<std::unique_ptr<model::Model>> CreateModelFor(const CommandContext& context,
                                                             const EngineFlags& flags,
                                                             const Settings& settings,
                                                             const model::ModelConfig& config,
                                                             const weights::TensorSource& source);

}  // namespace rung::cli
