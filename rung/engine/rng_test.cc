#include "rung/engine/rng.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace rung::engine {
namespace {

using Words4 = std::array<uint32_t, 4>;

// Known answers published with the paper's reference implementation (philox4x32, 10 rounds).
TEST(PhiloxTest, KnownAnswers) {
  EXPECT_EQ(Philox4x32({0, 0, 0, 0}, {0, 0}),
            (Words4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Words4{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// Pins the mapping from (seed, choice, draw) to the number: changing it changes the text that a
// seed stands for.
TEST(RandomStreamTest, FirstDrawOfSeedZeroComesFromTheKnownAnswer) {
  const uint64_t bits = (uint64_t{0x6627e8d5} << 32) | 0xe169c58d;
  EXPECT_EQ(RandomStream(0, 0).Uniform(0), static_cast<double>(bits >> 11) * 0x1p-53);
}

TEST(RandomStreamTest, DependsOnEveryBitOfSeedChoiceAndIndexAndOnNothingElse) {
  std::set<double> seen;
  for (uint64_t seed : {0ull, 1ull, 1ull << 32, 1ull << 63}) {
    for (uint32_t choice : {0u, 1u, 1u << 31}) {
      for (uint64_t index : {0ull, 1ull, 1ull << 32}) {
        const double u = RandomStream(seed, choice).Uniform(index);
        EXPECT_TRUE(seen.insert(u).second) << seed << " " << choice << " " << index;
        EXPECT_EQ(u, RandomStream(seed, choice).Uniform(index));
      }
    }
  }
}

TEST(RandomStreamTest, FillsTheUnitIntervalEvenly) {
  constexpr int kBins = 64;
  constexpr int kDraws = 64000;
  std::vector<int> counts(kBins);
  const RandomStream stream(2024, 3);
  for (int i = 0; i < kDraws; ++i) {
    const double u = stream.Uniform(i);
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ++counts[static_cast<int>(u * kBins)];
  }
  double chi_square = 0;
  for (int count : counts) {
    const double expected = static_cast<double>(kDraws) / kBins;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, 103.4);  // 99.9 % quantile for 63 degrees of freedom
}

}  // namespace
}  // namespace rung::engine
