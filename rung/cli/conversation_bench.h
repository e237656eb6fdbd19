// What prefix reuse is worth: the time to the first token of each turn of a conversation.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "rung/base/text_output.h"
#include "rung/cli/growth_bench.h"

namespace rung::cli {

// Ten turns of 64 new tokens and a reply of 16 on an engine with a prefix cache. Prints, for each
// turn, what was prefilled and the median time to the first token of `repetitions` conversations,
// and the last turn's time for a new token against the first one's.
absl::Status MeasureConversation(const GrowthBench& bench, TextOutput& out, int64_t repetitions);

}  // namespace rung::cli
