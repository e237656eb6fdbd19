#include "rung/runtime/testing/memory_tensor_source.h"

#include <cstring>

#include "rung/base/status.h"

namespace rung::runtime::testing {

MemoryTensorSource::MemoryTensorSource(const std::vector<model::WeightSpec>& manifest,
                                       const model::testing::WeightValues& values) {
  for (const model::WeightSpec& spec : manifest) {
    const std::vector<float>& all = values.at(spec.name);
    const int64_t row_elements = spec.type.NumElements() / spec.type.dims[0];
    const float* next = all.data();
    for (size_t part = 0; part < spec.parts.size(); ++part) {
      std::vector<int64_t> dims = spec.type.dims;
      dims[0] = spec.part_rows[part];
      std::vector<uint8_t> bytes(dims[0] * row_elements * sizeof(float));
      std::memcpy(bytes.data(), next, bytes.size());
      next += dims[0] * row_elements;
      Add(spec.parts[part], weights::StorageType::kF32, dims, std::move(bytes));
    }
  }
}

void MemoryTensorSource::Add(std::string name, weights::StorageType storage,
                             std::vector<int64_t> dims, std::vector<uint8_t> bytes) {
  weights::TensorInfo info{.name = name, .storage = storage, .dims = std::move(dims)};
  info.num_elements = 1;
  for (int64_t dim : info.dims) info.num_elements *= dim;
  info.bytes = bytes_[name] = std::move(bytes);
  tensors_.push_back(std::move(info));
}

void MemoryTensorSource::Remove(std::string_view name) {
  std::erase_if(tensors_, [&](const weights::TensorInfo& info) { return info.name == name; });
}

absl::StatusOr<const weights::TensorInfo*> MemoryTensorSource::Find(std::string_view name) const {
  for (const weights::TensorInfo& info : tensors_) {
    if (info.name == name) return &info;
  }
  return NotFound("no tensor {}", name);
}

}  // namespace rung::runtime::testing
