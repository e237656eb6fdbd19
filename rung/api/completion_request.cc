#include "rung/api/completion_request.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <random>

#include "rung/api/error.h"
#include "rung/api/neutral_fields.h"
#include "rung/api/object_reader.h"

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNoMaximum = std::numeric_limits<double>::max();
constexpr int64_t kMaxTokens = std::numeric_limits<int32_t>::max();

absl::StatusOr<Prompt> PromptFrom(const Json& value) {
  if (value.is_string()) {
    if (value.get_ref<const std::string&>().empty()) {
      return FieldError("prompt", "prompt must not be empty");
    }
    return Prompt(value.get<std::string>());
  }
  RUNG_ASSIGN_OR_RETURN(std::vector<TokenId> ids, TokenIdsFrom(value, "prompt"));
  if (ids.empty()) return FieldError("prompt", "prompt must not be empty");
  return Prompt(std::move(ids));
}

// "text", ["text", ...], [1, 2, ...] or [[1, 2], ...].
absl::Status ReadPrompts(ObjectReader* reader, std::vector<Prompt>* prompts) {
  const Json* value = reader->Find("prompt");
  if (value == nullptr) return FieldError("prompt", "prompt is required");
  const auto wrong_type = [&] {
    return FieldError("prompt",
                      fmt::format("prompt must be a string, an array of strings, an array of token "
                                  "ids or an array of such arrays, got {}",
                                  Shown(*value)));
  };
  if (!value->is_string() && !value->is_array()) return wrong_type();
  if (value->is_array() && value->empty()) return FieldError("prompt", "prompt must not be empty");
  if (value->is_string() || value->front().is_number()) {
    RUNG_ASSIGN_OR_RETURN(prompts->emplace_back(), PromptFrom(*value));
    return absl::OkStatus();
  }
  if (static_cast<int64_t>(value->size()) > kMaxChoices) {
    return FieldError("prompt", fmt::format("prompt must hold at most {} prompts, got {}",
                                            kMaxChoices, value->size()));
  }
  for (const Json& item : *value) {
    if ((!item.is_string() && !item.is_array()) || item.type() != value->front().type()) {
      return wrong_type();
    }
    RUNG_ASSIGN_OR_RETURN(prompts->emplace_back(), PromptFrom(item));
  }
  return absl::OkStatus();
}

absl::StatusOr<TokenId> TokenIdFromKey(const std::string& key) {
  int32_t id = -1;
  const char* end = key.data() + key.size();
  const auto [stop, error] = std::from_chars(key.data(), end, id);
  if (error != std::errc() || stop != end || id < 0) {
    return FieldError("logit_bias", fmt::format("logit_bias must have token ids as keys, got {}",
                                                Shown(Json(key))));
  }
  return id;
}

absl::Status ReadLogitBias(ObjectReader* reader, std::map<TokenId, float>* biases) {
  const Json* value = reader->Find("logit_bias");
  if (value == nullptr) return absl::OkStatus();
  if (value->is_array() && value->empty()) return absl::OkStatus();  // llama.cpp's way to say none
  if (!value->is_object()) {
    return FieldError("logit_bias", fmt::format("logit_bias must be an object of token id -> bias, "
                                                "got {}",
                                                Shown(*value)));
  }
  for (const auto& [key, bias] : value->items()) {
    RUNG_ASSIGN_OR_RETURN(const TokenId id, TokenIdFromKey(key));
    if (!bias.is_number() || !(bias.get<double>() >= -100 && bias.get<double>() <= 100)) {
      return FieldError("logit_bias",
                        fmt::format("logit_bias must be between -100 and 100, got {} for token {}",
                                    Shown(bias), key));
    }
    (*biases)[id] = static_cast<float>(bias.get<double>());
  }
  return absl::OkStatus();
}

