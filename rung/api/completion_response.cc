#include "rung/api/completion_response.h"

#include <nlohmann/json.hpp>

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Event(const std::string& data) { return "data: " + data + "\n\n"; }

Json LogprobsJson(const std::vector<LogprobEntry>& entries) {
  Json tokens = Json::array();
  Json logprobs = Json::array();
  Json tops = Json::array();
  Json offsets = Json::array();
  for (const LogprobEntry& entry : entries) {
    tokens.push_back(entry.token);
    logprobs.push_back(entry.logprob);
    Json top = Json::object();
    for (const auto& [token, logprob] : entry.top) top[token] = logprob;
    tops.push_back(std::move(top));
    offsets.push_back(entry.text_offset);
  }
  return {{"tokens", std::move(tokens)},
          {"token_logprobs", std::move(logprobs)},
          {"top_logprobs", std::move(tops)},
          {"text_offset", std::move(offsets)}};
}

Json TimingsJson(const ChoiceTimings& timings) {
  return {{"queue_ms", timings.times.queue_ms},
          {"prefill_ms", timings.times.prefill_ms},
          {"decode_ms", timings.times.decode_ms},
          {"prompt_tokens", timings.prompt_tokens},
          {"completion_tokens", timings.completion_tokens},
          {"capacity", timings.capacity}};
}

Json ChoiceJson(const CompletionChoice& choice) {
  Json json = {{"index", choice.index},
               {"text", choice.text},
               {"logprobs", nullptr},
               {"finish_reason", nullptr}};
  if (choice.logprobs) json["logprobs"] = LogprobsJson(*choice.logprobs);
  if (choice.finish) json["finish_reason"] = engine::FinishReasonName(*choice.finish);
  if (choice.timings) json["timings"] = TimingsJson(*choice.timings);
  return json;
}

Json HeadJson(const ResponseHead& head) {
  return {{"id", head.id},
          {"object", "text_completion"},
          {"created", head.created},
          {"model", head.model}};
}

Json UsageJson(const Usage& usage) {
  return {{"prompt_tokens", usage.prompt_tokens},
          {"completion_tokens", usage.completion_tokens},
          {"total_tokens", usage.prompt_tokens + usage.completion_tokens},
          {"prompt_tokens_details", {{"cached_tokens", usage.cached_tokens}}}};
}

}  // namespace

std::string CompletionBody(const ResponseHead& head, const std::vector<CompletionChoice>& choices,
                           const Usage& usage) {
  Json json = HeadJson(head);
  Json& list = json["choices"] = Json::array();
  for (const CompletionChoice& choice : choices) list.push_back(ChoiceJson(choice));
  json["usage"] = UsageJson(usage);
  return Dump(json);
}

std::string CompletionChunk(const ResponseHead& head, const CompletionChoice& choice,
                            bool null_usage) {
  Json json = HeadJson(head);
  Json& list = json["choices"] = Json::array();
  list.push_back(ChoiceJson(choice));
  if (null_usage) json["usage"] = nullptr;
  return Event(Dump(json));
}

std::string UsageChunk(const ResponseHead& head, const Usage& usage) {
  Json json = HeadJson(head);
  json["choices"] = Json::array();
  json["usage"] = UsageJson(usage);
  return Event(Dump(json));
}

std::string ErrorEvent(const std::string& error_body) { return Event(error_body); }

std::string DoneEvent() { return Event("[DONE]"); }

}  // namespace rung::api
