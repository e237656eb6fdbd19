// The real checkpoint on a CPU plugin, and an engine over it.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "rung/context/prefill_plan.h"
#include "rung/engine/testing/device_engine.h"
#include "rung/model/config_gguf.h"
#include "rung/runtime/device_model.h"
#include "rung/runtime/testing/golden_file.h"
#include "rung/tokenizer/tokenizer.h"
#include "rung/weights/gguf_tokenizer.h"

namespace rung::engine::testing {

struct DeviceReply {
  std::vector<TokenId> tokens;
  std::vector<float> margins;  // with logprobs: of each token over the next
  std::optional<FinishReason> finish;
  SequenceUsage usage;
};

class Smollm2Test : public ::testing::Test {
 protected:
  static constexpr const char* kPlugins[] = {"lammps_jax_pjrt_cpu", "fastatomstruct_xla_cpu",
                                             "xla_cpu_pjrt"};

  void SetUp() override {
    auto file = weights::GgufFile::Open(RUNG_BUILD_DIR
                                        "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    ASSERT_TRUE(file.ok()) << file.status();
    file_ = *std::move(file);
    auto config = model::ModelConfigFromGguf(*file_);
    ASSERT_TRUE(config.ok()) << config.status();
    auto model = model::CreateModel(*config, {});
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    auto spec = weights::TokenizerSpecFromGguf(*file_);
    ASSERT_TRUE(spec.ok()) << spec.status();
    auto tokenizer = tokenizer::Tokenizer::Create(*std::move(spec));
    ASSERT_TRUE(tokenizer.ok()) << tokenizer.status();
    tokenizer_ = *std::move(tokenizer);
  }

  void Load(const std::string& plugin, std::vector<int64_t> capacities) {
    auto loaded = pjrt::Plugin::Load(RUNG_BUILD_DIR "/lib/rung/plugins/" + plugin + ".so");
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    runtime::DeviceModelOptions options;
    options.plugin = *loaded;
    options.capacities = std::move(capacities);
    device_.reset();
    auto device = runtime::DeviceModel::Load(model_.get(), file_.get(), options);
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
  }

  std::unique_ptr<Engine> MakeEngine(std::vector<int64_t> rungs, int64_t prefix_cache_bytes = 0) {
    const auto& chunks = context::kPrefillChunks;
    EngineOptions options =
        DeviceEngineOptions(&device_->runner(), &device_->programs(),
                            {std::begin(chunks), std::end(chunks)}, std::move(rungs));
    options.prefix_cache_bytes = prefix_cache_bytes;
    return std::make_unique<Engine>(&device_->runner(), tokenizer_.get(), &clock_, options);
  }

  static Request Greedy(std::vector<TokenId> prompt, int64_t max_new, int64_t capacity) {
    Request request;
    request.prompt = std::move(prompt);
    request.max_new_tokens = max_new;
    request.capacity = capacity;
    request.sampling.ignore_eos = true;
    return request;
  }

  // All at once; the engine ends with nothing to do.
  std::vector<DeviceReply> Run(Engine* engine, const std::vector<Request>& requests) {
    std::vector<DeviceReply> replies(requests.size());
    for (size_t i = 0; i < requests.size(); ++i) {
      const auto id = engine->Submit(requests[i], [&replies, i](const TokenEvent& event) {
        DeviceReply& reply = replies[i];
        if (event.token) reply.tokens.push_back(*event.token);
        if (event.logprobs && event.logprobs->top.size() > 1) {
          reply.margins.push_back(event.logprobs->top[0].logprob - event.logprobs->top[1].logprob);
        }
        reply.finish = event.finish;
        reply.usage = event.usage;
      });
      EXPECT_TRUE(id.ok()) << id.status();
    }
    while (engine->HasWork()) {
      engine->Step();
      if (engine->IsBlocked()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return replies;
  }

  std::unique_ptr<weights::GgufFile> file_;
  std::unique_ptr<model::Model> model_;
  std::unique_ptr<tokenizer::Tokenizer> tokenizer_;
  std::unique_ptr<runtime::DeviceModel> device_;
  SteadyClock clock_;
};

}  // namespace rung::engine::testing
