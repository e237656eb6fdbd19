#include "rung/server/completion_plan.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/api/error.h"
#include "rung/server/testing/served_byte_model.h"

namespace rung::server {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CompletionPlanTest : public ::testing::Test {
 protected:
  absl::StatusOr<CompletionPlan> Plan(const std::string& body) {
    return PlanCompletion(body, served_.model);
  }
  api::Error Error(const std::string& body) {
    const auto plan = Plan(body);
    EXPECT_FALSE(plan.ok()) << body;
    return api::ErrorFrom(plan.status());
  }
  testing::ServedByteModel served_;
};

std::string Body(int prompt_bytes, int max_tokens) {
  return "{\"prompt\":\"" + std::string(prompt_bytes, 'a') +
         "\",\"max_tokens\":" + std::to_string(max_tokens) + "}";
}

TEST_F(CompletionPlanTest, RoutesByPromptAndBudget) {
  struct Case {
    int prompt, max_tokens, capacity;
  };
  for (const Case& c : {Case{6, 8, 256}, Case{415, 8, 4096}, Case{248, 8, 256}, Case{249, 8, 4096},
                        Case{256, 0, 256}, Case{4088, 8, 4096}}) {
    const auto plan = Plan(Body(c.prompt, c.max_tokens));
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_EQ(plan->prompts[0].route.capacity, c.capacity) << c.prompt;
    EXPECT_EQ(plan->EngineRequest(0).max_new_tokens, c.max_tokens);
  }
}

TEST_F(CompletionPlanTest, AbsentMaxTokensIsTheRoomLeft) {
  const auto plan = Plan(R"({"prompt":"abcdef"})");
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->prompts[0].route.capacity, 4096);
  EXPECT_EQ(plan->prompts[0].route.max_new_tokens, 4090);
}

TEST_F(CompletionPlanTest, AbsentMaxTokensIsTheServersDefaultWhereThatFits) {
  served_.model.default_max_tokens = 20;
  const auto room = [&](const std::string& body) {
    const auto plan = Plan(body);
    EXPECT_TRUE(plan.ok()) << plan.status();
    return plan.ok() ? plan->EngineRequest(0).max_new_tokens : -1;
  };
  EXPECT_EQ(room(R"({"prompt":"abcdef"})"), 20);
  EXPECT_EQ(Plan(R"({"prompt":"abcdef"})")->prompts[0].route.capacity, 256);
  EXPECT_EQ(room(R"({"prompt":"abcdef","max_tokens":30})"), 30);
  EXPECT_EQ(room(R"({"prompt":"abcdef","max_tokens":0})"), 0);
  EXPECT_EQ(room(R"({"prompt":"abcdef","min_tokens":25})"), 25);
  EXPECT_EQ(room("{\"prompt\":\"" + std::string(4090, 'a') + "\"}"), 6);
}

TEST_F(CompletionPlanTest, RefusesAboveTheLargest) {
  const api::Error error = Error(Body(4089, 8));
  EXPECT_EQ(error.http_status, 400);
  EXPECT_EQ(error.code, "context_length_exceeded");
  EXPECT_THAT(error.message, HasSubstr("effective_prompt_len=4089"));
}

TEST_F(CompletionPlanTest, ARefusalIsForTheClient) {
  EXPECT_THAT(Error(Body(4089, 8)).message,
              AllOf(StartsWith("This model's maximum context length is 4096 tokens"),
                    HasSubstr("ask for max_tokens=7 or less"), Not(HasSubstr("start with"))));
  EXPECT_THAT(Error(R"({"prompt":"abcdef","min_tokens":4091})").message,
              HasSubstr("ask for min_tokens=4090 or less"));
}

TEST_F(CompletionPlanTest, ChoicesOfAPromptHaveTheStreamsTheyHaveAlone) {
  const auto plan = Plan(R"({"prompt":["a","bc"],"n":2,"seed":9,"max_tokens":1})");
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->num_choices(), 4);
  const int expected_choice[] = {0, 1, 0, 1};
  const size_t expected_length[] = {1, 1, 2, 2};
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(plan->EngineRequest(i).sampling.choice, expected_choice[i]);
    EXPECT_EQ(plan->EngineRequest(i).prompt.size(), expected_length[i]);
    EXPECT_EQ(plan->EngineRequest(i).sampling.seed, 9u);
  }
}

TEST_F(CompletionPlanTest, EchoShowsThePrompt) {
  EXPECT_EQ(Plan(R"({"prompt":"h\u00e9","echo":true})")->prompts[0].text, "h\xc3\xa9");
  EXPECT_EQ(Plan(R"({"prompt":[104,105],"echo":true})")->prompts[0].text, "hi");
  EXPECT_EQ(Plan(R"({"prompt":"hi"})")->prompts[0].text, "");
}

