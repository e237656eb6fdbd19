#include "rung/cli/growth_bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "rung/base/status.h"
#include "rung/cli/conversation_bench.h"
#include "rung/cli/device_loading.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/run_facts.h"
#include "rung/cli/step_costs_table.h"
#include "rung/context/ladder.h"
#include "rung/context/prefill_plan.h"
#include "rung/engine/engine.h"

namespace rung::cli {
namespace {

constexpr int64_t kReplyTokens = 400;
constexpr int64_t kBudget = 4000;

engine::Request MakeRequest(int64_t prompt, int64_t max_new, int64_t capacity) {
  engine::Request request;
  for (int64_t i = 0; i < prompt; ++i) {
    request.prompt.push_back(static_cast<TokenId>(1000 + (i * 37) % 5000));
  }
  request.max_new_tokens = max_new;
  request.capacity = capacity;
  request.sampling.ignore_eos = true;
  return request;
}

// Tokens a second of all requests together, from the first token of any to the last of all.
// `max_tokens`: of each reply; then it is cut, as by an end-of-sequence token.
absl::StatusOr<double> TokensPerSecond(const GrowthBench& bench,
                                       std::vector<engine::Request> requests, bool growth,
                                       int64_t max_tokens) {
  engine::EngineOptions options;
  if (growth) options.growth.rungs = bench.rungs;
  engine::Engine engine(&bench.device->runner(), bench.tokenizer, &bench.clock, options);
  int64_t tokens = 0;
  absl::Status error;
  std::optional<TimePoint> first;
  TimePoint last;
  std::vector<engine::SequenceId> done;
  for (engine::Request& request : requests) {
    RUNG_RETURN_IF_ERROR(
        engine
            .Submit(std::move(request),
                    [&, count = int64_t{0}](const engine::TokenEvent& event) mutable {
                      if (event.finish == engine::FinishReason::kError) error = event.error;
                      if (!event.token) return;
                      last = bench.clock.Now();
                      if (!first) first = last;
                      ++tokens;
                      if (++count == max_tokens) done.push_back(event.sequence);
                    })
            .status());
  }
  while (engine.HasWork()) {
    engine.Step();
    for (engine::SequenceId id : done) engine.Cancel(id);
    done.clear();
    if (Interrupted()) engine.CancelAll();
  }
  RUNG_RETURN_IF_ERROR(error);
  if (Interrupted()) return absl::CancelledError("interrupted");
  return static_cast<double>(tokens - 1) / SecondsBetween(*first, last);
}

// Six short replies that end within 256 positions, two that reserve the largest rung.
std::vector<engine::Request> Mixed(int64_t largest, bool always_largest) {
  std::vector<engine::Request> requests;
  for (int i = 0; i < 6; ++i) requests.push_back(MakeRequest(40, 200, 256));
  for (int i = 0; i < 2; ++i) requests.push_back(MakeRequest(300, 200, largest));
  if (always_largest) {
    for (engine::Request& request : requests) request.capacity = largest;
  }
  return requests;
}

absl::Status CompareReplies(const GrowthBench& bench, TextOutput& out, int64_t repetitions) {
  const int64_t largest = bench.rungs.back();
  const auto run = [&](bool growth) {
    return TokensPerSecond(bench, {MakeRequest(6, std::min(kBudget, largest - 6), largest)}, growth,
                           std::min(kReplyTokens, largest - 6));
  };
  for (bool growth : {true, false}) RUNG_RETURN_IF_ERROR(run(growth).status());  // compiles
  out.Print("\n-n {}, the reply ends after {} tokens\n{:>8} {:>9} {:>9} {:>9}\n", kBudget,
            kReplyTokens, "run", "on tok/s", "off tok/s", "ratio");
  std::vector<double> ratios;
  for (int64_t i = 1; i <= repetitions; ++i) {
    RUNG_ASSIGN_OR_RETURN(const double on, run(true));
    RUNG_ASSIGN_OR_RETURN(const double off, run(false));
    ratios.push_back(on / off);
    out.Print("{:>8} {:>9.1f} {:>9.1f} {:>9.2f}\n", i, on, off, on / off);
    RUNG_RETURN_IF_ERROR(out.Flush());
  }
  std::sort(ratios.begin(), ratios.end());
  out.Print("{:>8} {:>29.2f}\n", "median", ratios[ratios.size() / 2]);
  return absl::OkStatus();
}

absl::Status CompareStreams(const GrowthBench& bench, TextOutput& out, int64_t repetitions) {
  const int64_t largest = bench.rungs.back();
  const auto run = [&](bool always_largest) {
    return TokensPerSecond(bench, Mixed(largest, always_largest), !always_largest,
                           /*max_tokens=*/kBudget);
  };
  for (bool always : {false, true}) RUNG_RETURN_IF_ERROR(run(always).status());
  out.Print("\nsix short streams and two long ones\n{:>8} {:>9} {:>9} {:>9}\n", "run", "each own",
            "largest", "ratio");
  for (int64_t i = 1; i <= repetitions; ++i) {
    RUNG_ASSIGN_OR_RETURN(const double own, run(false));
    RUNG_ASSIGN_OR_RETURN(const double all, run(true));
    out.Print("{:>8} {:>9.1f} {:>9.1f} {:>9.2f}\n", i, own, all, own / all);
    RUNG_RETURN_IF_ERROR(out.Flush());
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<int> RunGrowthBench(const CommandContext& context, const CommandLine& line) {
  InstallInterruptHandler();
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(const auto tokenizer, MakeTokenizer(description));
  const int64_t window = description.model->config().window;
  runtime::DeviceModelOptions options;
  options.capacities =
      context::RunningRungs({std::min<int64_t>(256, window), std::min<int64_t>(4096, window)});
  RUNG_ASSIGN_OR_RETURN(options.plugin, LoadPlugin(context, line.engine));
  spdlog::debug("{}", FactsLine(RunFacts(settings, description, *options.plugin,
                                        /*budget=*/nullptr)));
  ProgressBar bar(context.err);
  RUNG_ASSIGN_OR_RETURN(const auto device,
                        LoadDevice(context.environment, settings, description, options, &bar));
  RUNG_ASSIGN_OR_RETURN(const StepCostTable table,
                        MeasureStepCosts(device.get(), options.capacities, [&](double fraction) {
                          bar.Update("measuring steps", fraction);
                        }));
  bar.Clear();
  PrintStepCosts(context.out, table);
  RUNG_RETURN_IF_ERROR(context.out.Flush());
  const GrowthBench bench{device.get(), tokenizer.get(), options.capacities, {}};
  RUNG_RETURN_IF_ERROR(CompareReplies(bench, context.out, line.bench.repetitions));
  RUNG_RETURN_IF_ERROR(CompareStreams(bench, context.out, line.bench.repetitions));
  RUNG_RETURN_IF_ERROR(MeasureConversation(bench, context.out, line.bench.repetitions));
  return 0;
}

}  // namespace rung::cli
