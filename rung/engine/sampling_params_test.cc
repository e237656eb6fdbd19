#include "rung/engine/sampling_params.h"

#include <gtest/gtest.h>

#include <limits>

#include "rung/base/status.h"

namespace rung::engine {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(SamplingParamsTest, AcceptsDefaultsAndEdges) {
  EXPECT_TRUE(Validate({}, 10).ok());
  const std::vector<SamplingParams> edges = {
      {.temperature = 1e-30},
      {.temperature = 1e30},
      {.top_k = -1},
      {.top_k = 1},
      {.top_k = 1ll << 40},
      {.top_p = 0},
      {.top_p = 1e-9},
      {.min_p = 1},
      {.repetition_penalty = 1e-3},
      {.repetition_penalty = 100},
      {.presence_penalty = -2},
      {.presence_penalty = 2},
      {.frequency_penalty = -2},
      {.frequency_penalty = 2},
      {.logit_bias = {{0, -100}, {9, 100}}},
      {.logprobs = 0},
      {.logprobs = kMaxLogprobs},
      {.max_new_tokens = 0},
      {.max_new_tokens = 5, .min_tokens = 5},
      {.min_tokens = 1ll << 40},
      {.stop_token_ids = {0, 9}},
      {.stop = std::vector<std::string>(16, std::string(1024, 'x'))},
  };
  for (size_t i = 0; i < edges.size(); ++i) {
    EXPECT_TRUE(Validate(edges[i], 10).ok()) << i << " " << Message(Validate(edges[i], 10));
  }
}

TEST(SamplingParamsTest, RefusesWithFieldRangeAndValue) {
  struct Case {
    SamplingParams params;
    const char* message;
  };
  const std::vector<Case> cases = {
      {{.temperature = -1}, "temperature must be a finite number of at least 0, got -1"},
      {{.temperature = kInf}, "temperature must be a finite number of at least 0, got inf"},
      {{.temperature = kNan}, "temperature must be a finite number of at least 0, got nan"},
      {{.top_k = -2}, "top_k must be at least 1, or 0 or -1 to switch it off, got -2"},
      {{.top_p = -0.1}, "top_p must be between 0 and 1, got -0.1"},
      {{.top_p = 2}, "top_p must be between 0 and 1, got 2"},
      {{.top_p = kNan}, "top_p must be between 0 and 1, got nan"},
      {{.min_p = 5}, "min_p must be between 0 and 1, got 5"},
      {{.min_p = -0.1}, "min_p must be between 0 and 1, got -0.1"},
      {{.repetition_penalty = 0}, "repetition_penalty must be above 0 and at most 100, got 0"},
      {{.repetition_penalty = 101}, "repetition_penalty must be above 0 and at most 100, got 101"},
      {{.presence_penalty = 9}, "presence_penalty must be between -2 and 2, got 9"},
      {{.frequency_penalty = -2.5}, "frequency_penalty must be between -2 and 2, got -2.5"},
      {{.logit_bias = {{10, 1}}}, "logit_bias holds token id 10, outside the vocabulary of 0 to 9"},
      {{.logit_bias = {{-1, 1}}}, "logit_bias holds token id -1, outside the vocabulary of 0 to 9"},
      {{.logit_bias = {{3, 101}}}, "logit_bias must be between -100 and 100, got 101 for token 3"},
      {{.logprobs = -1}, "logprobs must be between 0 and 20, got -1"},
      {{.logprobs = 21}, "logprobs must be between 0 and 20, got 21"},
      {{.max_new_tokens = -1}, "max_tokens must be at least 0, got -1"},
      {{.min_tokens = -1}, "min_tokens must be at least 0, got -1"},
      {{.max_new_tokens = 4, .min_tokens = 5}, "min_tokens must be at most max_tokens, 4, got 5"},
      {{.stop_token_ids = {10}},
       "stop_token_ids holds token id 10, outside the vocabulary of 0 to 9"},
      {{.stop = {"a", ""}}, "stop must hold strings of 1 to 1024 bytes, got one of 0"},
      {{.stop = {std::string(1025, 'x')}},
       "stop must hold strings of 1 to 1024 bytes, got one of 1025"},
      {{.stop = std::vector<std::string>(17, "x")}, "stop must hold at most 16 strings, got 17"},
  };
  for (const Case& test : cases) {
    const absl::Status status = Validate(test.params, 10);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.message;
    EXPECT_EQ(Message(status), test.message);
  }
}

}  // namespace
}  // namespace rung::engine
