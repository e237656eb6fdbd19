// The kernel lowering under the engine: what a sequence has been through (growth, eviction, a
// prefix taken over from another, neighbours, chunks) does not change one bit of its logits.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "rung/base/half.h"
#include "rung/engine/testing/bit_checking_runner.h"
#include "rung/engine/testing/byte_tokenizer.h"
#include "rung/engine/testing/device_engine.h"
#include "rung/model/config_gguf.h"
#include "rung/model/testing/reference_llama.h"
#include "rung/runtime/testing/golden_file.h"
#include "rung/runtime/testing/kernel_device.h"
#include "rung/runtime/testing/memory_tensor_source.h"
#include "rung/weights/gguf_file.h"

namespace rung::engine {
namespace {

using runtime::testing::KernelDevice;
using testing::SeenLogits;

struct Case {
  std::vector<int64_t> rungs;  // the last is what requests reserve
  std::vector<int64_t> chunks;
  std::vector<Request> requests;
  int64_t top_rows = 0;  // of the largest capacity that memory holds
};

struct Outcome {
  std::vector<std::vector<TokenId>> tokens;
  EngineCounters counters;
};

// All of them; `joins`: how many may come at each step.
Outcome Serve(Engine* engine, const std::vector<Request>& requests, uint32_t joins) {
  Outcome outcome;
  outcome.tokens.resize(requests.size());
  std::mt19937 random(5);
  size_t next = 0;
  while (next < requests.size() || engine->HasWork()) {
    const uint32_t wanted = joins == 0 ? (engine->HasWork() ? 0 : 1) : random() % (joins + 1);
    for (uint32_t i = 0; i < wanted && next < requests.size(); ++i, ++next) {
      const auto id = engine->Submit(requests[next], [&outcome, next](const TokenEvent& event) {
        if (event.token) outcome.tokens[next].push_back(*event.token);
        if (!event.finish) return;
        EXPECT_EQ(*event.finish, FinishReason::kLength) << Message(event.error);
      });
      EXPECT_TRUE(id.ok()) << id.status();
    }
    engine->Step();
    if (engine->IsBlocked()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  outcome.counters = engine->counters();
  return outcome;
}

Outcome ServeOn(KernelDevice& device, const Case& c, bool alone, int64_t prefix_cache_bytes,
                SeenLogits* seen) {
  runtime::StepRunnerOptions options;
  options.capacities = c.rungs;
  options.padding_rows = 3;
  if (!alone) {
    options.kv_limit_bytes = c.top_rows * device.model->KvBytes(c.rungs.back()) +
                             3 * device.model->KvBytes(c.rungs.front());
  }
  const absl::Status status = device.ResetRunner(std::move(options));
  EXPECT_TRUE(status.ok()) << status;
  testing::BitCheckingRunner runner(device.runner.get(), seen);
  EngineOptions engine_options =
      testing::DeviceEngineOptions(device.runner.get(), device.programs.get(), c.chunks,
                                   alone ? std::vector<int64_t>() : c.rungs);
  engine_options.prefix_cache_bytes = prefix_cache_bytes;
  const auto tokenizer = testing::MakeByteTokenizer();
  const SteadyClock clock;
  Engine engine(&runner, tokenizer.get(), &clock, engine_options);
  return Serve(&engine, c.requests, alone ? 0 : 2);
}

// Each alone where it reserved; then all of them in little memory, without and with prefix reuse.
void ExpectTheSameBits(KernelDevice& device, const Case& c) {
  SeenLogits seen;
  const Outcome alone = ServeOn(device, c, /*alone=*/true, /*prefix_cache_bytes=*/0, &seen);
  EXPECT_EQ(alone.counters.evictions + alone.counters.growth_copies, 0);
  const int64_t histories = seen.histories();
  for (const bool cached : {false, true}) {
    const int64_t before = seen.compared();
    const Outcome outcome = ServeOn(device, c, /*alone=*/false,
                                    cached ? 2 * device.model->KvBytes(c.rungs.back()) : 0, &seen);
    EXPECT_EQ(outcome.tokens, alone.tokens) << "prefix cache " << cached;
    EXPECT_EQ(seen.different(), 0) << "prefix cache " << cached << ":" << seen.where();
    EXPECT_GT(outcome.counters.growth_copies, 0);
    EXPECT_GT(outcome.counters.evictions, 0);
    EXPECT_EQ(outcome.counters.prefix_hits > 0, cached);
    EXPECT_EQ(outcome.counters.failed_steps, 0);
    // Every token was drawn from logits that had been seen before, and nothing else was.
    EXPECT_GE(seen.compared() - before, outcome.counters.generated_tokens);
  }
  std::printf("%ld histories, %ld comparisons\n", static_cast<long>(histories),
              static_cast<long>(seen.compared()));
}

Request MakeRequest(std::vector<TokenId> prompt, int64_t max_new, int64_t capacity, bool sampled,
                    uint64_t seed) {
  Request request;
  request.prompt = std::move(prompt);
  request.max_new_tokens = max_new;
  request.capacity = capacity;
  request.sampling.ignore_eos = true;
  request.sampling.temperature = sampled ? 1 : 0;
  request.sampling.seed = seed;
  return request;
}

TEST(KernelEngineTest, AHundredRequestsOfASmallModel) {
  model::ModelConfig config = model::testing::TinyConfig();
  config.dim = 32;
  config.ffn_dim = 40;
  config.head_dim = 16;
  config.rope_dims = 16;
  config.vocab = testing::kByteVocab;
  const auto portable = model::CreateModel(config, {});
  ASSERT_TRUE(portable.ok()) << Message(portable.status());
  const auto values = model::testing::RandomWeights((*portable)->weights(), /*seed=*/3);
  const runtime::testing::MemoryTensorSource source((*portable)->weights(), values);
  const auto device = KernelDevice::Create(nullptr, config, DType::kF16, &source);
  ASSERT_TRUE(device.ok()) << Message(device.status());

  Case c = {.rungs = {16, 32, 64}, .chunks = {8, 16}, .requests = {}, .top_rows = 2};
  std::mt19937 random(1);
  std::vector<TokenId> trunk;
  for (int i = 0; i < 40; ++i) trunk.push_back(static_cast<TokenId>(random() % 256));
  for (int i = 0; i < 100; ++i) {
    std::vector<TokenId> prompt(trunk.begin(), trunk.begin() + 1 + random() % 30);
    prompt.push_back(static_cast<TokenId>(random() % 256));
    const auto room = static_cast<int64_t>(64 - prompt.size());
    const auto max_new = 1 + static_cast<int64_t>(random()) % room;
    c.requests.push_back(MakeRequest(std::move(prompt), max_new, 64, random() % 2 == 0, random()));
  }
  ExpectTheSameBits(**device, c);
}

TEST(KernelEngineTest, SixRequestsOfTheCheckpoint) {
  const auto file =
      weights::GgufFile::Open(RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf");
  ASSERT_TRUE(file.ok()) << Message(file.status());
  const auto config = model::ModelConfigFromGguf(**file);
  ASSERT_TRUE(config.ok()) << Message(config.status());
  const auto device = KernelDevice::Create(nullptr, *config, DType::kF16, file->get());
  ASSERT_TRUE(device.ok()) << Message(device.status());
  const auto goldens =
      runtime::testing::ReadGoldens(RUNG_SOURCE_DIR "/tests/data/goldens/smollm2_long.txt");
  ASSERT_TRUE(goldens.ok()) << Message(goldens.status());

  Case c = {.rungs = {256, 512}, .chunks = {16, 64, 256}, .requests = {}, .top_rows = 2};
  const std::vector<TokenId>& text = goldens->front().tokens;
  for (int64_t i = 0; i < 6; ++i) {
    std::vector<TokenId> prompt(text.begin(), text.begin() + 120 + 11 * i);
    prompt.insert(prompt.end(), text.rbegin(), text.rbegin() + 30 + 17 * i);
    c.requests.push_back(MakeRequest(std::move(prompt), 140, 512, i % 2 == 1, 77 + i));
  }
  ExpectTheSameBits(**device, c);
}

}  // namespace
}  // namespace rung::engine
