#include "rung/kernels/attention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "rung/kernels/testing/random_weights.h"

namespace rung::kernels {
namespace {

using testing::MakeActivations;

std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

// One layer's cache of one row, in pieces of those lengths, filled with what must not matter.
struct Cache {
  Cache(const AttentionShape& shape, const std::vector<int64_t>& lengths, uint8_t garbage) {
    int64_t first = 0;
    for (int64_t length : lengths) {
      const int64_t stride = length * KvRowElements(shape.kv_type, shape.head_dim);
      for (int i = 0; i < 2; ++i) {
        memory.emplace_back(static_cast<size_t>(shape.kv_heads * stride) * KvBytes(shape.kv_type),
                            garbage);
      }
      pieces.push_back({memory[memory.size() - 2].data(), memory.back().data(), stride, first});
      first += length;
    }
  }
  AttentionRow Row(int64_t position, int64_t tokens) { return {pieces, position, tokens}; }
  std::vector<std::vector<uint8_t>> memory;
  std::vector<KvPiece> pieces;
};

struct Fixture {
  AttentionShape shape;
  RopeTable rope;
  std::vector<float> qkv;  // of a whole sequence

  Fixture(AttentionShape s, int64_t length)
      : shape(s),
        rope(Frequencies(s.head_dim / 2)),
        qkv(MakeActivations(length * s.qkv_width(), 21)) {}

  static std::vector<float> Frequencies(int64_t half) {
    std::vector<float> result;
    for (int64_t i = 0; i < half; ++i) {
      result.push_back(std::pow(1e4f, -static_cast<float>(i) / static_cast<float>(half)));
    }
    return result;
  }

