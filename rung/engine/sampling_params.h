// How the tokens of one request are chosen and when it ends.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "rung/base/strong_id.h"

namespace rung::engine {

// Defaults choose greedily and change nothing. Field names are those of the HTTP API.
struct SamplingParams {
  double temperature = 0;         // below kGreedyTemperature: greedy
  int64_t top_k = 0;              // keep the k most likely; 0 or -1: off
  double top_p = 1;               // keep the smallest prefix that reaches p; 0: the likeliest
  double min_p = 0;               // keep p >= min_p * p_max
  double repetition_penalty = 1;  // over prompt and output
  double presence_penalty = 0;    // over output
  double frequency_penalty = 0;   // over output, per occurrence
  std::map<TokenId, float> logit_bias;

  uint64_t seed = 0;    // with `choice` the only source of randomness
  uint32_t choice = 0;  // index among the `n` choices of a request

  std::optional<int> logprobs;  // report them, with this many alternatives

  std::optional<int64_t> max_new_tokens;  // as asked for; absent: the room left
  int64_t min_tokens = 0;   // no stop token after fewer, and no stop string that ends in their text
  bool ignore_eos = false;  // end-of-sequence tokens do not end the request
  std::vector<TokenId> stop_token_ids;
  std::vector<std::string> stop;
};

inline constexpr double kGreedyTemperature = 1e-5;
inline constexpr int kMaxLogprobs = 20;
inline constexpr size_t kMaxStopStrings = 16;
inline constexpr size_t kMaxStopBytes = 1024;

// InvalidArgument when a field is out of range. The message begins with the field's name and a
// space, and shows the range and the value. `vocab_size` is the tokenizer's.
absl::Status Validate(const SamplingParams& params, int64_t vocab_size);

}  // namespace rung::engine
