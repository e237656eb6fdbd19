#include "rung/server/completion_job.h"

#include <fmt/format.h>

#include <ctime>
#include <utility>

#include "rung/api/error.h"
#include "rung/base/status.h"
#include "rung/server/error_response.h"

namespace rung::server {

CompletionJob::CompletionJob(JobServices services, std::string id, RequestOrigin origin,
                             TimePoint arrival, std::shared_ptr<Exchange> exchange)
    : services_(services),
      head_{.id = std::move(id),
            .created = std::time(nullptr),
            .model = services.model->names.front()},
      origin_(std::move(origin)),
      arrival_(arrival),
      exchange_(std::move(exchange)) {}

absl::Status CompletionJob::Start(CompletionPlan plan) {
  plan_ = std::move(plan);
  const api::CompletionRequest& request = plan_.request;
  choices_.resize(static_cast<size_t>(plan_.num_choices()));
  for (int64_t i = 0; i < plan_.num_choices(); ++i) {
    Choice& choice = choices_[static_cast<size_t>(i)];
    const PlannedPrompt& prompt = plan_.prompts[static_cast<size_t>(i / request.n)];
    choice.prompt_tokens = static_cast<int64_t>(prompt.tokens.size());
    choice.capacity = prompt.route.capacity;
    choice.text = prompt.text;
    if (request.sampling.logprobs) {
      choice.has_prompt = !plan_.scores_prompts();
      choice.logprobs.emplace(services_.model->tokenizer, api::CountCharacters(prompt.text),
                              prompt.unfinished);
    }
    const absl::StatusOr<engine::SequenceId> id = services_.engine->Submit(
        plan_.EngineRequest(i), [self = shared_from_this(), i](const engine::TokenEvent& event) {
          self->Receive(i, event);
        });
    if (!id.ok()) {
      CancelUnfinished("failure");
      return id.status();
    }
    choice.sequence = *id;
    ++unfinished_;
    ++services_.tally->unfinished;
    services_.metrics->OnAdmitted(choice.capacity);
  }
  return absl::OkStatus();
}

void CompletionJob::Receive(int64_t choice, const engine::TokenEvent& event) {
  const TimePoint now = SteadyClock().Now();
  {
    const std::lock_guard lock(mutex_);
    inbox_.push_back({choice, event, now});
    if (std::exchange(is_posted_, true)) return;
  }
  services_.io->Post([self = shared_from_this()] { self->EmptyInbox(); });
}

void CompletionJob::EmptyInbox() {
  std::vector<Arrival> arrivals;
  {
    const std::lock_guard lock(mutex_);
    arrivals.swap(inbox_);
    is_posted_ = false;
  }
  for (Arrival& arrival : arrivals) OnEvent(std::move(arrival));
}

void CompletionJob::OnEvent(Arrival arrival) {
  Choice& choice = choices_[static_cast<size_t>(arrival.choice)];
  const engine::TokenEvent& event = arrival.event;
  if (event.token) {
    ++choice.new_tokens;
    if (choice.last_token) {
      services_.metrics->OnNextToken(choice.capacity,
                                     SecondsBetween(*choice.last_token, arrival.time));
    } else {
      services_.metrics->OnFirstToken(choice.capacity, SecondsBetween(arrival_, arrival.time));
    }
    choice.last_token = arrival.time;
  }
  if (choice.logprobs && !choice.has_prompt) {
    const PlannedPrompt& prompt =
        plan_.prompts[static_cast<size_t>(arrival.choice / plan_.request.n)];
    // Else it was cancelled.
    choice.has_prompt = event.prompt_logprobs.size() + 1 == prompt.tokens.size();
    if (choice.has_prompt) {
      choice.logprobs->AddPrompt(prompt.tokens, prompt.offsets, event.prompt_logprobs);
    }
  }
  if (choice.logprobs && event.logprobs) choice.logprobs->AddToken(*event.logprobs);
  if (choice.logprobs) choice.logprobs->Show(api::CountCharacters(event.text));
  choice.text += event.text;
  if (event.finish) OnFinish(&choice, arrival.choice, arrival);
  if (answered_) return;
  if (event.finish == engine::FinishReason::kError) return EndWithError(event.error, "failure");
  if (event.finish == engine::FinishReason::kCancelled) {
    return EndWithError(absl::UnavailableError("the request was cancelled by the server"),
                        "server");
  }
  if (plan_.request.stream) StreamChunk(arrival.choice, event.finish.has_value());
  if (unfinished_ == 0) CompleteAnswer();
}

void CompletionJob::OnFinish(Choice* choice, int64_t index, const Arrival& arrival) {
  const engine::TokenEvent& event = arrival.event;
  choice->finish = event.finish;
  choice->cached_tokens = event.usage.cached_tokens;
  --unfinished_;
  if (plan_.request.timings) {
    choice->timings = api::ChoiceTimings{.times = event.times,
                                         .prompt_tokens = choice->prompt_tokens,
                                         .completion_tokens = choice->new_tokens,
                                         .capacity = choice->capacity};
  }
  RequestRecord record;
  record.id = head_.id;
  record.request_id = origin_.request_id;
  record.choice = index;
  record.client = origin_.client;
  record.stream = plan_.request.stream;
  record.prompt_tokens = choice->prompt_tokens;
  record.new_tokens = choice->new_tokens;
  record.capacity = choice->capacity;
  record.usage = event.usage;
  record.running_capacity = event.usage.rungs.empty() ? choice->capacity : event.usage.rungs.back();
  record.times = event.times;
  record.finish = *event.finish;
  if (record.finish == engine::FinishReason::kCancelled) record.cancelled_by = cancelled_by_;
  record.seed = plan_.request.sampling.seed;
  record.error = std::string(Message(event.error));
  services_.metrics->OnFinished(record, SecondsBetween(arrival_, arrival.time));
  SequenceTally& tally = *services_.tally;
  --tally.unfinished;
  const bool is_cancelled = record.finish == engine::FinishReason::kCancelled;
  ++(!is_cancelled ? tally.finished : cancelled_by_ == "shutdown" ? tally.cut : tally.cancelled);
  unlogged_.push_back(std::move(record));
  if (status_) SetStatus(*status_);
}

void CompletionJob::SetStatus(int status) {
  if (!status_) status_ = status;
  for (RequestRecord& record : std::exchange(unlogged_, {})) {
    record.status = *status_;
    LogRequest(record);
  }
}

api::CompletionChoice CompletionJob::TakeChoice(int64_t index, bool finished) {
  Choice& choice = choices_[static_cast<size_t>(index)];
  api::CompletionChoice taken;
  taken.index = index;
  taken.text = std::exchange(choice.text, {});
  if (choice.logprobs) {
    const bool stopped = choice.finish == engine::FinishReason::kStop;
    taken.logprobs = choice.logprobs->Take(finished, stopped);
  }
  if (finished) {
    taken.finish = choice.finish;
    taken.timings = choice.timings;
  }
  return taken;
}

void CompletionJob::BeginStream() {
  if (std::exchange(streaming_, true)) return;
  SetStatus(200);
  chunks_.emplace(head_, plan_.request.include_usage);
  exchange_->BeginStream({.content_type = "text/event-stream; charset=utf-8"});
}

void CompletionJob::StreamChunk(int64_t index, bool finished) {
  api::CompletionChoice choice = TakeChoice(index, finished);
  const bool has_logprobs = choice.logprobs && !choice.logprobs->empty();
  if (choice.text.empty() && !finished && !has_logprobs) return;
  BeginStream();
  exchange_->Write(chunks_->Make(choice));
}

void CompletionJob::CompleteAnswer() {
  answered_ = true;
  SetStatus(200);
  api::Usage usage;
  for (const PlannedPrompt& prompt : plan_.prompts) {
    usage.prompt_tokens += static_cast<int64_t>(prompt.tokens.size());
  }
  for (const Choice& choice : choices_) usage.completion_tokens += choice.new_tokens;
  // As prompt_tokens: each prompt once. Its first choice ran the prompt, the others had it.
  const size_t choices_per_prompt = choices_.size() / plan_.prompts.size();
  for (size_t i = 0; i < choices_.size(); i += choices_per_prompt) {
    usage.cached_tokens += choices_[i].cached_tokens;
  }
  const auto exchange = std::exchange(exchange_, nullptr);
  if (plan_.request.stream) {
    if (plan_.request.include_usage) exchange->Write(api::UsageChunk(head_, usage));
    exchange->Write(api::DoneEvent());
    exchange->EndStream();
    return;
  }
  std::vector<api::CompletionChoice> choices;
  for (size_t i = 0; i < choices_.size(); ++i) {
    choices.push_back(TakeChoice(static_cast<int64_t>(i), /*finished=*/true));
  }
  exchange->Respond({.body = api::CompletionBody(head_, choices, usage)});
}

void CompletionJob::EndWithError(const absl::Status& error, std::string_view by) {
  answered_ = true;
  CancelUnfinished(by);
  const auto exchange = std::exchange(exchange_, nullptr);
  const api::Error answer = api::ErrorFrom(error);
  SetStatus(answer.http_status);
  if (!streaming_) {
    Response response = ErrorToResponse(answer);
    if (choices_.empty()) {
      response.refusal->cancelled_by = by;
    } else {
      response.refusal.reset();
    }
    return exchange->Respond(std::move(response));
  }
  exchange->Write(api::ErrorEvent(api::ErrorBody(answer)));  // and no [DONE]
  exchange->EndStream();
}

void CompletionJob::CancelUnfinished(std::string_view by) {
  cancelled_by_ = by;
  for (const Choice& choice : choices_) {
    if (!choice.finish && choice.sequence.value != 0) services_.engine->Cancel(choice.sequence);
  }
}

void CompletionJob::Abandon(int status) {
  answered_ = true;
  exchange_.reset();
  SetStatus(status);
}

void CompletionJob::OnClosed() {
  if (answered_) return;
  CancelUnfinished("client");
  Abandon(kClientClosedRequest);
  if (!choices_.empty()) return;
  LogRefusal({.origin = origin_,
              .status = kClientClosedRequest,
              .refusal = {.code = "",
                          .message = "the client left before its request was admitted",
                          .cancelled_by = "client"}});
}

void CompletionJob::OnQuiet() {
  if (answered_ || choices_.empty() || !plan_.request.stream) return;  // or not admitted yet
  BeginStream();
  exchange_->Write(api::KeepAliveComment());
}

void CompletionJob::OnCut() {
  if (answered_) return;
  EndWithError(absl::UnavailableError("the server is shutting down: the answer was cut"),
               "shutdown");
}

void CompletionJob::OnTimeout(std::chrono::milliseconds limit) {
  if (answered_) return;
  EndWithError(
      absl::DeadlineExceededError(fmt::format("the request took longer than the limit of {} s "
                                              "(--request-timeout): ask for fewer tokens, or retry "
                                              "when the server is less busy",
                                              static_cast<double>(limit.count()) / 1e3)),
      "timeout");
}

}  // namespace rung::server
