#include "rung/engine/step_costs.h"

#include "gtest/gtest.h"

namespace rung::engine {
namespace {

TEST(StepCosts, UnmeasuredShapesHaveNoCost) {
  StepCosts costs;
  EXPECT_EQ(costs.PrefillMs(64, 256), std::nullopt);
  EXPECT_EQ(costs.DecodeMs(std::vector<int64_t>{256}), std::nullopt);
}

TEST(StepCosts, FollowsTheMeasurements) {
  StepCosts costs;
  costs.RecordPrefill(64, 256, 100);
  EXPECT_EQ(costs.PrefillMs(64, 256), 100);
  costs.RecordPrefill(64, 256, 200);
  EXPECT_EQ(costs.PrefillMs(64, 256), 125);
  EXPECT_EQ(costs.PrefillMs(64, 512), std::nullopt);
}

TEST(StepCosts, ScalesFromAnotherChunkAtTheSameCapacity) {
  StepCosts costs;
  costs.RecordPrefill(64, 256, 80);
  EXPECT_EQ(costs.PrefillMs(256, 256), 320);
  EXPECT_EQ(costs.PrefillMs(16, 256), 20);
}

TEST(StepCosts, DecodeIsKeyedByTheMultiset) {
  StepCosts costs;
  costs.RecordDecode(std::vector<int64_t>{4096, 256}, 9);
  EXPECT_EQ(costs.DecodeMs(std::vector<int64_t>{256, 4096}), 9);
  EXPECT_EQ(costs.DecodeMs(std::vector<int64_t>{256}), std::nullopt);
}

}  // namespace
}  // namespace rung::engine
