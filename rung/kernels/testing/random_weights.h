// Checkpoint tensors and packed matrices for tests.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rung/kernels/packed_matrix.h"

namespace rung::kernels::testing {

// Which values to make: weights as trained, or what a kernel could get wrong.
enum class Values : uint8_t {
  kRandom,
  kExtreme,    // quants, scales and plain values at the ends of their ranges
  kZero,       // zero blocks
  kSubnormal,  // f16 subnormal scales, subnormal plain values
};

// Rows of `cols` values in the bytes of `format`, one row after another.
std::vector<uint8_t> MakeTensor(SourceFormat format, int64_t rows, int64_t cols, Values values,
                                uint32_t seed);

// The same as f32, by the format's definition, written independently of packed_matrix.cc.
std::vector<float> Dequantize(SourceFormat format, int64_t rows, int64_t cols,
                              const std::vector<uint8_t>& bytes);

// Owns a packed matrix, aligned.
class PackedMatrix {
 public:
  explicit PackedMatrix(PackedShape shape);
  PackedView view() const { return {shape_, data()}; }
  std::span<uint8_t> bytes() { return {data(), shape_.bytes()}; }

 private:
  uint8_t* data() const;
  PackedShape shape_;
  std::unique_ptr<uint8_t[]> storage_;
};

// All rows of one tensor, packed alone.
PackedMatrix Pack(SourceFormat format, int64_t rows, int64_t cols,
                  const std::vector<uint8_t>& bytes);

std::vector<float> MakeActivations(int64_t count, uint32_t seed, float spread = 1);

}  // namespace rung::kernels::testing
