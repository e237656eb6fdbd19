#include "rung/engine/sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "rung/base/status.h"
#include "rung/engine/logits_math.h"

namespace rung::engine {
namespace {

using ::testing::HasSubstr;

constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<float> Logs(const std::vector<double>& probabilities) {
  std::vector<float> logits;
  for (double p : probabilities) logits.push_back(static_cast<float>(std::log(p)) + 3.0f);
  return logits;
}

Sampler MakeSampler(const SamplingParams& params, int64_t vocab_size,
                    const std::vector<TokenId>& eos_ids = {},
                    const std::vector<TokenId>& prompt = {}) {
  auto sampler = Sampler::Create(params, vocab_size, eos_ids, prompt);
  EXPECT_TRUE(sampler.ok()) << Message(sampler.status());
  return std::move(sampler).value();
}

TokenId SampleId(const Sampler& sampler, const std::vector<float>& logits) {
  SamplerWorkspace workspace;
  const auto token = sampler.Sample(logits, workspace);
  EXPECT_TRUE(token.ok()) << Message(token.status());
  return token.ok() ? token->id : -1;
}

// How often each token comes in `draws` independent draws from the same logits.
std::map<TokenId, int> Frequencies(SamplingParams params, const std::vector<float>& logits,
                                   int draws = 4000) {
  SamplerWorkspace workspace;
  std::map<TokenId, int> counts;
  for (int i = 0; i < draws; ++i) {
    params.seed = i;
    const Sampler sampler = MakeSampler(params, logits.size());
    const auto token = sampler.Sample(logits, workspace);
    EXPECT_TRUE(token.ok());
    if (token.ok()) ++counts[token->id];
  }
  return counts;
}

struct FilterCase {
  const char* name;
  SamplingParams params;
  std::vector<double> probabilities;
  std::map<TokenId, double> expected;  // renormalized distribution of the kept tokens
};

// Worked out by hand. Where a neighbouring order would give another result, the comment says which.
std::vector<FilterCase> FilterCases() {
  return {
      {"no filter", {.temperature = 1}, {.5, .3, .2}, {{0, .5}, {1, .3}, {2, .2}}},
      // Squares .25 .09 .04 of sum .38.
      {"temperature 0.5", {.temperature = .5}, {.5, .3, .2}, {{0, .6579}, {1, .2368}, {2, .1053}}},
      // Roots .7071 .5477 .4472 of sum 1.7020.
      {"temperature 2", {.temperature = 2}, {.5, .3, .2}, {{0, .4154}, {1, .3218}, {2, .2628}}},
      // .4154 alone does not reach .45; top_p before temperature would keep token 0 alone.
      {"temperature before top_p",
       {.temperature = 2, .top_p = .45},
       {.5, .3, .2},
       {{0, .5635}, {1, .4365}}},
      // .6579 reaches .6; top_p before temperature would keep two.
      {"temperature before top_p, sharpened",
       {.temperature = .5, .top_p = .6},
       {.5, .3, .2},
       {{0, 1}}},
      // .2628 / .4154 = .633 reaches .5; before temperature .2 / .5 = .4 would not.
      {"temperature before min_p",
       {.temperature = 2, .min_p = .5},
       {.5, .3, .2},
       {{0, .4154}, {1, .3218}, {2, .2628}}},
      // Of the two left, .625 reaches .6; top_p first would keep two (.5 + .3).
      {"top_k before top_p", {.temperature = 1, .top_k = 2, .top_p = .6}, {.5, .3, .2}, {{0, 1}}},
      // min_p keeps .4 .3, of which .571 reaches .5; top_p first would keep two.
      {"min_p before top_p",
       {.temperature = 1, .top_p = .5, .min_p = .7},
       {.4, .3, .2, .1},
       {{0, 1}}},
      {"min_p keeps fewer than top_k",
       {.temperature = 1, .top_k = 3, .min_p = .5},
       {.5, .3, .1, .1},
       {{0, .625}, {1, .375}}},
      {"top_k keeps fewer than min_p",
       {.temperature = 1, .top_k = 1, .min_p = .5},
       {.5, .3, .1, .1},
       {{0, 1}}},
      {"min_p 1 keeps the ties at the top",
       {.temperature = 1, .min_p = 1},
       {.4, .4, .2},
       {{0, .5}, {1, .5}}},
      // .25 / .5 is just above the bound, then just below it.
      {"min_p boundary is kept",
       {.temperature = 1, .min_p = .4999},
       {.5, .25, .125, .125},
       {{0, .6667}, {1, .3333}}},
      {"above the min_p boundary",
       {.temperature = 1, .min_p = .5001},
       {.5, .25, .125, .125},
       {{0, 1}}},
      {"top_p just reached",
       {.temperature = 1, .top_p = .7999},
       {.5, .3, .2},
       {{0, .625}, {1, .375}}},
      {"top_p just missed",
       {.temperature = 1, .top_p = .8001},
       {.5, .3, .2},
       {{0, .5}, {1, .3}, {2, .2}}},
      {"top_p keeps at least one", {.temperature = 1, .top_p = 1e-9}, {.2, .5, .3}, {{1, 1}}},
      {"top_p 0 keeps the likeliest", {.temperature = 1, .top_p = 0}, {.2, .5, .3}, {{1, 1}}},
      {"top_p 0 among ties: the lower id", {.temperature = 1, .top_p = 0}, {.2, .4, .4}, {{1, 1}}},
      {"top_k ties go to the lower id",
       {.temperature = 1, .top_k = 2},
       {.1, .3, .3, .3},
       {{1, .5}, {2, .5}}},
      {"top_p ties go to the lower id",
       {.temperature = 1, .top_p = .4},
       {.1, .3, .3, .3},
       {{1, .5}, {2, .5}}},
      {"top_k above the vocabulary",
       {.temperature = 1, .top_k = 100},
       {.5, .3, .2},
       {{0, .5}, {1, .3}, {2, .2}}},
      {"top_k -1 is off",
       {.temperature = 1, .top_k = -1},
       {.5, .3, .2},
       {{0, .5}, {1, .3}, {2, .2}}},
      // e^ln(4) on token 2: .5 .3 .8 of sum 1.6; top_k 1 after the bias keeps token 2.
      {"bias before the filters",
       {.temperature = 1, .top_k = 1, .logit_bias = {{2, 1.3863f}}},
       {.5, .3, .2},
       {{2, 1}}},
      {"impossible tokens are never drawn",
       {.temperature = 1e30},
       {0, .5, 0, .5},
       {{1, .5}, {3, .5}}},
      {"huge temperature is uniform",
       {.temperature = 1e30},
       {.97, .01, .01, .01},
       {{0, .25}, {1, .25}, {2, .25}, {3, .25}}},
      // Weights tie at this temperature; the logits still rank.
      {"huge temperature, top_k 1", {.temperature = 1e30, .top_k = 1}, {.1, .2, .7}, {{2, 1}}},
  };
}

TEST(SamplerTest, FiltersKeepWhatTheTableSaysAndDrawByWeight) {
  constexpr int kDraws = 4000;
  for (const FilterCase& test : FilterCases()) {
    SCOPED_TRACE(test.name);
    const std::map<TokenId, int> counts =
        Frequencies(test.params, Logs(test.probabilities), kDraws);
    for (const auto& [id, count] : counts) {
      EXPECT_TRUE(test.expected.contains(id)) << "token " << id << " was drawn " << count << " x";
    }
    for (const auto& [id, p] : test.expected) {
      // Five standard deviations; the seeds are fixed, so this cannot flake.
      const double tolerance = 5 * std::sqrt(p * (1 - p) * kDraws) + 1e-9;
      const int count = counts.contains(id) ? counts.at(id) : 0;
      EXPECT_NEAR(count, p * kDraws, p == 1 ? 0 : tolerance) << "token " << id;
    }
  }
}

TEST(SamplerTest, GreedyBelowTheThreshold) {
  const std::vector<float> logits = Logs({.3, .35, .35});
  for (double temperature : {0.0, 1e-30, 9.9e-6}) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
      const Sampler sampler = MakeSampler({.temperature = temperature, .seed = seed}, 3);
      EXPECT_EQ(SampleId(sampler, logits), 1);
    }
  }
  // Filters do not matter to greedy decoding, bias and penalties do.
  EXPECT_EQ(SampleId(MakeSampler({.logit_bias = {{0, 1}}}, 3), logits), 0);
  EXPECT_EQ(SampleId(MakeSampler({.repetition_penalty = 2}, 3, {}, {1}), logits), 2);
}

