// Log-probabilities of prompts, over a fake device whose logits tell exactly what a row's KV holds.
#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/engine/logits_math.h"
#include "rung/engine/testing/engine_fixture.h"

namespace rung::engine {
namespace {

using testing::EngineTest;
using testing::Reply;

class PromptScoresTest : public EngineTest {
 protected:
  static Request Scored(std::vector<TokenId> prompt, int64_t max_new, int64_t capacity) {
    Request request = MakeRequest(std::move(prompt), max_new, capacity);
    request.sampling.logprobs = 3;
    request.score_prompt = true;
    return request;
  }

  // Teacher-forced, position by position.
  void ExpectScores(const std::vector<TokenLogprobs>& scores, const std::vector<TokenId>& prompt) {
    ASSERT_EQ(scores.size() + 1, prompt.size());
    for (size_t i = 1; i < prompt.size(); ++i) {
      const std::vector<float> logits = runner_.ExpectedLogits(std::span(prompt).first(i));
      const double normalizer = LogSumExp(logits, FindMaximum(logits)->value);
      const TokenLogprobs& score = scores[i - 1];
      EXPECT_EQ(score.chosen.id, prompt[i]);
      EXPECT_EQ(score.chosen.logprob, static_cast<float>(logits[prompt[i]] - normalizer)) << i;
      std::vector<TokenId> top;
      for (const TokenLogprob& entry : score.top) top.push_back(entry.id);
      EXPECT_EQ(top, TopIds(logits, 3)) << i;
    }
  }
};

TEST_F(PromptScoresTest, EveryPositionIsScoredOnceAndTheTextIsTheSame) {
  for (int64_t length : {2, 3, 17, 64, 100}) {
    const std::vector<TokenId> prompt = Prompt(length);
    const Reply reply = Alone(Scored(prompt, 5, 256));
    ExpectScores(reply.prompt_logprobs, prompt);
    EXPECT_EQ(reply.tokens, runner_.ExpectedGreedy(prompt, 5));
  }
}

TEST_F(PromptScoresTest, NoNewTokensAreNeeded) {
  const std::vector<TokenId> prompt = Prompt(30);
  const Reply reply = Alone(Scored(prompt, 0, 30));
  ExpectScores(reply.prompt_logprobs, prompt);
  EXPECT_TRUE(reply.tokens.empty());
  EXPECT_EQ(reply.finish, FinishReason::kLength);
  EXPECT_EQ(runner_.calls.size(), 29u);  // the last token's logits are not asked for
}

TEST_F(PromptScoresTest, OneTokenHasNothingToScore) {
  runner_.calls.clear();
  EXPECT_TRUE(Alone(Scored(Prompt(1), 0, 256)).prompt_logprobs.empty());
  EXPECT_TRUE(runner_.calls.empty());
  EXPECT_EQ(Alone(Scored(Prompt(1), 4, 256)).tokens, runner_.ExpectedGreedy(Prompt(1), 4));
}

TEST_F(PromptScoresTest, ACachedPrefixIsScoredAllTheSame) {
  auto engine = MakeEngine({.prefix_cache_bytes = 10'000});
  const SequenceId plain = Submit(engine.get(), MakeRequest(Prompt(100), 3, 256));
  RunAll(engine.get());
  const SequenceId scored = Submit(engine.get(), Scored(Prompt(100), 3, 256));
  RunAll(engine.get());
  ExpectScores(replies_[scored.value].prompt_logprobs, Prompt(100));
  EXPECT_EQ(replies_[scored.value].tokens, replies_[plain.value].tokens);
  EXPECT_EQ(engine->counters().prefix_hits, 0);
}

TEST_F(PromptScoresTest, OthersGoOnMeanwhileAndItCanBeCancelled) {
  auto engine = MakeEngine();
  const SequenceId other = Submit(engine.get(), MakeRequest(Prompt(5), 60, 256));
  const SequenceId scored = Submit(engine.get(), Scored(Prompt(200), 0, 256));
  for (int i = 0; i < 40; ++i) engine->Step();
  EXPECT_GE(replies_[other.value].tokens.size(), 39u);  // a token a step
  EXPECT_TRUE(engine->Cancel(scored));
  engine->Step();
  EXPECT_EQ(replies_[scored.value].finish, FinishReason::kCancelled);
  EXPECT_TRUE(replies_[scored.value].prompt_logprobs.empty());
  EXPECT_EQ(engine->num_running(), 1);
  RunAll(engine.get());
  EXPECT_EQ(replies_[other.value].tokens, runner_.ExpectedGreedy(Prompt(5), 60));
}

TEST_F(PromptScoresTest, AFailedStepAndAnEvictionScoreNothingTwice) {
  int64_t steps = 0;
  runner_.fail = [&](const auto&) {
    return ++steps == 50 ? Internal("injected") : absl::OkStatus();
  };
  runner_.calls.clear();
  const std::vector<TokenId> prompt = Prompt(120);
  const Reply reply = Alone(Scored(prompt, 3, 256));
  ExpectScores(reply.prompt_logprobs, prompt);
  EXPECT_EQ(reply.tokens, runner_.ExpectedGreedy(prompt, 3));
  // 49 positions are in the KV again after one chunk of 64, not one a step.
  EXPECT_LT(steps, 120 + 3 + 5);
  EXPECT_EQ(std::count_if(runner_.calls.begin(), runner_.calls.end(),
                          [](const std::string& call) { return call.starts_with("prefill"); }),
            1);
}

TEST_F(PromptScoresTest, ManyAtOnceWithGrowthEvictionAndFailuresGetWhatEachGetsAlone) {
  std::mt19937 random(11);
  runner_.log_calls = false;
  runner_.max_positions = 3000;
  int64_t steps = 0;
  runner_.fail = [&](const auto&) {
    return ++steps % 97 == 0 ? Internal("injected") : absl::OkStatus();
  };
  auto engine = MakeEngine(
      {.max_queue = 100, .growth = {.rungs = {256, 512, 1024}}, .prefix_cache_bytes = 1000});
  std::vector<std::pair<SequenceId, Request>> all;
  for (int i = 0; i < 60; ++i) {
    const std::vector<TokenId> prompt = Prompt(1 + random() % 400, i);
    const int64_t max_new = random() % 60;
    Request request =
        i % 3 == 0 ? MakeRequest(prompt, max_new, 1024) : Scored(prompt, max_new, 1024);
    request.sampling.temperature = i % 2;
    request.sampling.seed = i;
    all.emplace_back(Submit(engine.get(), request), request);
  }
  RunAll(engine.get());
  EXPECT_GT(engine->counters().evictions, 0);
  EXPECT_GT(engine->counters().growth_copies, 0);
  engine.reset();
  EXPECT_EQ(runner_.live_rows(), 0);
  runner_.fail = nullptr;
  for (const auto& [id, request] : all) {
    const Reply reply = replies_[id.value];
    ASSERT_TRUE(reply.error.ok()) << reply.error;
    if (request.score_prompt) ExpectScores(reply.prompt_logprobs, request.prompt);
    Request alone = request;
    alone.score_prompt = false;
    EXPECT_EQ(reply.tokens, Alone(alone).tokens);
  }
}

}  // namespace
}  // namespace rung::engine
