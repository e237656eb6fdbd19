// `rung bench --start`: what the compile cache saves.
#pragma once

#include "absl/status/statusor.h"
#include "rung/cli/command.h"

namespace rung::cli {

// Runs this program twice, each up to its first token, with one compile cache that is empty at
// first, and prints both. Processes of their own, since a plugin is loaded once in a process.
absl::StatusOr<int> RunBenchStart(const CommandContext& context, const CommandLine& line);

}  // namespace rung::cli
