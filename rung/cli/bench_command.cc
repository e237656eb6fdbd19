// `rung bench`: what this machine does with a model, as a table or as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "rung/base/clock.h"
#include "rung/base/status.h"
#include "rung/cli/bench_rows.h"
#include "rung/cli/bench_start.h"
#include "rung/cli/capacity_text.h"
#include "rung/cli/command.h"
#include "rung/cli/device_loading.h"
#include "rung/cli/facts_json.h"
#include "rung/cli/growth_bench.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/run_facts.h"
#include "rung/context/prefill_plan.h"
#include "rung/runtime/device_model.h"

namespace rung::cli {
namespace {

// Of the repetitions of one case.
struct Spread {
  double min = 0;
  double median = 0;
  double max = 0;

  static Spread Of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {values.front(), values[values.size() / 2], values.back()};
  }
};

struct DecodeCase {
  std::vector<int64_t> rows;  // capacities
  Spread step_ms;             // of the mean step
};

struct PrefillCase {
  int64_t tokens = 0;
  int64_t capacity = 0;
  Spread seconds;
};

struct Report {
  std::vector<Fact> facts;
  runtime::LoadTimes load;
  double first_token_seconds = 0;        // from process start: load, compile, one short prompt
  runtime::ProgramSetCounters programs;  // up to the first token
  std::vector<PrefillCase> prefill;
  std::vector<DecodeCase> decode;
  int64_t weight_bytes = 0;  // on the device; with a tied embedding, what a decode step reads
  int64_t peak_rss_bytes = 0;
};

int64_t PeakRssBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

// Runs a plan of chunks and one-token steps over fixed token ids.
absl::Status RunPrefill(runtime::StepRunner* runner, runtime::RowId row,
                        const std::vector<context::PrefillChunk>& plan) {
  for (const context::PrefillChunk& chunk : plan) {
    if (chunk.chunk == 1) {
      const runtime::DecodeInput input{row, /*token=*/1, chunk.start};
      RUNG_RETURN_IF_ERROR(runner->Decode({&input, 1}).status());
      continue;
    }
    const std::vector<TokenId> tokens(static_cast<size_t>(chunk.count), 1);
    RUNG_RETURN_IF_ERROR(
        runner->Prefill(row, tokens, chunk.start, chunk.chunk, /*want_logits=*/true).status());
  }
  return absl::OkStatus();
}

absl::Status MeasurePrefill(runtime::StepRunner* runner, int64_t repetitions, PrefillCase* result) {
  RUNG_ASSIGN_OR_RETURN(const auto plan, context::PlanPrefill(0, result->tokens, result->capacity,
                                                              context::kPrefillChunks,
                                                              context::PrefillGoal::kLeastTime));
  BenchRows rows(runner);
  RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, rows.Add(result->capacity));
  std::vector<double> seconds;
  for (int64_t i = 0; i <= repetitions; ++i) {  // the first run warms up
    const TimePoint start = SteadyClock().Now();
    RUNG_RETURN_IF_ERROR(RunPrefill(runner, row, plan));
    if (i > 0) seconds.push_back(SecondsBetween(start, SteadyClock().Now()));
  }
  result->seconds = Spread::Of(std::move(seconds));
  return absl::OkStatus();
}

// Steps over rows that hold `depth` positions at first (zeros: the cost is the same).
absl::Status MeasureDecode(runtime::StepRunner* runner, const BenchFlags& flags,
                           DecodeCase* result) {
  BenchRows rows(runner);
  std::vector<runtime::DecodeInput> inputs;
  for (int64_t capacity : result->rows) {
    RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, rows.Add(capacity));
    inputs.push_back({row, /*token=*/1, /*position=*/0});
  }
  const int64_t steps = std::min(flags.tokens, result->rows.front() - flags.depth);
  std::vector<double> step_ms;
  for (int64_t i = 0; i <= flags.repetitions; ++i) {
    const TimePoint start = SteadyClock().Now();
    for (int64_t step = 0; step < steps; ++step) {
      for (runtime::DecodeInput& input : inputs) input.position = flags.depth + step;
      RUNG_RETURN_IF_ERROR(runner->Decode(inputs).status());
    }
    if (i > 0) step_ms.push_back(MillisBetween(start, SteadyClock().Now()) / steps);
  }
  result->step_ms = Spread::Of(std::move(step_ms));
  return absl::OkStatus();
}