TEST(SamplerTest, DrawsFollowTheDistributionChiSquare) {
  std::vector<double> p(40);
  for (size_t i = 0; i < p.size(); ++i) p[i] = 1.0 / static_cast<double>(i + 1);
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  const std::vector<float> logits = Logs(p);
  Sampler sampler = MakeSampler({.temperature = 1, .seed = 99}, p.size());
  SamplerWorkspace workspace;
  std::vector<int> counts(p.size());
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    ++counts[sampler.Sample(logits, workspace)->id];
    sampler.Accept(0);
  }
  double chi_square = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const double expected = p[i] / sum * kDraws;
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  EXPECT_LT(chi_square, 72.06);  // 99.9 % quantile for 39 degrees of freedom
  EXPECT_GT(chi_square, 14.0);   // too good a fit would be as suspicious
}

// The kept set by definition: full sort, prefix sums.
std::vector<TokenId> NaiveKept(const SamplingParams& params, const std::vector<float>& logits) {
  std::vector<TokenId> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](TokenId a, TokenId b) { return logits[a] > logits[b]; });
  auto weight = [&](TokenId id) {
    return std::exp((double{logits[id]} - logits[order[0]]) / params.temperature);
  };
  std::erase_if(order, [&](TokenId id) { return weight(id) < params.min_p; });
  if (params.top_k > 0 && static_cast<size_t>(params.top_k) < order.size()) {
    order.resize(params.top_k);
  }
  double total = 0, reached = 0;
  for (TokenId id : order) total += weight(id);
  size_t kept = 0;
  while (kept < order.size() && (kept == 0 || reached < params.top_p * total)) {
    reached += weight(order[kept++]);
  }
  order.resize(params.top_p < 1 ? kept : order.size());
  std::sort(order.begin(), order.end());
  return order;
}

