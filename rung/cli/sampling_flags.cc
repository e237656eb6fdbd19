#include "rung/cli/sampling_flags.h"

#include <charconv>
#include <limits>
#include <random>
#include <utility>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::cli {
namespace {

absl::StatusOr<TokenId> TokenIdFrom(std::string_view flag, int64_t value) {
  if (value < 0 || value > std::numeric_limits<TokenId>::max()) {
    return InvalidArgument("{} {}: not a token id", flag, value);
  }
  return static_cast<TokenId>(value);
}

// "15043+1.5" or "15043-1.5".
absl::Status AddLogitBias(std::string_view text, std::map<TokenId, float>* biases) {
  const auto malformed = [&] {
    return InvalidArgument("--logit-bias {}: write TOKEN_ID+BIAS or TOKEN_ID-BIAS, such as 15043-1",
                           Quoted(text));
  };
  const size_t sign = text.find_first_of("+-");
  if (sign == std::string_view::npos || sign == 0) return malformed();
  int64_t id = 0;
  float bias = 0;
  const char* id_end = text.data() + sign;
  const auto id_parsed = std::from_chars(text.data(), id_end, id);
  // from_chars takes a minus sign but no plus.
  const char* bias_begin = text[sign] == '+' ? id_end + 1 : id_end;
  const char* end = text.data() + text.size();
  const auto bias_parsed = std::from_chars(bias_begin, end, bias);
  if (id_parsed.ec != std::errc() || id_parsed.ptr != id_end || bias_parsed.ec != std::errc() ||
      bias_parsed.ptr != end) {
    return malformed();
  }
  RUNG_ASSIGN_OR_RETURN(const TokenId token, TokenIdFrom("--logit-bias", id));
  (*biases)[token] = bias;
  return absl::OkStatus();
}

// Errors of engine::Validate begin with the name of a field in the API.
absl::Status ByFlag(const absl::Status& error) {
  constexpr std::pair<std::string_view, std::string_view> kFlags[] = {
      {"temperature", "--temp"},
      {"top_k", "--top-k"},
      {"top_p", "--top-p"},
      {"min_p", "--min-p"},
      {"repetition_penalty", "--repetition-penalty"},
      {"presence_penalty", "--presence-penalty"},
      {"frequency_penalty", "--frequency-penalty"},
      {"logit_bias", "--logit-bias"},
      {"stop_token_ids", "--stop-token-id"},
      {"stop", "--stop"},
      {"min_tokens", "--min-tokens"},
  };
  const std::string_view text = Message(error);
  const std::string_view field = text.substr(0, text.find(' '));
  for (const auto& [name, flag] : kFlags) {
    if (name == field) return {error.code(), fmt::format("{}{}", flag, text.substr(field.size()))};
  }
  return error;
}

}  // namespace

absl::StatusOr<engine::SamplingParams> SamplingFrom(const SamplingFlags& flags,
                                                    int64_t vocab_size) {
  engine::SamplingParams params;
  params.temperature = flags.temperature;
  params.top_k = flags.top_k;
  params.top_p = flags.top_p;
  params.min_p = flags.min_p;
  params.repetition_penalty = flags.repetition_penalty;
  params.presence_penalty = flags.presence_penalty;
  params.frequency_penalty = flags.frequency_penalty;
  for (const std::string& bias : flags.logit_bias) {
    RUNG_RETURN_IF_ERROR(AddLogitBias(bias, &params.logit_bias));
  }
  params.seed = flags.seed ? *flags.seed : std::random_device{}();
  params.stop = flags.stop;
  for (int64_t id : flags.stop_token_ids) {
    RUNG_ASSIGN_OR_RETURN(params.stop_token_ids.emplace_back(), TokenIdFrom("--stop-token-id", id));
  }
  params.min_tokens = flags.min_tokens;
  params.ignore_eos = flags.ignore_eos;
  if (const absl::Status valid = engine::Validate(params, vocab_size); !valid.ok()) {
    return ByFlag(valid);
  }
  return params;
}

}  // namespace rung::cli
