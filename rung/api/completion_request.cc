#include "rung/api/completion_request.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <random>

#include "rung/api/error.h"
#include "rung/api/object_reader.h"

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kNoMaximum = std::numeric_limits<double>::max();
constexpr int64_t kMaxTokens = std::numeric_limits<int32_t>::max();

// Fields of this API, or of servers like this one, that are known and not served.
struct RefusedField {
  std::string_view name;
  std::string_view advice;
};
constexpr RefusedField kRefusedFields[] = {
    {"best_of", "ask for n choices and pick one"},
    {"suffix", "text is only continued, not filled in"},
    {"grammar", "constrained decoding is not available"},
    {"json_schema", "constrained decoding is not available"},
    {"response_format", "constrained decoding is not available"},
    {"guided_json", "constrained decoding is not available"},
    {"guided_regex", "constrained decoding is not available"},
    {"guided_grammar", "constrained decoding is not available"},
    {"lora", "adapters are not available"},
    {"lora_request", "adapters are not available"},
    {"messages", "send a prompt"},
    {"tools", "tools belong to chat completions"},
    {"mirostat", "use top_p or min_p"},
    {"typical_p", "use top_p or min_p"},
    {"n_predict", "use max_tokens"},
};

absl::Status CheckRefused(const Json& body) {
  for (const RefusedField& refused : kRefusedFields) {
    const auto it = body.find(std::string(refused.name));
    if (it == body.end() || it->is_null()) continue;
    return UnsupportedField(refused.name,
                            fmt::format("{} is not supported: {}", refused.name, refused.advice));
  }
  return absl::OkStatus();
}

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

// Any 64-bit integer, signed or not. Without one a random 32-bit seed is drawn, which every client
// can hold exactly when it repeats the request with the seed from the log.
absl::Status ReadSeed(ObjectReader* reader, uint64_t* seed) {
  const Json* value = reader->Find("seed");
  if (value == nullptr) {
    *seed = std::random_device{}();
    return absl::OkStatus();
  }
  if (!value->is_number_integer()) {
    return FieldError("seed", fmt::format("seed must be a 64-bit integer, got {}", Shown(*value)));
  }
  *seed = value->is_number_unsigned() ? value->get<uint64_t>()
                                      : static_cast<uint64_t>(value->get<int64_t>());
  return absl::OkStatus();
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
  std::optional<int64_t> logprobs;
  RUNG_RETURN_IF_ERROR(reader->ReadInteger("logprobs", 0, engine::kMaxLogprobs, &logprobs));
  if (logprobs) sampling->logprobs = static_cast<int>(*logprobs);
  return absl::OkStatus();
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
  if (!request->stream) {
    return FieldError("stream_options", "stream_options needs \"stream\": true");
  }
  ObjectReader inner(*options, "stream_options");
  RUNG_RETURN_IF_ERROR(inner.ReadBool("include_usage", &request->include_usage));
  return inner.CheckAllKnown();
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
  RUNG_RETURN_IF_ERROR(CheckRefused(json));
  ObjectReader reader(json);
  for (const RefusedField& refused : kRefusedFields) reader.Find(refused.name);  // null: absent
  CompletionRequest request;
  RUNG_RETURN_IF_ERROR(reader.ReadString("model", &request.model));
  RUNG_RETURN_IF_ERROR(ReadPrompts(&reader, &request.prompts));
  RUNG_RETURN_IF_ERROR(reader.ReadInteger("n", 1, kMaxChoices, &request.n));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("echo", &request.echo));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("timings", &request.timings));
  RUNG_RETURN_IF_ERROR(ReadStream(&reader, &request));
  RUNG_RETURN_IF_ERROR(ReadDistribution(&reader, &request.sampling));
  RUNG_RETURN_IF_ERROR(ReadEnd(&reader, &request.sampling));
  std::string user;  // names the client's end user: checked, and of no further use
  RUNG_RETURN_IF_ERROR(reader.ReadString("user", &user));
  RUNG_RETURN_IF_ERROR(reader.CheckAllKnown());
  RUNG_RETURN_IF_ERROR(CheckTogether(request));
  return request;
}

}  // namespace rung::api
