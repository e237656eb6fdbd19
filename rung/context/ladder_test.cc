#include "rung/context/ladder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::context {
namespace {

using ::testing::ElementsAre;

TEST(Ladder, WindowBoundsTheRungs) {
  EXPECT_THAT(LadderWithin(131072), ElementsAre(256, 512, 1024, 2048, 4096, 8192, 16384, 32768));
  EXPECT_THAT(LadderWithin(32768), ElementsAre(256, 512, 1024, 2048, 4096, 8192, 16384, 32768));
  EXPECT_THAT(LadderWithin(2048), ElementsAre(256, 512, 1024, 2048));
  EXPECT_THAT(LadderWithin(2000), ElementsAre(256, 512, 1024, 2000));
  EXPECT_THAT(LadderWithin(300), ElementsAre(256, 300));
  EXPECT_THAT(LadderWithin(256), ElementsAre(256));
  EXPECT_THAT(LadderWithin(100), ElementsAre(100));
  EXPECT_THAT(LadderWithin(1), ElementsAre(1));
}

TEST(Ladder, Neighbours) {
  EXPECT_EQ(NextRung(0), 256);
  EXPECT_EQ(NextRung(256), 512);
  EXPECT_EQ(NextRung(300), 512);
  EXPECT_EQ(NextRung(32767), 32768);
  EXPECT_EQ(NextRung(32768), std::nullopt);
  EXPECT_EQ(NextLowerRung(4096), 2048);
  EXPECT_EQ(NextLowerRung(1926), 1024);
  EXPECT_EQ(NextLowerRung(257), 256);
  EXPECT_EQ(NextLowerRung(256), std::nullopt);
  EXPECT_EQ(NextLowerRung(100), std::nullopt);
  EXPECT_EQ(NextLowerRung(2147483647), 32768);
}

TEST(Ladder, RunningRungsFillTheGapsBetweenBuckets) {
  EXPECT_THAT(RunningRungs({256, 4096}), ElementsAre(256, 512, 1024, 2048, 4096));
  EXPECT_THAT(RunningRungs({256, 2000}), ElementsAre(256, 512, 1024, 2000));
  EXPECT_THAT(RunningRungs({400, 700}), ElementsAre(400, 512, 700));
  EXPECT_THAT(RunningRungs({100, 300, 1024}), ElementsAre(100, 256, 300, 512, 1024));
  EXPECT_THAT(RunningRungs({1024}), ElementsAre(1024));
  EXPECT_THAT(RunningRungs({256, 512}), ElementsAre(256, 512));
  EXPECT_THAT(RunningRungs({64, 40000}),
              ElementsAre(64, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 40000));
}

}  // namespace
}  // namespace rung::context
