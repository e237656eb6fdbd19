#include "rung/cli/step_costs_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "rung/base/clock.h"
#include "rung/base/status.h"
#include "rung/cli/bench_rows.h"
#include "rung/context/prefill_plan.h"

namespace rung::cli {
namespace {

constexpr int64_t kRepetitions = 15;
constexpr int64_t kChunkRepetitions = 7;

// The fastest run is the one that nothing else on the machine disturbed.
double Fastest(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

std::vector<std::vector<int64_t>> DecodeCases(const std::vector<int64_t>& rungs) {
  const int64_t smallest = rungs.front();
  const int64_t largest = rungs.back();
  std::vector<std::vector<int64_t>> cases;
  for (int64_t rung : rungs) cases.push_back({rung});
  for (int64_t rows : {2, 4, 8}) cases.emplace_back(rows, smallest);
  if (largest == smallest) return cases;
  for (int64_t rows : {2, 4, 8}) {
    cases.emplace_back(rows, smallest);
    cases.back().back() = largest;
  }
  cases.push_back({largest, largest});
  return cases;
}

absl::StatusOr<double> MeasureChunk(runtime::StepRunner* runner, int64_t chunk, int64_t capacity,
                                    int64_t count) {
  BenchRows live(runner);
  RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, live.Add(capacity));
  const std::vector<TokenId> tokens(static_cast<size_t>(count), 1);
  std::vector<double> ms;
  for (int64_t i = -1; i < kChunkRepetitions; ++i) {  // the first warms up
    const TimePoint start = SteadyClock().Now();
    RUNG_RETURN_IF_ERROR(
        runner->Prefill(row, tokens, /*start=*/0, chunk, /*want_logits=*/true).status());
    if (i >= 0) ms.push_back(MillisBetween(start, SteadyClock().Now()));
  }
  return Fastest(ms);
}

}  // namespace

absl::StatusOr<double> MeasureDecodeStep(runtime::StepRunner* runner,
                                         const std::vector<int64_t>& rows, int64_t repetitions) {
  BenchRows live(runner);
  std::vector<runtime::DecodeInput> inputs;
  for (int64_t capacity : rows) {
    RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, live.Add(capacity));
    inputs.push_back({row, /*token=*/1, /*position=*/0});
  }
  std::vector<double> ms;
  for (int64_t i = -3; i < repetitions; ++i) {  // the first few warm up
    const TimePoint start = SteadyClock().Now();
    RUNG_RETURN_IF_ERROR(runner->Decode(inputs).status());
    if (i >= 0) ms.push_back(MillisBetween(start, SteadyClock().Now()));
    for (runtime::DecodeInput& input : inputs) ++input.position;
  }
  return Fastest(ms);
}

absl::StatusOr<double> MeasureGrowth(runtime::StepRunner* runner, int64_t from, int64_t to,
                                     int64_t repetitions) {
  std::vector<double> ms;
  for (int64_t i = -2; i < repetitions; ++i) {
    BenchRows live(runner);
    RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, live.Add(from));
    const TimePoint start = SteadyClock().Now();
    RUNG_RETURN_IF_ERROR(runner->Grow(row, to));
    if (i >= 0) ms.push_back(MillisBetween(start, SteadyClock().Now()));
  }
  return Fastest(ms);
}

absl::StatusOr<StepCostTable> MeasureStepCosts(runtime::DeviceModel* device,
                                               const std::vector<int64_t>& rungs,
                                               const std::function<void(double)>& progress) {
  std::vector<runtime::ProgramKey> programs;
  const std::vector<std::vector<int64_t>> cases = DecodeCases(rungs);
  for (const std::vector<int64_t>& rows : cases) {
    programs.push_back(runtime::ProgramKey::Decode(rows));
  }
  for (size_t i = 1; i < rungs.size(); ++i) {
    programs.push_back(runtime::ProgramKey::Grow(rungs[i - 1], rungs[i]));
  }
  RUNG_RETURN_IF_ERROR(device->programs().Ensure(programs, [&](int64_t done, int64_t total) {
    progress(0.5 * static_cast<double>(done) / static_cast<double>(total));
  }));
  StepCostTable table;
  for (const std::vector<int64_t>& rows : cases) {
    RUNG_ASSIGN_OR_RETURN(const double ms,
                          MeasureDecodeStep(&device->runner(), rows, kRepetitions));
    table.decode.push_back({rows, ms});
    progress(0.5 + 0.5 * static_cast<double>(table.decode.size()) /
                       static_cast<double>(cases.size() + 1));
  }
  for (size_t i = 1; i < rungs.size(); ++i) {
    RUNG_ASSIGN_OR_RETURN(const double ms,
                          MeasureGrowth(&device->runner(), rungs[i - 1], rungs[i], kRepetitions));
    table.growth.push_back({rungs[i - 1], rungs[i], ms});
  }
  progress(1);
  return table;
}

absl::StatusOr<std::vector<ChunkCost>> MeasureChunkCosts(runtime::DeviceModel* device,
                                                         const std::vector<int64_t>& rungs) {
  std::vector<ChunkCost> chunks;
  std::vector<runtime::ProgramKey> programs;
  for (int64_t capacity : std::set{rungs.front(), rungs[rungs.size() / 2], rungs.back()}) {
    for (int64_t chunk : context::kPrefillChunks) {
      if (chunk > capacity) continue;
      chunks.push_back({.chunk = chunk, .capacity = capacity});
      programs.push_back(runtime::ProgramKey::Prefill(chunk, capacity));
    }
  }
  RUNG_RETURN_IF_ERROR(device->programs().Ensure(programs));
  for (ChunkCost& cost : chunks) {
    RUNG_ASSIGN_OR_RETURN(cost.full_ms,
                          MeasureChunk(&device->runner(), cost.chunk, cost.capacity, cost.chunk));
    RUNG_ASSIGN_OR_RETURN(cost.one_token_ms,
                          MeasureChunk(&device->runner(), cost.chunk, cost.capacity, 1));
  }
  return chunks;
}

void PrintChunkCosts(TextOutput& out, const std::vector<ChunkCost>& chunks) {
  out.Print("\n{:>8} {:>9} {:>9}  {}\n", "chunk", "capacity", "ms/full", "with one token");
  for (const ChunkCost& cost : chunks) {
    out.Print("{:>8} {:>9} {:>9.2f}  {:.2f}\n", cost.chunk, cost.capacity, cost.full_ms,
              cost.one_token_ms);
  }
}

void PrintStepCosts(TextOutput& out, const StepCostTable& table) {
  out.Print("{:>8} {:>9}  {}\n", "decode", "ms/step", "row capacities");
  for (const StepCost& cost : table.decode) {
    out.Print("{:>8} {:>9.2f}  {}\n", cost.rows.size(), cost.ms, fmt::join(cost.rows, ","));
  }
  if (table.growth.empty()) return;
  out.Print("\n{:>8} {:>9}  {}\n", "growth", "ms/copy", "of one decode step at the target");
  for (const CopyCost& cost : table.growth) {
    const auto step = std::find_if(
        table.decode.begin(), table.decode.end(),
        [&](const StepCost& decode) { return decode.rows == std::vector<int64_t>{cost.to}; });
    out.Print("{:>8} {:>9.2f}  {:.2f}, from {}\n", cost.to, cost.ms,
              step == table.decode.end() ? 0.0 : cost.ms / step->ms, cost.from);
  }
}

}  // namespace rung::cli
