#include "rung/engine/logits_processor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace rung::engine {
namespace {

using ::testing::ElementsAre;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

struct Case {
  const char* name;
  SamplingParams params;
  std::vector<TokenId> prompt;
  std::vector<TokenId> output;
  std::vector<float> logits;
  std::vector<float> expected;
};

// Every expected value is exact in binary, so equality is meant.
TEST(LogitsProcessorTest, Table) {
  const std::vector<Case> cases = {
      {"neutral", {}, {0}, {1}, {1, -2, 3}, {1, -2, 3}},
      {"bias is added", {.logit_bias = {{0, 2}, {2, -100}}}, {}, {}, {1, 2, 3}, {3, 2, -97}},
      {"repetition divides positive and multiplies negative logits",
       {.repetition_penalty = 2},
       {0, 1},
       {2},
       {4, -4, 3, 5},
       {2, -8, 1.5, 5}},
      {"repetition below 1 encourages", {.repetition_penalty = 0.5}, {0, 1}, {}, {4, -4}, {8, -2}},
      {"repetition counts a token once", {.repetition_penalty = 2}, {0, 0, 0}, {0}, {8}, {4}},
      {"repetition leaves zero", {.repetition_penalty = 2}, {0}, {}, {0}, {0}},
      {"frequency counts the output, not the prompt",
       {.frequency_penalty = 0.5},
       {0, 0, 1},
       {1, 1, 1, 2},
       {5, 5, 5},
       {5, 3.5, 4.5}},
      {"presence counts once, in the output only",
       {.presence_penalty = 1.5},
       {0},
       {1, 1, 1},
       {5, 5, 5},
       {5, 3.5, 5}},
      {"negative penalties encourage",
       {.presence_penalty = -1, .frequency_penalty = -0.5},
       {},
       {0, 0},
       {1, 1},
       {3, 1}},
      // (4 + 2) / 2 - 2 * 0.5 - 1 = 1; penalties first would give (4 / 2 - 2) + 2 = 2.
      {"bias, then repetition, then frequency and presence",
       {.repetition_penalty = 2,
        .presence_penalty = 1,
        .frequency_penalty = 0.5,
        .logit_bias = {{0, 2}}},
       {},
       {0, 0},
       {4},
       {1}},
      // -1 + 3 = 2 is positive when the repetition penalty looks at it: 2 / 2, not -1 * 2 + 3.
      {"bias may change the sign repetition looks at",
       {.repetition_penalty = 2, .logit_bias = {{0, 3}}},
       {0},
       {},
       {-1},
       {1}},
      {"minus infinity stays",
       {.repetition_penalty = 2, .presence_penalty = -2, .logit_bias = {{0, 100}}},
       {0},
       {0},
       {-kInf, 1},
       {-kInf, 1}},
      {"finite stays finite", {.repetition_penalty = 100}, {0, 1}, {}, {-3e38f, 1}, {-kMax, 0.01f}},
      {"ids outside of the vocabulary are skipped",
       {.repetition_penalty = 2},
       {-1, 7, 0},
       {9},
       {4, 4},
       {2, 4}},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.name);
    LogitsProcessor processor(test.params, test.logits.size(), test.prompt, {});
    for (TokenId token : test.output) processor.Accept(token);
    std::vector<float> logits = test.logits;
    processor.Apply(logits);
    EXPECT_EQ(logits, test.expected);
    EXPECT_EQ(processor.num_accepted(), static_cast<int64_t>(test.output.size()));
    if (processor.IsNeutral()) {
      EXPECT_EQ(test.logits, test.expected);
    }
  }
}

TEST(LogitsProcessorTest, MasksStopTokensUntilMinTokens) {
  LogitsProcessor processor({.logit_bias = {{1, 50}}, .min_tokens = 2}, 3, {}, {1, 2});
  for (int step = 0; step < 2; ++step) {
    std::vector<float> logits = {1, 1, 1};
    processor.Apply(logits);
    EXPECT_THAT(logits, ElementsAre(1, -kInf, -kInf)) << step;
    processor.Accept(0);
  }
  std::vector<float> logits = {1, 1, 1};
  processor.Apply(logits);
  EXPECT_THAT(logits, ElementsAre(1, 51, 1));
}

TEST(LogitsProcessorTest, IsNeutralOnlyWhenNothingCouldChange) {
  EXPECT_TRUE(LogitsProcessor({}, 3, {}, {1}).IsNeutral());
  EXPECT_FALSE(LogitsProcessor({.repetition_penalty = 1.5}, 3, {}, {}).IsNeutral());
  EXPECT_FALSE(LogitsProcessor({.presence_penalty = 1}, 3, {}, {}).IsNeutral());
  EXPECT_FALSE(LogitsProcessor({.frequency_penalty = 1}, 3, {}, {}).IsNeutral());
  EXPECT_FALSE(LogitsProcessor({.logit_bias = {{0, 1}}}, 3, {}, {}).IsNeutral());
  LogitsProcessor masked({.min_tokens = 1}, 3, {}, {1});
  EXPECT_FALSE(masked.IsNeutral());
  masked.Accept(0);
  EXPECT_TRUE(masked.IsNeutral());
}

}  // namespace
}  // namespace rung::engine
