// Rates of the kernels on the shapes of SmolLM2-135M, and of a whole step's products. Each
// benchmark measures the read-bandwidth roof right beside itself (a plain read of a buffer that no
// cache holds, by as many threads) and reports its share of it: such machines are noisy, ratios are
// not.
#include <benchmark/benchmark.h>
#include <sys/mman.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <random>
#include <string>

#include "rung/kernels/attention_block.h"
#include "rung/kernels/feed_forward.h"
#include "rung/kernels/matmul.h"

namespace rung::kernels {
namespace {

constexpr int64_t kWidth = 576;
constexpr int64_t kInner = 1536;
constexpr int64_t kVocab = 49152;
constexpr int64_t kLayers = 30;
constexpr AttentionShape kShape = {.heads = 9,
                                   .kv_heads = 3,
                                   .head_dim = 64,
                                   .rope_order = RopeOrder::kInterleaved,
                                   .scale = 0.125f};

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr size_t kHugePage = size_t{2} << 20;

struct Free {
  void operator()(uint8_t* p) const { ::operator delete[](p, std::align_val_t{kHugePage}); }
};
using Memory = std::unique_ptr<uint8_t[], Free>;
Memory Allocate(size_t bytes) {
  auto* const p = static_cast<uint8_t*>(::operator new[](bytes, std::align_val_t{kHugePage}));
  madvise(p, bytes, MADV_HUGEPAGE);
  std::memset(p, 0, bytes);
  return Memory(p);
}

__attribute__((target("avx2"))) uint64_t ReadAll(const uint8_t* data, size_t bytes) {
  using Vector = uint64_t __attribute__((vector_size(32)));
  Vector sums[4] = {};
  for (size_t i = 0; i < bytes; i += sizeof(sums)) {
    for (size_t k = 0; k < 4; ++k) {
      sums[k] |= *reinterpret_cast<const Vector*>(data + i + k * sizeof(Vector));
    }
  }
  const Vector all = sums[0] | sums[1] | sums[2] | sums[3];
  return all[0] | all[1] | all[2] | all[3];
}

// Bytes per second, the best of a few passes.
double MeasureRoof(ThreadPool& pool) {
  static constexpr size_t kBytes = size_t{192} << 20;
  static constexpr int64_t kParts = 192;
  static const Memory buffer = Allocate(kBytes);
  double best = 0;
  for (int pass = 0; pass < 6; ++pass) {
    auto read = [&](int64_t begin, int64_t end) {
      const size_t part = kBytes / kParts;
      benchmark::DoNotOptimize(ReadAll(buffer.get() + static_cast<size_t>(begin) * part,
                                       static_cast<size_t>(end - begin) * part));
    };
    const double start = Now();
    pool.Run(kParts, read);
    best = std::max(best, static_cast<double>(kBytes) / (Now() - start));
  }
  return best;
}

// A packed matrix of random weights.
struct Matrix {
  PackedShape shape;
  Memory data;
  PackedView view() const { return {shape, data.get()}; }
};

Matrix MakeMatrix(WeightFormat format, int64_t rows, int64_t cols) {
  Matrix m = {{format, rows, cols}, nullptr};
  m.data = Allocate(m.shape.bytes());
  std::mt19937 random(1);
  auto* const words = reinterpret_cast<uint32_t*>(m.data.get());
  for (size_t i = 0; i < m.shape.bytes() / 4; ++i) words[i] = random() & 0x3bff3bffu;
  return m;
}

std::vector<float> MakeActivations(int64_t count) {
  std::mt19937 random(2);
  std::normal_distribution<float> normal;
  std::vector<float> x(static_cast<size_t>(count));
  for (float& value : x) value = normal(random);
  return x;
}

void ReportShare(benchmark::State& state, ThreadPool& pool, double bytes, double seconds) {
  const double roof = MeasureRoof(pool);
  state.counters["GB/s"] = bytes / seconds / 1e9;
  state.counters["roof_GB/s"] = roof / 1e9;
  state.counters["of_roof"] = bytes / seconds / roof;
}

// Args: threads, rows, out, in, WeightFormat. As many copies as no cache holds.
void BM_Matmul(benchmark::State& state) {
  KernelContext context(static_cast<int>(state.range(0)));
  const int64_t rows = state.range(1);
  const auto format = static_cast<WeightFormat>(state.range(4));
  state.SetLabel(std::string(WeightFormatName(format)));
  const PackedShape shape = {format, state.range(2), state.range(3)};
  const size_t copies = std::max<size_t>(1, (size_t{96} << 20) / shape.bytes());
  std::vector<Matrix> matrices;
  for (size_t i = 0; i < copies; ++i) {
    matrices.push_back(MakeMatrix(format, shape.rows, shape.cols));
  }
  const std::vector<float> x = MakeActivations(rows * shape.cols);
  std::vector<float> y(static_cast<size_t>(rows * shape.rows));
  size_t next = 0;
  double best = 1e9;
  for (auto _ : state) {
    const double start = Now();
    for (int i = 0; i < 8; ++i, next = (next + 1) % copies) {
      Matmul(context, {.weights = matrices[next].view(),
                       .x = x.data(),
                       .rows = rows,
                       .y = y.data(),
                       .y_cols = shape.rows});
    }
    best = std::min(best, Now() - start);
  }
  const double calls = 8.0;
  ReportShare(state, context.pool(), calls * static_cast<double>(shape.bytes()), best);
  state.counters["GMAC/s"] =
      calls * static_cast<double>(rows * shape.rows * shape.cols) / best / 1e9;
}

void MatmulArguments(benchmark::internal::Benchmark* bench) {
  const int64_t shapes[][3] = {
      {960, 576, 0}, {576, 576, 0}, {3072, 576, 0}, {576, 1536, 0}, {kVocab, 576, 1}};  // A4, S8
  for (const auto& shape : shapes) {
    for (int64_t rows : {1, 2, 4, 8, 16, 64, 256}) {
      if (shape[2] != 0 && rows > 8) continue;
      bench->Args({2, rows, shape[0], shape[1], shape[2]});
    }
  }
  for (WeightFormat plain : {WeightFormat::kBF16, WeightFormat::kF16, WeightFormat::kF32}) {
    for (int64_t rows : {1, 8, 64}) {
      bench->Args({2, rows, 3072, 576, static_cast<int64_t>(plain)});
      bench->Args({2, rows, 576, 1536, static_cast<int64_t>(plain)});
    }
  }
}
BENCHMARK(BM_Matmul)->Apply(MatmulArguments)->UseRealTime()->MinTime(0.05);

// The weights of the whole model, and KV caches.
struct Model {
  std::vector<Matrix> qkv, output, gate_up, down;
  Matrix head;
  RopeTable rope;
  std::vector<float> norm = std::vector<float>(kWidth, 1.0f);

