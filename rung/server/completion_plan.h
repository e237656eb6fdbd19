// A completions body -> what the engine is to run: parsed, tokenized, routed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/api/completion_request.h"
#include "rung/engine/request.h"
#include "rung/server/served_model.h"

namespace rung::server {

struct PlannedPrompt {
  std::vector<TokenId> tokens;
  std::string text;              // for echo; empty when there is none
  std::vector<int64_t> offsets;  // characters of `text` before each token, where they are scored
  std::string unfinished;  // bytes behind `text` that begin a character, which the reply may finish
  context::Route route;
};

struct CompletionPlan {
  api::CompletionRequest request;
  std::vector<PlannedPrompt> prompts;

  // Log-probabilities of an echoed text are those of all its tokens.
  bool scores_prompts() const { return request.echo && request.sampling.logprobs.has_value(); }
  int64_t num_choices() const { return static_cast<int64_t>(prompts.size()) * request.n; }
  // Choice i belongs to prompt i / n; its sampler is that of choice i % n, so that a prompt among
  // others gets the text it gets alone.
  engine::Request EngineRequest(int64_t choice) const;
};

// For a worker thread: takes as long as tokenizing the prompts. Every error is one of the client's.
absl::StatusOr<CompletionPlan> PlanCompletion(std::string_view body, const ServedModel& model);

}  // namespace rung::server
