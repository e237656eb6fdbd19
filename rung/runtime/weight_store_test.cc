#include "rung/runtime/weight_store.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/half.h"
#include "rung/base/status.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/testing/memory_tensor_source.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using ::testing::HasSubstr;

// A manifest of any weights; no programs.
class ManifestModel final : public model::Model {
 public:
  ManifestModel(std::vector<model::WeightSpec> manifest, DType precision)
      : Model(model::testing::TinyConfig(), {.precision = precision}) {
    mutable_weights() = std::move(manifest);
  }
  absl::StatusOr<model::Program> Prefill(int64_t, int64_t) const override {
    return Unimplemented("no programs");
  }
  absl::StatusOr<model::Program> Decode(std::span<const int64_t>) const override {
    return Unimplemented("no programs");
  }
};

class WeightStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto client = testing::TestClient();
    ASSERT_TRUE(client.ok()) << client.status();
    client_ = *std::move(client);
    auto model = model::CreateModel(model::testing::TinyConfig(), {});
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    values_ = model::testing::RandomWeights(model_->weights(), /*seed=*/1);
    source_ = std::make_unique<testing::MemoryTensorSource>(model_->weights(), values_);
  }
  void TearDown() override {
    client_.reset();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
  }

  std::unique_ptr<pjrt::Client> client_;
  std::unique_ptr<model::Model> model_;
  model::testing::WeightValues values_;
  std::unique_ptr<testing::MemoryTensorSource> source_;
};

template <typename T>
std::vector<T> Read(const pjrt::Buffer& buffer) {
  std::vector<T> values(buffer.type().NumElements());
  const absl::Status status = buffer.ToHost(std::span<T>(values));
  EXPECT_TRUE(status.ok()) << status;
  return values;
}

TEST_F(WeightStoreTest, ConcatenatesThePartsOfEveryWeight) {
  std::vector<int64_t> progress;
  std::atomic<int> released = 0;
  const WeightLoadOptions options{.progress =
                                      [&](int64_t done, int64_t total) {
                                        EXPECT_EQ(total, model_->WeightBytes());
                                        progress.push_back(done);
                                      },
                                  .release = [&](const weights::TensorInfo&) { ++released; }};
  const auto store = WeightStore::Load(*client_, *model_, *source_, options);
  ASSERT_TRUE(store.ok()) << store.status();
  const std::vector<model::WeightSpec>& specs = model_->weights();
  ASSERT_EQ((*store)->num_buffers(), static_cast<int64_t>(specs.size()));
  for (size_t i = 0; i < specs.size(); ++i) {
    EXPECT_EQ((*store)->buffer(i).type().dims, specs[i].type.dims);
    EXPECT_EQ(Read<float>((*store)->buffer(i)), values_.at(specs[i].name)) << specs[i].name;
  }
  EXPECT_EQ((*store)->total_bytes(), model_->WeightBytes());
  EXPECT_TRUE((*store)->zero_copy());
  EXPECT_EQ(released, static_cast<int>(source_->tensors().size()));
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_EQ(progress.back(), model_->WeightBytes());
}

TEST_F(WeightStoreTest, NarrowTypesAreRounded) {
  for (DType precision : {DType::kF16, DType::kBF16}) {
    const auto model = model::CreateModel(model::testing::TinyConfig(), {.precision = precision});
    ASSERT_TRUE(model.ok()) << model.status();
    const auto store = WeightStore::Load(*client_, **model, *source_);
    ASSERT_TRUE(store.ok()) << store.status();
    for (size_t i = 0; i < (*model)->weights().size(); ++i) {
      const model::WeightSpec& spec = (*model)->weights()[i];
      if (spec.type.dtype != precision) continue;
      std::vector<uint16_t> expected;
      for (float value : values_.at(spec.name)) {
        expected.push_back(precision == DType::kF16 ? FloatToHalf(value) : FloatToBFloat16(value));
      }
      EXPECT_EQ(Read<uint16_t>((*store)->buffer(i)), expected) << spec.name;
    }
  }
}

// Several pieces for each part and several threads: rows must land where they belong.
TEST_F(WeightStoreTest, AQuantizedWeightInPiecesEqualsTheWhole) {
  constexpr int64_t kColumns = 256;
  const std::vector<int64_t> rows = {5000, 1, 3001};
  testing::MemoryTensorSource source;
  std::vector<float> expected;
  model::WeightSpec spec;
  spec.name = "w";
  spec.type.dims = {8002, kColumns};
  spec.parts = {"a", "b", "c"};
  spec.part_rows = rows;
  for (size_t part = 0; part < rows.size(); ++part) {
    // Q8_0: a half-precision scale and 32 signed bytes a block.
    std::vector<uint8_t> bytes(rows[part] * kColumns / 32 * 34);
    uint32_t state = 1 + part;
    for (size_t i = 0; i < bytes.size(); ++i) {
      state = state * 1664525 + 1013904223;
      bytes[i] = i % 34 == 1 ? 0x2c : static_cast<uint8_t>(state >> 24);
    }
    source.Add(spec.parts[part], weights::StorageType::kQ8_0, {rows[part], kColumns}, bytes);
    std::vector<float> whole(rows[part] * kColumns);
    ASSERT_TRUE(weights::Dequantize(*source.Find(spec.parts[part]).value(), whole).ok());
    expected.insert(expected.end(), whole.begin(), whole.end());
  }
  const ManifestModel model({spec, spec}, DType::kF32);
  const auto store = WeightStore::Load(*client_, model, source, {.threads = 3});
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(Read<float>((*store)->buffer(0)), expected);
  EXPECT_EQ(Read<float>((*store)->buffer(1)), expected);
}

TEST_F(WeightStoreTest, AMissingTensorIsNamedBeforeAnythingIsUploaded) {
  const std::string name = source_->tensors()[3].name;
  source_->Remove(name);
  int64_t calls = 0;
  const auto store = WeightStore::Load(*client_, *model_, *source_,
                                       {.progress = [&](int64_t, int64_t) { ++calls; }});
  EXPECT_EQ(store.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(Message(store.status())), HasSubstr(name));
  EXPECT_EQ(calls, 0);
}

TEST_F(WeightStoreTest, CancelStopsAndFreesEverything) {
  std::atomic<int> asked = 0;
  const auto store =
      WeightStore::Load(*client_, *model_, *source_, {.cancelled = [&] { return ++asked > 3; }});
  EXPECT_EQ(store.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(pjrt::LiveObjects().buffers, 0);
}

}  // namespace
}  // namespace rung::runtime