  static std::vector<float> Frequencies() {
    std::vector<float> result;
    for (int i = 0; i < 32; ++i) result.push_back(1.0f / std::pow(1e5f, i / 32.0f));
    return result;
  }
  Model() : rope(Frequencies()) {
    for (int64_t layer = 0; layer < kLayers; ++layer) {
      qkv.push_back(MakeMatrix(WeightFormat::kA4, 960, kWidth));
      output.push_back(MakeMatrix(WeightFormat::kA4, kWidth, kWidth));
      gate_up.push_back(MakeMatrix(WeightFormat::kA4, 2 * kInner, kWidth));
      down.push_back(MakeMatrix(WeightFormat::kA4, kWidth, kInner));
    }
    head = MakeMatrix(WeightFormat::kS8, kVocab, kWidth);
  }
  double bytes() const {
    return static_cast<double>(kLayers * (qkv[0].shape.bytes() + output[0].shape.bytes() +
                                          gate_up[0].shape.bytes() + down[0].shape.bytes()) +
                               head.shape.bytes());
  }
};

const Model& SharedModel() {
  static const Model model;
  return model;
}

// Products of all layers, alone. Args: threads, rows, with head.
void BM_StepProducts(benchmark::State& state) {
  KernelContext context(static_cast<int>(state.range(0)));
  const Model& model = SharedModel();
  const int64_t rows = state.range(1);
  const std::vector<float> x = MakeActivations(rows * kInner);
  std::vector<float> y(static_cast<size_t>(rows * 2 * kInner));
  std::vector<float> logits(static_cast<size_t>(state.range(2) != 0 ? rows * kVocab : 0));
  const auto run = [&](const Matrix& m, Epilogue epilogue, int64_t cols) {
    Matmul(context, {.weights = m.view(),
                     .x = x.data(),
                     .rows = rows,
                     .epilogue = epilogue,
                     .y = y.data(),
                     .y_cols = cols});
  };
  double best = 1e9;
  for (auto _ : state) {
    const double start = Now();
    for (size_t layer = 0; layer < kLayers; ++layer) {
      run(model.qkv[layer], Epilogue::kStore, 960);
      run(model.output[layer], Epilogue::kStore, kWidth);
      run(model.gate_up[layer], Epilogue::kSwiGlu, kInner);
      run(model.down[layer], Epilogue::kStore, kWidth);
    }
    if (!logits.empty()) {
      Matmul(context, {.weights = model.head.view(),
                       .x = x.data(),
                       .rows = rows,
                       .y = logits.data(),
                       .y_cols = kVocab});
    }
    best = std::min(best, Now() - start);
  }
  ReportShare(state, context.pool(), model.bytes(), best);
  state.counters["tok/s"] = static_cast<double>(rows) / best;
}
BENCHMARK(BM_StepProducts)
    ->Args({1, 1, 1})
    ->Args({2, 1, 1})
    ->Args({2, 8, 1})
    ->Args({2, 16, 0})
    ->Args({2, 64, 0})
    ->Args({2, 65, 0})
    ->Args({1, 256, 0})
    ->Args({2, 256, 0})
    ->UseRealTime()
    ->MinTime(0.2);

// A whole step through the fused blocks: `rows` rows of one token, or one row of `tokens`. Args:
// threads, rows, tokens, live length before the step, with head.
void BM_Step(benchmark::State& state) {
  KernelContext context(static_cast<int>(state.range(0)));
  Model& model = const_cast<Model&>(SharedModel());
  const int64_t rows = state.range(1);
  const int64_t tokens = state.range(2);
  const int64_t start_position = state.range(3);
  const int64_t capacity = KvCapacity(start_position + tokens);
  const int64_t head_stride = capacity * KvRowElements(kShape.kv_type, kShape.head_dim);
  const size_t cache_bytes = static_cast<size_t>(kShape.kv_heads * head_stride) * 2;
  const Memory cache = Allocate(cache_bytes * static_cast<size_t>(2 * rows * kLayers));
  std::vector<float> x = MakeActivations(rows * tokens * kWidth);
  const std::vector<float> input = x;
  std::vector<float> logits(static_cast<size_t>(rows * kVocab));
  double best = 1e9;
  for (auto _ : state) {
    const double start = Now();
    x = input;
    for (size_t layer = 0; layer < kLayers; ++layer) {
      std::vector<AttentionRow> kv;
      std::vector<KvPiece> pieces(static_cast<size_t>(rows));
      for (int64_t row = 0; row < rows; ++row) {
        uint8_t* const keys =
            cache.get() +
            (layer * static_cast<size_t>(rows) + static_cast<size_t>(row)) * 2 * cache_bytes;
        KvPiece& piece = pieces[static_cast<size_t>(row)];
        piece = {.keys = keys, .values = keys + cache_bytes, .head_stride = head_stride};
        kv.push_back({.pieces = {&piece, 1}, .position = start_position, .tokens = tokens});
      }
      AttentionBlock(context, {.x = x.data(),
                               .norm_weight = model.norm.data(),
                               .epsilon = 1e-5f,
                               .qkv = model.qkv[layer].view(),
                               .output = model.output[layer].view(),
                               .shape = kShape,
                               .rows = kv,
                               .rope = &model.rope,
                               .y = x.data(),
                               .upcoming = UpcomingOf(model.gate_up[layer].view())});
      FeedForward(context, {.x = x.data(),
                            .rows = rows * tokens,
                            .norm_weight = model.norm.data(),
                            .epsilon = 1e-5f,
                            .gate_up = model.gate_up[layer].view(),
                            .down = model.down[layer].view(),
                            .inner = kInner,
                            .y = x.data(),
                            .upcoming = UpcomingOf(layer + 1 < kLayers ? model.qkv[layer + 1].view()
                                                                       : model.head.view())});
    }
    Matmul(context, {.weights = model.head.view(),
                     .x = x.data(),
                     .rows = rows,
                     .norm_weight = model.norm.data(),
                     .epsilon = 1e-5f,
                     .y = logits.data(),
                     .y_cols = kVocab});
    best = std::min(best, Now() - start);
  }
  ReportShare(state, context.pool(), model.bytes(), best);
  state.counters["tok/s"] = static_cast<double>(rows * tokens) / best;
}
BENCHMARK(BM_Step)
    ->Args({1, 1, 1, 200})
    ->Args({2, 1, 1, 200})
    ->Args({2, 1, 1, 4000})
    ->Args({2, 8, 1, 200})
    ->Args({2, 1, 64, 0})
    ->Args({2, 1, 65, 0})
    ->Args({2, 1, 65, 79})
    ->Args({2, 1, 65, 719})
    ->Args({2, 1, 256, 0})
    ->Args({2, 1, 256, 256})
    ->UseRealTime()
    ->MinTime(0.2);

// The roof itself, the best of all passes. Args: threads.
void BM_Read(benchmark::State& state) {
  ThreadPool pool(static_cast<int>(state.range(0)));
  double best = 0;
  for (auto _ : state) best = std::max(best, MeasureRoof(pool));
  state.counters["GB/s"] = best / 1e9;
}
BENCHMARK(BM_Read)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->UseRealTime()->MinTime(0.3);

// Attention of the last tokens of one row over a cache that no cache of the processor holds: as
// many layers' caches as that takes. Args: threads, live length, KV in f32 or not (f16), tokens.
void BM_Attention(benchmark::State& state) {
  KernelContext context(static_cast<int>(state.range(0)));
  const int64_t live = state.range(1);
  const int64_t tokens = state.range(3);
  AttentionShape shape = kShape;
  shape.kv_type = state.range(2) != 0 ? KvType::kF32 : KvType::kFixed;
  const int64_t capacity = KvCapacity(live);
  const size_t element = state.range(2) != 0 ? 4 : 2;
  const int64_t head_stride = capacity * KvRowElements(shape.kv_type, shape.head_dim);
  const size_t cache_bytes = static_cast<size_t>(shape.kv_heads * head_stride) * element;
  const size_t copies = std::max<size_t>(1, (size_t{96} << 20) / (2 * cache_bytes));
  const Memory cache = Allocate(copies * 2 * cache_bytes);
  RopeTable rope(Model::Frequencies());
  const std::vector<float> qkv = MakeActivations(tokens * shape.qkv_width());
  std::vector<float> out(static_cast<size_t>(tokens * shape.heads * shape.head_dim));
  size_t next = 0;
  double best = 1e9;
  for (auto _ : state) {
    const double start = Now();
    for (int i = 0; i < 8; ++i, next = (next + 1) % copies) {
      uint8_t* const keys = cache.get() + next * 2 * cache_bytes;
      const KvPiece piece = {
          .keys = keys, .values = keys + cache_bytes, .head_stride = head_stride};
      const AttentionRow row = {.pieces = {&piece, 1}, .position = live - tokens, .tokens = tokens};
      Attention(
          context,
          {.shape = shape, .qkv = qkv.data(), .rows = {&row, 1}, .rope = &rope, .out = out.data()});
    }
    best = std::min(best, Now() - start);
  }
  ReportShare(state, context.pool(), 8.0 * 2.0 * static_cast<double>(cache_bytes), best);
  state.counters["us"] = best / 8 * 1e6;
  // Scores and mixes, of the positions that each token sees.
  const int64_t seen = tokens * live - tokens * (tokens - 1) / 2;
  state.counters["GMAC/s"] =
      8.0 * static_cast<double>(2 * seen * shape.heads * shape.head_dim) / best / 1e9;
}
BENCHMARK(BM_Attention)
    ->ArgsProduct({{2}, {256, 1024, 4096, 8192}, {0, 1}, {1}})
    ->Args({2, 64, 0, 64})
    ->Args({2, 784, 0, 64})
    ->Args({2, 784, 0, 65})
    ->Args({2, 256, 0, 256})
    ->Args({2, 512, 0, 256})
    ->Args({2, 784, 1, 64})
    ->UseRealTime()
    ->MinTime(0.1);

// A fork and join with nothing to do: what each call costs beside its work. Args: threads, items.
void BM_EmptyRun(benchmark::State& state) {
  ThreadPool pool(static_cast<int>(state.range(0)));
  auto nothing = [](int64_t, int64_t) {};
  for (auto _ : state) pool.Run(state.range(1), nothing);
}
BENCHMARK(BM_EmptyRun)->Args({2, 2})->Args({2, 16})->UseRealTime();

}  // namespace
}  // namespace rung::kernels
