#include "rung/api/json_document.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/utf8.h"

namespace rung::api {
namespace {

using ::testing::HasSubstr;

std::string Error(std::string_view body, int64_t max_depth = 8) {
  const auto parsed = ParseBody(body, max_depth);
  EXPECT_FALSE(parsed.ok()) << body;
  if (parsed.ok()) return "";
  const std::string message(Message(parsed.status()));
  EXPECT_FALSE(FirstInvalidUtf8(message)) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
  EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
  return message;
}

TEST(JsonDepth, CountsBracketsOutsideStrings) {
  EXPECT_EQ(JsonDepth("1"), 0);
  EXPECT_EQ(JsonDepth("{}"), 1);
  EXPECT_EQ(JsonDepth(R"({"a":[{"b":1}],"c":[]})"), 3);
  EXPECT_EQ(JsonDepth(R"({"a":"[[[[{{{{\"[["})"), 1);
  EXPECT_EQ(JsonDepth(R"(["\\",[]])"), 2);
}

TEST(ParseBody, Refuses) {
  EXPECT_THAT(Error(""), HasSubstr("empty"));
  EXPECT_THAT(Error("  \n"), HasSubstr("empty"));
  EXPECT_THAT(Error("{"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error("{\"a\":1,}"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error("{\"a\":NaN}"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error("{\"a\":1e999}"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error("{} {}"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error("[]"), HasSubstr("must be a JSON object, got an array"));
  EXPECT_THAT(Error("\"x\""), HasSubstr("got a string"));
  EXPECT_THAT(Error("{\"a\":\"\xff\xfe\"}"), HasSubstr("not valid UTF-8 at byte 6"));
  EXPECT_THAT(Error(R"({"a":"\ud83d"})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error(R"({"a":"\udc00x"})"), HasSubstr("not valid JSON"));
  EXPECT_THAT(Error(R"({"a":1,"b":{"a":2},"a":3})"), HasSubstr("the key \"a\" twice"));
  EXPECT_THAT(Error(R"({"a":[[[[[[[[1]]]]]]]]})"),
              HasSubstr("9 levels deep, above the limit of 8"));
}

TEST(ParseBody, AMillionLevelsAreRefusedBeforeTheyAreParsed) {
  EXPECT_THAT(Error("{\"a\":" + std::string(1'000'000, '[')), HasSubstr("1000001 levels"));
}

TEST(ParseBody, KeepsOrderAndSameKeysOfDifferentObjects) {
  const auto parsed = ParseBody(R"({"b":{"x":1},"a":{"x":"\ud83d\ude00"}})", 8);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->dump(), "{\"b\":{\"x\":1},\"a\":{\"x\":\"\xf0\x9f\x98\x80\"}}");
}

TEST(Shown, IsOneShortLine) {
  EXPECT_EQ(Shown("a\nb"), R"("a\nb")");
  EXPECT_EQ(Shown(1000000000000), "1000000000000");
  EXPECT_LE(Shown(std::string(500, 'x')).size(), 90u);
}

// The quote and n letters stand in front of what may not be cut.
TEST(Shown, CutsNoEscape) {
  const auto shown = [](size_t letters, const std::string& rest) {
    return Shown(std::string(letters, 'x') + rest).substr(1 + letters);
  };
  EXPECT_EQ(shown(73, "\u00e9abc"), "\\u00e9...");
  EXPECT_EQ(shown(74, "\u00e9abc"), "...");
  EXPECT_EQ(shown(67, "\U0001F600abc"), "\\ud83d\\ude00...");
  EXPECT_EQ(shown(68, "\U0001F600abc"), "...");
  EXPECT_EQ(shown(78, "\nabc"), "...");
  EXPECT_EQ(shown(78, "\\\\abc"), "...");
  EXPECT_EQ(shown(77, "\\\\abc"), "\\\\...");
}

TEST(ParseBody, ReasonsAreCutBetweenCharacters) {
  for (size_t letters = 0; letters < 300; ++letters) {
    const std::string message =
        Error("{\"" + std::string(letters, 'x') + "\u20ac\U0001F600\u00e9\x7f\x01\":1}");
    EXPECT_EQ(message.find("\uFFFD"), std::string::npos) << message;
  }
}

TEST(ParseBody, WhatIsQuotedHoldsNoHalfCharacter) {
  const std::string error = Error("{\"a\":5\xea\xaa\xaa\":1}");
  EXPECT_THAT(error, HasSubstr("not valid JSON"));
  EXPECT_THAT(error, HasSubstr("'5'"));
  EXPECT_EQ(error.find("\uFFFD"), std::string::npos) << error;
}

TEST(ParseBody, NothingFollowsTheObject) {
  const std::string nul(1, '\0');
  for (const std::string& tail :
       {nul, nul + "rubbish", nul + "\n", " " + nul, std::string("x"), std::string("{}")}) {
    EXPECT_THAT(Error("{\"prompt\":\"a\"}" + tail), HasSubstr("not valid JSON"));
  }
  EXPECT_THAT(Error(std::string("{\"a\":\"x\0y\"}", 11)), HasSubstr("byte 7 is NUL"));
  EXPECT_TRUE(ParseBody("\r\n\t {\"a\":1} \r\n\t", 8).ok());
  EXPECT_TRUE(ParseBody(R"({"a":"x\u0000y"})", 8).ok());
}

}  // namespace
}  // namespace rung::api
