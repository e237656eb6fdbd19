#include "rung/runtime/testing/memory_tensor_source.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "rung/base/half.h"
#include "rung/base/status.h"

namespace rung::runtime::testing {
namespace {

template <typename T>
void Append(std::vector<uint8_t>& bytes, T value) {
  bytes.resize(bytes.size() + sizeof(T));
  std::memcpy(&bytes[bytes.size() - sizeof(T)], &value, sizeof(T));
}

void AppendQ8(std::vector<uint8_t>& bytes, std::span<const float> block) {
  float most = 0;
  for (const float value : block) most = std::max(most, std::abs(value));
  const float scale = most / 127;
  Append(bytes, FloatToHalf(scale));
  for (const float value : block) {
    Append(bytes, static_cast<int8_t>(most == 0 ? 0 : std::lround(value / scale)));
  }
}

std::vector<uint8_t> Encode(std::span<const float> values, weights::StorageType storage) {
  std::vector<uint8_t> bytes;
  const int64_t block = weights::LayoutOf(storage).elements;
  for (size_t i = 0; i < values.size(); i += block) {
    if (storage == weights::StorageType::kF16) {
      Append(bytes, FloatToHalf(values[i]));
    } else if (storage == weights::StorageType::kBF16) {
      Append(bytes, FloatToBFloat16(values[i]));
    } else if (storage == weights::StorageType::kQ8_0) {
      AppendQ8(bytes, values.subspan(i, block));
    } else {
      Append(bytes, values[i]);
    }
  }
  return bytes;
}

}  // namespace

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

absl::Status MemoryTensorSource::Convert(std::string_view name, weights::StorageType storage) {
  for (weights::TensorInfo& info : tensors_) {
    if (info.name != name) continue;
    std::vector<float> values(info.num_elements);
    RUNG_RETURN_IF_ERROR(weights::Dequantize(info, values));
    info.storage = storage;
    info.bytes = bytes_[info.name] = Encode(values, storage);
    return absl::OkStatus();
  }
  return NotFound("no tensor {}", name);
}

absl::StatusOr<const weights::TensorInfo*> MemoryTensorSource::Find(std::string_view name) const {
  for (const weights::TensorInfo& info : tensors_) {
    if (info.name == name) return &info;
  }
  return NotFound("no tensor {}", name);
}

}  // namespace rung::runtime::testing
