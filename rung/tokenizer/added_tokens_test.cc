#include "rung/tokenizer/added_tokens.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rung::tokenizer {
namespace {

std::string MatchAll(const AddedTokenMatcher& matcher, std::string_view text) {
  std::string result;
  size_t offset = 0;
  while (const auto match = matcher.FindFirst(text, offset)) {
    result += text.substr(offset, match->begin - offset);
    result += fmt::format("[{}]", match->id);
    offset = match->end;
  }
  return result + std::string(text.substr(offset));
}

TEST(AddedTokenMatcherTest, LeftmostThenLongest) {
  AddedTokenMatcher matcher;
  EXPECT_TRUE(matcher.empty());
  matcher.Add("<a>", 1);
  matcher.Add("<a><b>", 2);
  matcher.Add("b>x", 3);
  matcher.Add("\u00e9\u4e2d", 4);
  EXPECT_FALSE(matcher.empty());
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", ""},
      {"plain", "plain"},
      {"<a>", "[1]"},
      {"<a><b>", "[2]"},
      {"<a><b>x", "[2]x"},     // the longest of the leftmost hides "b>x"
      {"<a><c>x", "[1]<c>x"},  // the longer one fails after the shorter matched
      {"<<a>><a", "<[1]><a"},  // an end that is only a prefix
      {"<b>x<a><a><b>", "<[3][1][2]"},
      {"\u00e9\u00e9\u4e2d", "\u00e9[4]"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(MatchAll(matcher, text), expected) << text;
}

TEST(AddedTokenMatcherTest, TheFirstOfEqualsWinsAndNothingIsNeverFound) {
  AddedTokenMatcher matcher;
  matcher.Add("", 0);
  EXPECT_TRUE(matcher.empty());
  EXPECT_EQ(MatchAll(matcher, "ab"), "ab");
  matcher.Add("b", 7);
  matcher.Add("b", 3);
  matcher.Add("", 4);
  EXPECT_EQ(MatchAll(matcher, "abb"), "a[7][7]");
}

TEST(AddedTokenMatcherTest, EmptyMatcherFindsNothing) {
  EXPECT_EQ(AddedTokenMatcher().FindFirst("anything", 0), std::nullopt);
}

}  // namespace
}  // namespace rung::tokenizer
