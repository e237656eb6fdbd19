#include "rung/context/bucket_set.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::context {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kWindow = 131072;

absl::StatusOr<BucketSet> WithList(std::vector<int64_t> list, std::optional<ImageFloor> floor,
                                   int64_t window = kWindow) {
  return BucketSet::Make(window, {.list = CapacityList{.capacities = std::move(list)}}, floor);
}

TEST(BucketSet, DerivedFromTheWindow) {
  struct Case {
    int64_t window;
    std::vector<int64_t> capacities;
  };
  const Case cases[] = {{131072, {256, 4096}},
                        {4097, {256, 4096}},
                        {4096, {256, 4096}},
                        {2000, {256, 2000}},
                        {300, {256, 300}},
                        {257, {256, 257}},
                        {256, {256}},
                        {255, {255}},
                        {100, {100}},
                        {1, {1}},
                        {INT64_MAX, {256, 4096}}};
  for (const Case& c : cases) {
    const absl::StatusOr<BucketSet> set = BucketSet::Make(c.window, {}, std::nullopt);
    ASSERT_TRUE(set.ok());
    EXPECT_EQ(set->capacities(), c.capacities) << c.window;
    EXPECT_EQ(set->source(), CapacitySource::kServerSet);
  }
  EXPECT_FALSE(BucketSet::Make(0, {}, std::nullopt).ok());
}

TEST(BucketSet, StartLines) {
  const absl::StatusOr<BucketSet> set = BucketSet::Make(kWindow, {}, std::nullopt);
  EXPECT_EQ(set->StartLine(), "capacities=[256, 4096] image_floor=None");
  EXPECT_EQ(set->CompiledLine(), "OpenXLA capacity buckets compiled capacities=[256, 4096]");
  EXPECT_EQ(BucketSet::Make(kWindow, {}, ImageFloor{1414, "8x1 crops"})->StartLine(),
            "capacities=[256, 4096] image_floor=1414");
}

TEST(BucketSet, PinThenListThenDerived) {
  const absl::StatusOr<BucketSet> pinned = BucketSet::Make(
      kWindow,
      {.pin = PinnedCapacity{.capacity = 300}, .list = CapacityList{.capacities = {256, 512}}},
      std::nullopt);
  EXPECT_THAT(pinned->capacities(), ElementsAre(300));
  EXPECT_EQ(pinned->source(), CapacitySource::kPin);
  EXPECT_THAT(WithList({512, 5000}, std::nullopt)->capacities(), ElementsAre(512, 5000));
}

