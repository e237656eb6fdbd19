#include "rung/engine/scheduler.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr SequenceId kA{1}, kB{2}, kC{3}, kD{4};

bool AlwaysReady(std::span<const int64_t>) { return true; }
bool NeverReady(std::span<const int64_t>) { return false; }

RowView Row(SequenceId id, int64_t capacity, int64_t kv_length, int64_t pending) {
  return {.sequence = id, .capacity = capacity, .kv_length = kv_length, .pending = pending};
}

std::optional<PrefillWork> Chunk(int64_t capacity, int64_t kv_length, int64_t pending,
                                 std::optional<double> limit_ms = std::nullopt,
                                 const StepCosts& costs = {}) {
  return ChooseChunk(Row(kA, capacity, kv_length, pending), costs, {}, limit_ms);
}

const SchedulerOptions kPaddingCosts = {.computes_padding = true};

TEST(ChooseChunk, SmallestThatHoldsAllElseTheLargest) {
  struct Case {
    int64_t pending, chunk, count;
  };
  for (const Case& c : {Case{2, 16, 2}, Case{16, 16, 16}, Case{17, 64, 17}, Case{64, 64, 64},
                        Case{65, 256, 65}, Case{257, 256, 256}, Case{4000, 256, 256}}) {
    const auto work = Chunk(4096, 0, c.pending);
    ASSERT_TRUE(work) << c.pending;
    EXPECT_EQ(*work, (PrefillWork{kA, 0, c.chunk, c.count})) << c.pending;
  }
}

TEST(ChooseChunk, NeverPassesTheCapacity) {
  EXPECT_EQ(Chunk(256, 0, 255)->chunk, 256);
  EXPECT_EQ(Chunk(256, 1, 254)->chunk, 64);   // 1 + 256 > 256
  EXPECT_EQ(Chunk(256, 200, 50)->chunk, 16);  // 200 + 64 > 256
  EXPECT_EQ(Chunk(256, 240, 15)->chunk, 16);
  EXPECT_EQ(Chunk(256, 241, 14), std::nullopt);  // no chunk fits: decode steps
  EXPECT_EQ(Chunk(10, 0, 5), std::nullopt);
}

TEST(ChooseChunk, OnePendingTokenIsADecodeStep) { EXPECT_EQ(Chunk(256, 7, 1), std::nullopt); }

TEST(ChooseChunk, KeepsTheTimeLimit) {
  StepCosts costs;
  EXPECT_EQ(Chunk(4096, 0, 1000, 50.0, costs)->chunk, 16);  // nothing measured: the smallest
  costs.RecordPrefill(16, 4096, 10);
  costs.RecordPrefill(64, 4096, 45);
  costs.RecordPrefill(256, 4096, 170);
  EXPECT_EQ(Chunk(4096, 0, 1000, 50.0, costs)->chunk, 64);
  EXPECT_EQ(Chunk(4096, 0, 1000, 170.0, costs)->chunk, 256);
  EXPECT_EQ(Chunk(4096, 0, 1000, 5.0, costs)->chunk, 16);  // work must go on
}

TEST(ChooseChunkWherePaddingIsComputed, TheCheapestSequence) {
  struct Case {
    int64_t pending;
    std::vector<int64_t> chunks;  // until nothing is pending; 1: a decode step
  };
  for (const Case& c : std::vector<Case>{
           {1, {1}},
           {2, {1, 1}},
           {3, {16}},
           {16, {16}},
           {17, {16, 1}},
           {18, {64}},
           {30, {64}},
           {64, {64}},
           {65, {64, 1}},
           {66, {64, 1, 1}},
           {67, {64, 16}},
           {80, {64, 16}},
           {100, {64, 64}},
           {150, {256}},
           {200, {256}},
           {257, {256, 1}},
           {260, {256, 16}},
           {300, {256, 64}},
           {400, {256, 64, 64, 16}},
           {420, {256, 256}},
       }) {
    std::vector<int64_t> chunks;
    RowView row = Row(kA, 4096, /*kv_length=*/80, c.pending);
    while (row.pending > 0) {
      const auto work = ChooseChunk(row, {}, kPaddingCosts, std::nullopt);
      const int64_t count = work ? work->count : 1;
      EXPECT_EQ(work ? work->start : row.kv_length, row.kv_length);
      chunks.push_back(work ? work->chunk : 1);
      row.kv_length += count;
      row.pending -= count;
    }
    EXPECT_EQ(chunks, c.chunks) << c.pending;
  }
}

TEST(ChooseChunkWherePaddingIsComputed, NeverPassesTheCapacity) {
  for (int64_t kv_length = 0; kv_length < 300; ++kv_length) {
    for (int64_t pending = 1; kv_length + pending <= 300; ++pending) {
      const RowView row = Row(kA, 300, kv_length, pending);
      const auto work = ChooseChunk(row, {}, kPaddingCosts, std::nullopt);
      if (!work) continue;
      ASSERT_LE(work->start + work->chunk, 300) << kv_length << " " << pending;
      ASSERT_EQ(work->count, std::min(work->chunk, pending));
    }
  }
  const auto chunk = [](int64_t capacity, int64_t kv_length, int64_t pending) {
    return ChooseChunk(Row(kA, capacity, kv_length, pending), {}, kPaddingCosts, std::nullopt);
  };
  EXPECT_EQ(chunk(256, 1, 250)->chunk, 64);
  EXPECT_EQ(chunk(256, 240, 15)->chunk, 16);
  EXPECT_EQ(chunk(256, 241, 14), std::nullopt);
}

