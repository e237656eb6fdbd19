#include "rung/base/typed_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung {
namespace {

using ::testing::ElementsAre;

TEST(TypedText, TrimsAsciiWhitespaceOnly) {
  EXPECT_EQ(Trim(" \t256\r\n"), "256");
  EXPECT_EQ(Trim("a b"), "a b");
  EXPECT_EQ(Trim(""), "");
  EXPECT_EQ(Trim(" \t "), "");
  EXPECT_EQ(Trim("\xc2\xa0"
                 "5"),
            "\xc2\xa0"
            "5");  // a no-break space is not ASCII whitespace
}

TEST(TypedText, SplitsIntoFieldsEmptyOnesIncluded) {
  EXPECT_THAT(SplitFields("", ','), ElementsAre(""));
  EXPECT_THAT(SplitFields(",", ','), ElementsAre("", ""));
  EXPECT_THAT(SplitFields("256, 512,,1024", ','), ElementsAre("256", " 512", "", "1024"));
}

TEST(TypedText, ParsesDigitsAlone) {
  EXPECT_EQ(ParseDecimal("0"), 0);
  EXPECT_EQ(ParseDecimal("00256"), 256);
  EXPECT_EQ(ParseDecimal("9223372036854775807"), INT64_MAX);
  for (const char* bad : {"", " ", "+5", "-1", "1.5", "1e3", "0x10", "12a", " 12", "12 ", "1_000",
                          "9223372036854775808", "99999999999999999999",
                          "\xd9\xa3\xd9\xa4" /* Arabic-Indic 34 */, "\xef\xbc\x95" /* wide 5 */}) {
    EXPECT_EQ(ParseDecimal(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(ParseDecimal(std::string_view("25\0", 3)), std::nullopt);
}

TEST(TypedText, QuotesOnOneLine) {
  EXPECT_EQ(Quoted("256,many"), "\"256,many\"");
  EXPECT_EQ(Quoted("a\"b\\c\nd\te\x1b[0m"), "\"a\\\"b\\\\c\\nd\\te\\x1b[0m\"");
  EXPECT_EQ(Quoted("\xd9\xa3"), "\"\\xd9\\xa3\"");
  EXPECT_EQ(Quoted(std::string(200, 'x')), "\"" + std::string(80, 'x') + "...\"");
  EXPECT_EQ(Quoted(std::string(79, 'x') + "\u20acuro"), "\"" + std::string(79, 'x') + "...\"");
}

TEST(TypedText, ShowsNamesOnOneLine) {
  EXPECT_EQ(ShortLine("caf\u00e9 \"x\"", 80), "caf\u00e9 \"x\"");
  EXPECT_EQ(ShortLine("a\nb\r\x1b[0m\x7f", 80), "a\\nb\\u000d\\u001b[0m\\u007f");
  EXPECT_EQ(ShortLine("a\u0085b\u2028c", 80), "a\\u0085b\\u2028c");
  EXPECT_EQ(ShortLine(std::string_view("a\0b", 3), 80), "a\\u0000b");
  EXPECT_EQ(ShortLine("\xe9t\xe9", 80), "\uFFFDt\uFFFD");
  EXPECT_EQ(ShortLine(std::string(79, 'x') + "\u20acuro", 80), std::string(79, 'x') + "...");
}

TEST(TypedText, PutsTextOnOneLine) {
  EXPECT_EQ(OnOneLine("a \"b\" \\ \u00e9 \u65e5"), "a \"b\" \\ \u00e9 \u65e5");
  EXPECT_EQ(OnOneLine("\xe9\n\t\x1b[0m"), "\uFFFD\\n\\u0009\\u001b[0m");
  EXPECT_EQ(OnOneLine(std::string(2000, 'x')), std::string(2000, 'x'));
  EXPECT_EQ(OnOneLine(""), "");
}

}  // namespace
}  // namespace rung