TEST_F(CompletionPlanTest, ControlTokensAreParsedUnlessTold) {
  const auto plan = Plan(R"({"prompt":"a<eos>b","echo":true,"logprobs":0})");
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_THAT(plan->prompts[0].tokens, ElementsAre('a', engine::testing::kByteEos, 'b'));
  EXPECT_EQ(plan->prompts[0].text, "a<eos>b");
  EXPECT_THAT(plan->prompts[0].offsets, ElementsAre(0, 1, 6));
  const auto letters = Plan(R"({"prompt":"a<eos>b","parse_special":false})");
  EXPECT_EQ(letters->prompts[0].tokens.size(), 7u);
  EXPECT_TRUE(letters->prompts[0].offsets.empty());  // nothing is scored
  // As ids they are shown as well.
  const auto ids = Plan(R"({"prompt":[97,256,98],"echo":true,"logprobs":0})");
  EXPECT_EQ(ids->prompts[0].text, "a<eos>b");
  EXPECT_THAT(ids->prompts[0].offsets, ElementsAre(0, 1, 6));
}

TEST_F(CompletionPlanTest, AnEchoMayEndInsideACharacter) {
  const auto ids = Plan(R"({"prompt":[[104,240,159,152],[104,240,159,33]],"echo":true,"n":2})");
  ASSERT_TRUE(ids.ok()) << ids.status();
  EXPECT_EQ(ids->prompts[0].text, "h");
  EXPECT_EQ(ids->prompts[0].unfinished, "\xf0\x9f\x98");
  EXPECT_EQ(ids->EngineRequest(1).unfinished_text, "\xf0\x9f\x98");
  EXPECT_EQ(ids->prompts[1].text, "h\uFFFD!");
  EXPECT_EQ(ids->EngineRequest(2).unfinished_text, "");
  // Without an echo the reply is decoded alone.
  EXPECT_EQ(Plan(R"({"prompt":[104,240,159,152]})")->EngineRequest(0).unfinished_text, "");
}

TEST_F(CompletionPlanTest, MinTokensHaveRoom) {
  served_.model.buckets.Set(*context::BucketSet::Make(
      8192, {.list = context::CapacityList{.capacities = {256, 1024, 4096}}}, std::nullopt));
  struct Case {
    int min_tokens, capacity;
  };
  for (const Case& c :
       {Case{0, 1024}, Case{512, 1024}, Case{1018, 1024}, Case{1019, 4096}, Case{4090, 4096}}) {
    const auto plan =
        Plan(R"({"prompt":"abcdef","min_tokens":)" + std::to_string(c.min_tokens) + "}");
    ASSERT_TRUE(plan.ok()) << c.min_tokens << plan.status();
    EXPECT_EQ(plan->prompts[0].route.capacity, c.capacity) << c.min_tokens;
    EXPECT_EQ(plan->prompts[0].route.max_new_tokens, c.capacity - 6);
  }
  EXPECT_EQ(Error(R"({"prompt":"abcdef","min_tokens":4091})").code, "context_length_exceeded");
  EXPECT_EQ(Error(R"({"prompt":"abcdef","min_tokens":9,"max_tokens":8})").param, "min_tokens");
}

TEST_F(CompletionPlanTest, ChecksAgainstTheVocabulary) {
  EXPECT_EQ(Error(R"({"prompt":[1,257]})").param, "prompt");
  EXPECT_EQ(Error(R"({"prompt":"a","logit_bias":{"257":1}})").param, "logit_bias");
  EXPECT_EQ(Error(R"({"prompt":"a","stop_token_ids":[257]})").param, "stop_token_ids");
  EXPECT_EQ(Error(R"({"prompt":"a","top_p":-0.5})").param, "top_p");
  EXPECT_EQ(Error(R"({"prompt":"a","n":100})").param, "n");
}

TEST_F(CompletionPlanTest, ModelNames) {
  EXPECT_TRUE(Plan(R"({"prompt":"a","model":"bytes"})").ok());
  EXPECT_TRUE(Plan(R"({"prompt":"a","model":"alias"})").ok());
  EXPECT_EQ(Error(R"({"prompt":"a","model":"other"})").http_status, 404);
  EXPECT_EQ(Error(R"({"prompt":"a","model":"other"})").code, "model_not_found");
  served_.model.any_name = true;
  EXPECT_TRUE(Plan(R"({"prompt":"a","model":"other"})").ok());
}

}  // namespace
}  // namespace rung::server
