// Weights that are not quantized, value by value: each enters a product as the file has it, on
// every instruction set.
#include <gtest/gtest.h>
#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "rung/base/half.h"
#include "rung/kernels/matmul.h"
#include "rung/kernels/testing/random_weights.h"

namespace rung::kernels {
namespace {

using testing::MakeTensor;
using testing::PackedMatrix;
using testing::Values;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

std::vector<float> Multiply(const KernelTable& table, const PackedView& weights,
                            const std::vector<float>& x, int64_t rows) {
  KernelContext context(1, table);
  std::vector<float> y(static_cast<size_t>(rows * weights.shape.rows));
  Matmul(context, {.weights = weights,
                   .x = x.data(),
                   .rows = rows,
                   .y = y.data(),
                   .y_cols = weights.shape.rows});
  return y;
}

// XLA runs its threads with subnormals flushed.
class SubnormalsFlushed {
 public:
  SubnormalsFlushed() { _mm_setcsr(before_ | 0x8040u); }
  ~SubnormalsFlushed() { _mm_setcsr(before_); }

 private:
  const unsigned before_ = _mm_getcsr();
};

// One column of weights, times 1: each comes out as it went in.
void ExpectExact(SourceFormat format, const std::vector<uint8_t>& bytes,
                 const std::vector<float>& values) {
  const auto count = static_cast<int64_t>(values.size());
  const PackedMatrix packed = testing::Pack(format, count, 1, bytes);
  const SubnormalsFlushed flushed;
  const auto run = [&](const KernelTable& table) {
    return Multiply(table, packed.view(), {1.0f}, 1);
  };
  const std::vector<float> reference = run(kScalarKernels);
  for (size_t i = 0; i < values.size(); ++i) {
    const uint32_t bits = std::bit_cast<uint32_t>(values[i]);
    const uint32_t is = std::bit_cast<uint32_t>(reference[i]);
    if (std::isnan(values[i])) {
      ASSERT_TRUE(std::isnan(reference[i])) << i;
    } else if (bits == 0x80000000u) {
      ASSERT_EQ(is & 0x7fffffffu, 0u) << i;  // -0 plus the sum's 0 is 0
    } else {
      ASSERT_EQ(is, bits) << i;
    }
  }
  for (const KernelTable* table : AttainableKernels()) {
    ASSERT_EQ(Bits(run(*table)), Bits(reference)) << table->name;
  }
}

TEST(PlainWeightsTest, EveryHalfIsWidenedExactly) {
  std::vector<uint8_t> bytes;
  std::vector<float> values;
  for (uint32_t half = 0; half < 1u << 16; ++half) {
    bytes.push_back(static_cast<uint8_t>(half));
    bytes.push_back(static_cast<uint8_t>(half >> 8));
    values.push_back(HalfToFloat(static_cast<uint16_t>(half)));
  }
  ExpectExact(SourceFormat::kF16, bytes, values);
  for (uint32_t bf16 = 0; bf16 < 1u << 16; ++bf16) values[bf16] = BFloat16ToFloat(bf16);
  ExpectExact(SourceFormat::kBF16, bytes, values);
}

TEST(PlainWeightsTest, FloatsStayAsTheyAre) {
  std::vector<float> values = {kNan, kInfinity, -kInfinity, 0.0f, -0.0f};
  std::mt19937 random(23);
  for (int i = 0; i < 5000; ++i) {
    const auto bits = static_cast<uint32_t>(random());
    values.push_back(std::bit_cast<float>(bits));
    values.push_back(std::bit_cast<float>(bits & 0x807fffffu));  // subnormal
  }
  std::vector<uint8_t> bytes(4 * values.size());
  std::memcpy(bytes.data(), values.data(), bytes.size());
  ExpectExact(SourceFormat::kF32, bytes, values);
}

// An infinite or missing weight spoils its own output and no other.
TEST(PlainWeightsTest, WhatIsNotFiniteStaysInItsOutput) {
  const int64_t in = 96;
  for (SourceFormat format : {SourceFormat::kF16, SourceFormat::kBF16, SourceFormat::kF32}) {
    std::vector<uint8_t> bytes = MakeTensor(format, 20, in, Values::kRandom, 4);
    const size_t width = bytes.size() / (20 * in);
    const auto put = [&](size_t row, float value) {
      const uint16_t half =
          format == SourceFormat::kF16 ? FloatToHalf(value) : FloatToBFloat16(value);
      const void* const from = width == 4 ? static_cast<const void*>(&value) : &half;
      std::memcpy(bytes.data() + (row * in + 33) * width, from, width);
    };
    put(2, kInfinity);
    put(17, kNan);
    const PackedMatrix packed = testing::Pack(format, 20, in, bytes);
    const std::vector<float> x(static_cast<size_t>(5 * in), 0.5f);
    std::vector<uint32_t> reference;
    for (const KernelTable* table : AttainableKernels()) {
      const std::vector<float> y = Multiply(*table, packed.view(), x, 5);
      for (size_t i = 0; i < y.size(); ++i) {
        EXPECT_EQ(y[i] == kInfinity, i % 20 == 2) << table->name << " " << i;
        EXPECT_EQ(std::isnan(y[i]), i % 20 == 17) << table->name << " " << i;
      }
      if (reference.empty()) reference = Bits(y);
      EXPECT_EQ(Bits(y), reference) << table->name;
    }
  }
}

}  // namespace
}  // namespace rung::kernels
