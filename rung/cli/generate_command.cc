// `rung generate`: one prompt, its continuation on stdout, everything else on stderr.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "rung/base/status.h"
#include "rung/cli/command.h"
#include "rung/cli/device_loading.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/memory_budget.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/prompt_source.h"
#include "rung/cli/run_facts.h"
#include "rung/cli/sampling_flags.h"
#include "rung/context/capacity_list.h"
#include "rung/context/cli_sizing.h"
#include "rung/context/ladder.h"
#include "rung/context/memory_plan.h"
#include "rung/context/prefill_plan.h"
#include "rung/engine/engine.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/device_model.h"

namespace rung::cli {
namespace {

// What is known before anything is allocated.
struct Job {
  Settings settings;
  ModelDescription description;
  std::unique_ptr<tokenizer::Tokenizer> tokenizer;
  std::vector<TokenId> prompt;
  engine::SamplingParams sampling;
  context::CliSizing sizing;
  std::vector<int64_t> rungs;  // that the row may run at, ascending; the last is the sizing's
  std::vector<context::PrefillChunk> prefill;
  const pjrt::Plugin* plugin = nullptr;
  bool drew_seed = false;  // nobody gave the one that samples
};

// A rung that is outgrown within a moment costs its compile and saves next to nothing.
constexpr int64_t kLeastRoomAtStart = 64;

// From the rung that the row starts at to the one that it reserved. A pin never grows.
std::vector<int64_t> RungsFor(const Job& job, const context::OperatorCapacities& operators) {
  const int64_t reserved = job.sizing.capacity;
  if (!job.settings.growth.value || operators.pin) return {reserved};
  std::vector<int64_t> buckets = {
      std::min(context::kLadder.front(), job.description.model->config().window)};
  if (operators.list) buckets = operators.list->capacities;
  std::erase_if(buckets, [&](int64_t bucket) { return bucket >= reserved; });
  buckets.push_back(reserved);
  std::vector<int64_t> rungs = context::RunningRungs(buckets);
  const int64_t start = static_cast<int64_t>(job.prompt.size()) +
                        std::min(kLeastRoomAtStart, job.sizing.max_new_tokens);
  std::erase_if(rungs, [&](int64_t rung) { return rung < start; });
  return rungs;
}

absl::Status CheckMemoryLimit(const Job& job) {
  MemoryBudget budget =
      BudgetFor(job.settings, *job.description.model, /*max_batch=*/1, job.plugin);
  budget.inputs.capacities = job.rungs;
  budget.inputs.growth = true;
  RUNG_RETURN_IF_ERROR(
      context::CheckMemory(budget.inputs, budget.limit_bytes, budget.limit_source));
  spdlog::debug("{}", FactsLine(RunFacts(job.settings, job.description, *job.plugin, &budget)));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<TokenId>> EncodePrompt(const tokenizer::Tokenizer& tokenizer,
                                                  const std::string& text, bool parse_special) {
  RUNG_ASSIGN_OR_RETURN(std::vector<TokenId> tokens,
                        tokenizer.Encode(text, {.add_bos = tokenizer.spec().add_bos,
                                                .parse_special = parse_special}));
  if (tokens.empty()) return InvalidArgument("the prompt holds no token: give it some text");
  return tokens;
}

absl::StatusOr<Job> Prepare(const CommandContext& context, const CommandLine& line) {
  Job job;
  RUNG_ASSIGN_OR_RETURN(job.settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const context::OperatorCapacities operators,
                        context::ReadOperatorCapacities(context.environment, line.engine.ctx_size));
  RUNG_ASSIGN_OR_RETURN(const std::string text, ReadPrompt(line.generate));
  if (line.generate.max_tokens < context::kAsManyAsFit) {
    return InvalidArgument("-n {}: must be -1 (as many as fit), 0 or more",
                           line.generate.max_tokens);
  }
  RUNG_ASSIGN_OR_RETURN(job.description, DescribeModel(context, line.engine, job.settings));
  RUNG_ASSIGN_OR_RETURN(job.tokenizer, MakeTokenizer(job.description));
  RUNG_ASSIGN_OR_RETURN(job.sampling,
                        SamplingFrom(line.generate.sampling, job.tokenizer->vocab_size()));
  job.drew_seed =
      !line.generate.sampling.seed && job.sampling.temperature >= engine::kGreedyTemperature;
  RUNG_ASSIGN_OR_RETURN(job.prompt,
                        EncodePrompt(*job.tokenizer, text, line.generate.parse_special));

  const int64_t length = static_cast<int64_t>(job.prompt.size());
  RUNG_ASSIGN_OR_RETURN(job.sizing,
                        context::ResolveContextCapacity(length, line.generate.max_tokens,
                                                        job.description.model->config().window,
                                                        operators.pin, operators.list));
  if (job.sampling.min_tokens > job.sizing.max_new_tokens) {
    return InvalidArgument("--min-tokens {}: the reply has room for {} tokens (-n, -c)",
                           job.sampling.min_tokens, job.sizing.max_new_tokens);
  }
  job.rungs = RungsFor(job, operators);
  RUNG_ASSIGN_OR_RETURN(job.plugin, LoadPlugin(context, line.engine));
  RUNG_RETURN_IF_ERROR(CheckMemoryLimit(job));
  RUNG_ASSIGN_OR_RETURN(job.prefill,
                        context::PlanPrefill(0, length, job.rungs.front(), context::kPrefillChunks,
                                             context::PrefillGoal::kFewestPrograms));
  return job;
}

void PrintSizing(TextOutput& err, const context::CliSizing& sizing) {
  for (const std::string& notice : sizing.notices) err.Print("rung: notice: {}\n", notice);
  if (sizing.line) err.Print("{}\n", *sizing.line);
}

runtime::ProgramKey DecodeOne(int64_t capacity) {
  return runtime::ProgramKey::Decode({&capacity, 1});
}

absl::StatusOr<std::unique_ptr<runtime::DeviceModel>> LoadFor(const Job& job,
                                                              const Environment& environment,
                                                              ProgressBar* bar) {
  runtime::DeviceModelOptions options;
  options.plugin = job.plugin;
  options.capacities = job.rungs;
  for (int64_t chunk : context::ProgramsOf(job.prefill)) {
    options.programs.push_back(runtime::ProgramKey::Prefill(chunk, job.rungs.front()));
  }
  options.programs.push_back(DecodeOne(job.rungs.front()));
  return LoadDevice(environment, job.settings, job.description, std::move(options), bar);
}

// What one run has to say at its end.
struct Outcome {
  std::vector<TokenId> tokens;
  bool ends_line = false;  // the text does
  engine::FinishReason finish = engine::FinishReason::kLength;
  absl::Status error;
  double first_token_seconds = 0;
  double decode_seconds = 0;   // from the first token to the last
  std::vector<int64_t> rungs;  // that it ran at
};

// The next rung's programs compile while the row runs at the one before.
engine::EngineOptions EngineOptionsFor(const Job& job, runtime::ProgramSet* programs) {
  engine::EngineOptions options;
  options.max_batch = 1;
  options.scheduler.chunk_sizes = context::ProgramsOf(job.prefill);
  options.growth.rungs = job.rungs;
  options.growth.prefetch = [programs](int64_t capacity) {
    programs->Prefetch(DecodeOne(capacity));
  };
  options.capacity_ready = [programs](int64_t capacity) -> absl::StatusOr<bool> {
    const std::optional<absl::Status> outcome = programs->Outcome(DecodeOne(capacity));
    if (outcome) RUNG_RETURN_IF_ERROR(*outcome);
    return outcome.has_value();
  };
  options.growth.ready = [programs](int64_t from, int64_t to) {
    return programs->PrefetchIfMissing(runtime::ProgramKey::Grow(from, to));
  };
  return options;
}

absl::StatusOr<Outcome> Run(const Job& job, runtime::DeviceModel* device, TextOutput& out,
                            TimePoint program_start) {
  const SteadyClock clock;
  engine::Engine engine(&device->runner(), job.tokenizer.get(), &clock,
                        EngineOptionsFor(job, &device->programs()));

  engine::Request request;
  request.prompt = job.prompt;
  request.max_new_tokens = job.sizing.max_new_tokens;
  request.capacity = job.sizing.capacity;
  request.sampling = job.sampling;
  Outcome outcome;
  TimePoint first;
  absl::Status written;
  RUNG_ASSIGN_OR_RETURN(const engine::SequenceId id,
                        engine.Submit(std::move(request), [&](const engine::TokenEvent& event) {
                          if (event.token) {
                            if (outcome.tokens.empty()) {
                              first = clock.Now();
                              outcome.first_token_seconds = SecondsBetween(program_start, first);
                            }
                            outcome.tokens.push_back(*event.token);
                            outcome.decode_seconds = SecondsBetween(first, clock.Now());
                          }
                          if (!event.text.empty()) {
                            out.Write(event.text);
                            outcome.ends_line = event.text.ends_with('\n');
                            written = out.Flush();
                          }
                          if (event.finish) {
                            outcome.finish = *event.finish;
                            outcome.error = event.error;
                            outcome.rungs = event.usage.rungs;
                          }
                        }));
  while (engine.HasWork()) {
    // Nobody gets to see what comes after a text that could not be written.
    if (Interrupted() || !written.ok()) engine.Cancel(id);
    engine.Step();
    // The next rung still compiles, and the row has outgrown this one.
    if (engine.IsBlocked()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  const engine::EngineCounters& counters = engine.counters();
  spdlog::debug("growth: {} copies in {:.2f} ms, {} waits for a compile", counters.growth_copies,
                counters.growth_ms, counters.growth_waits);
  spdlog::debug("tokens: {}", fmt::join(outcome.tokens, " "));
  RUNG_RETURN_IF_ERROR(written);
  return outcome;
}

// The last line on stderr; tests and scripts read it.
void PrintSummary(TextOutput& err, const Job& job, const Outcome& outcome) {
  const int64_t count = static_cast<int64_t>(outcome.tokens.size());
  const double rate = outcome.decode_seconds > 0 ? (count - 1) / outcome.decode_seconds : 0.0;
  err.Print("{} prompt + {} new tokens, first token in {:.2f} s, {:.1f} tok/s, capacity {}",
            job.prompt.size(), count, outcome.first_token_seconds, rate, job.sizing.capacity);
  // Where it ran, unless it could run nowhere else.
  if (job.rungs.size() > 1 && !outcome.rungs.empty()) {
    err.Print(", ran at {}", fmt::join(outcome.rungs, ", "));
  }
  if (job.drew_seed) err.Print(", seed {}", job.sampling.seed);
  err.Print("\n");
}

// Messages start on a line of their own, on a terminal and where both streams go the same way; a
// reply that is captured alone stays as it is.
void EndLine(const CommandContext& context) {
  if (context.out.IsTerminal()) {
    context.out.Print("\n");
    (void)context.out.Flush();  // main looks at what became of it
  } else if (context.out.IsSameAs(context.err)) {
    context.err.Print("\n");
  }
}

}  // namespace

absl::StatusOr<int> RunGenerate(const CommandContext& context, const CommandLine& line) {
  const TimePoint start = SteadyClock().Now();
  RUNG_ASSIGN_OR_RETURN(const Job job, Prepare(context, line));
  // Until here a signal ends the process, as it should one that reads its prompt from a terminal.
  InstallInterruptHandler();
  PrintSizing(context.err, job.sizing);
  if (job.sizing.max_new_tokens == 0) return 0;

  ProgressBar bar(context.err);
  absl::StatusOr<std::unique_ptr<runtime::DeviceModel>> device =
      LoadFor(job, context.environment, &bar);
  bar.Clear();
  if (!device.ok() && Interrupted()) {
    context.err.Print("rung: interrupted while loading\n");
    return InterruptExitCode();
  }
  RUNG_RETURN_IF_ERROR(device.status());
  RUNG_ASSIGN_OR_RETURN(const Outcome outcome, Run(job, device->get(), context.out, start));

  const runtime::ProgramSetCounters counters = (*device)->programs().counters();
  spdlog::debug("compiles: {} in all, {} waited for, {} programs from the cache",
                counters.compiles_total, counters.compiles_waited_for_total, counters.cache_hits);
  device->reset();
  const pjrt::LiveObjectCounts live = pjrt::LiveObjects();
  spdlog::debug("live PJRT objects at exit: {}", live.total());
  if (!outcome.ends_line) EndLine(context);
  if (outcome.finish == engine::FinishReason::kError) return outcome.error;
  if (outcome.finish == engine::FinishReason::kCancelled) {
    context.err.Print("rung: interrupted\n");
  }
  PrintSummary(context.err, job, outcome);
  return InterruptExitCode();
}

}  // namespace rung::cli
