// What loading a checkpoint costs on one core. The default model must dequantize in under 0.4 s and
// open in under 20 ms.
#include <algorithm>
#include <vector>

#include "benchmark/benchmark.h"
#include "rung/base/status.h"
#include "rung/weights/gguf_file.h"
#include "rung/weights/gguf_tokenizer.h"

namespace rung::weights {
namespace {

constexpr char kDefaultModel[] =
    RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf";

void BM_Open(benchmark::State& state) {
  for (auto _ : state) {
    const auto file = GgufFile::Open(kDefaultModel);
    if (!file.ok()) return state.SkipWithError(std::string(Message(file.status())).c_str());
    benchmark::DoNotOptimize((*file)->tensors().data());
  }
}
BENCHMARK(BM_Open)->Unit(benchmark::kMillisecond);

void BM_TokenizerSpec(benchmark::State& state) {
  const auto file = GgufFile::Open(kDefaultModel);
  if (!file.ok()) return state.SkipWithError(std::string(Message(file.status())).c_str());
  for (auto _ : state) {
    auto spec = TokenizerSpecFromGguf(**file);
    benchmark::DoNotOptimize(spec);
  }
}
BENCHMARK(BM_TokenizerSpec)->Unit(benchmark::kMillisecond);

// All tensors of the default model (134.5 M elements), into one buffer as large as the largest.
void BM_DequantizeModel(benchmark::State& state) {
  const auto file = GgufFile::Open(kDefaultModel);
  if (!file.ok()) return state.SkipWithError(std::string(Message(file.status())).c_str());
  int64_t largest = 0;
  int64_t elements = 0;
  for (const TensorInfo& info : (*file)->tensors()) {
    largest = std::max(largest, info.num_elements);
    elements += info.num_elements;
  }
  std::vector<float> out(static_cast<size_t>(largest));
  for (auto _ : state) {
    for (const TensorInfo& info : (*file)->tensors()) {
      const auto part = std::span(out).first(static_cast<size_t>(info.num_elements));
      if (!Dequantize(info, part).ok()) return state.SkipWithError("dequantize failed");
    }
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * elements);
}
BENCHMARK(BM_DequantizeModel)->Unit(benchmark::kMillisecond);

void BM_Dequantize(benchmark::State& state) {
  const auto storage = static_cast<StorageType>(state.range(0));
  const BlockLayout block = LayoutOf(storage);
  TensorInfo info;
  info.storage = storage;
  info.num_elements = 1 << 20;
  info.dims = {info.num_elements};
  std::vector<uint8_t> bytes(static_cast<size_t>(info.num_elements / block.elements * block.bytes));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 2654435761u >> 13);
  info.bytes = bytes;
  std::vector<float> out(1 << 20);
  for (auto _ : state) {
    if (!Dequantize(info, out).ok()) return state.SkipWithError("dequantize failed");
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * info.num_elements);
  state.SetLabel(std::string(StorageName(storage)));
}
BENCHMARK(BM_Dequantize)->DenseRange(0, 5)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace rung::weights