absl::StatusOr<Report> PlanCases(const BenchFlags& flags, int64_t window) {
  Report report;
  std::vector<std::string> rows = flags.rows;
  if (rows.empty()) {
    rows = {"256", "1024", "256,256", "256,256,256,256", "256,256,256,256,256,256,256,256"};
  }
  for (const std::string& text : rows) {
    RUNG_ASSIGN_OR_RETURN(report.decode.emplace_back().rows,
                          ParseRows("--rows", text, /*exact=*/false));
    if (flags.depth >= report.decode.back().rows.front()) {
      return InvalidArgument("--depth {}: leaves no step to --rows {}; it must be below {}",
                             flags.depth, text, report.decode.back().rows.front());
    }
  }
  std::vector<int64_t> prompts = flags.prefill;
  if (prompts.empty()) prompts = {16, 512};
  for (int64_t tokens : prompts) {
    if (tokens < 1 || tokens > window) {
      return InvalidArgument("--prefill {}: must be in 1..={}, the model's window", tokens, window);
    }
    const int64_t capacity = std::max<int64_t>(256, tokens);
    report.prefill.push_back({.tokens = tokens, .capacity = capacity});
  }
  return report;
}

runtime::DeviceModelOptions LoadOptions(const Report& report, bool first_token_alone) {
  runtime::DeviceModelOptions options;
  std::vector<int64_t>& capacities = options.capacities;
  for (const DecodeCase& c : report.decode) {
    capacities.insert(capacities.end(), c.rows.begin(), c.rows.end());
  }
  for (const PrefillCase& c : report.prefill) capacities.push_back(c.capacity);
  std::sort(capacities.begin(), capacities.end());
  capacities.erase(std::unique(capacities.begin(), capacities.end()), capacities.end());
  // One short prompt and a decode step make the first token; the rest compiles when measured.
  options.programs = {runtime::ProgramKey::Prefill(16, report.prefill.front().capacity)};
  if (first_token_alone) {  // what `rung generate` has before its first token
    options.programs.push_back(runtime::ProgramKey::Decode({&report.prefill.front().capacity, 1}));
  }
  return options;
}

// "+1.2 %": how far the slowest repetition lies above the fastest.
std::string Width(const Spread& spread) {
  return fmt::format("{:.1f} %", (spread.max / spread.min - 1) * 100);
}

void PrintTable(TextOutput& out, const Report& report) {
  out.Print("{}\n", FactsLine(report.facts));
  out.Print(
      "start   device {:.2f} s, weights {:.2f} s, compile {:.2f} s (beside the weights; {} "
      "compiled, {} from the cache), first token after {:.2f} s\n",
      report.load.client_seconds, report.load.weights_seconds, report.load.compile_seconds,
      report.programs.compiles_total, report.programs.cache_hits, report.first_token_seconds);
  out.Print("memory  weights {}, peak RSS {}\n\n", FormatBytes(report.weight_bytes),
            FormatBytes(report.peak_rss_bytes));
  out.Print("{:>8} {:>9} {:>9} {:>9} {:>9}\n", "prefill", "capacity", "ms", "tok/s", "spread");
  for (const PrefillCase& c : report.prefill) {
    out.Print("{:>8} {:>9} {:>9.1f} {:>9.1f} {:>9}\n", c.tokens, c.capacity, c.seconds.median * 1e3,
              c.tokens / c.seconds.median, Width(c.seconds));
  }
  out.Print("\n{:>8} {:>9} {:>9} {:>9} {:>9}  row capacities\n", "decode", "ms/step", "tok/s",
            "per row", "spread");
  for (const DecodeCase& c : report.decode) {
    const double rate = 1e3 / c.step_ms.median;
    out.Print("{:>8} {:>9.2f} {:>9.1f} {:>9.1f} {:>9}  {}\n", c.rows.size(), c.step_ms.median,
              rate * c.rows.size(), rate, Width(c.step_ms), fmt::join(c.rows, ","));
  }
}

