// The fused halves of a layer against the separate calls that they stand for.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "rung/kernels/attention_block.h"
#include "rung/kernels/feed_forward.h"
#include "rung/kernels/testing/random_weights.h"

namespace rung::kernels {
namespace {

using testing::MakeActivations;
using testing::MakeTensor;
using testing::PackedMatrix;
using testing::Values;

constexpr int64_t kWidth = 96;

std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

PackedMatrix RandomMatrix(SourceFormat format, int64_t rows, int64_t cols, uint32_t seed) {
  return testing::Pack(format, rows, cols, MakeTensor(format, rows, cols, Values::kRandom, seed));
}

PackedMatrix GateUp(SourceFormat format, int64_t inner) {
  const int64_t tiles = (inner + 15) / 16;
  PackedMatrix packed({PackedFormatOf(format), 32 * tiles, kWidth});
  for (int64_t phase : {0, 1}) {
    const auto bytes = MakeTensor(format, inner, kWidth, Values::kRandom, 31 + phase);
    EXPECT_TRUE(PackRows(format, bytes, packed.view().shape,
                         {.tile_stride = 2, .tile_phase = phase}, 0, inner, packed.bytes())
                    .ok());
  }
  return packed;
}

TEST(FusedTest, FeedForwardEqualsItsParts) {
  const std::vector<float> norm = MakeActivations(kWidth, 33);
  for (SourceFormat format : {SourceFormat::kQ4_1, SourceFormat::kQ8_0, SourceFormat::kF16,
                              SourceFormat::kBF16, SourceFormat::kF32}) {
    for (int64_t inner : {32, 64, 416, 80}) {
      if (IsQuantized(PackedFormatOf(format)) && inner % 32 != 0) continue;
      const PackedMatrix gate_up = GateUp(format, inner);
      const PackedMatrix down = RandomMatrix(format, kWidth, inner, 34);
      for (int64_t rows : {1, 3, 20}) {
        const std::vector<float> x = MakeActivations(rows * kWidth, 35);
        for (int threads : {1, 3}) {
          KernelContext context(threads);
          std::vector<float> hidden(static_cast<size_t>(rows * inner));
          std::vector<float> expected(x.size());
          Matmul(context, {.weights = gate_up.view(),
                           .x = x.data(),
                           .rows = rows,
                           .norm_weight = norm.data(),
                           .epsilon = 1e-5f,
                           .epilogue = Epilogue::kSwiGlu,
                           .y = hidden.data(),
                           .y_cols = inner});
          Matmul(context, {.weights = down.view(),
                           .x = hidden.data(),
                           .rows = rows,
                           .epilogue = Epilogue::kAdd,
                           .residual = x.data(),
                           .y = expected.data(),
                           .y_cols = kWidth});
          std::vector<float> y = x;  // in place
          FeedForward(context, {.x = y.data(),
                                .rows = rows,
                                .norm_weight = norm.data(),
                                .epsilon = 1e-5f,
                                .gate_up = gate_up.view(),
                                .down = down.view(),
                                .inner = inner,
                                .y = y.data()});
          ASSERT_EQ(Bits(y), Bits(expected)) << "inner " << inner << " rows " << rows;
        }
      }
    }
  }
}

// The tile pairs of kSwiGlu against gate and up computed apart.
TEST(FusedTest, SwiGluEqualsItsParts) {
  const int64_t inner = 40;
  const SourceFormat format = SourceFormat::kQ4_1;
  const PackedMatrix gate_up = GateUp(format, inner);
  const PackedMatrix gate = RandomMatrix(format, inner, kWidth, 31);
  const PackedMatrix up = RandomMatrix(format, inner, kWidth, 32);
  const std::vector<float> x = MakeActivations(5 * kWidth, 36);
  KernelContext context(2);
  std::vector<float> fused(5 * 40), a(5 * 40), b(5 * 40), expected(5 * 40);
  const auto run = [&](const PackedMatrix& m, Epilogue epilogue, std::vector<float>& y) {
    Matmul(context, {.weights = m.view(),
                     .x = x.data(),
                     .rows = 5,
                     .epilogue = epilogue,
                     .y = y.data(),
                     .y_cols = inner});
  };
  run(gate_up, Epilogue::kSwiGlu, fused);
  run(gate, Epilogue::kStore, a);
  run(up, Epilogue::kStore, b);
  context.table().swiglu(a.data(), b.data(), 5 * 40, expected.data());
  EXPECT_EQ(Bits(fused), Bits(expected));
}

TEST(FusedTest, AttentionBlockEqualsItsParts) {
  const AttentionShape shape = {.heads = 6, .kv_heads = 2, .head_dim = 16, .scale = 0.25f};
  const SourceFormat format = SourceFormat::kQ4_1;
  const PackedMatrix qkv = RandomMatrix(format, shape.qkv_width(), kWidth, 41);
  const PackedMatrix output = RandomMatrix(format, kWidth, 96, 42);
  const std::vector<float> norm = MakeActivations(kWidth, 43);
  const std::vector<float> bias = MakeActivations(shape.qkv_width(), 44);
  RopeTable rope({1.0f, 0.5f, 0.25f, 0.1f, 0.05f, 0.02f, 0.01f, 0.001f});
  const int64_t stride = KvCapacity(100) * KvRowElements(shape.kv_type, shape.head_dim);
  for (int64_t tokens : {1, 2, 33}) {
    const std::vector<float> x = MakeActivations(tokens * kWidth, 45);
    for (int threads : {1, 3}) {
      KernelContext context(threads);
      std::vector<std::vector<uint8_t>> caches(
          4, std::vector<uint8_t>(static_cast<size_t>(4 * stride), 0));
      const KvPiece pieces[] = {{caches[0].data(), caches[1].data(), stride},
                                {caches[2].data(), caches[3].data(), stride}};
      const AttentionRow first = {{&pieces[0], 1}, 7, tokens};
      AttentionRow second = {{&pieces[1], 1}, 7, tokens};
      std::vector<float> projected(static_cast<size_t>(tokens * shape.qkv_width()));
      std::vector<float> mixed(static_cast<size_t>(tokens * 96));
      std::vector<float> expected(x.size());
      Matmul(context, {.weights = qkv.view(),
                       .x = x.data(),
                       .rows = tokens,
                       .norm_weight = norm.data(),
                       .epsilon = 1e-5f,
                       .bias = bias.data(),
                       .y = projected.data(),
                       .y_cols = shape.qkv_width()});
      Attention(context, {.shape = shape,
                          .qkv = projected.data(),
                          .rows = {&first, 1},
                          .rope = &rope,
                          .out = mixed.data()});
      Matmul(context, {.weights = output.view(),
                       .x = mixed.data(),
                       .rows = tokens,
                       .epilogue = Epilogue::kAdd,
                       .residual = x.data(),
                       .y = expected.data(),
                       .y_cols = kWidth});
      for (int64_t silent : {int64_t{0}, tokens / 2, tokens - 1}) {
        second.silent = silent;
        std::vector<float> y = x;  // in place
        AttentionBlock(context, {.x = y.data(),
                                 .norm_weight = norm.data(),
                                 .epsilon = 1e-5f,
                                 .qkv = qkv.view(),
                                 .qkv_bias = bias.data(),
                                 .output = output.view(),
                                 .shape = shape,
                                 .rows = {&second, 1},
                                 .rope = &rope,
                                 .y = y.data()});
        const int64_t kept = silent * kWidth;  // of silent tokens nothing is written
        std::copy_n(x.begin(), kept, expected.begin());
        ASSERT_EQ(Bits(y), Bits(expected)) << "tokens " << tokens << " threads " << threads;
        EXPECT_EQ(caches[2], caches[0]);
        EXPECT_EQ(caches[3], caches[1]);
        for (size_t i : {size_t{2}, size_t{3}}) std::fill(caches[i].begin(), caches[i].end(), 0);
      }
    }
  }
}

TEST(FusedTest, LookUpGivesTheTablesRows) {
  for (SourceFormat format :
       {SourceFormat::kQ8_0, SourceFormat::kF16, SourceFormat::kBF16, SourceFormat::kF32}) {
    const auto bytes = MakeTensor(format, 40, kWidth, Values::kRandom, 51);
    const PackedMatrix table = testing::Pack(format, 40, kWidth, bytes);
    const std::vector<float> values = testing::Dequantize(format, 40, kWidth, bytes);
    KernelContext context(2);
    const int32_t tokens[] = {39, 0, 17, -1, 40};
    std::vector<float> out(5 * kWidth, 1.0f);
    LookUpRows(context, table.view(), tokens, 5, out.data());
    for (size_t i = 0; i < 5; ++i) {
      for (size_t k = 0; k < kWidth; ++k) {
        const float expected = i < 3 ? values[static_cast<size_t>(tokens[i]) * kWidth + k] : 0.0f;
        ASSERT_EQ(out[i * kWidth + k], expected);
      }
    }
  }
}

}  // namespace
}  // namespace rung::kernels
