#include "rung/cli/logit_quality.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace rung::cli {
namespace {

Distribution Of(const std::vector<float>& logits) {
  const auto distribution = Distribution::Of(logits);
  EXPECT_TRUE(distribution.ok());
  return distribution.value_or(Distribution());
}

TEST(LogitQualityTest, ProbabilitiesDoNotDependOnAShift) {
  const std::vector<float> logits = {0.0f, std::log(2.0f), std::log(5.0f)};
  const std::vector<float> shifted = {100.0f, 100.0f + std::log(2.0f), 100.0f + std::log(5.0f)};
  for (const auto* values : {&logits, &shifted}) {
    const Distribution d = Of(*values);
    EXPECT_EQ(d.top, 2);
    EXPECT_NEAR(std::exp(d.LogProbability(0)), 0.125, 1e-5);
    EXPECT_NEAR(std::exp(d.LogProbability(2)), 0.625, 1e-5);
  }
}

TEST(LogitQualityTest, Divergence) {
  const std::vector<float> even = {1.0f, 1.0f};
  const std::vector<float> uneven = {std::log(0.25f), std::log(0.75f)};
  EXPECT_NEAR(KlDivergence(Of(even), Of(even)), 0, 1e-12);
  EXPECT_NEAR(KlDivergence(Of(even), Of(uneven)), 0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3),
              1e-6);
  EXPECT_NEAR(KlDivergence(Of(uneven), Of(even)), 0.25 * std::log(0.5) + 0.75 * std::log(1.5),
              1e-6);
  // What p rules out adds nothing, whatever q says.
  const std::vector<float> sure = {0.0f, -std::numeric_limits<float>::infinity()};
  EXPECT_NEAR(KlDivergence(Of(sure), Of(even)), std::log(2.0), 1e-6);
}

TEST(LogitQualityTest, LogitsThatAreNotFiniteAreAnError) {
  EXPECT_FALSE(Distribution::Of(std::vector<float>{0, std::nanf("")}).ok());
}

TEST(LogitQualityTest, MeanAndItsError) {
  Mean mean;
  EXPECT_EQ(mean.error(), std::nullopt);  // one value has no spread
  for (const double value : {1.0, 2.0, 3.0, 4.0}) mean.Add(value);
  EXPECT_EQ(mean.count(), 4);
  EXPECT_DOUBLE_EQ(mean.value(), 2.5);
  EXPECT_DOUBLE_EQ(mean.error().value(), std::sqrt(5.0 / 3 / 4));
}

}  // namespace
}  // namespace rung::cli
