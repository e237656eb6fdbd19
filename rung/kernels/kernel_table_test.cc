// Each instruction set against the scalar reference, bit for bit, and the reference against plain
// arithmetic in double.
#include "rung/kernels/kernel_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "rung/kernels/matmul.h"
#include "rung/kernels/testing/random_weights.h"

namespace rung::kernels {
namespace {

using testing::MakeActivations;
using testing::MakeTensor;
using testing::PackedMatrix;
using testing::Values;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

constexpr SourceFormat kSources[] = {SourceFormat::kQ4_0, SourceFormat::kQ4_1, SourceFormat::kQ8_0,
                                     SourceFormat::kF16,  SourceFormat::kBF16, SourceFormat::kF32};

// All tables but the reference.
std::vector<const KernelTable*> Others() {
  std::vector<const KernelTable*> tables = AttainableKernels();
  tables.erase(tables.begin());
  return tables;
}

std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

// Rows that quantization could get wrong, `cols` wide each.
std::vector<std::vector<float>> HardRows(int64_t cols) {
  const auto n = static_cast<size_t>(cols);
  std::vector<std::vector<float>> rows = {
      MakeActivations(cols, 1),        MakeActivations(cols, 2, 1e-30f),
      MakeActivations(cols, 3, 1e30f), std::vector<float>(n, 0.0f),
      std::vector<float>(n, -127.0f),  MakeActivations(cols, 4, 1e-39f)};
  std::vector<float> halves(n);  // products that lie between two integers
  for (size_t i = 0; i < n; ++i)
    halves[i] = i % 32 == 0 ? 127.0f : static_cast<float>(i % 64) + 0.5f;
  rows.push_back(halves);
  std::vector<float> signs(n);
  for (size_t i = 0; i < n; ++i) signs[i] = i % 2 != 0 ? 127.0f : -127.0f;
  rows.push_back(signs);
  for (float bad : {kNan, kInfinity, -kInfinity}) {
    std::vector<float> row = MakeActivations(cols, 5);
    row[n / 2] = bad;
    rows.push_back(row);
  }
  return rows;
}

TEST(KernelTableTest, TheReferenceIsListedFirstAndTheBestLast) {
  ASSERT_FALSE(AttainableKernels().empty());
  EXPECT_EQ(AttainableKernels().front()->isa, Isa::kScalar);
  EXPECT_EQ(&BestKernels(), AttainableKernels().back());
}

TEST(KernelTableTest, QuantizedRowsAreEqual) {
  for (int64_t cols : {32, 40, 96, 576, 1537}) {
    const std::vector<float> weight = MakeActivations(cols, 9);
    const auto blocks = static_cast<size_t>((cols + 31) / 32);
    for (const std::vector<float>& row : HardRows(cols)) {
      for (int width : {1, 3, 16}) {
        for (bool norm : {false, true}) {
          const auto run = [&](const KernelTable& table, bool quantize) {
            std::vector<uint8_t> panel(blocks * static_cast<size_t>(width) *
                                       (quantize ? kPanelBlockBytes : 128));
            const RowTask task = {.x = row.data(),
                                  .norm_weight = norm ? weight.data() : nullptr,
                                  .epsilon = 1e-5f,
                                  .cols = cols,
                                  .panel = panel.data(),
                                  .width = width,
                                  .lane = width / 2};
            (quantize ? table.quantize_row : table.copy_row)(task);
            return panel;
          };
          for (const KernelTable* table : Others()) {
            for (bool quantize : {false, true}) {
              ASSERT_EQ(run(*table, quantize), run(kScalarKernels, quantize))
                  << table->name << " cols " << cols << " width " << width;
            }
          }
        }
      }
    }
  }
}

TEST(KernelTableTest, QuantizationIsSymmetricAndRoundsHalfToEven) {
  std::vector<float> x(32, 0.0f);
  x[0] = -254.0f;  // scale 2
  x[1] = 1.0f;     // 0.5 -> 0
  x[2] = 3.0f;     // 1.5 -> 2
  x[3] = 5.0f;     // 2.5 -> 2
  for (const KernelTable* table : AttainableKernels()) {
    std::vector<uint8_t> panel(kPanelBlockBytes);
    table->quantize_row({.x = x.data(), .cols = 32, .panel = panel.data()});
    const auto* bytes = reinterpret_cast<const int8_t*>(panel.data());
    const auto* scales = reinterpret_cast<const float*>(panel.data() + 32);
    EXPECT_EQ(std::vector<int>(bytes, bytes + 4), (std::vector<int>{-127, 0, 2, 2}));
    EXPECT_EQ(scales[0], 2.0f);
    EXPECT_EQ(scales[1], -123.0f);
  }
}

TEST(KernelTableTest, NormsAreEqualAndRight) {
  for (int64_t cols : {1, 15, 16, 17, 576, 1000}) {
    const std::vector<float> x = MakeActivations(cols, 3, 5);
    const std::vector<float> weight = MakeActivations(cols, 4);
    const auto run = [&](const KernelTable& table) {
      std::vector<float> y(static_cast<size_t>(cols));
      table.rms_norm(x.data(), weight.data(), 1e-5f, cols, y.data());
      return y;
    };
    const std::vector<float> reference = run(kScalarKernels);
    for (const KernelTable* table : Others()) EXPECT_EQ(Bits(run(*table)), Bits(reference));
    double squares = 0;
    for (float v : x) squares += static_cast<double>(v) * v;
    const double inverse = 1 / std::sqrt(squares / static_cast<double>(cols) + 1e-5);
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(reference[i], x[i] * inverse * weight[i], 1e-5 * std::abs(reference[i]) + 1e-30);
    }
  }
}

TEST(KernelTableTest, ExpIsEqualEverywhereAndWithinItsBound) {
  std::vector<float> x = {0.0f,   -0.0f, kNan,     kInfinity, -kInfinity,
                          -87.0f, 88.0f, -1000.0f, 1e-40f};
  for (double v = -90; v < 90; v += 0.000917) x.push_back(static_cast<float>(v));
  const auto run = [&](const KernelTable& table) {
    std::vector<float> y(x.size());
    table.exp(x.data(), static_cast<int64_t>(x.size()), y.data());
    return y;
  };
  const std::vector<float> reference = run(kScalarKernels);
  for (const KernelTable* table : Others()) EXPECT_EQ(Bits(run(*table)), Bits(reference));
  EXPECT_EQ(reference[0], 1.0f);
  EXPECT_EQ(reference[1], 1.0f);
  EXPECT_TRUE(std::isnan(reference[2]));
  EXPECT_EQ(reference[4], 0.0f);
  EXPECT_EQ(reference[7], 0.0f);
  double worst = 0;
  for (size_t i = 9; i < x.size(); ++i) {
    if (x[i] < -87 || x[i] > 88) continue;
    const double exact = std::exp(static_cast<double>(x[i]));
    const float rounded = static_cast<float>(exact);
    const double ulp = std::nextafter(rounded, kInfinity) - static_cast<double>(rounded);
    worst = std::max(worst, std::abs(reference[i] - exact) / ulp);
  }
  EXPECT_LT(worst, 1.5);
}

TEST(KernelTableTest, SwiGluIsEqualAndRight) {
  std::vector<float> gate = MakeActivations(1001, 5, 20);
  gate[0] = -200;
  gate[1] = 200;
  gate[2] = kNan;
  const std::vector<float> up = MakeActivations(1001, 6);
  const auto run = [&](const KernelTable& table) {
    std::vector<float> y(gate.size());
    table.swiglu(gate.data(), up.data(), 1001, y.data());
    return y;
  };
  const std::vector<float> reference = run(kScalarKernels);
  for (const KernelTable* table : Others()) EXPECT_EQ(Bits(run(*table)), Bits(reference));
  EXPECT_TRUE(std::isnan(reference[2]));
  for (size_t i = 3; i < gate.size(); ++i) {
    const double exact = gate[i] / (1 + std::exp(-static_cast<double>(gate[i]))) * up[i];
    EXPECT_NEAR(reference[i], exact, 1e-6 * std::abs(exact) + 1e-30);
  }
}

TEST(KernelTableTest, RotationIsEqual) {
  for (int64_t half : {4, 16, 20, 32, 64}) {
    const int64_t head_dim = 128;
    const std::vector<float> x = MakeActivations(head_dim, 7);
    const std::vector<float> cosine = MakeActivations(half, 8);
    const std::vector<float> sine = MakeActivations(half, 9);
    for (RopeOrder order : {RopeOrder::kHalves, RopeOrder::kInterleaved}) {
      const auto run = [&](const KernelTable& table) {
        std::vector<float> y(static_cast<size_t>(head_dim));
        table.rope(x.data(), cosine.data(), sine.data(), half, head_dim, order, 0.125f, y.data());
        return y;
      };
      const std::vector<float> reference = run(kScalarKernels);
      for (const KernelTable* table : Others()) EXPECT_EQ(Bits(run(*table)), Bits(reference));
      for (int64_t i = 0; i < half; ++i) {
        const bool halves = order == RopeOrder::kHalves;
        const float a = x[static_cast<size_t>(halves ? i : 2 * i)];
        const float b = x[static_cast<size_t>(halves ? half + i : 2 * i + 1)];
        const auto at = static_cast<size_t>(i);
        EXPECT_EQ(reference[at], (a * cosine[at] - b * sine[at]) * 0.125f);
        EXPECT_EQ(reference[at + static_cast<size_t>(half)],
                  (a * sine[at] + b * cosine[at]) * 0.125f);
      }
      EXPECT_EQ(reference.back(), half == 64 ? reference.back() : x.back() * 0.125f);
    }
  }
}

// y of one product, every row of x prepared by the same table.
std::vector<float> Multiply(const KernelTable& table, int threads, const PackedView& weights,
                            const std::vector<float>& x, int64_t rows, Epilogue epilogue,
                            int64_t y_cols, const std::vector<float>& residual,
                            const std::vector<float>& bias = {}) {
  KernelContext context(threads, table);
  std::vector<float> y(static_cast<size_t>(rows * y_cols), -1.0f);
  Matmul(context, {.weights = weights,
                   .x = x.data(),
                   .rows = rows,
                   .epilogue = epilogue,
                   .bias = bias.empty() ? nullptr : bias.data(),
                   .residual = residual.empty() ? nullptr : residual.data(),
                   .y = y.data(),
                   .y_cols = y_cols});
  return y;
}

TEST(KernelTableTest, ProductsAreEqualOnEveryShape) {
  const int64_t shapes[][3] = {{1, 32, 1},   {16, 32, 5},   {17, 64, 16},  {40, 96, 17},
                               {33, 576, 8}, {48, 1536, 3}, {100, 320, 2}, {15, 2048, 1}};
  for (SourceFormat format : kSources) {
    for (auto [out, in, rows] : shapes) {
      for (Values values : {Values::kRandom, Values::kExtreme, Values::kZero, Values::kSubnormal}) {
        const PackedMatrix packed =
            testing::Pack(format, out, in, MakeTensor(format, out, in, values, 3));
        const std::vector<float> x = MakeActivations(rows * in, 11);
        const std::vector<float> residual = MakeActivations(rows * out, 12);
        const std::vector<float> bias = MakeActivations(out, 13);
        const auto run = [&](const KernelTable& table, Epilogue epilogue) {
          return Bits(Multiply(table, 1, packed.view(), x, rows, epilogue, out, residual, bias));
        };
        for (Epilogue epilogue : {Epilogue::kStore, Epilogue::kAdd}) {
          const std::vector<uint32_t> reference = run(kScalarKernels, epilogue);
          for (const KernelTable* table : Others()) {
            ASSERT_EQ(run(*table, epilogue), reference)
                << table->name << " format " << static_cast<int>(format) << " [" << out << ", "
                << in << "] rows " << rows << " values " << static_cast<int>(values);
          }
        }
      }
    }
  }
}

// Every row its own values: what a bias of the columns and a residual make of weights that are
// zero.
TEST(KernelTableTest, TileMaximaAreThoseOfTheResults) {
  const int64_t in = 32;
  std::mt19937 random(17);
  const float specials[] = {kNan, -kNan, kInfinity, -kInfinity, -0.0f, 0.0f, -3.4028235e38f};
  for (const auto& [out, rows] : std::vector<std::pair<int64_t, int64_t>>{
           {16, 1}, {16, 2}, {1, 3}, {40, 8}, {33, 16}, {47, 23}, {50, 5}}) {
    const int64_t tiles = (out + 15) / 16;
    const PackedMatrix packed = testing::Pack(
        SourceFormat::kQ4_1, out, in, MakeTensor(SourceFormat::kQ4_1, out, in, Values::kZero, 3));
    const std::vector<float> x = MakeActivations(rows * in, 11);
    for (int one_in : {3, 20, 1000}) {
      std::vector<float> residual(static_cast<size_t>(rows * out));
      for (float& value : residual) {
        value = -static_cast<float>(random() % 9);
        if (random() % static_cast<unsigned>(one_in) == 0) value = specials[random() % 7];
      }
      const auto run = [&](const KernelTable& table, int threads, std::vector<float>& y) {
        KernelContext context(threads, table);
        std::vector<float> maxima(static_cast<size_t>(rows * tiles), -1.0f);
        Matmul(context, {.weights = packed.view(),
                         .x = x.data(),
                         .rows = rows,
                         .epilogue = Epilogue::kAdd,
                         .residual = residual.data(),
                         .y = y.data(),
                         .y_cols = out,
                         .tile_maxima = maxima.data()});
        return maxima;
      };
      std::vector<float> y(residual.size());
      const std::vector<float> reference = run(kScalarKernels, 1, y);
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t tile = 0; tile < tiles; ++tile) {
          const auto begin = y.begin() + row * out + 16 * tile;
          const auto end = std::min(begin + 16, y.begin() + (row + 1) * out);
          const float most = reference[static_cast<size_t>(row * tiles + tile)];
          if (std::all_of(begin, end, [](float v) { return std::isfinite(v); })) {
            EXPECT_EQ(most, *std::max_element(begin, end)) << "row " << row << " tile " << tile;
          } else {
            EXPECT_TRUE(std::isnan(most)) << "row " << row << " tile " << tile;
          }
        }
      }
      for (const KernelTable* table : Others()) {
        for (int threads : {1, 3}) {
          std::vector<float> same(y.size());
          EXPECT_EQ(Bits(run(*table, threads, same)), Bits(reference)) << table->name;
          EXPECT_EQ(Bits(same), Bits(y)) << table->name;
        }
      }
    }
  }
}

