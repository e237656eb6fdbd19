#include "rung/api/completion_request.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/api/error.h"

namespace rung::api {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::SizeIs;

// `members` stand beside a prompt.
absl::StatusOr<CompletionRequest> Parse(const std::string& members) {
  return ParseCompletionRequest("{\"prompt\":\"hi\"" + (members.empty() ? "" : "," + members) + "}",
                                16);
}

TEST(CompletionRequest, Defaults) {
  const auto request = Parse("");
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->prompts, ElementsAre(Prompt(std::string("hi"))));
  EXPECT_EQ(request->model, "");
  EXPECT_EQ(request->n, 1);
  EXPECT_EQ(request->sampling.temperature, 1);
  EXPECT_EQ(request->sampling.max_new_tokens, std::nullopt);
  EXPECT_EQ(request->sampling.logprobs, std::nullopt);
  EXPECT_FALSE(request->stream);
  EXPECT_TRUE(request->parse_special);
}

TEST(CompletionRequest, EveryField) {
  const auto request = Parse(R"("model":"m","n":2,"echo":true,"stream":true,"timings":true,
      "stream_options":{"include_usage":true},"temperature":0.5,"top_k":7,"top_p":0.9,"min_p":0.1,
      "repetition_penalty":1.1,"presence_penalty":-2,"frequency_penalty":2,
      "logit_bias":{"5":-100,"6":1.5},"seed":18446744073709551615,"max_tokens":0,"min_tokens":0,
      "ignore_eos":true,"stop":["a","b"],"stop_token_ids":[3],"user":"u","parse_special":false)");
  ASSERT_TRUE(request.ok()) << request.status();
  const engine::SamplingParams& sampling = request->sampling;
  EXPECT_EQ(request->model, "m");
  EXPECT_EQ(request->n, 2);
  EXPECT_TRUE(request->echo && request->stream && request->include_usage && request->timings);
  EXPECT_FALSE(request->parse_special);
  EXPECT_EQ(sampling.temperature, 0.5);
  EXPECT_EQ(sampling.top_k, 7);
  EXPECT_EQ(sampling.top_p, 0.9);
  EXPECT_EQ(sampling.min_p, 0.1);
  EXPECT_EQ(sampling.repetition_penalty, 1.1);
  EXPECT_EQ(sampling.presence_penalty, -2);
  EXPECT_EQ(sampling.frequency_penalty, 2);
  EXPECT_THAT(sampling.logit_bias, ElementsAre(Pair(5, -100.0f), Pair(6, 1.5f)));
  EXPECT_EQ(sampling.seed, 18446744073709551615u);
  EXPECT_EQ(sampling.max_new_tokens, 0);
  EXPECT_TRUE(sampling.ignore_eos);
  EXPECT_THAT(sampling.stop, ElementsAre("a", "b"));
  EXPECT_THAT(sampling.stop_token_ids, ElementsAre(3));
}

TEST(CompletionRequest, NullIsAbsent) {
  for (const char* field : {"model",
                            "n",
                            "echo",
                            "stream",
                            "stream_options",
                            "temperature",
                            "top_k",
                            "top_p",
                            "min_p",
                            "repetition_penalty",
                            "presence_penalty",
                            "frequency_penalty",
                            "logit_bias",
                            "seed",
                            "logprobs",
                            "max_tokens",
                            "min_tokens",
                            "ignore_eos",
                            "stop",
                            "stop_token_ids",
                            "user",
                            "timings",
                            "parse_special",
                            "best_of",
                            "suffix"}) {
    const auto request = Parse(fmt::format("\"{}\":null", field));
    EXPECT_TRUE(request.ok()) << field << request.status();
  }
  EXPECT_FALSE(ParseCompletionRequest(R"({"prompt":null})", 16).ok());
}

TEST(CompletionRequest, PromptShapes) {
  const auto parse = [](const std::string& prompt) {
    return ParseCompletionRequest("{\"prompt\":" + prompt + "}", 16);
  };
  EXPECT_THAT(parse(R"(["a","b"])")->prompts, SizeIs(2));
  EXPECT_THAT(parse("[1,2,3]")->prompts, ElementsAre(Prompt(std::vector<TokenId>{1, 2, 3})));
  EXPECT_THAT(parse("[[1],[2,3]]")->prompts,
              ElementsAre(Prompt(std::vector<TokenId>{1}), Prompt(std::vector<TokenId>{2, 3})));
  for (const char* bad :
       {R"("")", "[]", "[[]]", R"(["a",""])", R"(["a",1])", "[1,\"a\"]", "[1,[2]]", "5", "{}",
        "true", "[-1]", "[1.5]", "[true]", "[2147483648]", "[[1],\"a\"]", "[[[1]]]", "[null]"}) {
    const auto request = parse(bad);
    EXPECT_FALSE(request.ok()) << bad;
    EXPECT_EQ(ErrorFrom(request.status()).param, "prompt") << bad << request.status();
  }
  std::string many = "[\"a\"";
  for (int i = 0; i < kMaxChoices; ++i) many += ",\"a\"";
  EXPECT_FALSE(parse(many + "]").ok());
}

