#include "rung/cli/conversation_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "rung/base/status.h"
#include "rung/cli/interrupt.h"
#include "rung/engine/engine.h"

namespace rung::cli {
namespace {

constexpr int64_t kTurns = 10;
constexpr int64_t kNewTokens = 64;
constexpr int64_t kReplyTokens = 16;

struct Turn {
  int64_t prompt = 0;
  int64_t cached = 0;
  double first_token_ms = 0;
  double PerNewToken() const { return first_token_ms / static_cast<double>(prompt - cached); }
};

// Sends `history` and appends the reply to it.
absl::StatusOr<Turn> TakeTurn(const GrowthBench& bench, engine::Engine* engine,
                              std::vector<TokenId>* history) {
  Turn turn{.prompt = static_cast<int64_t>(history->size())};
  engine::Request request;
  request.prompt = *history;
  request.max_new_tokens = kReplyTokens;
  request.capacity = bench.rungs.back();
  request.sampling.ignore_eos = true;
  absl::Status error;
  const TimePoint start = bench.clock.Now();
  std::optional<TimePoint> first;
  RUNG_RETURN_IF_ERROR(engine
                           ->Submit(std::move(request),
                                    [&](const engine::TokenEvent& event) {
                                      if (!first) first = bench.clock.Now();
                                      if (event.token) history->push_back(*event.token);
                                      if (!event.finish) return;
                                      error = event.error;
                                      turn.cached = event.usage.cached_tokens;
                                    })
                           .status());
  while (engine->HasWork()) {
    engine->Step();
    if (Interrupted()) engine->CancelAll();
  }
  RUNG_RETURN_IF_ERROR(error);
  if (Interrupted()) return absl::CancelledError("interrupted");
  turn.first_token_ms = MillisBetween(start, *first);
  return turn;
}

// A conversation of its own for each `seed`: none begins like another.
absl::StatusOr<std::vector<Turn>> Converse(const GrowthBench& bench, int64_t seed) {
  engine::EngineOptions options;
  options.growth.rungs = bench.rungs;
  options.prefix_cache_bytes = int64_t{1} << 30;
  engine::Engine engine(&bench.device->runner(), bench.tokenizer, &bench.clock, options);
  std::vector<Turn> turns;
  std::vector<TokenId> history;
  for (int64_t i = 0; i < kTurns; ++i) {
    for (int64_t j = 0; j < kNewTokens; ++j) {
      history.push_back(static_cast<TokenId>(1000 + (seed * 7919 + i * 104729 + j * 37) % 5000));
    }
    RUNG_ASSIGN_OR_RETURN(turns.emplace_back(), TakeTurn(bench, &engine, &history));
  }
  return turns;
}

}  // namespace

absl::Status MeasureConversation(const GrowthBench& bench, TextOutput& out, int64_t repetitions) {
  if (bench.rungs.back() < kTurns * (kNewTokens + kReplyTokens)) return absl::OkStatus();
  RUNG_RETURN_IF_ERROR(Converse(bench, /*seed=*/0).status());  // compiles
  std::vector<std::vector<Turn>> runs;
  for (int64_t i = 1; i <= repetitions; ++i) {
    RUNG_ASSIGN_OR_RETURN(runs.emplace_back(), Converse(bench, i));
  }
  out.Print("\na conversation of {} turns\n{:>8} {:>9} {:>9} {:>9} {:>15}\n", kTurns, "turn",
            "prompt", "cached", "first ms", "ms a new token");
  std::vector<Turn> medians;
  for (size_t i = 0; i < kTurns; ++i) {
    std::vector<Turn> turns;
    for (const std::vector<Turn>& run : runs) turns.push_back(run[i]);
    std::ranges::sort(turns, {}, &Turn::first_token_ms);
    medians.push_back(turns[turns.size() / 2]);
    const Turn& turn = medians.back();
    out.Print("{:>8} {:>9} {:>9} {:>9.1f} {:>15.3f}\n", i + 1, turn.prompt, turn.cached,
              turn.first_token_ms, turn.PerNewToken());
  }
  out.Print("{:>8} {:>45.2f}\n", "ratio",
            medians.back().PerNewToken() / medians.front().PerNewToken());
  return absl::OkStatus();
}

}  // namespace rung::cli