TEST(SamplerTest, SelectionEqualsAFullSortOnLargeRows) {
  std::mt19937 random(11);
  SamplerWorkspace workspace;
  for (int round = 0; round < 300; ++round) {
    const size_t vocab = 100 + random() % 8000;
    std::normal_distribution<float> normal(0, 0.5f + static_cast<float>(random() % 5));
    std::vector<float> logits(vocab);
    for (float& logit : logits) logit = std::round(normal(random) * 64) / 64;  // many ties
    SamplingParams params{.temperature = 0.5 + 0.25 * static_cast<double>(random() % 6)};
    if (random() % 2) params.top_k = 1 + random() % (random() % 2 ? 50 : vocab);
    if (random() % 2) params.top_p = 0.0503 + 0.1 * static_cast<double>(random() % 10);
    if (random() % 3 == 0) params.min_p = 0.0101 * static_cast<double>(random() % 30);
    params.seed = round;
    const auto token = MakeSampler(params, vocab).Sample(logits, workspace);
    ASSERT_TRUE(token.ok());
    EXPECT_EQ(workspace.ids, NaiveKept(params, logits))
        << "top_k " << params.top_k << " top_p " << params.top_p << " min_p " << params.min_p;
    EXPECT_TRUE(std::binary_search(workspace.ids.begin(), workspace.ids.end(), token->id));
  }
}

TEST(SamplerTest, NeutralFiltersChangeNoDraw) {
  const std::vector<float> logits = Logs({.4, .3, .2, .06, .04});
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const TokenId plain = SampleId(MakeSampler({.temperature = 1, .seed = seed}, 5), logits);
    for (SamplingParams params : {SamplingParams{.top_k = 5}, SamplingParams{.top_p = .999999},
                                  SamplingParams{.min_p = .05}}) {
      params.temperature = 1;
      params.seed = seed;
      EXPECT_EQ(SampleId(MakeSampler(params, 5), logits), plain) << seed;
    }
  }
}

std::vector<TokenId> Generate(Sampler sampler, const std::vector<std::vector<float>>& rows,
                              SamplerWorkspace& workspace) {
  std::vector<TokenId> tokens;
  for (const std::vector<float>& row : rows) {
    tokens.push_back(sampler.Sample(row, workspace)->id);
    sampler.Accept(tokens.back());
  }
  return tokens;
}

