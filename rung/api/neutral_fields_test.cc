#include "rung/api/neutral_fields.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/api/completion_request.h"
#include "rung/api/error.h"

namespace rung::api {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

absl::StatusOr<CompletionRequest> Parse(std::string_view field, std::string_view value) {
  return ParseCompletionRequest(fmt::format(R"({{"prompt":"hi","{}":{}}})", field, value), 16);
}

struct Case {
  const char* field;
  const char* nothing;    // as it is sent
  const char* something;  // refused
};
constexpr Case kCases[] = {
    {"best_of", "1", "2"},
    {"suffix", R"("")", R"("x")"},
    {"logprobs", "false", "true"},
    {"top_logprobs", "0", "5"},
    {"messages", "[]", R"([{"role":"user","content":"hi"}])"},
    {"tools", "[]", R"([{"type":"function"}])"},
    {"tool_choice", R"("auto")", R"("required")"},
    {"parallel_tool_calls", "true", nullptr},
    {"response_format", R"({"type":"text"})", R"({"type":"json_object"})"},
    {"stream_options", "{}", R"({"include_usage":true})"},
    {"stream_options", R"({"include_usage":false,"include_obfuscation":false})",
     R"({"include_obfuscation":true})"},
    {"store", "false", "true"},
    {"metadata", "{}", R"({"a":"b"})"},
    {"service_tier", R"("auto")", R"("flex")"},
    {"prompt_cache_key", R"("x")", "5"},
    {"safety_identifier", R"("x")", "5"},
    {"use_beam_search", "false", "true"},
    {"length_penalty", "1.0", "0.5"},
    {"early_stopping", "false", "true"},
    {"skip_special_tokens", "true", "false"},
    {"spaces_between_special_tokens", "true", nullptr},
    {"include_stop_str_in_output", "false", "true"},
    {"detokenize", "true", "false"},
    {"add_special_tokens", "true", "false"},
    {"allowed_token_ids", "null", "[1]"},
    {"bad_words", "[]", R"(["x"])"},
    {"prompt_logprobs", "null", "0"},
    {"truncate_prompt_tokens", "null", "-1"},
    {"priority", "0", "1"},
    {"request_id", "null", R"("mine")"},
    {"return_tokens_as_token_ids", "false", "true"},
    {"guided_json", "null", "{}"},
    {"logit_bias", "{}", R"({"x":1})"},
    {"logit_bias", "[]", "[[1,2]]"},
    {"lora", "[]", R"([{"id":0,"scale":1}])"},
    {"grammar", R"("")", R"("root ::= x")"},
    {"json_schema", "null", "{}"},
    {"n_predict", "null", "5"},
    {"n_keep", "0", "5"},
    {"n_probs", "0", "5"},
    {"cache_prompt", "true", "false"},
    {"id_slot", "-1", "0"},
    {"mirostat", "0", "2"},
    {"mirostat_tau", "5.0", nullptr},
    {"typical_p", "1.0", "0.9"},
    {"tfs_z", "1", "0.5"},
    {"top_a", "0", "0.5"},
    {"dry_multiplier", "0.0", "0.8"},
    {"dry_sequence_breakers", R"(["\n"])", nullptr},
    {"xtc_probability", "0", "0.5"},
    {"dynatemp_range", "0", "0.5"},
    {"repeat_penalty", "1.0", "1.1"},
    {"repeat_last_n", "64", "-2"},
    {"samplers", "null", R"(["top_k"])"},
    {"do_sample", "true", "false"},
    {"num_beams", "1", "4"},
};

TEST(NeutralFields, WhatAsksForNothingIsAsAbsent) {
  for (const Case& c : kCases) {
    const auto request = Parse(c.field, c.nothing);
    ASSERT_TRUE(request.ok()) << c.field << " " << c.nothing << " " << request.status();
    EXPECT_EQ(request->n, 1);
    EXPECT_EQ(request->sampling.logprobs, std::nullopt);
    EXPECT_FALSE(request->include_usage || request->stream);
    EXPECT_TRUE(request->sampling.logit_bias.empty());
    EXPECT_TRUE(Parse(c.field, "null").ok()) << c.field;
  }
}

TEST(NeutralFields, WhatWouldChangeTheAnswerIsRefusedByName) {
  for (const Case& c : kCases) {
    if (c.something == nullptr) continue;
    const auto request = Parse(c.field, c.something);
    ASSERT_FALSE(request.ok()) << c.field << " " << c.something;
    const Error error = ErrorFrom(request.status());
    EXPECT_EQ(error.http_status, 400);
    EXPECT_TRUE(error.param.value_or("").starts_with(c.field)) << error.message;
    EXPECT_THAT(error.message, HasSubstr(c.field));
  }
}

TEST(NeutralFields, EveryRowOfTheTable) {
  std::set<std::string_view> names;
  for (const NeutralField& field : NeutralFields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name << " stands twice";
    if (field.nothing == kAnyValue) {
      EXPECT_TRUE(Parse(field.name, R"({"any":["thing"]})").ok()) << field.name;
      continue;
    }
    const Json nothing = Json::parse(field.nothing, nullptr, /*allow_exceptions=*/false);
    ASSERT_TRUE(nothing.is_array()) << field.name;
    for (const Json& value : nothing) {
      const auto request = Parse(field.name, value.dump());
      EXPECT_TRUE(request.ok()) << field.name << " " << request.status();
    }
    const auto refused = Parse(field.name, R"({"some":"thing"})");
    ASSERT_FALSE(refused.ok()) << field.name;
    const Error error = ErrorFrom(refused.status());
    EXPECT_EQ(error.param, field.name);
    EXPECT_EQ(error.code, "unsupported_parameter");
    EXPECT_EQ(error.message, fmt::format(R"({} {{"some":"thing"}} is not supported: {})",
                                         field.name, field.advice));
  }
}

TEST(NeutralFields, AllOfThemTogether) {
  std::string body = R"({"prompt":"hi")";
  for (const NeutralField& field : NeutralFields()) {
    const Json nothing = field.nothing == kAnyValue ? Json{1} : Json::parse(field.nothing);
    body += fmt::format(R"(,"{}":{})", field.name, nothing.empty() ? "null" : nothing[0].dump());
  }
  const auto request = ParseCompletionRequest(body + "}", 16);
  EXPECT_TRUE(request.ok()) << request.status();
}

// The best n of n are all of them.
TEST(NeutralFields, BestOfIsN) {
  EXPECT_TRUE(Parse("n", R"(3,"best_of":3)").ok());
  EXPECT_TRUE(Parse("best_of", R"(3,"n":3)").ok());
  EXPECT_THAT(ErrorFrom(Parse("n", R"(3,"best_of":1)").status()).message,
              HasSubstr("best_of 1 is not supported: it must be n, 3"));
  EXPECT_EQ(ErrorFrom(Parse("best_of", "0").status()).param, "best_of");
}

TEST(NeutralFields, TheRangeOfNoPenaltyIsOfNoUse) {
  EXPECT_TRUE(Parse("repeat_last_n", "0").ok());
  EXPECT_TRUE(Parse("repeat_last_n", R"(-1,"repetition_penalty":1.1)").ok());
  for (const char* penalty : {"repetition_penalty", "presence_penalty", "frequency_penalty"}) {
    EXPECT_EQ(
        ErrorFrom(Parse("repeat_last_n", fmt::format(R"(64,"{}":1.5)", penalty)).status()).param,
        "repeat_last_n");
  }
}

}  // namespace
}  // namespace rung::api
