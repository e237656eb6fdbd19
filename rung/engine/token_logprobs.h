// Log-probabilities of one generated token.
#pragma once

#include <vector>

#include "rung/base/strong_id.h"

namespace rung::engine {

struct TokenLogprob {
  TokenId id = 0;
  float logprob = 0;
  bool operator==(const TokenLogprob&) const = default;
};

// From the model's raw distribution, before bias, penalties and temperature. Always finite: at
// least kMinLogprob.
struct TokenLogprobs {
  static constexpr float kMinLogprob = -9999.0f;  // what the OpenAI API reports for "impossible"

  TokenLogprob chosen;
  std::vector<TokenLogprob> top;  // most likely first, ties by lower id
};

}  // namespace rung::engine
