// `rung bench --compare-growth`: what climbing the ladder and keeping KV are worth, against running
// where it was reserved and prefilling anew.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/clock.h"
#include "rung/cli/command.h"
#include "rung/runtime/device_model.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::cli {

// A loaded model and where its rows run. Owns nothing.
struct GrowthBench {
  runtime::DeviceModel* device;
  const tokenizer::Tokenizer* tokenizer;
  std::vector<int64_t> rungs;
  SteadyClock clock;
};

// Four measurements in one run, on stdout: growth against decode steps; a reply that was asked for
// up to 4,000 tokens and ends after 400; six short and two long streams at once; a conversation.
absl::StatusOr<int> RunGrowthBench(const CommandContext& context, const CommandLine& line);

}  // namespace rung::cli
