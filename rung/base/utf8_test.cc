#include "rung/base/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace rung {
namespace {

using namespace std::string_literals;

struct Case {
  std::string bytes;
  int first_invalid;  // -1: all valid
  std::string replaced;
};

// Expected values are what Python's bytes.decode() says: UnicodeDecodeError.start, and the text
// with errors="replace".
const std::vector<Case>& Cases() {
  static const auto& cases = *new std::vector<Case>{
      {"", -1, ""},
      {"abc", -1, "abc"},
      {"nul\0byte"s, -1, "nul\0byte"s},
      {"\x80", 0, "\uFFFD"},
      {"a\xff"s
       "b",
       1, "a\uFFFDb"},
      {"twelve ascii\xff", 12, "twelve ascii\uFFFD"},
      {"\xc0\xaf", 0, "\uFFFD\uFFFD"},
      {"\xe0\x80\xaf", 0, "\uFFFD\uFFFD\uFFFD"},
      {"\xe0\xa0", 0, "\uFFFD"},
      {"\xe2\x82", 0, "\uFFFD"},
      {"\xe2\x82"s
       "A",
       0, "\uFFFDA"},
      {"\xed\xa0\x80", 0, "\uFFFD\uFFFD\uFFFD"},
      {"\xf0\x80\x80\xaf", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xf0\x9f\x98", 0, "\uFFFD"},
      {"\xf0\x9f\x98\xf0\x9f\x98\x80", 0, "\uFFFD\U0001F600"},
      {"\xf4\x90\x80\x80", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xf5\x80\x80\x80", 0, "\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xf8\x88\x80\x80\x80", 0, "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xf1\x80\x80\xe1\x80\xc2"s
       "b\x80"s
       "c\x80\xbf"s
       "d",
       0, "\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd"},
      {"\xe6\x97\xa5\xe6\x9c", 3, "\u65E5\uFFFD"},
      {"\xc3\xc3\xa9", 0, "\uFFFD\u00E9"},
      {"\xf4\x8f\xbf\xbf", -1, "\U0010FFFF"},
      {"\xef\xbf\xbd\xfe", 3, "\uFFFD\uFFFD"},
      {"\xf0\x9f\x80\x80\x80", 4, "\U0001F000\uFFFD"},
  };
  return cases;
}

TEST(Utf8Test, FirstInvalidUtf8) {
  for (const Case& c : Cases()) {
    const auto got = FirstInvalidUtf8(c.bytes);
    EXPECT_EQ(got ? static_cast<int>(*got) : -1, c.first_invalid) << c.replaced;
  }
}

TEST(Utf8Test, ReplaceInvalid) {
  for (const Case& c : Cases()) EXPECT_EQ(ReplaceInvalid(c.bytes), c.replaced);
}

TEST(Utf8Test, IncompleteSuffixLength) {
  EXPECT_EQ(IncompleteSuffixLength(""), 0u);
  EXPECT_EQ(IncompleteSuffixLength("abc"), 0u);
  EXPECT_EQ(IncompleteSuffixLength("a\xc3"), 1u);
  EXPECT_EQ(IncompleteSuffixLength("a\xe2\x82"), 2u);
  EXPECT_EQ(IncompleteSuffixLength("\xf0\x9f\x98"), 3u);
  EXPECT_EQ(IncompleteSuffixLength("\xf0\x9f\x98\x80"), 0u);
  EXPECT_EQ(IncompleteSuffixLength("\xe0\x80"), 0u) << "never becomes valid";
  EXPECT_EQ(IncompleteSuffixLength("\xed\xa0"), 0u) << "a surrogate";
  EXPECT_EQ(IncompleteSuffixLength("\x80\x80\x80\x80"), 0u);
  EXPECT_EQ(IncompleteSuffixLength("\xff"), 0u);
}

TEST(Utf8Test, EveryScalarValueSurvives) {
  std::string all;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string one;
    AppendCodePoint(c, one);
    const CodePoint decoded = DecodeCodePoint(one, 0);
    ASSERT_EQ(decoded.value, c);
    ASSERT_EQ(decoded.num_bytes, one.size());
    ASSERT_EQ(IncompleteSuffixLength(std::string_view(one).substr(0, one.size() - 1)),
              one.size() - 1);
    all += one;
  }
  EXPECT_EQ(FirstInvalidUtf8(all), std::nullopt);
  EXPECT_EQ(ReplaceInvalid(all), all);
}

TEST(Utf8Test, ShortensBetweenCharacters) {
  struct Case {
    std::string_view text;
    size_t max_bytes;
    std::string_view shown;
  };
  for (const Case& c : {Case{"", 0, ""}, Case{"abc", 3, "abc"}, Case{"abcd", 3, "abc..."},
                        Case{"ab\u00e9", 4, "ab\u00e9"}, Case{"ab\u00e9c", 3, "ab..."},
                        Case{"ab\u00e9c", 4, "ab\u00e9..."}, Case{"a\u20acbc", 3, "a..."},
                        Case{"\U0001F600\U0001F600", 7, "\U0001F600..."},
                        Case{"\U0001F600", 3, "..."}, Case{"\U0001F600", 0, "..."}}) {
    EXPECT_EQ(Shortened(c.text, c.max_bytes), c.shown) << c.text << " " << c.max_bytes;
  }
  const std::string text = "a\u00e9\u20ac\U0001F600";
  for (size_t n = 0; n <= text.size(); ++n) {
    EXPECT_EQ(FirstInvalidUtf8(Shortened(text, n)), std::nullopt) << n;
  }
}

// A stream that holds back the incomplete suffix gives the same text wherever it is cut.
TEST(Utf8Test, CuttingAnywhereChangesNothing) {
  std::mt19937 random(20240607);
  constexpr std::string_view kBytes = "aZ\x80\xbf\xc2\xc3\xe0\xa0\xed\x9f\xef\xf0\x90\xf4\x8f\xff";
  for (int i = 0; i < 20000; ++i) {
    std::string bytes;
    for (size_t n = random() % 12; n > 0; --n) bytes += kBytes[random() % kBytes.size()];
    std::string streamed;
    std::string pending;
    for (const char byte : bytes) {
      pending += byte;
      const size_t ready = pending.size() - IncompleteSuffixLength(pending);
      AppendReplacingInvalid(std::string_view(pending).substr(0, ready), streamed);
      pending.erase(0, ready);
    }
    AppendReplacingInvalid(pending, streamed);
    ASSERT_EQ(streamed, ReplaceInvalid(bytes));
    ASSERT_EQ(FirstInvalidUtf8(streamed), std::nullopt);
  }
}

}  // namespace
}  // namespace rung
