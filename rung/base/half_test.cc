#include "rung/base/half.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace rung {
namespace {

TEST(Half, EveryHalfSurvivesTheRoundTrip) {
  for (uint32_t h = 0; h <= 0xffff; ++h) {
    const float f = HalfToFloat(static_cast<uint16_t>(h));
    if (std::isnan(f)) {
      EXPECT_TRUE(std::isnan(HalfToFloat(FloatToHalf(f)))) << h;
    } else {
      EXPECT_EQ(FloatToHalf(f), h);
    }
  }
}

TEST(Half, RoundsHalfToEven) {
  EXPECT_EQ(FloatToHalf(1.0f + 0x1p-11f), 0x3c00);      // tie, stays even
  EXPECT_EQ(FloatToHalf(1.0f + 3 * 0x1p-11f), 0x3c02);  // tie, up to even
  EXPECT_EQ(FloatToHalf(65519.0f), 0x7bff);             // largest that stays finite
  EXPECT_EQ(FloatToHalf(65520.0f), 0x7c00);             // first that is infinite
  EXPECT_EQ(FloatToHalf(0x1p-25f), 0x0000);             // tie, down to zero
  EXPECT_EQ(FloatToHalf(std::nextafter(0x1p-25f, 1.f)), 0x0001);
}

TEST(BFloat16, EveryValueSurvivesTheRoundTrip) {
  for (uint32_t h = 0; h <= 0xffff; ++h) {
    const float f = BFloat16ToFloat(static_cast<uint16_t>(h));
    if (!std::isnan(f)) {
      EXPECT_EQ(FloatToBFloat16(f), h);
    }
  }
  EXPECT_TRUE(std::isnan(BFloat16ToFloat(FloatToBFloat16(std::nanf("")))));
  EXPECT_EQ(FloatToBFloat16(1.0f + 0x1p-8f), 0x3f80);  // tie, stays even
  EXPECT_EQ(FloatToBFloat16(std::numeric_limits<float>::max()), 0x7f80);
}

}  // namespace
}  // namespace rung
