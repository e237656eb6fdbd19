#include "rung/engine/engine.h"

#include <algorithm>
#include <map>
#include <utility>

#include "rung/base/status.h"
#include "rung/context/batch_plan.h"

namespace rung::engine {

const char* FinishReasonName(FinishReason reason) {
  switch (reason) {
    case FinishReason::kStop:
      return "stop";
    case FinishReason::kLength:
      return "length";
    case FinishReason::kCancelled:
      return "cancelled";
    case FinishReason::kError:
      return "error";
  }
  return "";
}

Engine::Engine(runtime::StepRunner* runner, const tokenizer::Tokenizer* tokenizer,
               const Clock* clock, EngineOptions options)
    : runner_(runner),
      tokenizer_(tokenizer),
      clock_(clock),
      options_(std::move(options)),
      cache_(options_.prefix_cache_bytes) {
  options_.scheduler.computes_padding = runner_->ComputesPadding();
  if (!options_.decode_ready) options_.decode_ready = [](std::span<const int64_t>) { return true; };
  if (!options_.capacity_ready) options_.capacity_ready = [](int64_t) { return true; };
  if (!options_.copy_ready) options_.copy_ready = [](int64_t, int64_t) { return true; };
  if (!options_.growth.ready) options_.growth.ready = [](int64_t, int64_t) { return true; };
  if (!options_.growth.prefetch) options_.growth.prefetch = [](int64_t) {};
  const tokenizer::TokenizerSpec& spec = tokenizer_->spec();
  eos_ids_ = spec.extra_eos_ids;
  if (spec.eos_id) eos_ids_.push_back(*spec.eos_id);
}

Engine::~Engine() {
  for (auto& sequence : running_) ReleaseRow(sequence.get());
  while (const auto row = cache_.DropOldest()) runner_->FreeRow(*row);
}

absl::StatusOr<SequenceId> Engine::Submit(Request request, EventSink sink) {
  if (request.prompt.empty()) return InvalidArgument("the prompt is empty");
  const int64_t length = static_cast<int64_t>(request.prompt.size());
  if (request.max_new_tokens < 0 || request.capacity < length ||
      request.max_new_tokens > request.capacity - length) {
    return InvalidArgument("{} prompt + {} new tokens do not fit the reserved capacity {}", length,
                           request.max_new_tokens, request.capacity);
  }
  if (num_waiting() >= options_.max_queue) {
    return ResourceExhausted("{} requests are waiting already, the queue's limit; retry later",
                             num_waiting());
  }
  RUNG_ASSIGN_OR_RETURN(Sampler sampler, Sampler::Create(request.sampling, tokenizer_->vocab_size(),
                                                         eos_ids_, request.prompt));
  const SequenceId id = request.id.value != 0 ? request.id : SequenceId{next_id_++};
  TextStream text(tokenizer_, request.sampling, request.unfinished_text);
  std::vector<TokenId> tokens = request.prompt;
  auto sequence = std::make_unique<Sequence>(Sequence{.id = id,
                                                      .request = std::move(request),
                                                      .sink = std::move(sink),
                                                      .sampler = std::move(sampler),
                                                      .text = std::move(text),
                                                      .tokens = std::move(tokens),
                                                      .row = std::nullopt,
                                                      .finish = std::nullopt,
                                                      .error = absl::OkStatus(),
                                                      .submitted = clock_->Now(),
                                                      .started = std::nullopt,
                                                      .first_token = std::nullopt});
  sequence->arrival = next_arrival_++;
  sequence->counts = &tokens_[sequence->request.capacity];
  if (sequence->request.max_new_tokens == 0 && !sequence->scoring())
    sequence->finish = FinishReason::kLength;
  waiting_.push_back(std::move(sequence));
  return id;
}

bool Engine::Cancel(SequenceId id) {
  Sequence* sequence = Find(id);
  if (sequence == nullptr || sequence->finish) return false;
  sequence->finish = FinishReason::kCancelled;
  return true;
}

void Engine::CancelAll() {
  for (auto& sequence : running_) Cancel(sequence->id);
  for (auto& sequence : waiting_) Cancel(sequence->id);
}

std::vector<CapacityLoad> Engine::Loads() const {
  std::map<int64_t, CapacityLoad> loads;
  for (const auto& sequence : running_) ++loads[sequence->request.capacity].running;
  for (const auto& sequence : waiting_) ++loads[sequence->request.capacity].waiting;
  std::vector<CapacityLoad> result;
  for (auto& [capacity, load] : loads) {
    load.capacity = capacity;
    result.push_back(load);
  }
  return result;
}

void Engine::Step() {
  if (!HasWork()) return;
  ++counters_.steps;
  Postprocess();  // cancellations since the last step free their rows before anything runs
  const StepPlan plan = Schedule();
  Run(plan);
  Postprocess();
  blocked_ = HasWork() && !plan.prefill && plan.decode_groups.empty();
}

StepPlan Engine::Schedule() {
  GrowRows();
  AdmitWaiting();
  std::vector<RowView> rows;
  for (const auto& sequence : running_) {
    if (sequence->finish || NeedsGrowth(*sequence)) continue;  // failed, or waits for its rung
    const RowView row{.sequence = sequence->id,
                      .capacity = runner_->RowCapacity(*sequence->row),
                      .kv_length = sequence->kv_length,
                      .pending = sequence->chunkable()};
    if (sequence->retry_alone) {
      rows.assign(1, row);
      break;
    }
    rows.push_back(row);
  }
  return PlanStep(rows, costs_, options_.scheduler, options_.decode_ready);
}

void Engine::Fail(Sequence* sequence, const absl::Status& status) {
  sequence->finish = FinishReason::kError;
  sequence->error = status;
}

void Engine::Run(const StepPlan& plan) {
  if (plan.prefill) RunPrefill(*plan.prefill);
  for (const std::vector<SequenceId>& group : plan.decode_groups) RunDecode(group);
}

void Engine::RunPrefill(const PrefillWork& work) {
  Sequence* sequence = Find(work.sequence);
  const std::span<const TokenId> tokens(sequence->tokens);
  const bool completes = work.count == sequence->pending();
  const TimePoint start = clock_->Now();
  absl::StatusOr<runtime::StepLogits> logits =
      runner_->Prefill(*sequence->row, tokens.subspan(work.start, work.count), work.start,
                       work.chunk, /*want_logits=*/completes);
  if (!logits.ok()) {
    return OnFailedStep(sequence, logits.status(), runner_->RowCapacity(*sequence->row));
  }
  costs_.RecordPrefill(work.chunk, runner_->RowCapacity(*sequence->row),
                       MillisBetween(start, clock_->Now()));
  sequence->kv_length += work.count;
  CountPrompt(sequence);
  counters_.prompt_tokens += work.count;
  counters_.prefill_padding_tokens += work.chunk - work.count;
  if (!completes) return;
  Draw draw{.sequence = sequence, .logits = logits->Row(0), .maxima = logits->RowMaxima(0)};
  Sample({&draw, 1});
}

void Engine::RunDecode(const std::vector<SequenceId>& group) {
  std::vector<Sequence*> sequences;
  std::vector<runtime::DecodeInput> inputs;
  std::vector<int64_t> capacities;
  for (SequenceId id : group) {
    Sequence* sequence = sequences.emplace_back(Find(id));
    inputs.push_back({.row = *sequence->row,
                      .token = sequence->tokens[sequence->kv_length],
                      .position = sequence->kv_length});
    capacities.push_back(runner_->RowCapacity(*sequence->row));
  }
  const TimePoint start = clock_->Now();
  absl::StatusOr<runtime::StepLogits> logits = runner_->Decode(inputs);
  if (!logits.ok()) {
    for (size_t i = 0; i < sequences.size(); ++i) {
      OnFailedStep(sequences[i], logits.status(), capacities[i]);
    }
    return;
  }
  costs_.RecordDecode(capacities, MillisBetween(start, clock_->Now()));
  const int64_t rows = static_cast<int64_t>(sequences.size());
  counters_.decode_rows += rows;
  counters_.decode_padding_rows += context::ProgramRows(rows) - rows;
  std::vector<Draw> draws;
  for (size_t i = 0; i < sequences.size(); ++i) {
    Sequence* sequence = sequences[i];
    const bool completes = sequence->pending() == 1;
    // The tail of a prompt, or of what is prefilled anew, one token a step.
    if (!completes || sequence->kv_length < sequence->prompt_length()) ++counters_.prompt_tokens;
    ++sequence->kv_length;
    CountPrompt(sequence);
    const std::span<const float> row = logits->Row(static_cast<int64_t>(i));
    if (sequence->scoring() && sequence->kv_length == sequence->next_scored()) {
      ScorePrompt(sequence, row);
    }
    if (completes) {
      draws.push_back({.sequence = sequence,
                       .logits = row,
                       .maxima = logits->RowMaxima(static_cast<int64_t>(i))});
    }
  }
  Sample(draws);
}

void Engine::CountPrompt(Sequence* sequence) {
  const int64_t held = std::min(sequence->kv_length, sequence->prompt_length());
  if (held <= sequence->counted_prompt) return;
  sequence->counts->prompt += held - sequence->counted_prompt;
  sequence->counted_prompt = held;
}

void Engine::ScorePrompt(Sequence* sequence, std::span<const float> logits) {
  const TokenId token = sequence->request.prompt[sequence->next_scored()];
  absl::StatusOr<TokenLogprobs> score = sequence->sampler.Score(logits, token);
  if (!score.ok()) return Fail(sequence, score.status());
  sequence->retry_alone = false;
  sequence->prompt_logprobs.push_back(*std::move(score));
  if (sequence->next_scored() < sequence->prompt_length()) return;
  TokenEvent event;
  event.prompt_logprobs = std::exchange(sequence->prompt_logprobs, {});
  sequence->scored = true;
  Emit(sequence, std::move(event));
  if (sequence->request.max_new_tokens > 0) return;
  sequence->first_token = clock_->Now();  // what took time was the prompt
  sequence->finish = FinishReason::kLength;
}

void Engine::Sample(std::span<Draw> draws) {
  if (sampler_workspaces_.size() < draws.size()) sampler_workspaces_.resize(draws.size());
  const auto sample = [&](int64_t i) {
    Draw& draw = draws[static_cast<size_t>(i)];
    draw.token = draw.sequence->sampler.Sample(
        draw.logits, sampler_workspaces_[static_cast<size_t>(i)], draw.maxima);
  };
  const auto count = static_cast<int64_t>(draws.size());
  // Eight rows that need their maxima alone take 10 us, on two threads 13 to 18.
  const bool worth_threads = std::any_of(draws.begin(), draws.end(), [](const Draw& draw) {
    return draw.maxima.values.empty() || !draw.sequence->sampler.NeedsMaximaAlone();
  });
  if (options_.parallel_for && count > 1 && worth_threads) {
    options_.parallel_for(count, sample);
  } else {
    for (int64_t i = 0; i < count; ++i) sample(i);
  }
  for (Draw& draw : draws) Take(draw.sequence, std::move(draw.token));
}

void Engine::Take(Sequence* sequence, absl::StatusOr<SampledToken> sampled) {
  sequence->retry_alone = false;
  if (!sampled.ok()) {
    return Fail(sequence, sampled.status());
  }
  ++counters_.generated_tokens;
  ++sequence->counts->generated;
  if (!sequence->first_token) sequence->first_token = clock_->Now();
  const TokenId token = sampled->id;
  sequence->sampler.Accept(token);
  sequence->tokens.push_back(token);

  TokenEvent event;
  event.token = token;
  event.logprobs = std::move(sampled->logprobs);
  if (sequence->sampler.IsStop(token)) {
    sequence->finish = FinishReason::kStop;  // its text is never shown
  } else {
    TextStream::Piece piece = sequence->text.Push(token);
    event.text = std::move(piece.text);
    if (piece.stopped) {
      sequence->finish = FinishReason::kStop;
    } else if (sequence->generated() >= sequence->request.max_new_tokens) {
      sequence->finish = FinishReason::kLength;
    }
  }
  Emit(sequence, std::move(event));
}

void Engine::OnFailedStep(Sequence* sequence, const absl::Status& status, int64_t capacity) {
  ++counters_.failed_steps;
  if (sequence->retry_alone) {
    return Fail(sequence, status);
  }
  // Its KV was donated to the step and is gone. Tokens, sampler and text live on the host, so a new
  // prefill brings it back to where it was.
  ReleaseRow(sequence);
  sequence->kv_length = 0;
  sequence->retry_alone = true;
  absl::StatusOr<runtime::RowId> row = AllocateRow(capacity);
  if (absl::IsResourceExhausted(row.status()) && running_.size() > 1) return Evict(sequence);
  if (!row.ok()) {
    return Fail(sequence, row.status());
  }
  SetRow(sequence, *row, /*kv_length=*/0);
}

void Engine::Postprocess() {
  const auto drop_finished = [this](auto* sequences) {
    for (auto& sequence : *sequences) {
      if (!sequence->finish) continue;
      RetireRow(sequence.get());
      EmitFinish(sequence.get());
    }
    std::erase_if(*sequences, [](const auto& sequence) { return sequence->finish.has_value(); });
  };
  drop_finished(&running_);
  drop_finished(&waiting_);
}

void Engine::Emit(Sequence* sequence, TokenEvent event) {
  event.sequence = sequence->id;
  sequence->sink(event);
}

void Engine::EmitFinish(Sequence* sequence) {
  const TimePoint now = clock_->Now();
  TokenEvent event;
  TextStream::Piece rest = sequence->text.Finish();
  if (rest.stopped && sequence->finish == FinishReason::kLength) {
    sequence->finish =
        FinishReason::kStop;  // the replacement of half a character was a stop string
  }
  event.finish = sequence->finish;
  event.error = sequence->error;
  event.text = std::move(rest.text);
  event.usage = sequence->usage;
  const TimePoint started = sequence->started.value_or(now);
  event.times.queue_ms = MillisBetween(sequence->submitted, started);
  if (sequence->first_token) {
    event.times.prefill_ms = MillisBetween(started, *sequence->first_token);
    event.times.decode_ms = MillisBetween(*sequence->first_token, now);
  }
  Emit(sequence, std::move(event));
}

void Engine::ReleaseRow(Sequence* sequence) {
  if (!sequence->row) return;
  runner_->FreeRow(*sequence->row);
  sequence->row.reset();
}

Sequence* Engine::Find(SequenceId id) {
  for (auto& sequence : running_) {
    if (sequence->id == id) return sequence.get();
  }
  for (auto& sequence : waiting_) {
    if (sequence->id == id) return sequence.get();
  }
  return nullptr;
}

}  // namespace rung::engine