// Each is refused with its name in `param` and its value as it was sent in the message.
TEST(CompletionRequest, BadValues) {
  struct Case {
    const char* field;
    const char* value;
  };
  const Case cases[] = {
      {"parse_special", "1"},
      {"max_tokens", "-1"},
      {"max_tokens", "1.5"},
      {"max_tokens", "true"},
      {"max_tokens", "\"5\""},
      {"max_tokens", "1000000000000"},
      {"max_tokens", "18446744073709551616"},
      {"max_tokens", "9223372036854775808"},
      {"max_tokens", "[]"},
      {"temperature", "-1"},
      {"temperature", "\"hot\""},
      {"temperature", "true"},
      {"top_p", "2"},
      {"top_p", "-1"},
      {"min_p", "5"},
      {"min_p", "-0.5"},
      {"presence_penalty", "9"},
      {"frequency_penalty", "-2.5"},
      {"repetition_penalty", "-1"},
      {"top_k", "-2"},
      {"top_k", "1.5"},
      {"seed", "1.5"},
      {"seed", "\"x\""},
      {"n", "0"},
      {"n", "129"},
      {"n", "-1"},
      {"n", "true"},
      {"logprobs", "-1"},
      {"logprobs", "21"},
      {"logprobs", "true"},
      {"stop", "5"},
      {"stop", "[5]"},
      {"stop", "{}"},
      {"stop", "\"\""},
      {"logit_bias", "5"},
      {"logit_bias", "[[5,1]]"},
      {"stream", "1"},
      {"stream", "\"true\""},
      {"echo", "\"yes\""},
      {"model", "5"},
      {"user", "5"},
      {"ignore_eos", "1"},
      {"stop_token_ids", "5"},
      {"min_tokens", "-1"},
  };
  for (const Case& c : cases) {
    const auto request = Parse(fmt::format("\"{}\":{}", c.field, c.value));
    ASSERT_FALSE(request.ok()) << c.field << " " << c.value;
    const Error error = ErrorFrom(request.status());
    EXPECT_EQ(error.http_status, 400);
    EXPECT_EQ(error.param, c.field) << error.message;
    EXPECT_THAT(error.message, HasSubstr(c.field));
    // A number that no 64-bit type holds is shown as the double that it became.
    const bool huge = std::string_view(c.value) == "18446744073709551616";
    EXPECT_THAT(error.message, HasSubstr(huge ? "1.844674407370955" : c.value));
  }
}

TEST(CompletionRequest, LogitBiasKeysAndValues) {
  for (const char* bias : {R"({"abc":1})", R"({"-1":1})", R"({"1.5":1})", R"({"99999999999":1})",
                           R"({"1":101})", R"({"1":-1e9})", R"({"1":"x"})", R"({"1":null})"}) {
    const auto request = Parse(fmt::format("\"logit_bias\":{}", bias));
    ASSERT_FALSE(request.ok()) << bias;
    EXPECT_EQ(ErrorFrom(request.status()).param, "logit_bias") << bias;
  }
}

TEST(CompletionRequest, RefusedByName) {
  for (const char* members :
       {R"("best_of":2)", R"("suffix":"x")", R"("grammar":"x")", R"("nonsense":1)",
        R"("nonsense":null)", R"("Temperature":1)", R"("Suffix":"")"}) {
    const auto request = Parse(members);
    ASSERT_FALSE(request.ok()) << members;
    const Error error = ErrorFrom(request.status());
    EXPECT_EQ(error.http_status, 400);
    EXPECT_EQ(error.code, "unsupported_parameter");
    EXPECT_THAT(std::string(members), HasSubstr(fmt::format("\"{}\"", error.param.value_or("?"))));
    EXPECT_THAT(error.message, HasSubstr(*error.param));
  }
}