TEST(KernelTableTest, TileMaximaOfEveryFormat) {
  const int64_t out = 70;
  const int64_t in = 96;
  const int64_t tiles = 5;
  for (SourceFormat format : kSources) {
    const PackedMatrix packed =
        testing::Pack(format, out, in, MakeTensor(format, out, in, Values::kRandom, 8));
    for (int64_t rows : {1, 4, 13}) {
      const std::vector<float> x = MakeActivations(rows * in, 15);
      for (const KernelTable* table : AttainableKernels()) {
        KernelContext context(2, *table);
        std::vector<float> y(static_cast<size_t>(rows * out));
        std::vector<float> maxima(static_cast<size_t>(rows * tiles));
        Matmul(context, {.weights = packed.view(),
                         .x = x.data(),
                         .rows = rows,
                         .y = y.data(),
                         .y_cols = out,
                         .tile_maxima = maxima.data()});
        EXPECT_EQ(Bits(y),
                  Bits(Multiply(*table, 1, packed.view(), x, rows, Epilogue::kStore, out, {})));
        for (int64_t row = 0; row < rows; ++row) {
          for (int64_t tile = 0; tile < tiles; ++tile) {
            const auto begin = y.begin() + row * out + 16 * tile;
            EXPECT_EQ(maxima[static_cast<size_t>(row * tiles + tile)],
                      *std::max_element(begin, std::min(begin + 16, y.begin() + (row + 1) * out)))
                << table->name << " row " << row << " tile " << tile;
          }
        }
      }
    }
  }
}

