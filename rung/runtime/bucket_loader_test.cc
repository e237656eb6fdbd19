#include "rung/runtime/bucket_loader.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/runtime/testing/fault_device.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// Buckets of the tiny model; programs fail as the plan says.
class BucketLoaderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto fault = testing::FaultPlugin::Load();
    ASSERT_TRUE(fault.ok()) << fault.status();
    fault_ = *fault;
    fault_.SetPlan("");
    auto device = testing::TinyDevice::Create(&fault_.plugin());
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
  }

  absl::Status Load(const std::vector<int64_t>& list, const std::string& plan,
                    BucketLoaderOptions options = {}) {
    auto set = context::BucketSet::Make(4096, {.list = context::CapacityList{list}}, std::nullopt);
    EXPECT_TRUE(set.ok()) << set.status();
    return Load(*set, plan, std::move(options));
  }
  absl::Status Load(const context::BucketSet& set, const std::string& plan,
                    BucketLoaderOptions options = {}) {
    fault_.SetPlan(plan);
    buckets_.emplace(set);
    options.on_dropped = [this](const std::string& line) { dropped_.push_back(line); };
    loader_.emplace(device_->programs.get(), *buckets_, std::move(options));
    RUNG_RETURN_IF_ERROR(loader_->LoadRequired());
    EXPECT_THAT(loader_->IsReady(buckets_->capacities().front()).value_or(false), true);
    std::vector<int64_t> before;
    do {
      before = buckets_->capacities();
      while (loader_->IsLoading()) RUNG_RETURN_IF_ERROR(loader_->Update());
      RUNG_RETURN_IF_ERROR(loader_->Update());
    } while (buckets_->capacities() != before);
    EXPECT_EQ(loader_->ReadyCapacities(), buckets_->capacities());
    return absl::OkStatus();
  }

  testing::FaultPlugin fault_;
  std::unique_ptr<testing::TinyDevice> device_;
  std::optional<context::LiveBucketSet> buckets_;
  std::optional<BucketLoader> loader_;
  std::vector<std::string> dropped_;
};

TEST_F(BucketLoaderTest, NothingFails) {
  ASSERT_TRUE(Load({20, 30}, "").ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(20, 30));
  EXPECT_THAT(dropped_, IsEmpty());
}

TEST_F(BucketLoaderTest, ALargeBucketIsRetriedAtALowerRung) {
  ASSERT_TRUE(Load({20, 400}, "PJRT_Client_Compile(decode_400)@*").ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(20, 256));
  EXPECT_THAT(dropped_,
              ElementsAre(StartsWith("capacity 400 bucket was dropped: compiling decode_400: "
                                     "PJRT_Client_Compile: injected fault")));
  EXPECT_THAT(std::string(Message(loader_->IsReady(400).status())),
              HasSubstr("256 takes its place"));
}

TEST_F(BucketLoaderTest, ABucketIsDroppedWhenNoRungIsLeft) {
  ASSERT_TRUE(Load({20, 30}, "PJRT_Client_Compile(prefill_16_at_30)@*").ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(20));
}

TEST_F(BucketLoaderTest, TheSmallestMayFailToo) {
  ASSERT_TRUE(Load({20, 30}, "PJRT_Client_Compile(decode_20)@*").ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(30));
  EXPECT_EQ(buckets_->RouteRequest(6, 10)->capacity, 30);
}

TEST_F(BucketLoaderTest, AllFailingNamesEachReason) {
  const absl::Status status = Load({20, 30}, "PJRT_Client_Compile@*");
  EXPECT_THAT(std::string(Message(status)), HasSubstr("no capacity is left to serve"));
  EXPECT_THAT(std::string(Message(status)), HasSubstr("capacity 20 bucket was dropped"));
  EXPECT_THAT(std::string(Message(status)), HasSubstr("capacity 30 bucket was dropped"));
}

TEST_F(BucketLoaderTest, AFailingPinIsAnError) {
  auto pin = context::BucketSet::Make(4096, {.pin = context::PinnedCapacity{30}}, std::nullopt);
  ASSERT_TRUE(pin.ok());
  EXPECT_THAT(std::string(Message(Load(*pin, "PJRT_Client_Compile(decode_30)@*"))),
              HasSubstr("the capacity 30 that MLXCEL_XLA_CONTEXT_CAPACITY asks for cannot be "
                        "used: compiling decode_30"));
}

// The floor's own bucket is there before anything is served; the one with room for text comes
// later.
TEST_F(BucketLoaderTest, TheWorstImagesBucketMayFailAfterTheStart) {
  const context::ImageFloor floor{.tokens = 255, .tiling = "1x1 crops"};
  auto set = context::BucketSet::Make(4096, {}, floor);
  ASSERT_TRUE(set.ok()) << set.status();
  ASSERT_THAT(set->capacities(), ElementsAre(256, 4096));
  ASSERT_TRUE(Load(*set,
                   "PJRT_Client_Compile(decode_4096)@*;PJRT_Client_Compile(decode_2048)@*;"
                   "PJRT_Client_Compile(decode_1024)@*;PJRT_Client_Compile(decode_512)@*")
                  .ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(256));
  EXPECT_THAT(dropped_.back(), HasSubstr("1x1 crops), and the largest capacity left is 256)"));
}

TEST_F(BucketLoaderTest, TemporarySpaceBeyondTheLimitDropsABucket) {
  BucketLoaderOptions options;
  options.memory.kv_bytes_per_position = device_->model->KvBytes(1);
  options.memory_limit_bytes = device_->model->KvBytes(300) + 1;
  options.memory_limit_source = "RUNG_MEMORY_LIMIT";
  ASSERT_TRUE(Load({20, 300}, "", options).ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(20));
  EXPECT_THAT(dropped_, ElementsAre(HasSubstr("temporary space"), HasSubstr("temporary space")));
}

// As in the plan that the start was granted by.
TEST_F(BucketLoaderTest, PaddingRowsCountAtTheSmallestCapacity) {
  BucketLoaderOptions options;
  options.memory.kv_bytes_per_position = device_->model->KvBytes(1);
  options.memory.padding_rows = 4096;
  options.memory_limit_bytes = device_->model->KvBytes(300) * 2048;
  options.memory_limit_source = "RUNG_MEMORY_LIMIT";
  ASSERT_TRUE(Load({20, 300}, "", options).ok());
  EXPECT_THAT(buckets_->capacities(), ElementsAre(20, 300));
}

}  // namespace
}  // namespace rung::runtime
