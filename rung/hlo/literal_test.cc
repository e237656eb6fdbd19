#include "rung/hlo/literal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <limits>

namespace rung::hlo {
namespace {

TEST(FloatLiteralTest, AlwaysHasADot) {
  EXPECT_EQ(FloatLiteral(0, DType::kF32), "0.0e+00");
  EXPECT_EQ(FloatLiteral(-0.0, DType::kF32), "-0.0e+00");
  EXPECT_EQ(FloatLiteral(1, DType::kF32), "1.0e+00");
  EXPECT_EQ(FloatLiteral(1e-5F, DType::kF32), "1.0e-05");
  EXPECT_EQ(FloatLiteral(-1e30F, DType::kF32), "-1.0e+30");
  EXPECT_EQ(FloatLiteral(0.125, DType::kBF16), "1.25e-01");
}

TEST(FloatLiteralTest, RoundsToTheType) {
  EXPECT_EQ(FloatLiteral(0.1, DType::kF32), "1.0e-01");
  EXPECT_EQ(FloatLiteral(1.0 / 3, DType::kF32), "3.3333334e-01");
  EXPECT_EQ(FloatLiteral(1.001, DType::kBF16), "1.0e+00");
  EXPECT_EQ(FloatLiteral(65519, DType::kF16), "6.5504e+04");
}

TEST(FloatLiteralTest, WritesTheBitsOfWhatHasNoDecimal) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(FloatLiteral(infinity, DType::kF32), "0x7F800000");
  EXPECT_EQ(FloatLiteral(-infinity, DType::kF32), "0xFF800000");
  EXPECT_EQ(FloatLiteral(-infinity, DType::kF16), "0xFC00");
  EXPECT_EQ(FloatLiteral(-infinity, DType::kBF16), "0xFF80");
  EXPECT_EQ(FloatLiteral(std::numeric_limits<double>::quiet_NaN(), DType::kF32), "0x7FC00000");
  EXPECT_EQ(FloatLiteral(1e300, DType::kF32), "0x7F800000");  // overflows in the type
}

TEST(FloatLiteralTest, ReadsBackExactlyThroughDouble) {
  uint32_t state = 12345;
  for (int i = 0; i < 200000; ++i) {
    state = state * 1664525 + 1013904223;
    const float value = std::bit_cast<float>(state);
    if (!(value - value == 0)) continue;  // infinity or NaN
    const float back =
        static_cast<float>(std::strtod(FloatLiteral(value, DType::kF32).c_str(), nullptr));
    ASSERT_EQ(std::bit_cast<uint32_t>(back), state);
  }
}

TEST(DimListTest, Joins) {
  EXPECT_EQ(DimList({}), "[]");
  EXPECT_EQ(DimList(std::vector<int64_t>{3}), "[3]");
  EXPECT_EQ(DimList(std::vector<int64_t>{1, 2, 3}), "[1, 2, 3]");
}

}  // namespace
}  // namespace rung::hlo