TEST(ChooseChunkWherePaddingIsComputed, WhatWasMeasuredDecidesOnlyBesideTheLimit) {
  StepCosts costs;
  costs.RecordPrefill(16, 4096, 1000);
  costs.RecordPrefill(64, 4096, 45);
  costs.RecordPrefill(256, 4096, 1);
  const auto chunk = [&](int64_t pending, std::optional<double> limit_ms) {
    return ChooseChunk(Row(kA, 4096, 0, pending), costs, kPaddingCosts, limit_ms)->chunk;
  };
  EXPECT_EQ(chunk(65, std::nullopt), 64);
  EXPECT_EQ(chunk(5, std::nullopt), 16);
  costs = {};
  EXPECT_EQ(chunk(1000, 50.0), 16);  // nothing measured: the smallest
  costs.RecordPrefill(16, 4096, 10);
  costs.RecordPrefill(64, 4096, 45);
  costs.RecordPrefill(256, 4096, 170);
  EXPECT_EQ(chunk(1000, 50.0), 64);
  EXPECT_EQ(chunk(1000, 170.0), 256);
}

TEST(GroupRows, OneGroupWhenItsProgramIsReady) {
  const std::vector<RowView> rows = {Row(kA, 4096, 9, 1), Row(kB, 256, 5, 1)};
  EXPECT_THAT(GroupRows(rows, AlwaysReady), ElementsAre(ElementsAre(kB, kA)));
  EXPECT_THAT(GroupRows({}, AlwaysReady), IsEmpty());
}

TEST(GroupRows, SplitsByCapacityThenInHalves) {
  const std::vector<RowView> rows = {Row(kA, 4096, 9, 1), Row(kB, 256, 5, 1), Row(kC, 256, 5, 1),
                                     Row(kD, 256, 5, 1)};
  const auto uniform = [](std::span<const int64_t> capacities) {
    return std::set(capacities.begin(), capacities.end()).size() == 1;
  };
  EXPECT_THAT(GroupRows(rows, uniform), ElementsAre(ElementsAre(kB, kC, kD), ElementsAre(kA)));
  EXPECT_THAT(GroupRows(rows, NeverReady),
              ElementsAre(ElementsAre(kB), ElementsAre(kC), ElementsAre(kD), ElementsAre(kA)));
}

TEST(PlanStep, PrefillsTheOldestPromptBesideTheDecodingRows) {
  const std::vector<RowView> rows = {Row(kA, 256, 20, 1), Row(kB, 4096, 64, 900),
                                     Row(kC, 4096, 0, 900)};
  StepCosts costs;
  const StepPlan plan = PlanStep(rows, costs, {}, AlwaysReady);
  ASSERT_TRUE(plan.prefill);
  EXPECT_EQ(plan.prefill->sequence, kB);
  EXPECT_EQ(plan.prefill->start, 64);
  EXPECT_EQ(plan.prefill->chunk, 16);  // A waits, nothing is measured
  EXPECT_THAT(plan.decode_groups, ElementsAre(ElementsAre(kA)));
}

TEST(PlanStep, UsesTheLargestChunkWhenNobodyWaits) {
  const std::vector<RowView> rows = {Row(kB, 4096, 0, 900)};
  const StepPlan plan = PlanStep(rows, {}, {}, AlwaysReady);
  EXPECT_EQ(plan.prefill->chunk, 256);
  EXPECT_THAT(plan.decode_groups, IsEmpty());
}

TEST(PlanStep, SlowDecodeStepsAllowSlowerChunks) {
  StepCosts costs;
  costs.RecordDecode(std::vector<int64_t>{256}, 100);
  costs.RecordPrefill(16, 4096, 20);
  costs.RecordPrefill(64, 4096, 60);
  costs.RecordPrefill(256, 4096, 190);
  const std::vector<RowView> rows = {Row(kA, 256, 20, 1), Row(kB, 4096, 0, 900)};
  EXPECT_EQ(PlanStep(rows, costs, {}, AlwaysReady).prefill->chunk, 256);  // 190 <= 2 * 100
}

TEST(PlanStep, TheRestOfAChunkDecodesBesideTheOthers) {
  const std::vector<RowView> rows = {Row(kA, 256, 20, 1), Row(kB, 256, 64, 2),
                                     Row(kC, 4096, 0, 65)};
  const StepPlan plan = PlanStep(rows, {}, kPaddingCosts, AlwaysReady);
  ASSERT_TRUE(plan.prefill);
  EXPECT_EQ(plan.prefill->sequence, kC);
  EXPECT_THAT(plan.decode_groups, ElementsAre(ElementsAre(kA, kB)));
}

// Of 18 tokens one chunk of 64 is cheapest; with 16 alone, as the limit leaves it, that and two
// decode steps. Either way the row goes on at every step.
TEST(PlanStep, EveryRowGoesOnUnderTheLimit) {
  for (int64_t pending = 2; pending < 600; ++pending) {
    const std::vector<RowView> rows = {Row(kA, 256, 20, 1), Row(kB, 4096, 7, pending)};
    const StepPlan plan = PlanStep(rows, {}, kPaddingCosts, AlwaysReady);
    ASSERT_EQ(plan.decode_groups.size(), 1u);
    ASSERT_EQ(plan.decode_groups.front().size(), plan.prefill ? 1u : 2u) << pending;
  }
}

TEST(PlanStep, ATailNearTheEndGoesThroughDecodeSteps) {
  const std::vector<RowView> rows = {Row(kA, 256, 244, 8)};
  const StepPlan plan = PlanStep(rows, {}, {}, AlwaysReady);
  EXPECT_EQ(plan.prefill, std::nullopt);
  EXPECT_THAT(plan.decode_groups, ElementsAre(ElementsAre(kA)));
}

}  // namespace
}  // namespace rung::engine
