#include "rung/cli/foreign_flags.h"

#include "gtest/gtest.h"

namespace rung::cli {
namespace {

using Kind = ForeignFlag::Kind;

TEST(ForeignFlags, AreFoundByEachName) {
  for (const char* name : {"-ngl", "--gpu-layers", "--n-gpu-layers"}) {
    const ForeignFlag* flag = FindForeignFlag("generate", name);
    ASSERT_NE(flag, nullptr) << name;
    EXPECT_EQ(flag->kind, Kind::kIgnored) << name;
  }
  EXPECT_EQ(FindForeignFlag("generate", "-hf")->kind, Kind::kRefused);
  EXPECT_EQ(FindForeignFlag("generate", "-ng"), nullptr);
  EXPECT_EQ(FindForeignFlag("generate", ""), nullptr);
}

TEST(ForeignFlags, MeanWhatTheyMeanToTheirCommand) {
  EXPECT_EQ(FindForeignFlag("serve", "-np")->kind, Kind::kAlias);
  EXPECT_EQ(FindForeignFlag("generate", "-np")->kind, Kind::kRefused);
  EXPECT_EQ(FindForeignFlag("bench", "-o")->kind, Kind::kAlias);
  EXPECT_EQ(FindForeignFlag("generate", "-o")->kind, Kind::kRefused);
  EXPECT_EQ(FindForeignFlag("perplexity", "--metrics"), nullptr);
}

TEST(ForeignCommands, HaveAdvice) {
  for (const char* word : {"chat", "run", "pull", "list", "ps", "server", "quantize"}) {
    EXPECT_TRUE(ForeignCommandAdvice(word)) << word;
  }
  EXPECT_FALSE(ForeignCommandAdvice("genrate"));
  EXPECT_FALSE(ForeignCommandAdvice(""));
}

TEST(ListHasWord, WholeWordsAlone) {
  EXPECT_TRUE(ListHasWord("a bc d", "bc"));
  EXPECT_TRUE(ListHasWord("a bc d", "d"));
  EXPECT_FALSE(ListHasWord("a bc d", "b"));
  EXPECT_FALSE(ListHasWord("", "b"));
}

}  // namespace
}  // namespace rung::cli
