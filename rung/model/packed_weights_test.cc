#include "rung/model/packed_weights.h"

#include <gtest/gtest.h>

#include "rung/base/status.h"

namespace rung::model {
namespace {

using kernels::WeightFormat;
using weights::StorageType;

// Tensors "0", "1", ... without data.
class StoredAs final : public weights::TensorSource {
 public:
  explicit StoredAs(const std::vector<StorageType>& storages) {
    for (const StorageType storage : storages) {
      names_.push_back(std::to_string(names_.size()));
      tensors_.push_back({.name = names_.back(), .storage = storage});
    }
  }
  const std::vector<std::string>& names() const { return names_; }
  absl::StatusOr<const weights::TensorInfo*> Find(std::string_view name) const override {
    for (const weights::TensorInfo& tensor : tensors_) {
      if (tensor.name == name) return &tensor;
    }
    return NotFound("no tensor {}", name);
  }
  const std::vector<weights::TensorInfo>& tensors() const override { return tensors_; }

 private:
  std::vector<std::string> names_;
  std::vector<weights::TensorInfo> tensors_;
};

TEST(PackedWeightsTest, AMatrixTakesAFormatThatHoldsEachOfItsTensorsExactly) {
  constexpr auto kQ4_0 = StorageType::kQ4_0;
  constexpr auto kQ4_1 = StorageType::kQ4_1;
  constexpr auto kQ8_0 = StorageType::kQ8_0;
  constexpr auto kF16 = StorageType::kF16;
  constexpr auto kBF16 = StorageType::kBF16;
  constexpr auto kF32 = StorageType::kF32;
  const struct {
    std::vector<StorageType> storages;
    WeightFormat format;
  } cases[] = {
      {{kQ4_0}, WeightFormat::kA4},
      {{kQ4_1, kQ4_1, kQ4_1}, WeightFormat::kA4},
      {{kQ4_0, kQ4_1}, WeightFormat::kA4},
      {{kQ8_0, kQ8_0}, WeightFormat::kS8},
      {{kF16}, WeightFormat::kF16},
      {{kF16, kF16, kF16}, WeightFormat::kF16},
      {{kBF16, kBF16}, WeightFormat::kBF16},
      {{kF32, kF32}, WeightFormat::kF32},
      {{kF16, kBF16}, WeightFormat::kF32},
      {{kF16, kF16, kF32}, WeightFormat::kF32},
      {{kBF16, kF32}, WeightFormat::kF32},
      {{kQ8_0, kF16}, WeightFormat::kF32},
      {{kQ4_1, kQ4_1, kBF16}, WeightFormat::kF32},
      {{kQ4_1, kQ8_0}, WeightFormat::kF32},
  };
  for (const auto& [storages, format] : cases) {
    const StoredAs source(storages);
    const auto common = CommonFormat(source, source.names());
    ASSERT_TRUE(common.ok()) << Message(common.status());
    std::string names;
    for (const StorageType storage : storages) names += std::string(StorageName(storage)) + " ";
    EXPECT_EQ(*common, format) << names << "-> " << kernels::WeightFormatName(*common);
  }
  const StoredAs source({kF16});
  const std::vector<std::string> missing = {"0", "blk.0.attn_v.weight"};
  EXPECT_EQ(Message(CommonFormat(source, missing).status()), "no tensor blk.0.attn_v.weight");
}

}  // namespace
}  // namespace rung::model
