// Named tensors of a checkpoint, whatever its file format: the seam between files and models.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rung::weights {

// Storage format of a tensor in a file. Quantized formats hold blocks of 32 along the last axis.
enum class StorageType : uint8_t { kF32, kF16, kBF16, kQ4_0, kQ4_1, kQ8_0 };

std::string_view StorageName(StorageType type);  // "F32", "Q4_1", ...

// Elements of one block (1 for plain floats) and the bytes that a block takes in the file.
struct BlockLayout {
  int64_t elements = 1;
  int64_t bytes = 4;
};
BlockLayout LayoutOf(StorageType type);

struct TensorInfo {
  std::string name;
  StorageType storage = StorageType::kF32;
  std::vector<int64_t> dims;  // row-major, slowest first: [out_features, in_features]
  int64_t num_elements = 0;
  std::span<const uint8_t> bytes;  // inside the mapped file; valid as long as the source lives
};

// Thread-safe after construction. Owns the file mapping.
class TensorSource {
 public:
  virtual ~TensorSource() = default;
  // NotFound naming the tensor when the checkpoint lacks it.
  virtual absl::StatusOr<const TensorInfo*> Find(std::string_view name) const = 0;
  virtual const std::vector<TensorInfo>& tensors() const = 0;
};

// Exact dequantization to f32, bit for bit what ggml's reference does: one rounding per operation,
// Q4_1 as (d * q) + m without FMA. `out` holds info.num_elements floats; another size, or bytes
// that do not match dims and storage, is an InvalidArgument naming the tensor. Single-threaded;
// different tensors may be dequantized on different threads.
absl::Status Dequantize(const TensorInfo& info, std::span<float> out);

}  // namespace rung::weights
