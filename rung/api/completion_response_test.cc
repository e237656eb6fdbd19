#include "rung/api/completion_response.h"

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

namespace rung::api {
namespace {

const ResponseHead kHead{.id = "cmpl-1", .created = 5, .model = "m"};

TEST(CompletionBody, Shape) {
  CompletionChoice choice{.index = 0, .text = " Paris", .finish = engine::FinishReason::kLength};
  EXPECT_EQ(CompletionBody(kHead, {choice},
                           {.prompt_tokens = 5, .completion_tokens = 2, .cached_tokens = 4}),
            R"({"id":"cmpl-1","object":"text_completion","created":5,"model":"m","choices":[)"
            R"({"index":0,"text":" Paris","logprobs":null,"finish_reason":"length"}],)"
            R"("usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7,)"
            R"("prompt_tokens_details":{"cached_tokens":4}}})");
}

TEST(CompletionChunks, FinishReasonIsNullUntilTheLast) {
  EXPECT_EQ(CompletionChunks(kHead, /*null_usage=*/false).Make({.index = 1, .text = "a"}),
            "data: {\"id\":\"cmpl-1\",\"object\":\"text_completion\",\"created\":5,\"model\":\"m\","
            "\"choices\":[{\"index\":1,\"text\":\"a\",\"logprobs\":null,\"finish_reason\":null}]}"
            "\n\n");
}

TEST(CompletionChunks, AreWhatTheJsonLibraryWrites) {
  const CompletionChunks chunks(kHead, /*null_usage=*/true);
  for (const char* text : {"", "plain {} text~", "\"", "\\", "\n", "\x01", "\x7f", "\u00e9",
                           "\u2028", "</script>", "%s"}) {
    const std::string chunk = chunks.Make({.index = 12, .text = text});
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(chunk.substr(6));
    EXPECT_EQ(json["choices"][0]["text"], text);
    EXPECT_EQ(chunk, "data: " + json.dump() + "\n\n");
  }
}

TEST(CompletionChunks, UsageOnlyWhenAskedFor) {
  const std::string chunk = CompletionChunks(kHead, /*null_usage=*/true).Make({.text = "a"});
  EXPECT_NE(chunk.find("\"usage\":null"), std::string::npos);
  EXPECT_NE(UsageChunk(kHead, {.prompt_tokens = 1, .completion_tokens = 2})
                .find(R"("choices":[],"usage":{"prompt_tokens":1)"),
            std::string::npos);
}

TEST(CompletionBody, LogprobsAreParallelArrays) {
  CompletionChoice choice;
  choice.logprobs = {LogprobEntry{"a", -0.5f, {{"a", -0.5f}, {"b", -1.0f}}, 0},
                     LogprobEntry{"bytes:\\xf0", -2.0f, {{"bytes:\\xf0", -2.0f}}, 1}};
  const auto json = nlohmann::json::parse(CompletionBody(kHead, {choice}, {}));
  const auto& logprobs = json["choices"][0]["logprobs"];
  EXPECT_EQ(logprobs["tokens"], nlohmann::json({"a", "bytes:\\xf0"}));
  EXPECT_EQ(logprobs["token_logprobs"], nlohmann::json({-0.5, -2.0}));
  EXPECT_EQ(logprobs["top_logprobs"][0], nlohmann::json({{"a", -0.5}, {"b", -1.0}}));
  EXPECT_EQ(logprobs["text_offset"], nlohmann::json({0, 1}));
}

// An object cannot hold both: the likelier stays.
TEST(CompletionBody, OfTokensWithOneTextTheLikelierIsTold) {
  CompletionChoice choice;
  choice.logprobs = {LogprobEntry{"a", -0.5f, {{"a", -0.5f}, {"b", -1.0f}, {"a", -3.0f}}, 0}};
  const auto json = nlohmann::json::parse(CompletionBody(kHead, {choice}, {}));
  EXPECT_EQ(json["choices"][0]["logprobs"]["top_logprobs"][0],
            nlohmann::json({{"a", -0.5}, {"b", -1.0}}));
}

TEST(CompletionBody, TimingsWhenAskedFor) {
  CompletionChoice choice;
  choice.timings = ChoiceTimings{.times = {1, 2, 3}, .capacity = 256};
  const auto json = nlohmann::json::parse(CompletionBody(kHead, {choice}, {}));
  EXPECT_EQ(json["choices"][0]["timings"]["capacity"], 256);
  EXPECT_EQ(json["choices"][0]["timings"]["decode_ms"], 3);
}

}  // namespace
}  // namespace rung::api
