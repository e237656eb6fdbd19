#include "rung/context/batch_plan.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::context {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<RowShape> Rows(const std::vector<int64_t>& capacities) {
  std::vector<RowShape> rows;
  for (const int64_t capacity : capacities) rows.push_back({capacity});
  return rows;
}

DecodePlan Plan(const std::vector<int64_t>& capacities, int64_t padding = 256) {
  return *PlanDecode(Rows(capacities), padding);
}

TEST(BatchPlan, PadsToOneTwoFourOrEightRows) {
  EXPECT_EQ(Plan({4096}).key.Name(), "decode_4096");
  EXPECT_EQ(Plan({4096, 256}).key.Name(), "decode_256_4096");
  EXPECT_EQ(Plan({4096, 256, 4096}).key.Name(), "decode_256_256_4096_4096");
  EXPECT_EQ(Plan({512, 512, 512, 512, 512}).key.Name(), "decode_256_256_256_512_512_512_512_512");
  EXPECT_EQ(Plan(std::vector<int64_t>(8, 300), 300).key.rows.size(), 8u);
}

TEST(BatchPlan, RowsKeepTheirPlaces) {
  const DecodePlan plan = Plan({4096, 256, 1024, 256, 512});
  // 256 (row 1), 256 (row 3), three padding rows of 256, 512, 1024, 4096
  EXPECT_EQ(plan.key.Name(), "decode_256_256_256_256_256_512_1024_4096");
  EXPECT_THAT(plan.slots, ElementsAre(7, 0, 6, 1, 5));
  EXPECT_THAT(plan.padding_slots, ElementsAre(2, 3, 4));
  EXPECT_THAT(Plan({512, 512}).padding_slots, IsEmpty());
}

TEST(BatchPlan, EveryOrderOfTheSameRowsIsOneProgram) {
  std::vector<int64_t> capacities = {256, 512, 512, 2048, 4096};
  const DecodeKey key = Plan(capacities).key;
  do {
    const DecodePlan plan = Plan(capacities);
    EXPECT_EQ(plan.key, key);
    std::vector<bool> taken(plan.key.rows.size());
    for (size_t i = 0; i < capacities.size(); ++i) {
      EXPECT_EQ(plan.key.rows[plan.slots[i]].capacity, capacities[i]);
      EXPECT_FALSE(taken[plan.slots[i]]);
      taken[plan.slots[i]] = true;
    }
    for (const int64_t place : plan.padding_slots) {
      EXPECT_EQ(plan.key.rows[place].capacity, 256);
      EXPECT_FALSE(taken[place]);
      taken[place] = true;
    }
    EXPECT_THAT(taken, testing::Each(true));
  } while (std::ranges::next_permutation(capacities).found);
  EXPECT_NE(key, Plan({256, 512, 512, 2048, 2048}).key);
}

TEST(BatchPlan, PaddingRowsThatABatchMayNeed) {
  EXPECT_EQ(ProgramRows(1), 1);
  EXPECT_EQ(ProgramRows(3), 4);
  EXPECT_EQ(ProgramRows(5), 8);
  EXPECT_EQ(ProgramRows(8), 8);
  const std::vector<int64_t> most = {0, 0, 1, 1, 3, 3, 3, 3};  // for batches of 1..8
  for (int64_t batch = 1; batch <= 8; ++batch) EXPECT_EQ(MaxPaddingRows(batch), most[batch - 1]);
}

TEST(BatchPlan, RefusesStepsItHasNoProgramFor) {
  EXPECT_FALSE(PlanDecode({}, 256).ok());
  EXPECT_FALSE(PlanDecode(Rows(std::vector<int64_t>(9, 256)), 256).ok());
  EXPECT_FALSE(PlanDecode(Rows({256, 0}), 256).ok());
  EXPECT_FALSE(PlanDecode(Rows({256, 256, 256}), 0).ok());
}

}  // namespace
}  // namespace rung::context