TEST(SamplerTest, AStreamIsTheSameAloneInterleavedAndAfterARestart) {
  constexpr int kVocab = 300;
  std::mt19937 random(4);
  std::normal_distribution<float> normal(0, 2);
  std::vector<std::vector<float>> rows(40, std::vector<float>(kVocab));
  for (auto& row : rows) {
    for (float& logit : row) logit = normal(random);
  }
  const SamplingParams params{.temperature = 1,
                              .top_p = .9,
                              .repetition_penalty = 1.2,
                              .frequency_penalty = .5,
                              .seed = 42};
  SamplerWorkspace fresh;
  const std::vector<TokenId> alone = Generate(MakeSampler(params, kVocab), rows, fresh);

  // Interleaved with another request through one workspace.
  SamplerWorkspace shared;
  Sampler first = MakeSampler(params, kVocab);
  SamplingParams other_params = params;
  other_params.choice = 1;
  Sampler other = MakeSampler(other_params, kVocab);
  std::vector<TokenId> tokens, other_tokens;
  for (const auto& row : rows) {
    other_tokens.push_back(other.Sample(row, shared)->id);
    other.Accept(other_tokens.back());
    tokens.push_back(first.Sample(row, shared)->id);
    first.Accept(tokens.back());
  }
  EXPECT_EQ(tokens, alone);
  EXPECT_NE(other_tokens, alone) << "choices must differ";

  // A new sampler that accepts the first half goes on with the second.
  Sampler resumed = MakeSampler(params, kVocab);
  for (size_t i = 0; i < 20; ++i) resumed.Accept(alone[i]);
  EXPECT_EQ(Generate(resumed, {rows.begin() + 20, rows.end()}, fresh),
            std::vector<TokenId>(alone.begin() + 20, alone.end()));

  // Sampling does not advance: a step that is retried draws the same.
  Sampler retried = MakeSampler(params, kVocab);
  EXPECT_EQ(retried.Sample(rows[0], fresh)->id, alone[0]);
  EXPECT_EQ(retried.Sample(rows[0], fresh)->id, alone[0]);
}

TEST(SamplerTest, OneFiniteLogitIsAlwaysChosen) {
  std::vector<float> logits(500, -kInf);
  logits[321] = -50;
  const std::vector<SamplingParams> all = {{},
                                           {.temperature = 1},
                                           {.temperature = 1e30},
                                           {.temperature = 1, .top_k = 40},
                                           {.temperature = 1, .top_p = .5},
                                           {.temperature = 1, .min_p = .5},
                                           {.logprobs = 3}};
  for (const SamplingParams& params : all) {
    EXPECT_EQ(SampleId(MakeSampler(params, 500), logits), 321);
  }
}

TEST(SamplerTest, LogitsPastTheVocabularyAreMasked) {
  std::vector<float> logits(64, 0.0f);
  logits[3] = 1;
  for (size_t i = 50; i < 64; ++i) logits[i] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(SampleId(MakeSampler({}, 50), logits), 3);
  SamplerWorkspace workspace;
  const auto token = MakeSampler({.temperature = 2, .logprobs = 20}, 50).Sample(logits, workspace);
  ASSERT_TRUE(token.ok());
  for (const TokenLogprob& top : token->logprobs->top) EXPECT_LT(top.id, 50);
}

TEST(SamplerTest, BadRowsAreErrorsNotCrashes) {
  SamplerWorkspace workspace;
  for (double temperature : {0.0, 1.0}) {
    const Sampler sampler = MakeSampler({.temperature = temperature}, 4);
    const auto nan = sampler.Sample(std::vector<float>{1, 2, NAN, 3}, workspace);
    EXPECT_EQ(nan.status().code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(Message(nan.status())), HasSubstr("logits are not finite"));
    const auto shorter = sampler.Sample(std::vector<float>{1, 2, 3}, workspace);
    EXPECT_EQ(shorter.status().code(), absl::StatusCode::kInternal);
  }
  const Sampler masked = MakeSampler({.min_tokens = 1}, 2, {0, 1});
  const auto nothing = masked.Sample(std::vector<float>{1, 2}, workspace);
  EXPECT_THAT(std::string(Message(nothing.status())), HasSubstr("min_tokens"));
}

TEST(SamplerTest, LogprobsComeFromTheRawDistribution) {
  const SamplingParams params{.temperature = .5,
                              .top_k = 1,
                              .repetition_penalty = 50,
                              .logit_bias = {{2, 100}},
                              .logprobs = 2};
  SamplerWorkspace workspace;
  const auto token = MakeSampler(params, 4, {}, {0}).Sample(Logs({.4, .1, .1, .4}), workspace);
  ASSERT_TRUE(token.ok());
  EXPECT_EQ(token->id, 2);
  EXPECT_EQ(token->logprobs->chosen.id, 2);
  EXPECT_NEAR(token->logprobs->chosen.logprob, std::log(.1), 1e-6);
  ASSERT_EQ(token->logprobs->top.size(), 2u);
  EXPECT_EQ(token->logprobs->top[0].id, 0);  // a tie with 3
  EXPECT_EQ(token->logprobs->top[1].id, 3);
  EXPECT_NEAR(token->logprobs->top[0].logprob, std::log(.4), 1e-6);
}