// u8 x s8 products saturate in 16 bits on AVX2 unless care is taken.
TEST(KernelTableTest, ProductsOfExtremesAreExact) {
  const int64_t in = 64;
  for (SourceFormat format : {SourceFormat::kQ4_1, SourceFormat::kQ8_0}) {
    std::vector<uint8_t> bytes = MakeTensor(format, 16, in, Values::kExtreme, 5);
    const std::vector<float> w = testing::Dequantize(format, 16, in, bytes);
    const PackedMatrix packed = testing::Pack(format, 16, in, bytes);
    for (int pattern = 0; pattern < 3; ++pattern) {
      std::vector<float> x(static_cast<size_t>(in));
      for (size_t i = 0; i < x.size(); ++i) {
        x[i] = pattern == 0 ? 127.0f : pattern == 1 ? -127.0f : (i % 2 != 0 ? 127.0f : -127.0f);
      }
      for (const KernelTable* table : AttainableKernels()) {
        const std::vector<float> y =
            Multiply(*table, 1, packed.view(), x, 1, Epilogue::kStore, 16, {});
        for (size_t r = 0; r < 16; ++r) {
          double exact = 0;
          double magnitude = 0;
          for (size_t i = 0; i < x.size(); ++i) {
            const double term = static_cast<double>(w[r * x.size() + i]) * x[i];
            exact += term;
            magnitude += std::abs(term);
          }
          EXPECT_NEAR(y[r], exact, 1e-6 * magnitude) << table->name << " row " << r;
        }
      }
    }
  }
}

