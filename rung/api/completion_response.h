// Native results -> bodies and stream chunks of /v1/completions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rung/api/choice_logprobs.h"
#include "rung/engine/request.h"

namespace rung::api {

// What every body and chunk of one response repeats.
struct ResponseHead {
  std::string id;       // "cmpl-..."
  int64_t created = 0;  // seconds since 1970
  std::string model;
};

struct Usage {
  int64_t prompt_tokens = 0;  // each prompt once, however many choices it has
  int64_t completion_tokens = 0;
  int64_t cached_tokens = 0;  // of the prompts, whose KV was there already
};

struct ChoiceTimings {
  engine::RequestTimes times;
  int64_t prompt_tokens = 0;
  int64_t completion_tokens = 0;
  int64_t capacity = 0;  // the bucket it was served in
};

// A whole choice, or what a chunk adds to one.
struct CompletionChoice {
  int64_t index = 0;
  std::string text;
  std::optional<engine::FinishReason> finish;         // null until the last
  std::optional<std::vector<LogprobEntry>> logprobs;  // when asked for
  std::optional<ChoiceTimings> timings;               // when asked for, with `finish`
};

std::string CompletionBody(const ResponseHead& head, const std::vector<CompletionChoice>& choices,
                           const Usage& usage);

// Makes the chunks of one stream, a server-sent event each: "data: {...}\n\n". What all of them
// repeat is written once.
class CompletionChunks {
 public:
  // `null_usage`: the stream ends with a usage chunk, so all others say "usage": null.
  CompletionChunks(const ResponseHead& head, bool null_usage);

  std::string Make(const CompletionChoice& choice) const;

 private:
  std::string before_;  // the first choice
  std::string after_;   // the last
};
std::string UsageChunk(const ResponseHead& head, const Usage& usage);
std::string ErrorEvent(const std::string& error_body);
std::string DoneEvent();
// Keeps proxies and clients patient; readers of server-sent events skip it.
std::string KeepAliveComment();

}  // namespace rung::api