TEST(SamplerTest, LogprobsAreFiniteAndOptional) {
  SamplerWorkspace workspace;
  const std::vector<float> logits = {0, -kInf, -3e38f};
  const auto token = MakeSampler({.logprobs = 20}, 3).Sample(logits, workspace);
  ASSERT_TRUE(token.ok());
  ASSERT_EQ(token->logprobs->top.size(), 3u);
  EXPECT_EQ(token->logprobs->top[0].logprob, 0.0f);
  EXPECT_EQ(token->logprobs->top[1].logprob, TokenLogprobs::kMinLogprob);
  EXPECT_EQ(token->logprobs->top[2].logprob, TokenLogprobs::kMinLogprob);
  EXPECT_FALSE(MakeSampler({}, 3).Sample(logits, workspace)->logprobs.has_value());
  EXPECT_TRUE(MakeSampler({.logprobs = 0}, 3).Sample(logits, workspace)->logprobs->top.empty());
}

TEST(SamplerTest, StopTokens) {
  const Sampler plain = MakeSampler({.stop_token_ids = {3}}, 5, {1, 2});
  EXPECT_FALSE(plain.IsStop(0));
  EXPECT_TRUE(plain.IsStop(1));
  EXPECT_TRUE(plain.IsStop(2));
  EXPECT_TRUE(plain.IsStop(3));
  const Sampler ignoring = MakeSampler({.ignore_eos = true, .stop_token_ids = {3}}, 5, {1, 2});
  EXPECT_FALSE(ignoring.IsStop(1));
  EXPECT_TRUE(ignoring.IsStop(3));
}

TEST(SamplerTest, MinTokensPostponesTheStop) {
  const std::vector<float> logits = {0, 5, 4};
  Sampler sampler = MakeSampler({.min_tokens = 2}, 3, {1});
  EXPECT_EQ(SampleId(sampler, logits), 2);
  sampler.Accept(2);
  EXPECT_EQ(SampleId(sampler, logits), 2);
  sampler.Accept(2);
  EXPECT_EQ(SampleId(sampler, logits), 1);
  // An ignored EOS does not end the request, so it is not masked either.
  EXPECT_EQ(SampleId(MakeSampler({.min_tokens = 2, .ignore_eos = true}, 3, {1}), logits), 1);
}

TEST(SamplerTest, CreateRefusesWhatCannotWork) {
  const auto invalid = Sampler::Create({.top_p = 2}, 5, {}, {});
  EXPECT_EQ(invalid.status().code(), absl::StatusCode::kInvalidArgument);
  const std::vector<TokenId> eos = {5};
  const auto bad_eos = Sampler::Create({}, 5, eos, {});
  EXPECT_THAT(std::string(Message(bad_eos.status())), HasSubstr("end-of-sequence token 5"));
}

TEST(SamplerTest, MaximaOfTheRowChangeNothing) {
  std::mt19937 random(12);
  std::vector<float> logits(1000);  // the device's row, longer than the vocabulary
  for (float& logit : logits) logit = static_cast<float>(random() % 40);
  std::vector<float> maxima;
  for (size_t begin = 0; begin < logits.size(); begin += 16) {
    const auto end = logits.begin() + static_cast<ptrdiff_t>(std::min(begin + 16, logits.size()));
    maxima.push_back(*std::max_element(logits.begin() + static_cast<ptrdiff_t>(begin), end));
  }
  SamplerWorkspace workspace;
  for (int64_t vocab : {1000, 992, 991, 500, 7}) {
    for (const SamplingParams& params : {SamplingParams{}, SamplingParams{.logprobs = 3},
                                         SamplingParams{.repetition_penalty = 1.5},
                                         SamplingParams{.temperature = 1, .top_k = 5, .seed = 3}}) {
      const Sampler sampler = MakeSampler(params, vocab, {}, {1, 2, 3});
      const auto expected = sampler.Sample(logits, workspace);
      const auto token = sampler.Sample(logits, workspace, {maxima, 16});
      ASSERT_TRUE(token.ok()) << Message(token.status());
      EXPECT_EQ(token->id, expected->id) << vocab;
      ASSERT_EQ(token->logprobs.has_value(), params.logprobs.has_value());
      if (params.logprobs) {
        EXPECT_EQ(token->logprobs->chosen.logprob, expected->logprobs->chosen.logprob);
      }
    }
  }
}

}  // namespace
}  // namespace rung::engine
