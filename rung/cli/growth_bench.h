// `rung bench --compare-growth`: what climbing the ladder is worth, against running where it was
// reserved.
#pragma once

#include "absl/status/statusor.h"
#include "rung/cli/command.h"

namespace rung::cli {

// Three measurements in one run, on stdout: growth copies against decode steps; a reply that was
// asked for up to 4,000 tokens and ends after 400; six short and two long streams at once.
absl::StatusOr<int> RunGrowthBench(const CommandContext& context, const CommandLine& line);

}  // namespace rung::cli
