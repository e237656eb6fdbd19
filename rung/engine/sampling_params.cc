#include "rung/engine/sampling_params.h"

#include <cmath>
#include <string_view>

#include "rung/base/status.h"

namespace rung::engine {
namespace {

// Comparisons are written so that NaN fails them.
absl::Status CheckRange(std::string_view name, double value, double low, double high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return InvalidArgument("{} must be between {} and {}, got {}", name, low, high, value);
}

absl::Status CheckPositive(std::string_view name, double value, double high) {
  if (value > 0 && value <= high) return absl::OkStatus();
  return InvalidArgument("{} must be above 0 and at most {}, got {}", name, high, value);
}

absl::Status CheckToken(std::string_view name, TokenId id, int64_t vocab_size) {
  if (id >= 0 && id < vocab_size) return absl::OkStatus();
  return InvalidArgument("{} holds token id {}, outside the vocabulary of 0 to {}", name, id,
                         vocab_size - 1);
}

absl::Status CheckDistribution(const SamplingParams& params) {
  if (!(params.temperature >= 0) || std::isinf(params.temperature)) {
    return InvalidArgument("temperature must be a finite number of at least 0, got {}",
                           params.temperature);
  }
  if (params.top_k < -1) {
    return InvalidArgument("top_k must be at least 1, or 0 or -1 to switch it off, got {}",
                           params.top_k);
  }
  RUNG_RETURN_IF_ERROR(CheckRange("top_p", params.top_p, 0, 1));
  RUNG_RETURN_IF_ERROR(CheckRange("min_p", params.min_p, 0, 1));
  RUNG_RETURN_IF_ERROR(CheckPositive("repetition_penalty", params.repetition_penalty, 100));
  RUNG_RETURN_IF_ERROR(CheckRange("presence_penalty", params.presence_penalty, -2, 2));
  return CheckRange("frequency_penalty", params.frequency_penalty, -2, 2);
}

absl::Status CheckTokens(const SamplingParams& params, int64_t vocab_size) {
  for (const auto& [id, bias] : params.logit_bias) {
    RUNG_RETURN_IF_ERROR(CheckToken("logit_bias", id, vocab_size));
    if (!(bias >= -100 && bias <= 100)) {
      return InvalidArgument("logit_bias must be between -100 and 100, got {} for token {}", bias,
                             id);
    }
  }
  for (TokenId id : params.stop_token_ids) {
    RUNG_RETURN_IF_ERROR(CheckToken("stop_token_ids", id, vocab_size));
  }
  if (params.logprobs && (*params.logprobs < 0 || *params.logprobs > kMaxLogprobs)) {
    return InvalidArgument("logprobs must be between 0 and {}, got {}", kMaxLogprobs,
                           *params.logprobs);
  }
  return absl::OkStatus();
}

absl::Status CheckEnd(const SamplingParams& params) {
  if (params.max_new_tokens && *params.max_new_tokens < 0) {
    return InvalidArgument("max_tokens must be at least 0, got {}", *params.max_new_tokens);
  }
  if (params.min_tokens < 0) {
    return InvalidArgument("min_tokens must be at least 0, got {}", params.min_tokens);
  }
  if (params.max_new_tokens && params.min_tokens > *params.max_new_tokens) {
    return InvalidArgument("min_tokens must be at most max_tokens, {}, got {}",
                           *params.max_new_tokens, params.min_tokens);
  }
  if (params.stop.size() > kMaxStopStrings) {
    return InvalidArgument("stop must hold at most {} strings, got {}", kMaxStopStrings,
                           params.stop.size());
  }
  for (const std::string& stop : params.stop) {
    if (stop.empty() || stop.size() > kMaxStopBytes) {
      return InvalidArgument("stop must hold strings of 1 to {} bytes, got one of {}",
                             kMaxStopBytes, stop.size());
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const SamplingParams& params, int64_t vocab_size) {
  RUNG_RETURN_IF_ERROR(CheckDistribution(params));
  RUNG_RETURN_IF_ERROR(CheckTokens(params, vocab_size));
  return CheckEnd(params);
}

}  // namespace rung::engine
