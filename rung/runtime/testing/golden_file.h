// Reads tests/data/goldens/*.txt: prompts with the greedy tokens of the reference implementation.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"

namespace rung::runtime::testing {

struct GoldenPrompt {
  std::string name;
  std::vector<TokenId> ids;     // the prompt
  std::vector<TokenId> tokens;  // its greedy continuation
  std::vector<float> margins;   // per token: largest minus second largest logit
};

// InvalidArgument naming file and line when the format is broken.
absl::StatusOr<std::vector<GoldenPrompt>> ReadGoldens(const std::string& path);

}  // namespace rung::runtime::testing