// Any 64-bit integer, signed or not; -1 is what other servers call "none". Without one a random
// 32-bit seed is drawn, which every client can hold exactly when it repeats the request with the
// seed from the log.
absl::Status ReadSeed(ObjectReader* reader, uint64_t* seed) {
  const Json* value = reader->Find("seed");
  if (value != nullptr && value->is_number_unsigned()) {
    *seed = value->get<uint64_t>();
    return absl::OkStatus();
  }
  const std::optional<int64_t> number = value == nullptr ? -1 : ExactInteger(*value);
  if (!number) {
    return FieldError("seed", fmt::format("seed must be a 64-bit integer, got {}", Shown(*value)));
  }
  *seed = *number == -1 ? std::random_device{}() : static_cast<uint64_t>(*number);
  return absl::OkStatus();
}

absl::Status ReadLogprobs(ObjectReader* reader, std::optional<int>* logprobs) {
  const Json* value = reader->Find("logprobs");
  // Chat completions have a boolean of this name.
  if (value == nullptr || (value->is_boolean() && !value->get<bool>())) return absl::OkStatus();
  RUNG_ASSIGN_OR_RETURN(const int64_t count,
                        IntegerFrom(*value, "logprobs", 0, engine::kMaxLogprobs));
  *logprobs = static_cast<int>(count);
  return absl::OkStatus();
}

// How far back penalties look: here over everything, which others call -1. Without a penalty it
// asks for nothing.
absl::Status ReadPenaltyRange(std::string_view field, const engine::SamplingParams& sampling,
                              ObjectReader* reader) {
  int64_t range = -1;
  RUNG_RETURN_IF_ERROR(reader->ReadInteger(field, -1, kMaxTokens, &range));
  const bool penalizes = sampling.repetition_penalty != 1 || sampling.presence_penalty != 0 ||
                         sampling.frequency_penalty != 0;
  if (range == -1 || !penalizes) return absl::OkStatus();
  return UnsupportedField(
      field, fmt::format("{} {} is not supported: penalties look at the whole text", field, range));
}

absl::Status ReadDistribution(ObjectReader* reader, engine::SamplingParams* sampling) {
  sampling->temperature = 1;
  RUNG_RETURN_IF_ERROR(reader->ReadNumber("temperature", 0, kNoMaximum, &sampling->temperature));
  RUNG_RETURN_IF_ERROR(reader->ReadInteger("top_k", -1, kMaxTokens, &sampling->top_k));
  RUNG_RETURN_IF_ERROR(reader->ReadNumber("top_p", 0, 1, &sampling->top_p));
  RUNG_RETURN_IF_ERROR(reader->ReadNumber("min_p", 0, 1, &sampling->min_p));
  RUNG_RETURN_IF_ERROR(
      reader->ReadNumber("repetition_penalty", 0, 100, &sampling->repetition_penalty));
  RUNG_RETURN_IF_ERROR(reader->ReadNumber("presence_penalty", -2, 2, &sampling->presence_penalty));
  RUNG_RETURN_IF_ERROR(
      reader->ReadNumber("frequency_penalty", -2, 2, &sampling->frequency_penalty));
  RUNG_RETURN_IF_ERROR(ReadLogitBias(reader, &sampling->logit_bias));
  RUNG_RETURN_IF_ERROR(ReadSeed(reader, &sampling->seed));
  RUNG_RETURN_IF_ERROR(ReadLogprobs(reader, &sampling->logprobs));
  RUNG_RETURN_IF_ERROR(ReadPenaltyRange("repeat_last_n", *sampling, reader));
  return ReadPenaltyRange("repetition_penalty_range", *sampling, reader);
}

absl::Status ReadEnd(ObjectReader* reader, engine::SamplingParams* sampling) {
  RUNG_RETURN_IF_ERROR(reader->ReadInteger("max_tokens", 0, kMaxTokens, &sampling->max_new_tokens));
  // The newer name of the same thing; it wins.
  RUNG_RETURN_IF_ERROR(
      reader->ReadInteger("max_completion_tokens", 0, kMaxTokens, &sampling->max_new_tokens));
  RUNG_RETURN_IF_ERROR(reader->ReadInteger("min_tokens", 0, kMaxTokens, &sampling->min_tokens));
  RUNG_RETURN_IF_ERROR(reader->ReadBool("ignore_eos", &sampling->ignore_eos));
  RUNG_RETURN_IF_ERROR(reader->ReadTokenIds("stop_token_ids", &sampling->stop_token_ids));
  RUNG_RETURN_IF_ERROR(reader->ReadStrings("stop", &sampling->stop));
  for (const std::string& stop : sampling->stop) {
    if (stop.empty()) return FieldError("stop", "stop must not hold an empty string, got \"\"");
  }
  return absl::OkStatus();
}

