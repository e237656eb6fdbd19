// What keys, values and queries become on their way into a cache, on each instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "rung/kernels/kernel_table.h"
#include "rung/kernels/testing/random_weights.h"

namespace rung::kernels {
namespace {

using testing::MakeActivations;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(CacheWritesTest, AreEqual) {
  const int64_t head_dim = 64;
  std::vector<float> x = MakeActivations(head_dim, 10, 3);
  x[0] = 1e6f;
  x[1] = -1e6f;
  x[2] = 1e-7f;
  x[3] = 65519.9f;
  for (KvType type : {KvType::kFixed, KvType::kBF16, KvType::kF32}) {
    if (type != KvType::kFixed) x[4] = kNan;
    const auto run = [&](const KernelTable& table, bool key, int64_t position) {
      std::vector<uint8_t> cache(static_cast<size_t>(32 * (head_dim + 2)) * 4);
      (key ? table.store_key : table.store_value)(x.data(), type, head_dim, position, cache.data());
      return cache;
    };
    for (const KernelTable* table : AttainableKernels()) {
      for (bool key : {false, true}) {
        EXPECT_EQ(run(*table, key, 19), run(kScalarKernels, key, 19)) << table->name;
      }
    }
  }
}

// A vector as whole numbers and their scale.
struct Fixed {
  std::vector<int16_t> numbers;
  float scale = 0;
};
Fixed FixQuery(const KernelTable& table, const std::vector<float>& x) {
  std::vector<uint32_t> words(x.size() / 2 + 1);
  table.fix_query(x.data(), static_cast<int64_t>(x.size()), words.data());
  Fixed fixed{.numbers = std::vector<int16_t>(x.size()),
              .scale = std::bit_cast<float>(words.back())};
  std::memcpy(fixed.numbers.data(), words.data(), x.size() * sizeof(int16_t));
  return fixed;
}

TEST(CacheWritesTest, FixedQueriesAreRoundedToTheLargest) {
  std::vector<float> x = MakeActivations(48, 11);
  for (float& v : x) v = std::clamp(v, -7.0f, 7.0f);
  x[7] = -8.0f;  // the largest
  x[8] = 8.0f / 8191 * 2.5f;
  for (const KernelTable* table : AttainableKernels()) {
    const Fixed fixed = FixQuery(*table, x);
    EXPECT_EQ(fixed.scale, 8.0f / 8191) << table->name;
    EXPECT_EQ(fixed.numbers[7], -8191);
    EXPECT_EQ(fixed.numbers, FixQuery(kScalarKernels, x).numbers) << table->name;
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(static_cast<float>(fixed.numbers[i]) * fixed.scale, x[i], 8.0f / 8191 * 0.501f);
    }
  }
}

TEST(CacheWritesTest, FixedQueriesAtTheEdges) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<int16_t> zeros(32);
  for (const KernelTable* table : AttainableKernels()) {
    std::vector<float> x(32, 0.0f);
    for (float tiny : {0.0f, 0x1p-101f}) {
      x[31] = tiny;
      const Fixed fixed = FixQuery(*table, x);
      EXPECT_EQ(fixed.numbers, zeros) << table->name;
      EXPECT_EQ(fixed.scale, 0.0f);
    }
    x[31] = 3e38f;
    EXPECT_EQ(FixQuery(*table, x).numbers[31], 8191);
    for (float bad : {kNan, -kNan, infinity, -infinity}) {
      x[3] = bad;
      const Fixed fixed = FixQuery(*table, x);
      EXPECT_EQ(fixed.numbers, zeros) << table->name;
      EXPECT_TRUE(std::isnan(fixed.scale));
    }
  }
}

TEST(CacheWritesTest, FixedCachesHoldNumbersAndScale) {
  constexpr int64_t kHeadDim = 48;
  constexpr int64_t kPosition = 16 + 5;
  std::vector<float> x = MakeActivations(kHeadDim, 12);
  for (float& v : x) v = std::clamp(v, -7.0f, 7.0f);
  x[9] = 8.0f;  // the largest
  for (const KernelTable* table : AttainableKernels()) {
    std::vector<int16_t> keys(32 * (kHeadDim + 2));
    std::vector<int16_t> values(keys.size());
    table->store_key(x.data(), KvType::kFixed, kHeadDim, kPosition, keys.data());
    table->store_value(x.data(), KvType::kFixed, kHeadDim, kPosition, values.data());
    const int16_t* const key = keys.data() + 16 * (kHeadDim + 2);
    const int16_t* const value = values.data() + 16 * (kHeadDim + 2);
    for (int64_t d = 0; d < kHeadDim; ++d) {
      const int16_t number = key[(d / 2 * 16 + 5) * 2 + d % 2];
      EXPECT_NEAR(number * (8.0f / 4095), x[static_cast<size_t>(d)], 8.0f / 4095 * 0.501f) << d;
      EXPECT_EQ(value[(5 / 2 * kHeadDim + d) * 2 + 5 % 2], number) << table->name << " " << d;
    }
    for (const int16_t* block : {key, value}) {
      float scale;
      std::memcpy(&scale, block + 16 * kHeadDim + 2 * 5, sizeof(scale));
      EXPECT_EQ(scale, 8.0f / 4095) << table->name;
    }
  }
}

}  // namespace
}  // namespace rung::kernels
