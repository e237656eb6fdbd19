// What becomes of a row's device buffers when it ends.
#include "rung/runtime/kv_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "rung/model/testing/reference_llama.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/tensor_type.h"
#include "rung/runtime/testing/small_device.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using ::testing::ElementsAreArray;
using ::testing::UnorderedElementsAreArray;

constexpr int64_t kSmall = 256;   // one piece on the kernel lowering
constexpr int64_t kLarge = 1024;  // 256, 256 and 512

class KvRowsTest : public ::testing::TestWithParam<model::LoweringKind> {
 protected:
  void SetUp() override {
    auto client = testing::TestClient(nullptr);
    ASSERT_TRUE(client.ok()) << client.status();
    client_ = *std::move(client);
    const model::ModelConfig config = testing::SmallConfig();
    const auto portable = model::CreateModel(config, {});
    ASSERT_TRUE(portable.ok()) << portable.status();
    source_ = std::make_unique<testing::MemoryTensorSource>(
        (*portable)->weights(), model::testing::RandomWeights((*portable)->weights(), /*seed=*/3));
    auto model = model::CreateModel(config, {.kind = GetParam()}, source_.get());
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    Start(4 * model_->KvBytes(kLarge));
  }
  void TearDown() override {
    rows_.reset();
    EXPECT_EQ(pjrt::LiveObjects().buffers, 0);
  }

  void Start(int64_t limit_bytes) {
    rows_ = std::make_unique<KvRows>(client_.get(), model_.get(), limit_bytes);
  }
  KvRow* NewRow(int64_t capacity) {
    const auto row = rows_->Allocate(capacity);
    EXPECT_TRUE(row.ok()) << row.status();
    return row.ok() ? *row : nullptr;
  }
  static std::vector<uintptr_t> Addresses(const KvRow& row) {
    std::vector<uintptr_t> addresses;
    for (const pjrt::Buffer& buffer : row.buffers) addresses.push_back(*buffer.UnsafePointer());
    return addresses;
  }
  // A lowering that reads what nobody wrote starts every row from zeros.
  bool keeps() const { return GetParam() == model::LoweringKind::kKernel; }

  std::unique_ptr<pjrt::Client> client_;
  std::unique_ptr<testing::MemoryTensorSource> source_;
  std::unique_ptr<model::Model> model_;
  std::unique_ptr<KvRows> rows_;
};

TEST_P(KvRowsTest, TheNextRowGetsTheBuffersOfTheLast) {
  NewRow(kSmall);
  const KvRow* const row = NewRow(kLarge);
  const std::vector<uintptr_t> addresses = Addresses(*row);
  const int64_t live = rows_->live_bytes();
  rows_->Free(row->id);
  EXPECT_EQ(rows_->live_bytes(), live - model_->KvBytes(kLarge));
  EXPECT_EQ(rows_->spares().bytes(), keeps() ? model_->KvBytes(kLarge) : 0);
  if (!keeps()) return;

  EXPECT_THAT(Addresses(*NewRow(kLarge)), UnorderedElementsAreArray(addresses));
  EXPECT_EQ(rows_->spares().size(), 0);
  EXPECT_EQ(rows_->live_bytes(), live);
}

TEST_P(KvRowsTest, PiecesServeRowsOfOtherCapacities) {
  if (!keeps()) return;  // there are none
  const KvRow* const large = NewRow(kLarge);
  const uintptr_t second = Addresses(*large)[1];  // the newest of 256 positions
  rows_->Free(large->id);
  EXPECT_THAT(Addresses(*NewRow(kSmall)), ElementsAreArray({second}));
  EXPECT_EQ(rows_->spares().size(), 2);
  EXPECT_EQ(rows_->spares().bytes(), model_->KvBytes(kLarge) - model_->KvBytes(kSmall));
}

