#include "rung/api/completion_response.h"

#include <fmt/format.h>

#include <algorithm>
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
    logprobs.push_back(entry.logprob ? Json(*entry.logprob) : Json());
    Json top = entry.logprob ? Json::object() : Json();
    for (const auto& [token, logprob] : entry.top) top.emplace(token, logprob);
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

// The text of a JSON string that needs no escapes, which is most of what a token adds.
bool IsPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= 0x20 && c <= 0x7e && c != '"' && c != '\\'; });
}

// What ChoiceJson dumps, for the choice of nearly every chunk: text and nothing else.
std::optional<std::string> PlainChoice(const CompletionChoice& choice) {
  if (choice.finish || choice.logprobs || choice.timings || !IsPlain(choice.text)) {
    return std::nullopt;
  }
  return fmt::format(R"({{"index":{},"text":"{}","logprobs":null,"finish_reason":null}})",
                     choice.index, choice.text);
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

CompletionChunks::CompletionChunks(const ResponseHead& head, bool null_usage)
    : before_("data: " + Dump(HeadJson(head))), after_(null_usage ? "],\"usage\":null}" : "]}") {
  before_.back() = ',';  // the object goes on
  before_ += "\"choices\":[";
  after_ += "\n\n";
}

std::string CompletionChunks::Make(const CompletionChoice& choice) const {
  const std::optional<std::string> plain = PlainChoice(choice);
  return before_ + (plain ? *plain : Dump(ChoiceJson(choice))) + after_;
}

std::string UsageChunk(const ResponseHead& head, const Usage& usage) {
  Json json = HeadJson(head);
  json["choices"] = Json::array();
  json["usage"] = UsageJson(usage);
  return Event(Dump(json));
}

std::string ErrorEvent(const std::string& error_body) { return Event(error_body); }

std::string DoneEvent() { return Event("[DONE]"); }

std::string KeepAliveComment() { return ": keep-alive\n\n"; }

}  // namespace rung::api
