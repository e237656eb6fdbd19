#include "rung/cli/capacity_text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ParseRows, SortsAndKeepsRepetitions) {
  EXPECT_THAT(*ParseRows("--rows", "4096, 256,256", false), ElementsAre(256, 256, 4096));
  EXPECT_THAT(*ParseRows("--decode", "512", true), ElementsAre(512));
}

TEST(ParseRows, RefusesBadLists) {
  for (const char* text : {"", "256,", "a", "0", "256;256", "1,1,1,1,1,1,1,1,1"}) {
    EXPECT_FALSE(ParseRows("--rows", text, false).ok()) << text;
  }
  const auto three = ParseRows("--decode", "256,256,256", true);
  EXPECT_THAT(std::string(Message(three.status())), HasSubstr("1, 2, 4 or 8"));
}

TEST(ParsePrefillShape, NeedsBothNumbers) {
  EXPECT_EQ(*ParsePrefillShape("--prefill", "64@256"), std::pair(int64_t{64}, int64_t{256}));
  for (const char* text : {"", "64", "64@", "@256", "64@256@1", "x@256"}) {
    EXPECT_FALSE(ParsePrefillShape("--prefill", text).ok()) << text;
  }
}

}  // namespace
}  // namespace rung::cli
