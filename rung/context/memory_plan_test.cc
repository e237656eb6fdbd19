#include "rung/context/memory_plan.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/context/capacity_list.h"

namespace rung::context {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;

// 1 KiB of KV a position makes the sums easy to read: 4096 positions are 4 MiB.
MemoryInputs Inputs() {
  return {.weights_bytes = 100 * kMiB,
          .temp_bytes = 2 * kMiB,
          .kv_bytes_per_position = 1024,
          .capacities = {256, 1024, 4096},
          .padding_rows = 4};
}

TEST(MemoryPlan, AddsWhatMustFitAtOnce) {
  MemoryInputs inputs = Inputs();
  MemoryNeed need = NeedAtStart(inputs);
  EXPECT_EQ(need.top_kv_bytes, 4 * kMiB);
  EXPECT_EQ(need.next_kv_bytes, 0);
  EXPECT_EQ(need.padding_kv_bytes, kMiB);
  EXPECT_EQ(need.total_bytes, 107 * kMiB);
  inputs.growth = true;
  need = NeedAtStart(inputs);
  EXPECT_EQ(need.next_kv_bytes, kMiB);
  EXPECT_EQ(need.total_bytes, 108 * kMiB);
  inputs.copied_bytes = [](int64_t from, int64_t to) { return to - from; };
  EXPECT_EQ(NeedAtStart(inputs).next_kv_bytes, 3072);
  inputs.copied_bytes = nullptr;
  inputs.temp_bytes_per_position = 512;
  EXPECT_EQ(NeedAtStart(inputs).temp_bytes, 4 * kMiB);  // 2 and 4096 times 512 bytes
  EXPECT_EQ(NeedAtStart(inputs).total_bytes, 110 * kMiB);
  inputs.capacities = {300};  // a pin never grows
  EXPECT_EQ(NeedAtStart(inputs).next_kv_bytes, 0);
}

TEST(MemoryPlan, SaturatesInsteadOfOverflowing) {
  MemoryInputs inputs = Inputs();
  inputs.kv_bytes_per_position = INT64_MAX / 2;
  EXPECT_EQ(NeedAtStart(inputs).total_bytes, INT64_MAX);
  EXPECT_EQ(KvBytes(int64_t{1} << 40, 2147483647), INT64_MAX);
  EXPECT_FALSE(CheckMemory(inputs, INT64_MAX - 1, "RUNG_MEMORY_LIMIT").ok());
}

TEST(MemoryPlan, RefusesWithEveryNumberAndAWayOut) {
  const MemoryInputs inputs = Inputs();
  EXPECT_TRUE(CheckMemory(inputs, 107 * kMiB, "RUNG_MEMORY_LIMIT").ok());
  const absl::Status status = CheckMemory(inputs, 107 * kMiB - 1, "RUNG_MEMORY_LIMIT");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Message(status),
            "not enough memory to start: 107 MiB needed (weights 100 MiB, temporary space 2 MiB, "
            "KV of capacity 4096 4 MiB, 4 padding rows 1 MiB), 107.00 MiB allowed by "
            "RUNG_MEMORY_LIMIT; raise the limit to 112197632 bytes or more, or set "
            "MLXCEL_XLA_CONTEXT_BUCKETS=256,1024");
  MemoryInputs followed = inputs;
  followed.capacities = {256, 1024};
  EXPECT_TRUE(CheckMemory(followed, 107 * kMiB - 1, "RUNG_MEMORY_LIMIT").ok());
  EXPECT_TRUE(CheckMemory(inputs, 112197632, "RUNG_MEMORY_LIMIT").ok());
  EXPECT_THAT(std::string(Message(CheckMemory(inputs, kMiB, "RUNG_MEMORY_LIMIT"))),
              testing::EndsWith("raise the limit to 112197632 bytes or more"));
}

BucketSet Held(std::vector<int64_t> capacities) {
  auto set = BucketSet::Make(131072, {.list = CapacityList{std::move(capacities)}}, std::nullopt);
  EXPECT_TRUE(set.ok()) << set.status();
  return *std::move(set);
}

// 100 MiB of weights, 2 of temporary space, and 1 MiB of padding rows; then 1 KiB a position.
TEST(MemoryPlan, TheLargestBucketGoesFirst) {
  const struct {
    int64_t limit;
    std::vector<int64_t> held;
  } kCases[] = {
      {107 * kMiB, {256, 1024, 4096}},
      {107 * kMiB - 1, {256, 1024, 2048}},
      {105 * kMiB, {256, 1024, 2048}},
      {105 * kMiB - 1, {256, 1024}},
      {104 * kMiB, {256, 1024}},
      {104 * kMiB - 1, {256, 512}},
      {103 * kMiB, {256}},
      {103 * kMiB + 512 * 1024, {256, 512}},
      {103 * kMiB + 256 * 1024, {256}},
  };
  for (const auto& c : kCases) {
    const auto set = FitToMemory(Held({256, 1024, 4096}), Inputs(), c.limit, "RUNG_MEMORY_LIMIT");
    if (c.limit < 103 * kMiB + 256 * 1024) {
      EXPECT_FALSE(set.ok());
      continue;
    }
    ASSERT_TRUE(set.ok()) << c.limit << set.status();
    EXPECT_EQ(set->capacities(), c.held) << c.limit;
  }
}