  // Runs the sequence in chunks of `chunk` tokens and returns [length, heads * head_dim].
  std::vector<float> Run(KernelContext& context, int64_t length, int64_t chunk, int64_t capacity,
                         uint8_t garbage) {
    return Run(context, length, chunk, std::vector<int64_t>{KvCapacity(capacity)}, garbage);
  }
  // The same over a cache in pieces.
  std::vector<float> Run(KernelContext& context, int64_t length, int64_t chunk,
                         const std::vector<int64_t>& pieces, uint8_t garbage) {
    Cache cache(shape, pieces, garbage);
    const int64_t width = shape.heads * shape.head_dim;
    std::vector<float> out(static_cast<size_t>(length * width));
    for (int64_t start = 0; start < length; start += chunk) {
      const AttentionRow row = cache.Row(start, std::min(chunk, length - start));
      Attention(context, {.shape = shape,
                          .qkv = qkv.data() + start * shape.qkv_width(),
                          .rows = {&row, 1},
                          .rope = &rope,
                          .out = out.data() + start * width});
    }
    return out;
  }
};

constexpr AttentionShape kSmolLm = {.heads = 9,
                                    .kv_heads = 3,
                                    .head_dim = 64,
                                    .rope_order = RopeOrder::kInterleaved,
                                    .scale = 0.125f};

// Rounded to parts of the largest element.
void RoundToFixed(std::vector<double>& x, int32_t parts) {
  double largest = 0;
  for (double v : x) largest = std::max(largest, std::abs(v));
  for (double& v : x) v = std::nearbyint(v / largest * parts) * largest / parts;
}

// Plain attention in double over queries, keys and values as kFixed rounds them.
std::vector<double> Naive(Fixture& f, int64_t length) {
  const AttentionShape& s = f.shape;
  const int64_t half = f.rope.half();
  const auto rotate = [&](const float* x, int64_t position, int32_t parts) {
    std::vector<double> out(static_cast<size_t>(s.head_dim));
    const float* cs = f.rope.Row(position);
    for (int64_t i = 0; i < half; ++i) {
      const bool halves = s.rope_order == RopeOrder::kHalves;
      const float a = halves ? x[i] : x[2 * i];
      const float b = halves ? x[half + i] : x[2 * i + 1];
      out[static_cast<size_t>(i)] = a * cs[i] - b * cs[half + i];
      out[static_cast<size_t>(half + i)] = a * cs[half + i] + b * cs[i];
    }
    RoundToFixed(out, parts);
    return out;
  };
  const auto value = [&](int64_t position, int64_t kv) {
    const float* const v =
        f.qkv.data() + position * s.qkv_width() + (s.heads + s.kv_heads + kv) * s.head_dim;
    std::vector<double> out(v, v + s.head_dim);
    RoundToFixed(out, kCacheMax);
    return out;
  };
  std::vector<double> result;
  for (int64_t t = 0; t < length; ++t) {
    for (int64_t h = 0; h < s.heads; ++h) {
      const int64_t kv = h / (s.heads / s.kv_heads);
      const auto q = rotate(f.qkv.data() + t * s.qkv_width() + h * s.head_dim, t, kFactorMax);
      std::vector<double> weights;
      double largest = -1e300;
      for (int64_t j = 0; j <= t; ++j) {
        const float* base = f.qkv.data() + j * s.qkv_width() + (s.heads + kv) * s.head_dim;
        const auto k = rotate(base, j, kCacheMax);
        double score = 0;
        for (size_t d = 0; d < k.size(); ++d) score += q[d] * k[d];
        weights.push_back(score * s.scale);
        largest = std::max(largest, weights.back());
      }
      double sum = 0;
      for (double& w : weights) sum += w = std::exp(w - largest);
      std::vector<double> mixed(static_cast<size_t>(s.head_dim));
      for (int64_t j = 0; j <= t; ++j) {
        const std::vector<double> v = value(j, kv);
        for (size_t d = 0; d < v.size(); ++d) mixed[d] += weights[static_cast<size_t>(j)] * v[d];
      }
      for (double m : mixed) result.push_back(m / sum);
    }
  }
  return result;
}

// Weights are rounded too, to 8191ths of the largest of a segment: 64 such errors add up.
constexpr double kTolerance = 1e-3;

TEST(AttentionTest, IsRight) {
  for (RopeOrder order : {RopeOrder::kHalves, RopeOrder::kInterleaved}) {
    AttentionShape shape = kSmolLm;
    shape.rope_order = order;
    Fixture f(shape, 150);
    KernelContext context(1, kScalarKernels);
    const std::vector<float> out = f.Run(context, 150, 150, 150, 0xff);
    const std::vector<double> expected = Naive(f, 150);
    ASSERT_EQ(out.size(), expected.size());
    for (size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], kTolerance) << i;
  }
}

// The garbage of 0xff bytes is NaN in every cache type: nothing past the live length may be used.
TEST(AttentionTest, DependsOnLiveKeysAlone) {
  const int64_t length = 200;
  for (KvType type : {KvType::kFixed, KvType::kBF16, KvType::kF32}) {
    AttentionShape shape = kSmolLm;
    shape.kv_type = type;
    Fixture f(shape, length);
    KernelContext scalar(1, kScalarKernels);
    const std::vector<uint32_t> reference = Bits(f.Run(scalar, length, length, length, 0));
    for (const KernelTable* table : AttainableKernels()) {
      for (int threads : {1, 3}) {
        KernelContext context(threads, *table);
        for (int64_t chunk : {1, 5, 16, 64, 200}) {
          for (int64_t capacity : {200, 1000}) {
            ASSERT_EQ(Bits(f.Run(context, length, chunk, capacity, 0xff)), reference)
                << table->name << " threads " << threads << " chunk " << chunk << " capacity "
                << capacity;
          }
        }
      }
    }
  }
}

TEST(AttentionTest, PiecesOfACapacityAreTheFirstOfALargerOne) {
  using ::testing::ElementsAre;
  EXPECT_THAT(KvPieces(1), ElementsAre(16));
  EXPECT_THAT(KvPieces(256), ElementsAre(256));
  EXPECT_THAT(KvPieces(257), ElementsAre(256, 16));
  EXPECT_THAT(KvPieces(512), ElementsAre(256, 256));
  EXPECT_THAT(KvPieces(1000), ElementsAre(256, 256, 496));
  EXPECT_THAT(KvPieces(4096), ElementsAre(256, 256, 512, 1024, 2048));
  EXPECT_THAT(KvPieces(131072), ElementsAre(256, 256, 512, 1024, 2048, 4096, 8192, 131072 - 16384));
}

TEST(AttentionTest, PiecesChangeNoBit) {
  const int64_t length = 200;
  Fixture f(kSmolLm, length);
  for (const KernelTable* table : AttainableKernels()) {
    KernelContext context(2, *table);
    const std::vector<uint32_t> whole = Bits(f.Run(context, length, 64, 256, 0));
    for (const std::vector<int64_t>& pieces :
         std::vector<std::vector<int64_t>>{{64, 64, 128}, {128, 80}, {64, 64, 64, 16}}) {
      for (int64_t chunk : {1, 50, 200}) {
        ASSERT_EQ(Bits(f.Run(context, length, chunk, pieces, 0xff)), whole)
            << table->name << " chunk " << chunk << " pieces " << pieces.size();
      }
    }
  }
}

TEST(AttentionTest, HeadCountsAndSizes) {
  const AttentionShape shapes[] = {{4, 4, 32, RopeOrder::kHalves, 0.2f},
                                   {8, 2, 80, RopeOrder::kHalves, 0.1f},
                                   {20, 1, 128, RopeOrder::kInterleaved, 0.09f},
                                   {2, 1, 256, RopeOrder::kHalves, 0.0625f},
                                   {7, 7, 16, RopeOrder::kHalves, 0.25f}};
  for (const AttentionShape& shape : shapes) {
    Fixture f(shape, 70);
    KernelContext scalar(1, kScalarKernels);
    const std::vector<float> reference = f.Run(scalar, 70, 1, 70, 0xff);
    const std::vector<double> expected = Naive(f, 70);
    for (size_t i = 0; i < reference.size(); ++i)
      ASSERT_NEAR(reference[i], expected[i], kTolerance);
    for (const KernelTable* table : AttainableKernels()) {
      KernelContext context(2, *table);
      ASSERT_EQ(Bits(f.Run(context, 70, 70, 128, 0xff)), Bits(reference)) << table->name;
    }
  }
}

TEST(AttentionTest, RowsDoNotTouchEachOther) {
  Fixture f(kSmolLm, 300);
  KernelContext context(2);
  const std::vector<float> alone = f.Run(context, 300, 300, 300, 0xff);
  const int64_t width = 9 * 64;
  // Three rows at different positions of the same sequence, each with its own cache and capacity.
  const int64_t positions[] = {0, 77, 299};
  std::vector<Cache> caches;
  std::vector<AttentionRow> rows;
  std::vector<float> qkv;
  for (int64_t position : positions) {
    caches.emplace_back(kSmolLm, std::vector<int64_t>{KvCapacity(300 + position)}, 0xff);
    const AttentionRow row = caches.back().Row(0, position);
    std::vector<float> ignored(static_cast<size_t>(position * width));
    Attention(context, {.shape = kSmolLm,
                        .qkv = f.qkv.data(),
                        .rows = {&row, 1},
                        .rope = &f.rope,
                        .out = ignored.data()});
    const float* token = f.qkv.data() + position * kSmolLm.qkv_width();
    qkv.insert(qkv.end(), token, token + kSmolLm.qkv_width());
  }
  for (size_t i = 0; i < caches.size(); ++i) rows.push_back(caches[i].Row(positions[i], 1));
  std::vector<float> out(static_cast<size_t>(3 * width));
  Attention(
      context,
      {.shape = kSmolLm, .qkv = qkv.data(), .rows = rows, .rope = &f.rope, .out = out.data()});
  for (size_t r = 0; r < 3; ++r) {
    const std::vector<float> expected(alone.begin() + positions[r] * width,
                                      alone.begin() + (positions[r] + 1) * width);
    const std::vector<float> got(out.begin() + static_cast<int64_t>(r) * width,
                                 out.begin() + static_cast<int64_t>(r + 1) * width);
    EXPECT_EQ(Bits(got), Bits(expected)) << "row " << r;
  }
}

}  // namespace
}  // namespace rung::kernels