TEST(BucketSet, RoutesToTheSmallestThatAdmits) {
  struct Case {
    int64_t prompt;
    std::optional<int64_t> max_new;
    int64_t capacity, resolved;  // capacity 0: refused
  };
  const Case cases[] = {
      {415, 8, 4096, 8},
      {6, 8, 256, 8},
      {6, 250, 256, 250},
      {250, 6, 256, 6},
      {250, 7, 4096, 7},
      {255, 1, 256, 1},
      {256, 1, 4096, 1},
      {256, 0, 256, 0},
      {257, 0, 4096, 0},
      {1, 255, 256, 255},
      {1, 256, 4096, 256},
      {4095, 1, 4096, 1},
      {4096, 1, 0, 0},
      {4096, 0, 4096, 0},
      {4097, 0, 0, 0},
      {1, 4096, 0, 0},
      {1, INT64_MAX, 0, 0},
      {INT64_MAX, INT64_MAX, 0, 0},
      {6, 2147483647, 0, 0},
      // absent: the room of the bucket that prompt + 512 routes to, or of the largest
      {6, std::nullopt, 4096, 4090},
      {3584, std::nullopt, 4096, 512},
      {3585, std::nullopt, 4096, 511},
      {4095, std::nullopt, 4096, 1},
      {4096, std::nullopt, 0, 0},
      {4097, std::nullopt, 0, 0},
  };
  const absl::StatusOr<BucketSet> set = BucketSet::Make(kWindow, {}, std::nullopt);
  for (const Case& c : cases) {
    const absl::StatusOr<Route> route = set->RouteRequest(c.prompt, c.max_new);
    ASSERT_EQ(route.ok(), c.capacity != 0) << c.prompt << " " << c.max_new.value_or(-1);
    if (!route.ok()) {
      EXPECT_TRUE(IsCapacityRefusal(route.status()));
      EXPECT_THAT(std::string(Message(route.status())),
                  AllOf(HasSubstr(fmt::format("effective_prompt_len={} + max_new_tokens={} > "
                                              "context_capacity=4096",
                                              c.prompt, c.max_new.value_or(1))),
                        HasSubstr("buckets held: [256, 4096]")));
      continue;
    }
    EXPECT_EQ(route->capacity, c.capacity) << c.prompt << " " << c.max_new.value_or(-1);
    EXPECT_EQ(route->max_new_tokens, c.resolved);
  }
  EXPECT_EQ(set->RouteRequest(0, 1).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(set->RouteRequest(6, -1).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(BucketSet, AnAbsentBudgetTakesTheBucketOfTheDefaultOne) {
  const absl::StatusOr<BucketSet> set = WithList({256, 1024, 4096}, std::nullopt);
  EXPECT_EQ(set->RouteRequest(6, std::nullopt)->capacity, 1024);
  EXPECT_EQ(set->RouteRequest(6, std::nullopt)->max_new_tokens, 1018);
  EXPECT_EQ(set->RouteRequest(513, std::nullopt)->capacity, 4096);
  EXPECT_EQ(BucketSet::Make(100, {}, std::nullopt)->RouteRequest(6, std::nullopt)->max_new_tokens,
            94);
}

TEST(BucketSet, AnImageBucketWhereTheWorstImageNeedsOne) {
  struct Case {
    int64_t floor, window;
    std::vector<int64_t> capacities;  // empty: start fails
  };
  const Case cases[] = {
      {1414, kWindow, {256, 4096}},        // floor + 512 fits the derived largest
      {1834, 2000, {256, 2000}},           // bounded by the window, which is held already
      {3584, kWindow, {256, 4096}},        // exactly
      {3585, kWindow, {256, 4096, 4097}},  // one more
      {16384, kWindow, {256, 4096, 16896}},
      {16384, 16500, {256, 4096, 16500}},
      {1998, 2000, {256, 2000}},  // image, one token of text, one of reply
      {1999, 2000, {}},
      {2000, 2000, {}},
      {2001, 2000, {}},
      {424, 100, {}},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<BucketSet> set =
        BucketSet::Make(c.window, {}, ImageFloor{c.floor, "8x1 crops"});
    ASSERT_EQ(set.ok(), !c.capacities.empty()) << c.floor << " in " << c.window;
    if (set.ok()) {
      EXPECT_EQ(set->capacities(), c.capacities);
      EXPECT_THAT(set->warnings(), IsEmpty());
    }
  }
  EXPECT_EQ(Message(BucketSet::Make(2000, {}, ImageFloor{1999, "8x1 crops"}).status()),
            "an image of this checkpoint expands to as many as 1999 tokens (8x1 crops), and its "
            "context window is 2000: no room for that image, text and a reply; to serve what fits, "
            "or past the window, start with MLXCEL_XLA_CONTEXT_BUCKETS=256,2000,2511 (the largest "
            "capacity now is 2000)");
  EXPECT_TRUE(WithList({256, 2000, 2511}, ImageFloor{1999, "8x1 crops"}, 2000).ok());
  for (const int64_t floor : {int64_t{0}, int64_t{-1}, int64_t{2147483647}, INT64_MAX}) {
    EXPECT_FALSE(BucketSet::Make(kWindow, {}, ImageFloor{floor, "?"}).ok()) << floor;
  }
}

TEST(BucketSet, TheGuardStopsAListBelowTheFloor) {
  const ImageFloor floor{1834, "8x1 crops"};
  EXPECT_EQ(Message(WithList({256, 1024}, floor).status()),
            "an image of this checkpoint expands to as many as 1834 tokens (8x1 crops), and the "
            "largest capacity of MLXCEL_XLA_CONTEXT_BUCKETS is 1024; start with "
            "MLXCEL_XLA_CONTEXT_BUCKETS=256,1024,2346");
  EXPECT_TRUE(WithList({256, 1024, 2346}, floor).ok());
  EXPECT_THAT(WithList({256, 1024, 2346}, floor)->warnings(), IsEmpty());
  EXPECT_FALSE(WithList({256, 1833}, floor).ok());
  for (const int64_t largest : {1834, 1835}) {
    const absl::StatusOr<BucketSet> set = WithList({256, largest}, floor);
    ASSERT_TRUE(set.ok());
    EXPECT_THAT(set->warnings(), ElementsAre(HasSubstr("no room for text and a reply")));
  }
  EXPECT_THAT(WithList({256, 1836}, floor)->warnings(), IsEmpty());
}

TEST(BucketSet, APinSilencesTheGuard) {
  const absl::StatusOr<BucketSet> set = BucketSet::Make(
      kWindow, {.pin = PinnedCapacity{.capacity = 256}}, ImageFloor{1834, "8x1 crops"});
  ASSERT_TRUE(set.ok());
  EXPECT_THAT(set->capacities(), ElementsAre(256));
  EXPECT_THAT(set->warnings(), IsEmpty());
}

TEST(BucketSet, OneWarningAboveTheWindow) {
  EXPECT_THAT(WithList({256, 4096, 8192}, std::nullopt, 2000)->warnings(),
              ElementsAre(HasSubstr("asks for a capacity of 8192, above the checkpoint's context "
                                    "window of 2000")));
}

}  // namespace
}  // namespace rung::context
