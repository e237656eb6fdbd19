#include "rung/engine/logits_math.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <random>

#include "rung/base/status.h"

namespace rung::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(OrderedBitsTest, KeepsTheOrderOfFloats) {
  const std::vector<float> ascending = {-kInf,  -3e38f, -1.5f, -1e-40f, 0.0f,
                                        1e-40f, 1.0f,   1.5f,  3e38f,   kInf};
  for (size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(OrderedBits(ascending[i - 1]), OrderedBits(ascending[i])) << ascending[i];
  }
  EXPECT_EQ(OrderedBits(-0.0f), OrderedBits(0.0f));
}

TEST(ExpNonPositiveTest, IsWithinTwoUnitsOfTheExactValue) {
  float worst = 0;
  for (float x = 0; x > -87.0f; x -= 0.000977f) {
    const double exact = std::exp(double{x});
    const float rounded = static_cast<float>(exact);
    const float unit = rounded - std::nextafter(rounded, 0.0f);
    worst = std::max(worst, static_cast<float>(std::abs(ExpNonPositive(x) - exact)) / unit);
  }
  EXPECT_LE(worst, 2.0f);
}

TEST(ExpNonPositiveTest, Edges) {
  EXPECT_EQ(ExpNonPositive(0.0f), 1.0f);
  EXPECT_EQ(ExpNonPositive(-0.0f), 1.0f);
  EXPECT_GT(ExpNonPositive(-87.0f), 0.0f);
  EXPECT_EQ(ExpNonPositive(-88.0f), 0.0f);
  EXPECT_EQ(ExpNonPositive(-3e38f), 0.0f);
  EXPECT_EQ(ExpNonPositive(-kInf), 0.0f);
  EXPECT_EQ(ExpNonPositive(kNan), 0.0f);
}

TEST(FindMaximumTest, FindsTheLowestIdOfTheLargestForEveryLengthAndPlace) {
  for (size_t size : {1, 2, 15, 16, 17, 31, 33, 100, 2047, 2049, 4100}) {
    for (size_t place = 0; place < size; ++place) {
      std::vector<float> logits(size, -7.0f);
      logits[place] = -1.0f;
      logits[size - 1] = -1.0f;  // a tie, or the same place
      const auto maximum = FindMaximum(logits);
      ASSERT_TRUE(maximum.ok());
      EXPECT_EQ(maximum->id, static_cast<TokenId>(place)) << size;
      EXPECT_EQ(maximum->value, -1.0f);
    }
  }
}

TEST(FindMaximumTest, ZerosOfBothSignsTie) {
  EXPECT_EQ(FindMaximum(std::vector<float>{-1.0f, -0.0f, 0.0f})->id, 1);
}

TEST(FindMaximumTest, MinusInfinityIsLegalForSomeTokens) {
  EXPECT_EQ(FindMaximum(std::vector<float>{-kInf, -kInf, -3e38f, -kInf})->id, 2);
}

TEST(FindMaximumTest, RefusesRowsThatAreNotFinite) {
  for (size_t place : {0, 5, 16, 39}) {
    for (float bad : {kNan, -kNan, kInf}) {
      std::vector<float> logits(40, 1.0f);
      logits[place] = bad;
      const auto maximum = FindMaximum(logits);
      ASSERT_EQ(maximum.status().code(), absl::StatusCode::kInternal) << bad;
      EXPECT_THAT(std::string(Message(maximum.status())),
                  HasSubstr("logits are not finite: token " + std::to_string(place) + " of 40"));
    }
  }
  const auto nothing = FindMaximum(std::vector<float>(20, -kInf));
  EXPECT_THAT(std::string(Message(nothing.status())), HasSubstr("all 20 tokens are -inf"));
  EXPECT_FALSE(FindMaximum({}).ok());
}

// What a device says of a row, as StepLogits has it.
std::vector<float> MaximaOf(std::span<const float> row, size_t group) {
  std::vector<float> maxima;
  for (size_t begin = 0; begin < row.size(); begin += group) {
    const auto part = row.subspan(begin, std::min(group, row.size() - begin));
    const bool finite = std::all_of(part.begin(), part.end(), [](float x) { return x - x == 0; });
    maxima.push_back(finite ? *std::max_element(part.begin(), part.end()) : kNan);
  }
  return maxima;
}

void ExpectSameWithMaxima(const std::vector<float>& row, size_t vocab, size_t group) {
  const std::vector<float> maxima = MaximaOf(row, group);
  const auto logits = std::span(row).first(vocab);
  const auto expected = FindMaximum(logits);
  const auto found = FindMaximum(logits, {maxima, static_cast<int64_t>(group)});
  ASSERT_EQ(found.ok(), expected.ok());
  if (!expected.ok()) {
    EXPECT_EQ(found.status(), expected.status());
    return;
  }
  EXPECT_EQ(found->id, expected->id);
  EXPECT_EQ(std::bit_cast<uint32_t>(found->value), std::bit_cast<uint32_t>(expected->value));
}

