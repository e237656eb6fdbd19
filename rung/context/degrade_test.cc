// What becomes of a bucket set when capacities cannot be compiled or held.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/context/live_bucket_set.h"

namespace rung::context {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Capacities = std::vector<int64_t>;

BucketSet Held(const Capacities& list, std::optional<ImageFloor> floor = std::nullopt) {
  auto set = BucketSet::Make(131072, {.list = CapacityList{list}}, floor);
  EXPECT_TRUE(set.ok()) << set.status();
  return *std::move(set);
}

// Every bucket of `failing` fails whenever it is tried; where that ends.
absl::StatusOr<BucketSet> Settle(BucketSet set, const Capacities& failing) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int64_t capacity : Capacities(set.capacities())) {
      if (std::find(failing.begin(), failing.end(), capacity) == failing.end()) continue;
      RUNG_ASSIGN_OR_RETURN(set, set.Without(capacity, fmt::format("{} is broken", capacity)));
      changed = true;
      break;
    }
  }
  return set;
}

TEST(Degrade, Table) {
  const struct {
    Capacities list, failing, left;
  } kCases[] = {
      {{256, 1024, 4096}, {4096}, {256, 1024, 2048}},
      {{256, 1024, 4096}, {4096, 2048}, {256, 1024}},
      {{256, 4096}, {4096, 2048}, {256, 1024}},
      {{256, 4096}, {4096, 2048, 1024, 512}, {256}},
      {{256, 1024, 4096}, {256}, {1024, 4096}},
      {{256, 1024, 4096}, {1024}, {256, 512, 4096}},
      {{256, 1024, 4096}, {256, 1024}, {512, 4096}},
      {{256, 1024, 4096}, {256, 512, 1024}, {4096}},
      {{300, 4096}, {300}, {256, 4096}},
      {{100, 4096}, {100}, {4096}},
      {{40000}, {40000}, {32768}},
      {{256, 1024, 4096}, {}, {256, 1024, 4096}},
  };
  for (const auto& c : kCases) {
    const auto set = Settle(Held(c.list), c.failing);
    ASSERT_TRUE(set.ok()) << set.status();
    EXPECT_EQ(set->capacities(), c.left) << FormatCapacities(c.list) << FormatCapacities(c.failing);
  }
}

TEST(Degrade, SaysWhatWasDroppedAndWhy) {
  const auto set = Settle(Held({256, 1024, 4096}), {4096, 2048});
  ASSERT_TRUE(set.ok());
  std::vector<std::string> lines;
  for (const DroppedBucket& dropped : set->dropped()) lines.push_back(dropped.Line());
  EXPECT_THAT(lines,
              ElementsAre("capacity 4096 bucket was dropped: 4096 is broken; 2048 takes its place",
                          "capacity 2048 bucket was dropped: 2048 is broken"));
  const auto route = set->RouteRequest(3000, 10);
  EXPECT_THAT(std::string(Message(route.status())),
              HasSubstr("buckets held: [256, 1024] (capacity 4096 bucket was dropped: 4096 is "
                        "broken; 2048 takes its place) (capacity 2048 bucket was dropped: 2048 is "
                        "broken); shorten the prompt to 1014 tokens or less"));
  // A larger list is what was asked for already.
  EXPECT_THAT(std::string(Message(route.status())), ::testing::Not(HasSubstr("start with")));
  EXPECT_TRUE(IsCapacityRefusal(route.status()));
  EXPECT_EQ(set->RouteRequest(300, 10)->capacity, 1024);
}

TEST(Degrade, ShortRequestsGoToTheNextWhenTheSmallestIsDropped) {
  const auto set = Settle(Held({256, 1024}), {256});
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->RouteRequest(6, 10)->capacity, 1024);
}

TEST(Degrade, NothingLeftNamesEveryReason) {
  const auto set = Settle(Held({256, 512}), {256, 512});
  EXPECT_EQ(set.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Message(set.status()),
            "no capacity is left to serve: capacity 256 bucket was dropped: 256 is broken; "
            "capacity 512 bucket was dropped: 512 is broken");
}

TEST(Degrade, APinIsNeverReplaced) {
  auto set = BucketSet::Make(131072, {.pin = PinnedCapacity{4096}}, std::nullopt);
  ASSERT_TRUE(set.ok());
  const auto status = set->Without(4096, "out of memory").status();
  EXPECT_EQ(Message(status),
            "the capacity 4096 that MLXCEL_XLA_CONTEXT_CAPACITY asks for cannot be used: out of "
            "memory");
}

TEST(Degrade, TheWorstImageMustStillFit) {
  const ImageFloor floor{.tokens = 1414, .tiling = "8x1 crops"};
  const auto list = Held({256, 4096}, floor).Without(4096, "broken");
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_EQ(list->capacities(), (Capacities{256, 2048}));
  const auto gone = list->Without(2048, "broken too");
  EXPECT_THAT(std::string(Message(gone.status())),
              HasSubstr("expands to as many as 1414 tokens (8x1 crops), and the largest capacity "
                        "left is 1024"));
}

TEST(Degrade, AServerServesOnWithoutTheWorstImageAndSaysSo) {
  const ImageFloor floor{.tokens = 1414, .tiling = "8x1 crops"};
  const auto set = Held({256, 2048}, floor).WithoutWhileServing(2048, "broken");
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->capacities(), (Capacities{256, 1024}));
  EXPECT_EQ(set->dropped().back().Line(),
            "capacity 2048 bucket was dropped: broken (an image of this checkpoint expands to as "
            "many as 1414 tokens (8x1 crops), and the largest capacity left is 1024); 1024 takes "
            "its place");
  EXPECT_THAT(std::string(Message(set->RouteRequest(1500, 10).status())), HasSubstr("8x1 crops"));
  EXPECT_EQ(Held({256}).WithoutWhileServing(256, "broken").status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(Degrade, OnlyWhatIsHeldCanBeTaken) {
  EXPECT_EQ(Held({256}).Without(512, "x").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Degrade, CopiesOfALiveSetSeeTheChange) {
  const LiveBucketSet live = Held({256, 1024});
  const LiveBucketSet copy = live;
  live.Set(*live.Get().Without(256, "broken"));
  EXPECT_EQ(copy.capacities(), (Capacities{1024}));
  EXPECT_EQ(copy.RouteRequest(6, 10)->capacity, 1024);
  EXPECT_EQ(copy.dropped().size(), 1u);
}

}  // namespace
}  // namespace rung::context