absl::Status ReadStream(ObjectReader* reader, CompletionRequest* request) {
  RUNG_RETURN_IF_ERROR(reader->ReadBool("stream", &request->stream));
  const Json* options = reader->Find("stream_options");
  if (options == nullptr) return absl::OkStatus();
  if (!options->is_object()) {
    return FieldError("stream_options",
                      fmt::format("stream_options must be an object, got {}", Shown(*options)));
  }
  ObjectReader inner(*options, "stream_options");
  RUNG_RETURN_IF_ERROR(inner.ReadBool("include_usage", &request->include_usage));
  for (const char* field : {"include_obfuscation", "continuous_usage_stats"}) {
    bool asked = false;
    RUNG_RETURN_IF_ERROR(inner.ReadBool(field, &asked));
    if (!asked) continue;
    const std::string name = inner.Name(field);
    return UnsupportedField(name, fmt::format("{} true is not supported: leave it out", name));
  }
  RUNG_RETURN_IF_ERROR(inner.CheckAllKnown());
  if (request->include_usage && !request->stream) {
    return FieldError("stream_options", "stream_options needs \"stream\": true");
  }
  return absl::OkStatus();
}

// The best n of n are all of them.
absl::Status ReadBestOf(ObjectReader* reader, int64_t n) {
  int64_t best_of = n;
  RUNG_RETURN_IF_ERROR(reader->ReadInteger("best_of", 1, kMaxChoices, &best_of));
  if (best_of == n) return absl::OkStatus();
  return UnsupportedField(
      "best_of", fmt::format("best_of {} is not supported: it must be n, {}; ask for more choices "
                             "and pick one",
                             best_of, n));
}

// Names of the client's end user and of what belongs together: checked, and of no further use.
absl::Status ReadLabels(ObjectReader* reader) {
  std::string label;
  for (const char* field : {"user", "safety_identifier", "prompt_cache_key"}) {
    RUNG_RETURN_IF_ERROR(reader->ReadString(field, &label));
  }
  return absl::OkStatus();
}

absl::Status CheckTogether(const CompletionRequest& request) {
  const int64_t prompts = static_cast<int64_t>(request.prompts.size());
  if (request.n > kMaxChoices / prompts) {
    return FieldError("n", fmt::format("n must be at most {} for {} prompts, got {}",
                                       kMaxChoices / prompts, prompts, request.n));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CompletionRequest> ParseCompletionRequest(std::string_view body, int64_t max_depth) {
  RUNG_ASSIGN_OR_RETURN(const Json json, ParseBody(body, max_depth));
  ObjectReader reader(json);
  RUNG_RETURN_IF_ERROR(ReadNeutralFields(json, &reader));
  CompletionRequest request;
  RUNG_RETURN_IF_ERROR(reader.ReadString("model", &request.model));
  RUNG_RETURN_IF_ERROR(ReadPrompts(&reader, &request.prompts));
  RUNG_RETURN_IF_ERROR(reader.ReadInteger("n", 1, kMaxChoices, &request.n));
  RUNG_RETURN_IF_ERROR(ReadBestOf(&reader, request.n));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("echo", &request.echo));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("parse_special", &request.parse_special));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("timings", &request.timings));
  RUNG_RETURN_IF_ERROR(ReadStream(&reader, &request));
  RUNG_RETURN_IF_ERROR(ReadDistribution(&reader, &request.sampling));
  RUNG_RETURN_IF_ERROR(ReadEnd(&reader, &request.sampling));
  RUNG_RETURN_IF_ERROR(ReadLabels(&reader));
  RUNG_RETURN_IF_ERROR(reader.CheckAllKnown());
  RUNG_RETURN_IF_ERROR(CheckTogether(request));
  return request;
}

}  // namespace rung::api
