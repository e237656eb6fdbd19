// A checkpoint in memory: F32 tensors made from a manifest and values, cut into the manifest's
// parts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rung/model/model.h"
#include "rung/model/testing/reference_llama.h"
#include "rung/weights/tensor_source.h"

namespace rung::runtime::testing {

// Owns copies of all values.
class MemoryTensorSource final : public weights::TensorSource {
 public:
  MemoryTensorSource() = default;
  MemoryTensorSource(const std::vector<model::WeightSpec>& manifest,
                     const model::testing::WeightValues& values);

  void Add(std::string name, weights::StorageType storage, std::vector<int64_t> dims,
           std::vector<uint8_t> bytes);
  void Remove(std::string_view name);
  // Stores a tensor anew as F32, F16, BF16 or Q8_0, rounded as its values need.
  absl::Status Convert(std::string_view name, weights::StorageType storage);

  absl::StatusOr<const weights::TensorInfo*> Find(std::string_view name) const override;
  const std::vector<weights::TensorInfo>& tensors() const override { return tensors_; }

 private:
  std::map<std::string, std::vector<uint8_t>, std::less<>> bytes_;
  std::vector<weights::TensorInfo> tensors_;
};

}  // namespace rung::runtime::testing
