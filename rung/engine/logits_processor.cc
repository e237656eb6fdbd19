#include "rung/engine/logits_processor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rung::engine {
namespace {

constexpr double kMaxLogit = std::numeric_limits<float>::max();

// Penalties of extreme size must not turn a finite logit into an infinite one.
float ToFiniteFloat(double logit) {
  return static_cast<float>(std::clamp(logit, -kMaxLogit, kMaxLogit));
}

}  // namespace

LogitsProcessor::LogitsProcessor(const SamplingParams& params, int64_t vocab_size,
                                 std::span<const TokenId> prompt, std::vector<TokenId> stop_ids)
    : bias_(params.logit_bias.begin(), params.logit_bias.end()),
      repetition_penalty_(params.repetition_penalty),
      presence_penalty_(params.presence_penalty),
      frequency_penalty_(params.frequency_penalty),
      min_tokens_(params.min_tokens),
      vocab_size_(vocab_size),
      stop_ids_(std::move(stop_ids)),
      has_penalties_(repetition_penalty_ != 1 || presence_penalty_ != 0 ||
                     frequency_penalty_ != 0) {
  // Only the repetition penalty looks at the prompt.
  if (repetition_penalty_ == 1) return;
  for (TokenId token : prompt) CountSeen(token, 0);
}

bool LogitsProcessor::IsNeutral() const {
  return bias_.empty() && !has_penalties_ && !StopsAreMasked();
}

void LogitsProcessor::Apply(std::span<float> logits) const {
  for (const auto& [token, bias] : bias_) {
    if (std::isfinite(logits[token])) {
      logits[token] = ToFiniteFloat(double{logits[token]} + bias);
    }
  }
  for (const Seen& seen : seen_) {
    if (!std::isfinite(logits[seen.token])) continue;
    double logit = logits[seen.token];
    logit = logit > 0 ? logit / repetition_penalty_ : logit * repetition_penalty_;
    if (seen.output_count > 0) {
      logit -= frequency_penalty_ * seen.output_count;
      logit -= presence_penalty_;
    }
    logits[seen.token] = ToFiniteFloat(logit);
  }
  if (StopsAreMasked()) {
    for (TokenId token : stop_ids_) {
      logits[token] = -std::numeric_limits<float>::infinity();
    }
  }
}

void LogitsProcessor::Accept(TokenId token) {
  ++num_accepted_;
  if (has_penalties_) CountSeen(token, 1);
}

void LogitsProcessor::CountSeen(TokenId token, int32_t output_count) {
  if (token < 0 || token >= vocab_size_) return;
  const auto [it, inserted] = seen_index_.try_emplace(token, seen_.size());
  if (inserted) seen_.push_back({token, 0});
  seen_[it->second].output_count += output_count;
}

}  // namespace rung::engine
