// Encoding and decoding speed on one core: tokenizer_bench --benchmark_counters_tabular=true
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "rung/tokenizer/detokenizer.h"
#include "rung/tokenizer/testing/spec_fixture.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::tokenizer {
namespace {

std::unique_ptr<Tokenizer> MakeTokenizer(const std::string& family) {
  TokenizerSpec spec = testing::SmolLm2Spec();
  spec.pre_tokenizer = family;
  auto tokenizer = Tokenizer::Create(std::move(spec));
  if (!tokenizer.ok()) std::abort();
  return *std::move(tokenizer);
}

// All golden lines: 16 scripts, code, emoji, random Unicode. Much harder than ordinary text.
const std::string& GoldenText() {
  static const auto& text = *new std::string([] {
    std::string joined;
    for (const std::string& line : testing::GoldenLines()) joined += line + "\n";
    return joined;
  }());
  return text;
}

// The project's own sources and documents: real English and C++.
const std::string& SourceText() {
  static const auto& text = *new std::string([] {
    std::ostringstream joined;
    for (const char* folder : {"rung", "docs", "cmake", "tools"}) {
      const auto root = std::filesystem::path(RUNG_SOURCE_DIR) / folder;
      if (!std::filesystem::exists(root)) continue;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        const std::string extension = entry.path().extension();
        if (extension == ".cc" || extension == ".h" || extension == ".md" || extension == ".py") {
          joined << std::ifstream(entry.path()).rdbuf();
        }
      }
    }
    return joined.str();
  }());
  return text;
}

// Real mixed text: three parts sources, one part of everything.
const std::string& MixedText() {
  static const auto& text = *new std::string([] {
    std::string joined = SourceText();
    joined += GoldenText().substr(0, GoldenText().find('\n', joined.size() / 3) + 1);
    return joined;
  }());
  return text;
}

void Encode(benchmark::State& state, const std::string& family, const std::string& text) {
  const auto tokenizer = MakeTokenizer(family);
  size_t num_tokens = 0;
  for (auto _ : state) {
    const auto ids = tokenizer->Encode(text, {.parse_special = true});
    if (!ids.ok()) {
      state.SkipWithError("text does not encode");
      return;
    }
    num_tokens += ids->size();
  }
  const auto per_second = benchmark::Counter::kIsRate;
  state.counters["MB"] = {1e-6 * static_cast<double>(text.size() * state.iterations()), per_second};
  state.counters["tokens"] = {static_cast<double>(num_tokens), per_second};
}

void BM_EncodeMixed(benchmark::State& state, const std::string& family) {
  Encode(state, family, MixedText());
}
BENCHMARK_CAPTURE(BM_EncodeMixed, smollm, "smollm")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_EncodeMixed, gpt2, "gpt-2")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_EncodeMixed, llama_bpe, "llama-bpe")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_EncodeMixed, qwen2, "qwen2")->Unit(benchmark::kMillisecond);

void BM_EncodeSources(benchmark::State& state) { Encode(state, "smollm", SourceText()); }
BENCHMARK(BM_EncodeSources)->Unit(benchmark::kMillisecond);

void BM_EncodeGoldenLines(benchmark::State& state) { Encode(state, "smollm", GoldenText()); }
BENCHMARK(BM_EncodeGoldenLines)->Unit(benchmark::kMillisecond);

// One piece of range(0) letters: must grow as n log n.
void BM_EncodeLetterRun(benchmark::State& state) {
  Encode(state, "smollm", std::string(state.range(0), 'a'));
}
BENCHMARK(BM_EncodeLetterRun)->RangeMultiplier(10)->Range(1000, 1000000);

void BM_StreamDecode(benchmark::State& state) {
  const auto tokenizer = MakeTokenizer("smollm");
  const auto ids = tokenizer->Encode(MixedText(), {});
  for (auto _ : state) {
    StreamDecoder decoder(*tokenizer);
    for (const TokenId id : *ids) benchmark::DoNotOptimize(decoder.Push(id));
  }
  state.counters["tokens"] = {static_cast<double>(ids->size() * state.iterations()),
                              benchmark::Counter::kIsRate};
}
BENCHMARK(BM_StreamDecode)->Unit(benchmark::kMillisecond);

void BM_Create(benchmark::State& state) {
  const TokenizerSpec spec = testing::SmolLm2Spec();
  for (auto _ : state) benchmark::DoNotOptimize(Tokenizer::Create(spec));
}
BENCHMARK(BM_Create)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rung::tokenizer
