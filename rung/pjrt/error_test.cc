#include "rung/pjrt/error.h"

#include "gtest/gtest.h"

namespace rung::pjrt {
namespace {

TEST(OneLine, FoldsBlanksAndCuts) {
  EXPECT_EQ(OneLine("  a\n\tb  c\r\n", 100), "a b c");
  EXPECT_EQ(OneLine("abcdef", 3), "abc...");
  EXPECT_EQ(OneLine("ab\u20acdef", 4), "ab...") << "between two characters";
  EXPECT_EQ(OneLine("abc", 3), "abc");
  EXPECT_EQ(OneLine("", 3), "");
  EXPECT_EQ(OneLine("\n \n", 3), "");
}

}  // namespace
}  // namespace rung::pjrt
