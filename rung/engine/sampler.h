// Chooses the next token of one request from a row of logits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"
#include "rung/engine/logits_processor.h"
#include "rung/engine/rng.h"
#include "rung/engine/sampling_params.h"
#include "rung/engine/token_logprobs.h"
#include "rung/runtime/step_runner.h"

namespace rung::engine {

// Scratch memory of Sampler::Sample, about 20 bytes per vocabulary entry. One per engine thread
// serves all samplers; results do not depend on what it holds.
struct SamplerWorkspace {
  std::vector<float> logits;      // [vocab], processed
  std::vector<float> block_max;   // see TopKLowerBound
  std::vector<TokenId> ids;       // candidates by ascending id
  std::vector<float> weights;     // p / p_max of each candidate
  std::vector<uint64_t> ranking;  // candidates in any order, greater = more likely
};

struct SampledToken {
  TokenId id = 0;
  std::optional<TokenLogprobs> logprobs;  // when the request asks for them
};

// Order: logit_bias, penalties, mask; greedy below kGreedyTemperature, else temperature, min_p,
// top_k, top_p, each on what the one before left, renormalized; then one draw. The draw walks the
// kept tokens by ascending id, so a filter that removes nothing changes nothing.
//
// State is the tokens accepted so far and nothing else: a copy, or a new sampler that accepted the
// same tokens, chooses the same next token. Owned by one request; not thread-safe. For 49,152
// entries see sampler_bench.cc.
class Sampler {
 public:
  // `vocab_size` is the tokenizer's; logits past it are masked. `eos_ids` end the sequence unless
  // params.ignore_eos. InvalidArgument as Validate says, or when an EOS id is outside the
  // vocabulary.
  static absl::StatusOr<Sampler> Create(const SamplingParams& params, int64_t vocab_size,
                                        std::span<const TokenId> eos_ids,
                                        std::span<const TokenId> prompt);

  // Token number num_accepted(), from raw `logits` of at least vocab_size entries. Does not
  // advance. Internal when the logits are not finite (see FindMaximum) or the row is too short.
  // `maxima`, of the row, spare it a look at most of the logits and change nothing else.
  absl::StatusOr<SampledToken> Sample(std::span<const float> logits, SamplerWorkspace& workspace,
                                      const runtime::GroupMaxima& maxima = {}) const;

  // Log-probabilities of `token` and of the params().logprobs most likely, from raw logits; errors
  // as Sample's.
  absl::StatusOr<TokenLogprobs> Score(std::span<const float> logits, TokenId token) const;

  // Advances by a token, sampled or forced.
  void Accept(TokenId token) { processor_.Accept(token); }

  // Whether this token ends the sequence: EOS (unless ignored) or one of stop_token_ids.
  bool IsStop(TokenId token) const { return stop_ids_.contains(token); }

  // Whether Sample, given maxima, looks at little more than those: 0.8 us, see sampler_bench.cc.
  bool NeedsMaximaAlone() const;

  int64_t num_accepted() const { return processor_.num_accepted(); }
  const SamplingParams& params() const { return params_; }

 private:
  Sampler(const SamplingParams& params, int64_t vocab_size, std::vector<TokenId> stop_ids,
          std::span<const TokenId> prompt);

  TokenId Draw(std::span<const float> logits, float maximum, SamplerWorkspace& workspace) const;
  // The tokenizer's part of a row; Internal when the row is too short.
  absl::StatusOr<std::span<const float>> Vocabulary(std::span<const float> logits) const;
  TokenLogprobs Logprobs(std::span<const float> logits, float maximum, TokenId chosen) const;

  SamplingParams params_;
  int64_t vocab_size_;
  absl::flat_hash_set<TokenId> stop_ids_;
  LogitsProcessor processor_;
  RandomStream random_;
};

}  // namespace rung::engine