TEST(CompletionRequest, FieldsThatDoNotGoTogether) {
  EXPECT_EQ(ErrorFrom(Parse(R"("stream_options":{"include_usage":true})").status()).param,
            "stream_options");
  EXPECT_EQ(ErrorFrom(Parse(R"("stream":true,"stream_options":{"x":1})").status()).param,
            "stream_options.x");
  EXPECT_EQ(ErrorFrom(ParseCompletionRequest(R"({"prompt":["a","b"],"n":65})", 16).status()).param,
            "n");
}

TEST(CompletionRequest, TheNewerNameOfMaxTokensWins) {
  EXPECT_EQ(Parse(R"("max_tokens":5,"max_completion_tokens":7)")->sampling.max_new_tokens, 7);
  EXPECT_EQ(Parse(R"("max_completion_tokens":7)")->sampling.max_new_tokens, 7);
}

TEST(CompletionRequest, SeedsAreDrawnOrTaken) {
  EXPECT_EQ(Parse(R"("seed":7)")->sampling.seed, 7u);
  EXPECT_EQ(Parse(R"("seed":7.0)")->sampling.seed, 7u);
  EXPECT_EQ(Parse(R"("seed":-2)")->sampling.seed, ~uint64_t{1});
  EXPECT_EQ(Parse(R"("seed":18446744073709551615)")->sampling.seed, ~uint64_t{0});
  for (const char* drawn : {"", R"("seed":null)", R"("seed":-1)", R"("seed":-1.0)"}) {
    EXPECT_NE(Parse(drawn)->sampling.seed, Parse(drawn)->sampling.seed) << drawn;
    EXPECT_LE(Parse(drawn)->sampling.seed, 0xffffffffu) << drawn;
  }
  for (const char* bad : {"1.5", "18446744073709551616", "9007199254740993.0", "1e30", "-1e30"}) {
    EXPECT_EQ(ErrorFrom(Parse(fmt::format("\"seed\":{}", bad)).status()).param, "seed") << bad;
  }
}

// A number is what it is worth, however it is written.
TEST(CompletionRequest, IntegersMayHaveAPoint) {
  struct Case {
    const char* written;
    int64_t value;
  };
  for (const Case& c :
       {Case{"16.0", 16}, Case{"1e1", 10}, Case{"1.6E+1", 16}, Case{"160e-1", 16}, Case{"-0.0", 0},
        Case{"-0", 0}, Case{"0e999", 0}, Case{"2147483647.0", 2147483647}}) {
    const auto request = Parse(fmt::format("\"max_tokens\":{}", c.written));
    ASSERT_TRUE(request.ok()) << c.written << request.status();
    EXPECT_EQ(request->sampling.max_new_tokens, c.value) << c.written;
  }
  for (const char* bad : {"1.5", "1e30", "-1.0", "1e400", "9007199254740993.0", "2147483648.0",
                          "1e-1", "16.000000001", "\"16\""}) {
    const auto request = Parse(fmt::format("\"max_tokens\":{}", bad));
    ASSERT_FALSE(request.ok()) << bad;
    EXPECT_EQ(ErrorFrom(request.status()).http_status, 400);
  }
  const auto request = ParseCompletionRequest(
      R"({"prompt":[1.0,2e0],"n":2.0,"top_k":7.0,"logprobs":3.0,"min_tokens":4.0,
          "stop_token_ids":[5.0]})",
      16);
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_THAT(request->prompts, ElementsAre(Prompt(std::vector<TokenId>{1, 2})));
  EXPECT_EQ(request->n, 2);
  EXPECT_EQ(request->sampling.top_k, 7);
  EXPECT_EQ(request->sampling.logprobs, 3);
  EXPECT_EQ(request->sampling.min_tokens, 4);
  EXPECT_THAT(request->sampling.stop_token_ids, ElementsAre(5));
}

TEST(CompletionRequest, UnknownNamesAreShortenedBetweenCharacters) {
  for (size_t letters = 60; letters < 90; ++letters) {
    const std::string name = std::string(letters, 'x') + "\uAAAA\U0001F600\u00e9";
    const Error error = ErrorFrom(Parse(fmt::format(R"("{}":1)", name)).status());
    EXPECT_THAT(ErrorBody(error), ::testing::Not(HasSubstr("\uFFFD"))) << letters;
    EXPECT_TRUE(error.param->starts_with(std::string(std::min<size_t>(letters, 80), 'x')));
  }
  EXPECT_EQ(ErrorFrom(Parse(R"("a\nb":1)").status()).message,
            "a\\nb is not supported by this server");
}

}  // namespace
}  // namespace rung::api
