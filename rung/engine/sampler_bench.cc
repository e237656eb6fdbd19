// Cost of choosing one token out of SmolLM2's 49,152. Logits resemble a model's: most of the mass
// on a few tokens, or nearly flat.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "rung/engine/sampler.h"

namespace rung::engine {
namespace {

constexpr int64_t kVocab = 49152;

std::vector<float> MakeLogits(float spread) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, spread);
  std::vector<float> logits(kVocab);
  for (float& logit : logits) logit = normal(random);
  return logits;
}

void Run(benchmark::State& state, SamplingParams params, float spread = 3) {
  const std::vector<float> logits = MakeLogits(spread);
  const std::vector<TokenId> prompt(500, 17);
  auto sampler = Sampler::Create(params, kVocab, {}, prompt);
  if (!sampler.ok()) {
    state.SkipWithError("invalid parameters");
    return;
  }
  SamplerWorkspace workspace;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sampler->Sample(logits, workspace));
    sampler->Accept(1);
  }
}

// With what the kernel lowering knows of a row.
void RunGreedyWithMaxima(benchmark::State& state) {
  const std::vector<float> logits = MakeLogits(3);
  std::vector<float> maxima;
  for (auto group = logits.begin(); group != logits.end(); group += 16) {
    maxima.push_back(*std::max_element(group, group + 16));
  }
  const auto sampler = Sampler::Create({}, kVocab, {}, {});
  SamplerWorkspace workspace;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sampler->Sample(logits, workspace, {maxima, 16}));
  }
}
BENCHMARK(RunGreedyWithMaxima)->Name("Run/greedy_maxima")->Unit(benchmark::kMicrosecond);

#define RUNG_SAMPLER_BENCHMARK(name, ...) \
  BENCHMARK_CAPTURE(Run, name, __VA_ARGS__)->Unit(benchmark::kMicrosecond)

RUNG_SAMPLER_BENCHMARK(greedy, SamplingParams{});
RUNG_SAMPLER_BENCHMARK(greedy_penalty, SamplingParams{.repetition_penalty = 1.1});
RUNG_SAMPLER_BENCHMARK(greedy_logprobs, SamplingParams{.logprobs = 5});
RUNG_SAMPLER_BENCHMARK(temperature, SamplingParams{.temperature = 1});
RUNG_SAMPLER_BENCHMARK(min_p, SamplingParams{.temperature = 1, .min_p = 0.05});
RUNG_SAMPLER_BENCHMARK(top_k, SamplingParams{.temperature = 1, .top_k = 40});
RUNG_SAMPLER_BENCHMARK(top_k_large, SamplingParams{.temperature = 1, .top_k = 5000});
RUNG_SAMPLER_BENCHMARK(top_p, SamplingParams{.temperature = 1, .top_p = 0.95});
RUNG_SAMPLER_BENCHMARK(top_p_flat, SamplingParams{.temperature = 1, .top_p = 0.95}, 0.5f);
RUNG_SAMPLER_BENCHMARK(top_k_top_p, SamplingParams{.temperature = 0.8, .top_k = 40, .top_p = 0.95});

}  // namespace
}  // namespace rung::engine
