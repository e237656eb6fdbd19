#include "rung/server/request_id.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

using ::testing::MatchesRegex;

TEST(RequestId, TheClientsOrANewOne) {
  EXPECT_EQ(RequestIdFor("mine-1"), "mine-1");
  for (const std::string& sent : {std::string("not\nmine"), std::string(), std::string(129, 'x')}) {
    EXPECT_THAT(RequestIdFor(sent), MatchesRegex("req-[0-9a-f]{24}"));
  }
  EXPECT_NE(RequestIdFor(""), RequestIdFor(""));
  EXPECT_THAT(NewId("cmpl-"), MatchesRegex("cmpl-[0-9a-f]{24}"));
}

}  // namespace
}  // namespace rung::server