void PrintJson(TextOutput& out, const Report& report, int64_t repetitions) {
  nlohmann::ordered_json json = FactsJson(report.facts);
  json.update({
      {"repetitions", repetitions},
      {"client_seconds", report.load.client_seconds},
      {"weights_seconds", report.load.weights_seconds},
      {"compile_seconds", report.load.compile_seconds},
      {"first_token_seconds", report.first_token_seconds},
      {"compiles", report.programs.compiles_total},
      {"cache_hits", report.programs.cache_hits},
      {"weight_bytes", report.weight_bytes},
      {"peak_rss_bytes", report.peak_rss_bytes},
      {"prefill", nlohmann::ordered_json::array()},
      {"decode", nlohmann::ordered_json::array()},
  });
  for (const PrefillCase& c : report.prefill) {
    json["prefill"].push_back({{"tokens", c.tokens},
                               {"capacity", c.capacity},
                               {"seconds", c.seconds.median},
                               {"seconds_min", c.seconds.min},
                               {"seconds_max", c.seconds.max},
                               {"tokens_per_second", c.tokens / c.seconds.median}});
  }
  for (const DecodeCase& c : report.decode) {
    json["decode"].push_back({{"rows", c.rows},
                              {"step_ms", c.step_ms.median},
                              {"step_ms_min", c.step_ms.min},
                              {"step_ms_max", c.step_ms.max},
                              {"tokens_per_second", c.rows.size() * 1e3 / c.step_ms.median}});
  }
  out.Print("{}\n", DumpJson(json));
}

}  // namespace

absl::StatusOr<int> RunBench(const CommandContext& context, const CommandLine& line) {
  if (line.bench.compare_growth) {
    if (line.bench.json) {
      return InvalidArgument("--json: --compare-growth prints tables alone; leave it out");
    }
    return RunGrowthBench(context, line);
  }
  const TimePoint start = SteadyClock().Now();
  if (line.bench.start) return RunBenchStart(context, line);
  InstallInterruptHandler();
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(Report report, PlanCases(line.bench, description.model->config().window));

  ProgressBar bar(context.err);
  runtime::DeviceModelOptions options = LoadOptions(report, line.bench.first_token);
  RUNG_ASSIGN_OR_RETURN(options.plugin, LoadPlugin(context, line.engine));
  report.facts = RunFacts(settings, description, *options.plugin, /*budget=*/nullptr);
  // A start that RunBenchStart measures is told of there.
  spdlog::log(line.bench.first_token ? spdlog::level::trace : spdlog::level::debug, "{}",
              FactsLine(report.facts));
  RUNG_ASSIGN_OR_RETURN(const auto device, LoadDevice(context.environment, settings, description,
                                                      std::move(options), &bar));
  report.load = device->times();
  report.weight_bytes = device->weights().total_bytes();
  {
    const std::vector<context::PrefillChunk> short_prompt = {
        context::PrefillChunk{.start = 0, .chunk = 16, .count = 6}};
    BenchRows rows(&device->runner());
    RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, rows.Add(report.prefill.front().capacity));
    RUNG_RETURN_IF_ERROR(RunPrefill(&device->runner(), row, short_prompt));
    report.first_token_seconds = SecondsBetween(start, SteadyClock().Now());
    report.programs = device->programs().counters();
  }
  if (line.bench.first_token) {
    report.prefill.clear();
    report.decode.clear();
  }

  const double cases = static_cast<double>(report.prefill.size() + report.decode.size());
  double done = 0;
  for (PrefillCase& c : report.prefill) {
    if (Interrupted()) break;
    bar.Update("measuring", done++ / cases);
    RUNG_RETURN_IF_ERROR(MeasurePrefill(&device->runner(), line.bench.repetitions, &c));
  }
  for (DecodeCase& c : report.decode) {
    if (Interrupted()) break;
    bar.Update("measuring", done++ / cases);
    RUNG_RETURN_IF_ERROR(MeasureDecode(&device->runner(), line.bench, &c));
  }
  bar.Clear();
  if (Interrupted()) {
    context.err.Print("rung: interrupted\n");
    return InterruptExitCode();
  }
  report.peak_rss_bytes = PeakRssBytes();
  if (line.bench.json) {
    PrintJson(context.out, report, line.bench.repetitions);
  } else {
    PrintTable(context.out, report);
  }
  return 0;
}

}  // namespace rung::cli
