#include "rung/server/completion_plan.h"

#include <algorithm>

#include "rung/api/choice_logprobs.h"
#include "rung/api/error.h"
#include "rung/base/status.h"
#include "rung/tokenizer/detokenizer.h"
#include "rung/tokenizer/text_offsets.h"

namespace rung::server {
namespace {

tokenizer::Tokenizer::EncodeOptions EncodeOptionsOf(const api::CompletionRequest& request,
                                                    const tokenizer::Tokenizer& tokenizer) {
  return {.add_bos = tokenizer.spec().add_bos, .parse_special = request.parse_special};
}

absl::StatusOr<std::vector<TokenId>> TokensOf(const api::Prompt& prompt,
                                              const api::CompletionRequest& request,
                                              const ServedModel& model) {
  const tokenizer::Tokenizer& tokenizer = *model.tokenizer;
  if (const auto* text = std::get_if<std::string>(&prompt)) {
    RUNG_ASSIGN_OR_RETURN(std::vector<TokenId> tokens,
                          tokenizer.Encode(*text, EncodeOptionsOf(request, tokenizer)));
    // Some vocabularies have no token for some bytes.
    if (tokens.empty()) return api::FieldError("prompt", "prompt holds nothing that has a token");
    return tokens;
  }
  const auto& ids = std::get<std::vector<TokenId>>(prompt);
  for (TokenId id : ids) {
    if (id >= tokenizer.vocab_size()) {
      return api::FieldError("prompt", fmt::format("prompt holds token id {}, outside the "
                                                   "vocabulary of 0 to {}",
                                                   id, tokenizer.vocab_size() - 1));
    }
  }
  return ids;
}

// What an echo shows of a prompt: text as it was sent, ids as they decode, control tokens too.
void ReadText(const api::Prompt& prompt, const api::CompletionRequest& request,
              const tokenizer::Tokenizer& tokenizer, PlannedPrompt* planned) {
  if (const auto* text = std::get_if<std::string>(&prompt)) {
    planned->text = *text;
    if (!request.sampling.logprobs) return;
    const bool bos = tokenizer.AddsBos(*text, EncodeOptionsOf(request, tokenizer));
    planned->offsets = tokenizer::TextOffsets(tokenizer, *text, planned->tokens, bos);
    return;
  }
  tokenizer::StreamDecoder decoder(tokenizer, /*special=*/true);
  int64_t characters = 0;
  for (TokenId id : planned->tokens) {
    planned->offsets.push_back(characters);
    const std::string text = decoder.Push(id);
    characters += api::CountCharacters(text);
    planned->text += text;
  }
  planned->unfinished = decoder.pending();
}

// As many tokens as asked for; without a number the server's default where that fits, else as many
// as the capacity leaves; and at least min_tokens.
absl::StatusOr<context::Route> RouteFor(int64_t prompt_tokens,
                                        const engine::SamplingParams& sampling,
                                        const context::BucketSet& buckets,
                                        int64_t default_max_tokens) {
  if (!sampling.max_new_tokens && default_max_tokens > 0) {
    const absl::StatusOr<context::Route> route = buckets.RouteRequest(
        prompt_tokens, std::max<int64_t>(default_max_tokens, sampling.min_tokens));
    if (route.ok()) return route;
  }
  RUNG_ASSIGN_OR_RETURN(context::Route route,
                        buckets.RouteRequest(prompt_tokens, sampling.max_new_tokens));
  if (sampling.max_new_tokens || sampling.min_tokens <= route.max_new_tokens) return route;
  RUNG_ASSIGN_OR_RETURN(route,
                        buckets.RouteRequest(prompt_tokens, sampling.min_tokens, "min_tokens"));
  route.max_new_tokens = route.capacity - prompt_tokens;
  return route;
}

}  // namespace

engine::Request CompletionPlan::EngineRequest(int64_t choice) const {
  const PlannedPrompt& prompt = prompts[static_cast<size_t>(choice / request.n)];
  engine::Request result;
  result.prompt = prompt.tokens;
  result.max_new_tokens = prompt.route.max_new_tokens;
  result.capacity = prompt.route.capacity;
  result.sampling = request.sampling;
  result.unfinished_text = prompt.unfinished;
  result.score_prompt = scores_prompts();
  result.sampling.choice = static_cast<uint32_t>(choice % request.n);
  return result;
}

absl::StatusOr<CompletionPlan> PlanCompletion(std::string_view body, const ServedModel& model) {
  CompletionPlan plan;
  RUNG_ASSIGN_OR_RETURN(plan.request, api::ParseCompletionRequest(body, model.max_json_depth));
  RUNG_RETURN_IF_ERROR(model.CheckName(plan.request.model));
  RUNG_RETURN_IF_ERROR(engine::Validate(plan.request.sampling, model.tokenizer->vocab_size()));
  const int64_t choices = static_cast<int64_t>(plan.request.prompts.size()) * plan.request.n;
  if (choices > model.max_sequences) {
    return api::FieldError("n", fmt::format("n x prompts is {}: this server holds {} sequences, "
                                            "running and waiting; send fewer at a time",
                                            choices, model.max_sequences));
  }
  for (const api::Prompt& prompt : plan.request.prompts) {
    PlannedPrompt& planned = plan.prompts.emplace_back();
    RUNG_ASSIGN_OR_RETURN(planned.tokens, TokensOf(prompt, plan.request, model));
    RUNG_ASSIGN_OR_RETURN(
        planned.route, RouteFor(static_cast<int64_t>(planned.tokens.size()), plan.request.sampling,
                                model.buckets.Get(), model.default_max_tokens));
    if (plan.request.echo) ReadText(prompt, plan.request, *model.tokenizer, &planned);
  }
  return plan;
}

}  // namespace rung::server