TEST(MemoryPlan, ARefusalNamesTheWholeNeedAndTheLeastThatStarts) {
  const auto set = FitToMemory(Held({256, 1024, 4096}), Inputs(), kMiB, "RUNG_MEMORY_LIMIT");
  EXPECT_EQ(set.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Message(set.status()),
            "not enough memory to start: 107 MiB needed (weights 100 MiB, temporary space 2 MiB, "
            "KV of capacity 4096 4 MiB, 4 padding rows 1 MiB), 1 MiB allowed by RUNG_MEMORY_LIMIT; "
            "the least that starts is 108265472 bytes (103.25 MiB), with capacities=[256]");
  auto pin = BucketSet::Make(131072, {.pin = PinnedCapacity{4096}}, std::nullopt);
  ASSERT_TRUE(pin.ok());
  EXPECT_FALSE(FitToMemory(*pin, Inputs(), 104 * kMiB, "RUNG_MEMORY_LIMIT").ok());
}

TEST(MemoryPlan, TheLeastThatStartsIsWhatIsTakenAndNotAByteLess) {
  auto pin = BucketSet::Make(131072, {.pin = PinnedCapacity{300}}, std::nullopt);
  auto image = BucketSet::Make(131072, {}, ImageFloor{.tokens = 1414, .tiling = "8x1 crops"});
  ASSERT_TRUE(pin.ok() && image.ok());
  const struct {
    BucketSet set;
    std::vector<int64_t> least;
  } kCases[] = {
      {Held({256, 4096}), {256}}, {Held({4096}), {256}}, {Held({100, 300}), {100}}, {*pin, {300}},
      {*image, {256, 2048}},
  };
  for (const auto& c : kCases) {
    for (const bool growth : {false, true}) {
      MemoryInputs inputs = Inputs();
      inputs.growth = growth;
      inputs.bytes_per_capacity = kMiB;
      const LeastStart least = LeastToStart(c.set, inputs);
      EXPECT_EQ(least.capacities, c.least);
      const auto held = FitToMemory(c.set, inputs, least.limit_bytes, "x");
      ASSERT_TRUE(held.ok()) << held.status();
      EXPECT_EQ(held->capacities(), c.least);
      EXPECT_FALSE(FitToMemory(c.set, inputs, least.limit_bytes - 1, "x").ok());
    }
  }
}

TEST(MemoryPlan, NeedUpToACapacityCountsTheSmallerBucketsAndTheRungsBetween) {
  MemoryInputs inputs = Inputs();
  inputs.bytes_per_capacity = 10 * kMiB;
  const BucketSet set = Held({256, 4096});
  EXPECT_EQ(NeedUpTo(set, 1024, inputs).runtime_bytes, 20 * kMiB);
  EXPECT_EQ(NeedUpTo(set, 4096, inputs).total_bytes, 127 * kMiB);
  inputs.growth = true;
  EXPECT_EQ(NeedUpTo(set, 1024, inputs).runtime_bytes, 30 * kMiB);
  EXPECT_EQ(NeedUpTo(set, 4096, inputs).runtime_bytes, 50 * kMiB);
  EXPECT_EQ(NeedUpTo(set, 256, inputs).runtime_bytes, 10 * kMiB);
}

TEST(MemoryPlan, ADroppedBucketSaysWhatItNeeded) {
  const auto set = FitToMemory(Held({256, 4096}), Inputs(), 104 * kMiB, "free memory");
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->capacities(), (std::vector<int64_t>{256, 1024}));
  EXPECT_EQ(set->dropped().front().Line(),
            "capacity 4096 bucket was dropped: it needs 107 MiB, 104 MiB allowed by free memory; "
            "2048 takes its place");
}

TEST(MemoryPlan, WhatIsLeftForKv) {
  MemoryInputs inputs = Inputs();
  inputs.runtime_bytes = 10 * kMiB;
  EXPECT_EQ(KvLimit(inputs, 120 * kMiB), 8 * kMiB);
  EXPECT_EQ(KvLimit(inputs, 5 * kMiB), 0);
  EXPECT_THAT(std::string(Message(CheckMemory(inputs, kMiB, "x"))),
              testing::HasSubstr("117 MiB needed (program and compiler 10 MiB, weights 100 MiB"));
}

}  // namespace
}  // namespace rung::context
