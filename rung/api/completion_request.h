// Body of POST /v1/completions -> native structs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"
#include "rung/engine/sampling_params.h"

namespace rung::api {

// Most sequences (prompts x n) that one request may ask for.
inline constexpr int64_t kMaxChoices = 128;

// Text, or token ids taken as they are.
using Prompt = std::variant<std::string, std::vector<TokenId>>;

struct CompletionRequest {
  std::string model;            // empty: not given
  std::vector<Prompt> prompts;  // not empty, none of them empty
  int64_t n = 1;                // choices for each prompt
  bool echo = false;            // the text begins with the prompt
  bool parse_special = true;    // control tokens written in a prompt become their ids
  bool stream = false;
  bool include_usage = false;  // stream_options.include_usage
  bool timings = false;        // report queue, prefill and decode times
  // What all choices share; `choice` is set for each of them. A missing seed is drawn.
  engine::SamplingParams sampling;
};

// Everything is checked that needs no tokenizer. An error names the field (ErrorFrom puts it into
// `param`) and shows the value; a field that is not supported is refused, never ignored, unless it
// asks for nothing (neutral_fields.h). null is the same as absent.
absl::StatusOr<CompletionRequest> ParseCompletionRequest(std::string_view body, int64_t max_depth);

}  // namespace rung::api