TEST_P(KvRowsTest, SparesGiveWayWithinTheLimit) {
  Start(model_->KvBytes(kLarge) + model_->KvBytes(kSmall));
  rows_->Free(NewRow(kLarge)->id);
  NewRow(kSmall);
  EXPECT_LE(rows_->live_bytes() + rows_->spares().bytes(), rows_->limit_bytes());
  const KvRow* const row = NewRow(kLarge);  // its size is what the limit leaves
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(rows_->spares().bytes(), 0);
  EXPECT_EQ(rows_->live_bytes(), rows_->limit_bytes());
  EXPECT_TRUE(absl::IsResourceExhausted(rows_->Allocate(kSmall).status()));
}

TEST_P(KvRowsTest, ARowThatLostItsKvLeavesNothingBehind) {
  const KvRow* const row = NewRow(kSmall);
  const RowId id = row->id;
  rows_->DropKv(id);  // as after a failed step: such buffers are not trusted
  rows_->Free(id);
  EXPECT_EQ(rows_->spares().size(), 0);
  EXPECT_EQ(pjrt::LiveObjects().buffers, 0);
}

// A growth's program makes buffers that no new row asks for: they must not pile up.
TEST_P(KvRowsTest, WhatProgramsMadeIsNotKept) {
  auto buffer = client_->UninitializedBuffer(pjrt::BufferType{DType::kF32, {5}});
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  std::vector<pjrt::Buffer> buffers;
  buffers.push_back(*std::move(buffer));
  rows_->Free(rows_->Adopt(kSmall, std::move(buffers))->id);
  EXPECT_EQ(rows_->spares().size(), 0);
  EXPECT_EQ(pjrt::LiveObjects().buffers, 0);
}

// Nor after the engine was idle and rows had to get new ones.
TEST_P(KvRowsTest, ACopyIsNotKeptBesideTheRowsOwn) {
  if (!keeps()) return;  // there are none
  for (int i = 0; i < 2; ++i) {
    rows_->DropSpares();
    rows_->Free(NewRow(kSmall)->id);
  }
  auto copy = client_->UninitializedBuffer(ToBufferType(model_->KvTypes(kSmall)[0]));
  ASSERT_TRUE(copy.ok()) << copy.status();
  std::vector<pjrt::Buffer> buffers;
  buffers.push_back(*std::move(copy));
  rows_->Free(rows_->Adopt(kSmall, std::move(buffers))->id);
  EXPECT_EQ(rows_->spares().size(), 1);
}

TEST_P(KvRowsTest, DroppedSparesAreGone) {
  rows_->Free(NewRow(kLarge)->id);
  rows_->DropSpares();
  EXPECT_EQ(rows_->spares().bytes(), 0);
  EXPECT_EQ(pjrt::LiveObjects().buffers, 0);
}

TEST_P(KvRowsTest, TheOldestGoFirst) {
  if (!keeps()) return;  // there are none
  const int64_t bytes = model_->KvBytes(kSmall);
  SpareBuffers spares(2 * bytes);
  std::vector<uintptr_t> addresses;
  for (int i = 0; i < 3; ++i) {
    auto buffer = rows_->Fresh(model_->KvTypes(kSmall)[0]);
    ASSERT_TRUE(buffer.ok()) << buffer.status();
    addresses.push_back(*buffer->UnsafePointer());
    spares.OnMade(buffer->type());
    spares.Add(*std::move(buffer));
  }
  EXPECT_EQ(spares.size(), 2);
  const pjrt::BufferType type = ToBufferType(model_->KvTypes(kSmall)[0]);
  EXPECT_EQ(*spares.Take(type).UnsafePointer(), addresses[2]);
  EXPECT_EQ(*spares.Take(type).UnsafePointer(), addresses[1]);
  EXPECT_FALSE(spares.Take(type));
  EXPECT_EQ(spares.bytes(), 0);
}

INSTANTIATE_TEST_SUITE_P(Lowerings, KvRowsTest,
                         ::testing::Values(model::LoweringKind::kPortable,
                                           model::LoweringKind::kKernel),
                         testing::LoweringName());

}  // namespace
}  // namespace rung::runtime