TEST(FindMaximumTest, MaximaChangeNothing) {
  std::mt19937 random(9);
  const float specials[] = {kInf, kNan, -kNan, -kInf, -0.0f, 0.0f, -3.4028235e38f};
  for (int round = 0; round < 20000; ++round) {
    const size_t size = 1 + random() % (round % 100 == 0 ? 40000 : 200);
    const size_t vocab = random() % 2 == 0 ? size : random() % (size + 1);
    const size_t group = random() % 4 == 0 ? 1 + random() % 40 : 16;
    const unsigned levels = 1 + random() % 50;  // few: ties within groups and across them
    std::vector<float> row(size);
    for (float& logit : row) logit = 3.0f - static_cast<float>(random() % levels);
    // None or a few of all, or of those that make no error, or hardly anything else.
    const unsigned from = random() % 3 == 0 ? 0 : 3;
    for (size_t count = random() % 4; count > 0; --count) {
      row[random() % size] = specials[from + random() % (7 - from)];
    }
    if (random() % 10 == 0) {
      for (float& logit : row) logit = random() % 50 == 0 ? logit : -kInf;
    }
    ExpectSameWithMaxima(row, vocab, group);
    ASSERT_FALSE(HasFailure()) << "round " << round << ": " << vocab << " of " << size << ", "
                               << group << " at a time";
  }
}

TEST(FindMaximumTest, MaximaChangeNothingAtTheEdges) {
  for (size_t size : {1, 15, 16, 17, 32, 40}) {
    for (float rest : {-1.0f, -kInf, -0.0f}) {
      for (float special : {kNan, kInf, -kInf, 0.0f, -0.0f, 2.0f}) {
        for (size_t place = 0; place < size; ++place) {
          std::vector<float> row(size, rest);
          row[place] = special;
          for (size_t vocab : {size, size - 1, place, place + 1}) {
            ExpectSameWithMaxima(row, vocab, 16);
          }
        }
      }
    }
  }
  EXPECT_FALSE(FindMaximum({}, {std::vector<float>{1}, 16}).ok());
}

TEST(LogSumExpTest, EqualsTheExactSum) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal(-4, 6);
  for (size_t size : {1, 5, 16, 1000, 49152}) {
    std::vector<float> logits(size);
    for (float& logit : logits) logit = normal(random);
    double sum = 0;
    for (float logit : logits) sum += std::exp(double{logit});
    EXPECT_NEAR(LogSumExp(logits, FindMaximum(logits)->value), std::log(sum), 1e-6) << size;
  }
}

TEST(TopIdsTest, LargestFirstThenLowerId) {
  const std::vector<float> logits = {1, 3, 2, 3, -kInf, 0};
  EXPECT_THAT(TopIds(logits, 0), ElementsAre());
  EXPECT_THAT(TopIds(logits, 1), ElementsAre(1));
  EXPECT_THAT(TopIds(logits, 3), ElementsAre(1, 3, 2));
  EXPECT_THAT(TopIds(logits, 99), ElementsAre(1, 3, 2, 0, 5, 4));
}

TEST(TopIdsTest, EqualsAFullSortWithManyTies) {
  std::mt19937 random(5);
  for (size_t size : {63, 64, 129, 4096, 5000}) {
    std::vector<float> logits(size);
    for (float& logit : logits) logit = static_cast<float>(random() % 50);
    std::vector<TokenId> sorted(size);
    std::iota(sorted.begin(), sorted.end(), 0);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](TokenId a, TokenId b) { return logits[a] > logits[b]; });
    for (int64_t k : {1, 2, 7, 20, 40}) {
      EXPECT_EQ(TopIds(logits, k), std::vector<TokenId>(sorted.begin(), sorted.begin() + k));
    }
  }
}

TEST(TopKLowerBoundTest, AtLeastKLogitsReachIt) {
  std::mt19937 random(6);
  std::vector<float> scratch;
  for (size_t size : {10, 64, 1000, 6400}) {
    std::vector<float> logits(size);
    for (float& logit : logits) logit = static_cast<float>(random() % 1000);
    for (int64_t k : {0, 1, 5, 50, 500}) {
      const float bound = TopKLowerBound(logits, k, scratch);
      const int64_t reach =
          std::count_if(logits.begin(), logits.end(), [&](float x) { return x >= bound; });
      EXPECT_GE(reach, std::min<int64_t>(k, size)) << size << " " << k;
    }
  }
}

}  // namespace
}  // namespace rung::engine
