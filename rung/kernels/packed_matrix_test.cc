#include "rung/kernels/packed_matrix.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "rung/base/half.h"
#include "rung/base/status.h"
#include "rung/kernels/testing/random_weights.h"

namespace rung::kernels {
namespace {

using testing::Dequantize;
using ::testing::HasSubstr;
using testing::MakeTensor;
using testing::PackedMatrix;
using testing::Values;

constexpr SourceFormat kFormats[] = {SourceFormat::kQ4_0, SourceFormat::kQ4_1, SourceFormat::kQ8_0,
                                     SourceFormat::kF16,  SourceFormat::kBF16, SourceFormat::kF32};

std::vector<float> Row(const PackedView& view, int64_t row) {
  std::vector<float> out(static_cast<size_t>(view.shape.cols));
  DequantizeRow(view, row, out.data());
  return out;
}

std::vector<float> Slice(const std::vector<float>& values, int64_t row, int64_t cols) {
  return {values.begin() + row * cols, values.begin() + (row + 1) * cols};
}

TEST(PackedMatrixTest, UnpackingGivesBackWhatWasPacked) {
  for (SourceFormat format : kFormats) {
    for (Values values : {Values::kRandom, Values::kExtreme, Values::kZero, Values::kSubnormal}) {
      for (int64_t rows : {1, 16, 37}) {
        const int64_t cols = 96;
        const auto bytes = MakeTensor(format, rows, cols, values, 7);
        const std::vector<float> expected = Dequantize(format, rows, cols, bytes);
        const PackedMatrix packed = testing::Pack(format, rows, cols, bytes);
        for (int64_t r = 0; r < rows; ++r) {
          ASSERT_EQ(Row(packed.view(), r), Slice(expected, r, cols))
              << "format " << static_cast<int>(format) << " row " << r << " of " << rows;
        }
      }
    }
  }
}

// Nothing is rounded on the way into a packed matrix and out of it.
TEST(PackedMatrixTest, PlainValuesKeepEveryBit) {
  const uint32_t floats[] = {0x3f800001, 0xbf7fffff, 0x00000001, 0x807fffff, 0x7f7fffff,
                             0x80000000, 0x7f800000, 0xff800000, 0x7fc12345};
  std::vector<uint8_t> bytes(sizeof(floats));
  std::memcpy(bytes.data(), floats, sizeof(floats));
  const PackedMatrix f32 = testing::Pack(SourceFormat::kF32, 1, 9, bytes);
  EXPECT_EQ(f32.view().shape.format, WeightFormat::kF32);
  EXPECT_EQ(std::memcmp(Row(f32.view(), 0).data(), floats, sizeof(floats)), 0);

  // Every f16 there is, in rows of 64.
  std::vector<uint16_t> halves(1 << 16);
  std::iota(halves.begin(), halves.end(), uint16_t{0});
  bytes.resize(2 * halves.size());
  std::memcpy(bytes.data(), halves.data(), bytes.size());
  const PackedMatrix f16 = testing::Pack(SourceFormat::kF16, 1024, 64, bytes);
  EXPECT_EQ(f16.view().shape.format, WeightFormat::kF16);
  for (int64_t r = 0; r < 1024; ++r) {
    const std::vector<float> row = Row(f16.view(), r);
    for (int64_t k = 0; k < 64; ++k) {
      const float exact = HalfToFloat(static_cast<uint16_t>(64 * r + k));
      ASSERT_EQ(std::bit_cast<uint32_t>(row[static_cast<size_t>(k)]),
                std::bit_cast<uint32_t>(exact));
    }
  }
}

TEST(PackedMatrixTest, TensorsJoinAlongRows) {
  const int64_t cols = 64;
  const PackedShape shape = {WeightFormat::kA4, 40 + 23 + 9, cols};
  PackedMatrix packed(shape);
  std::vector<float> expected;
  int64_t first = 0;
  for (int64_t rows : {40, 23, 9}) {
    const auto bytes = MakeTensor(SourceFormat::kQ4_1, rows, cols, Values::kRandom, rows);
    // In two ranges, as two threads would.
    const int64_t middle = std::min<int64_t>(rows, 16 - first % 16);
    for (auto [begin, end] : {std::pair(int64_t{0}, middle), std::pair(middle, rows)}) {
      ASSERT_TRUE(PackRows(SourceFormat::kQ4_1, bytes, shape, {.first_row = first}, begin, end,
                           packed.bytes())
                      .ok());
    }
    const auto values = Dequantize(SourceFormat::kQ4_1, rows, cols, bytes);
    expected.insert(expected.end(), values.begin(), values.end());
    first += rows;
  }
  for (int64_t r = 0; r < shape.rows; ++r) {
    ASSERT_EQ(Row(packed.view(), r), Slice(expected, r, cols)) << r;
  }
}

TEST(PackedMatrixTest, GateAndUpAlternateByTiles) {
  const int64_t cols = 32;
  const PackedShape shape = {WeightFormat::kS8, 2 * 32, cols};
  PackedMatrix packed(shape);
  std::vector<std::vector<float>> halves;
  for (int64_t phase : {0, 1}) {
    const auto bytes = MakeTensor(SourceFormat::kQ8_0, 20, cols, Values::kRandom, phase + 1);
    ASSERT_TRUE(PackRows(SourceFormat::kQ8_0, bytes, shape, {.tile_stride = 2, .tile_phase = phase},
                         0, 20, packed.bytes())
                    .ok());
    halves.push_back(Dequantize(SourceFormat::kQ8_0, 20, cols, bytes));
  }
  for (int64_t r = 0; r < 20; ++r) {
    EXPECT_EQ(Row(packed.view(), r / 16 * 32 + r % 16), Slice(halves[0], r, cols));
    EXPECT_EQ(Row(packed.view(), r / 16 * 32 + 16 + r % 16), Slice(halves[1], r, cols));
  }
}

TEST(PackedMatrixTest, BytesStayNearTheFiles) {
  const PackedShape a4 = {WeightFormat::kA4, 576, 1536};
  EXPECT_EQ(a4.bytes(), 576 * SourceRowBytes(SourceFormat::kQ4_1, 1536));
  const PackedShape s8 = {WeightFormat::kS8, 49152, 576};
  EXPECT_EQ(s8.bytes(), 49152 * SourceRowBytes(SourceFormat::kQ8_0, 576));
  for (SourceFormat plain : {SourceFormat::kF16, SourceFormat::kBF16, SourceFormat::kF32}) {
    const PackedShape shape = {PackedFormatOf(plain), 576, 1536};
    EXPECT_EQ(shape.bytes(), 576 * SourceRowBytes(plain, 1536));
  }
}

TEST(PackedMatrixTest, RefusesWhatDoesNotFit) {
  const int64_t cols = 64;
  const PackedShape shape = {WeightFormat::kA4, 32, cols};
  PackedMatrix packed(shape);
  const auto bytes = MakeTensor(SourceFormat::kQ4_1, 32, cols, Values::kRandom, 1);
  const auto pack = [&](SourceFormat format, const PackedShape& to, RowPlacement place,
                        int64_t begin, int64_t end, std::span<uint8_t> into) {
    return std::string(Message(PackRows(format, bytes, to, place, begin, end, into)));
  };
  EXPECT_EQ(pack(SourceFormat::kQ4_1, shape, {}, 0, 32, packed.bytes()), "");
  EXPECT_THAT(pack(SourceFormat::kQ8_0, shape, {}, 0, 32, packed.bytes()),
              HasSubstr("packing into A4"));
  EXPECT_THAT(pack(SourceFormat::kF32, {WeightFormat::kBF16, 16, cols}, {}, 0, 1, packed.bytes()),
              HasSubstr("packing into BF16: the source format packs into F32"));
  EXPECT_THAT(pack(SourceFormat::kQ4_1, shape, {.first_row = 1}, 0, 32, packed.bytes()),
              HasSubstr("the matrix has 32 rows"));
  EXPECT_THAT(pack(SourceFormat::kQ4_1, shape, {.tile_stride = 2}, 0, 32, packed.bytes()),
              HasSubstr("the matrix has 32 rows"));
  EXPECT_THAT(pack(SourceFormat::kQ4_1, shape, {}, 0, 33, packed.bytes()),
              HasSubstr("the source holds 1280 bytes, 40 a row"));
  EXPECT_THAT(pack(SourceFormat::kQ4_1, shape, {}, 0, 32, packed.bytes().first(10)),
              HasSubstr("the buffer has 10 bytes, not 1280"));
  EXPECT_THAT(pack(SourceFormat::kQ4_1, {WeightFormat::kA4, 32, 40}, {}, 0, 1, packed.bytes()),
              HasSubstr("whole blocks of 32"));

  std::vector<uint8_t> huge(18, 0);
  huge[1] = 0x7b;  // 61440
  PackedMatrix one({WeightFormat::kA4, 1, 32});
  EXPECT_THAT(std::string(Message(PackRows(SourceFormat::kQ4_0, huge, {WeightFormat::kA4, 1, 32},
                                           {}, 0, 1, one.bytes()))),
              HasSubstr("a Q4_0 scale is above 8188"));
}

}  // namespace
}  // namespace rung::kernels
