#include "rung/context/prefill_plan.h"

#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::context {

void PrintTo(const PrefillChunk& chunk, std::ostream* out) {
  *out << "{" << chunk.start << ", " << chunk.chunk << ", " << chunk.count << "}";
}

namespace {

using ::testing::ElementsAre;
using Plan = std::vector<PrefillChunk>;

Plan Fewest(int64_t start, int64_t prompt_len, int64_t capacity) {
  return *PlanPrefill(start, prompt_len, capacity, kPrefillChunks, PrefillGoal::kFewestPrograms);
}

Plan Least(int64_t start, int64_t prompt_len, int64_t capacity) {
  return *PlanPrefill(start, prompt_len, capacity, kPrefillChunks, PrefillGoal::kLeastTime);
}

Plan Singles(int64_t start, int64_t prompt_len) {
  Plan plan;
  for (int64_t i = start; i < prompt_len; ++i) plan.push_back({i, 1, 1});
  return plan;
}

TEST(PrefillPlan, OneProgramWhereItFits) {
  EXPECT_EQ(Fewest(0, 1, 256), Singles(0, 1));
  EXPECT_EQ(Fewest(0, 2, 256), Singles(0, 2));
  EXPECT_EQ(Fewest(0, 3, 256), (Plan{{0, 16, 3}}));
  EXPECT_EQ(Fewest(0, 6, 256), (Plan{{0, 16, 6}}));
  EXPECT_EQ(Fewest(0, 16, 256), (Plan{{0, 16, 16}}));
  EXPECT_EQ(Fewest(0, 17, 256), (Plan{{0, 16, 16}, {16, 1, 1}}));
  EXPECT_EQ(Fewest(0, 40, 256), (Plan{{0, 64, 40}}));
  EXPECT_EQ(Fewest(0, 100, 256), (Plan{{0, 64, 64}, {64, 64, 36}}));
  EXPECT_EQ(Fewest(0, 255, 256), (Plan{{0, 256, 255}}));
  EXPECT_EQ(Fewest(0, 256, 512), (Plan{{0, 256, 256}}));
  EXPECT_EQ(Fewest(0, 257, 512), (Plan{{0, 256, 256}, {256, 1, 1}}));
  EXPECT_EQ(Fewest(0, 1000, 1024),
            (Plan{{0, 256, 256}, {256, 256, 256}, {512, 256, 256}, {768, 256, 232}}));
  for (int64_t prompt_len = 1; prompt_len < 4096; ++prompt_len) {
    EXPECT_LE(ProgramsOf(Fewest(0, prompt_len, 4096)).size(), 1u) << prompt_len;
  }
}

// Starts that are no multiple of a chunk, as after a prefix that was reused.
TEST(PrefillPlan, NearTheEndOfTheCapacity) {
  // capacity - 1 and capacity - 2 tokens
  EXPECT_EQ(Fewest(0, 1023, 1024).back(), (PrefillChunk{768, 256, 255}));
  EXPECT_EQ(Fewest(0, 1022, 1024).back(), (PrefillChunk{768, 256, 254}));
  // 256 would reach past 256, 64 from 195 on, 16 from 243 on
  EXPECT_EQ(Fewest(240, 255, 256), (Plan{{240, 16, 15}}));
  EXPECT_EQ(Fewest(241, 255, 256), Singles(241, 255));
  const Plan unaligned = Fewest(3, 254, 256);
  EXPECT_THAT(ProgramsOf(unaligned), ElementsAre(16));
  EXPECT_EQ(unaligned[14], (PrefillChunk{227, 16, 16}));
  EXPECT_EQ(Plan(unaligned.begin() + 15, unaligned.end()), Singles(243, 254));
  // 256 alone would leave 245 single steps: a second program is cheaper
  EXPECT_THAT(ProgramsOf(Fewest(10, 2047, 2048)), ElementsAre(16, 256));
  // a rest that no chunk of the one size reaches: 18 chunks of 16 and 11 steps would cost more
  EXPECT_EQ(Fewest(0, 299, 300).size(), 1u + 43u);
  EXPECT_EQ(Fewest(0, 299, 300).front(), (PrefillChunk{0, 256, 256}));
  // a capacity below the smallest chunk
  EXPECT_EQ(Fewest(0, 9, 10), Singles(0, 9));
}

TEST(PrefillPlan, LeastTimeMixesSizes) {
  EXPECT_EQ(Least(0, 1, 256), (Plan{{0, 1, 1}}));
  EXPECT_EQ(Least(0, 2, 256), Singles(0, 2));
  EXPECT_EQ(Least(0, 3, 256), (Plan{{0, 16, 3}}));
  EXPECT_EQ(Least(0, 65, 4096), (Plan{{0, 64, 64}, {64, 1, 1}}));
  EXPECT_EQ(Least(0, 255, 4096), (Plan{{0, 256, 255}}));
  EXPECT_EQ(Least(0, 272, 4096), (Plan{{0, 256, 256}, {256, 16, 16}}));
  EXPECT_THAT(ProgramsOf(Least(0, 336, 4096)), ElementsAre(16, 64, 256));
}

int64_t Cost(const Plan& plan) {
  int64_t cost = 0;
  for (const PrefillChunk& chunk : plan) cost += RunCost(chunk.chunk);
  return cost;
}

void ExpectTiles(const Plan& plan, int64_t start, int64_t prompt_len, int64_t capacity) {
  int64_t position = start;
  for (const PrefillChunk& chunk : plan) {
    ASSERT_EQ(chunk.start, position);
    ASSERT_GE(chunk.count, 1);
    ASSERT_LE(chunk.count, chunk.chunk);
    ASSERT_LE(chunk.start + chunk.chunk, capacity);
    position += chunk.count;
    if (position < prompt_len) {
      ASSERT_EQ(chunk.count, chunk.chunk);  // padding only at the end
    }
  }
  ASSERT_EQ(position, prompt_len);
}

TEST(PrefillPlan, ChunksTileThePromptAndNeverPassTheCapacity) {
  std::mt19937 random(7);
  const auto uniform = [&random](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  const std::vector<std::vector<int64_t>> chunk_sets = {{16, 64, 256}, {16}, {64},
                                                        {256},         {},   {3, 7}};
  for (int i = 0; i < 6000; ++i) {
    const int64_t capacity = uniform(1, i % 4 == 0 ? 4096 : 600);
    const int64_t prompt_len =
        i % 3 == 0 ? std::max<int64_t>(1, capacity - uniform(0, 2)) : uniform(1, capacity);
    const int64_t start = i % 2 == 0 ? 0 : uniform(0, prompt_len - 1);
    for (const PrefillGoal goal : {PrefillGoal::kFewestPrograms, PrefillGoal::kLeastTime}) {
      const absl::StatusOr<Plan> plan =
          PlanPrefill(start, prompt_len, capacity, chunk_sets[i % chunk_sets.size()], goal);
      ASSERT_TRUE(plan.ok());
      ASSERT_NO_FATAL_FAILURE(ExpectTiles(*plan, start, prompt_len, capacity))
          << start << " " << prompt_len << " " << capacity;
    }
  }
}

TEST(PrefillPlan, LeastTimeIsNeverDearer) {
  for (int64_t capacity : {256, 300, 1024}) {
    for (int64_t prompt_len = 1; prompt_len <= capacity; ++prompt_len) {
      for (int64_t start : {int64_t{0}, prompt_len / 3, prompt_len - 1}) {
        EXPECT_LE(Cost(Least(start, prompt_len, capacity)),
                  Cost(Fewest(start, prompt_len, capacity)));
      }
    }
  }
}

TEST(PrefillPlan, RefusesWhatDoesNotLieInTheCapacity) {
  const auto fails = [](int64_t start, int64_t prompt_len, int64_t capacity,
                        std::vector<int64_t> chunks) {
    return !PlanPrefill(start, prompt_len, capacity, chunks, PrefillGoal::kLeastTime).ok();
  };
  EXPECT_TRUE(fails(-1, 5, 256, {16}));
  EXPECT_TRUE(fails(5, 5, 256, {16}));
  EXPECT_TRUE(fails(0, 0, 256, {16}));
  EXPECT_TRUE(fails(0, 257, 256, {16}));
  EXPECT_TRUE(fails(0, 5, 256, {64, 16}));
  EXPECT_TRUE(fails(0, 5, 256, {0, 16}));
  EXPECT_TRUE(fails(0, 5, 256, {2, 3, 4, 5, 6, 7, 8}));
  EXPECT_FALSE(fails(0, 256, 256, {}));
}

}  // namespace
}  // namespace rung::context