TEST(KernelTableTest, ProductsAreRightWithinTheActivationsRounding) {
  const int64_t out = 50;
  const int64_t in = 576;
  for (SourceFormat format : kSources) {
    const auto bytes = MakeTensor(format, out, in, Values::kRandom, 6);
    const std::vector<float> w = testing::Dequantize(format, out, in, bytes);
    const PackedMatrix packed = testing::Pack(format, out, in, bytes);
    const std::vector<float> x = MakeActivations(in, 14);
    const std::vector<float> y =
        Multiply(kScalarKernels, 1, packed.view(), x, 1, Epilogue::kStore, out, {});
    for (size_t r = 0; r < static_cast<size_t>(out); ++r) {
      double exact = 0;
      double squares = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        const double weight = w[r * x.size() + i];
        exact += weight * x[i];
        squares += weight * weight;
      }
      // Plain weights meet activations in f32. Else half a step of scale ~ 3 / 127 per element,
      // five standard deviations.
      const double step = IsQuantized(PackedFormatOf(format)) ? 0.007 : 1e-6;
      EXPECT_NEAR(y[r], exact, 5 * step * std::sqrt(squares)) << r;
    }
  }
}

TEST(KernelTableTest, ARowDependsOnItselfAlone) {
  const int64_t out = 70;
  const int64_t in = 160;
  for (SourceFormat format : kSources) {
    const PackedMatrix packed =
        testing::Pack(format, out, in, MakeTensor(format, out, in, Values::kRandom, 8));
    const std::vector<float> x = MakeActivations(70 * in, 15);
    for (const KernelTable* table : Others()) {
      std::vector<std::vector<uint32_t>> alone;
      for (int64_t row = 0; row < 70; ++row) {
        const std::vector<float> one(x.begin() + row * in, x.begin() + (row + 1) * in);
        alone.push_back(
            Bits(Multiply(*table, 1, packed.view(), one, 1, Epilogue::kStore, out, {})));
      }
      for (int64_t rows : {2, 7, 8, 15, 16, 17, 64, 70}) {
        for (int threads : {1, 3}) {
          const std::vector<float> some(x.begin(), x.begin() + rows * in);
          const std::vector<uint32_t> together =
              Bits(Multiply(*table, threads, packed.view(), some, rows, Epilogue::kStore, out, {}));
          for (int64_t row = 0; row < rows; ++row) {
            ASSERT_TRUE(std::equal(alone[static_cast<size_t>(row)].begin(),
                                   alone[static_cast<size_t>(row)].end(),
                                   together.begin() + row * out))
                << table->name << " row " << row << " of " << rows;
          }
        }
      }
    }
  }
}

TEST(KernelTableTest, ANanStaysInItsRow) {
  const PackedMatrix packed = testing::Pack(
      SourceFormat::kQ4_1, 16, 64, MakeTensor(SourceFormat::kQ4_1, 16, 64, Values::kRandom, 1));
  std::vector<float> x = MakeActivations(3 * 64, 16);
  x[64 + 5] = kNan;
  for (const KernelTable* table : AttainableKernels()) {
    const std::vector<float> y = Multiply(*table, 1, packed.view(), x, 3, Epilogue::kStore, 16, {});
    for (size_t i = 0; i < 16; ++i) {
      EXPECT_FALSE(std::isnan(y[i]));
      EXPECT_TRUE(std::isnan(y[16 + i]));
      EXPECT_FALSE(std::isnan(y[32 + i]));
    }
  }
}

}  // namespace
}  // namespace rung::kernels
