#include "rung/cli/nearest.h"

#include <vector>

#include "gtest/gtest.h"

namespace rung::cli {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsAndSubstitutions) {
  EXPECT_EQ(EditDistance("", ""), 0);
  EXPECT_EQ(EditDistance("abc", ""), 3);
  EXPECT_EQ(EditDistance("", "abc"), 3);
  EXPECT_EQ(EditDistance("--temp", "--tmep"), 2);
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3);
}

TEST(Nearest, FindsTheMeantFlag) {
  const std::vector<std::string> known = {"--prompt", "--temperature", "--top-k", "--top-p"};
  EXPECT_EQ(Nearest("--promt", known), "--prompt");
  EXPECT_EQ(Nearest("--temprature", known), "--temperature");
  EXPECT_EQ(Nearest("--top-q", known), "--top-k");  // first on a tie
  EXPECT_EQ(Nearest("--zzzzzzzzzz", known), std::nullopt);
}

}  // namespace
}  // namespace rung::cli
