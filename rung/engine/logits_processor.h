// What changes logits before a token is chosen: bias, penalties, and tokens that may not come yet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "rung/base/strong_id.h"
#include "rung/engine/sampling_params.h"

namespace rung::engine {

// Owned by one request; not thread-safe. Apply costs O(distinct tokens so far + biased tokens).
class LogitsProcessor {
 public:
  // `params` must be valid for the vocabulary. Prompt ids outside of [0, vocab_size) are skipped.
  // `stop_ids` are masked until `params.min_tokens` tokens were accepted.
  LogitsProcessor(const SamplingParams& params, int64_t vocab_size, std::span<const TokenId> prompt,
                  std::vector<TokenId> stop_ids);

  // True when Apply would change nothing at this step: the row can be used where it lies.
  bool IsNeutral() const;

  // Changes `logits` [vocab_size] in place: logit_bias, then repetition, frequency and presence
  // penalties, then the mask. Finite logits stay finite, except for masked ones, which become -inf.
  void Apply(std::span<float> logits) const;

  // Counts a generated token.
  void Accept(TokenId token);

  int64_t num_accepted() const { return num_accepted_; }

 private:
  struct Seen {
    TokenId token;
    int32_t output_count;
  };
  void CountSeen(TokenId token, int32_t output_count);
  bool StopsAreMasked() const { return num_accepted_ < min_tokens_ && !stop_ids_.empty(); }

  std::vector<std::pair<TokenId, float>> bias_;
  double repetition_penalty_;
  double presence_penalty_;
  double frequency_penalty_;
  int64_t min_tokens_;
  int64_t vocab_size_;
  std::vector<TokenId> stop_ids_;
  bool has_penalties_;
  std::vector<Seen> seen_;  // distinct tokens, kept only when there are penalties
  absl::flat_hash_map<TokenId, size_t> seen_index_;
  int64_t num_accepted_ = 0;
};

}  // namespace rung::engine
