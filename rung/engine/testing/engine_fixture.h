// An engine over a fake device, and what its requests got.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "rung/engine/engine.h"
#include "rung/engine/testing/byte_tokenizer.h"
#include "rung/engine/testing/fake_runner.h"

namespace rung::engine::testing {

struct Reply {
  std::vector<TokenId> tokens;
  std::string text;
  std::vector<TokenLogprobs> prompt_logprobs;
  std::optional<FinishReason> finish;
  absl::Status error;
  RequestTimes times;
  SequenceUsage usage;
};

class EngineTest : public ::testing::Test {
 protected:
  std::unique_ptr<Engine> MakeEngine(EngineOptions options = {}) {
    return std::make_unique<Engine>(&runner_, tokenizer_.get(), &clock_, std::move(options));
  }
  static Request MakeRequest(std::vector<TokenId> prompt, int64_t max_new, int64_t capacity) {
    Request request;
    request.prompt = std::move(prompt);
    request.max_new_tokens = max_new;
    request.capacity = capacity;
    request.sampling.ignore_eos = true;
    return request;
  }
  static std::vector<TokenId> Prompt(int64_t length, int salt = 0) {
    std::vector<TokenId> prompt;
    for (int64_t i = 0; i < length; ++i) {
      prompt.push_back(static_cast<TokenId>((i * 31 + salt * 7 + length) % 256));
    }
    return prompt;
  }
  SequenceId Submit(Engine* engine, Request request) {
    auto id = engine->Submit(std::move(request), [this](const TokenEvent& event) {
      Reply& reply = replies_[event.sequence.value];
      EXPECT_FALSE(reply.finish) << "an event after the end";
      if (!event.prompt_logprobs.empty()) {
        EXPECT_TRUE(reply.prompt_logprobs.empty() && reply.tokens.empty());
        reply.prompt_logprobs = event.prompt_logprobs;
      }
      if (event.token) reply.tokens.push_back(*event.token);
      reply.text += event.text;
      reply.finish = event.finish;
      reply.error = event.error;
      reply.times = event.times;
      reply.usage = event.usage;
    });
    EXPECT_TRUE(id.ok()) << id.status();
    return *id;
  }
  void RunAll(Engine* engine) {
    for (int i = 0; engine->HasWork(); ++i) {
      ASSERT_LT(i, 1000000) << "the engine never ends";
      engine->Step();
    }
  }
  // The reply that `request` gets with the engine to itself.
  Reply Alone(Request request, EngineOptions options = {}) {
    auto engine = MakeEngine(std::move(options));
    request.id = SequenceId{uint64_t{1} << 40};  // apart from those that engines give
    const SequenceId id = Submit(engine.get(), std::move(request));
    RunAll(engine.get());
    Reply reply = replies_[id.value];
    replies_.erase(id.value);
    return reply;
  }

  std::unique_ptr<tokenizer::Tokenizer> tokenizer_ = testing::MakeByteTokenizer();
  FakeClock clock_;
  FakeRunner runner_{kByteVocab, &clock_};
  std::map<uint64_t, Reply> replies_;
};

}  // namespace rung::engine::testing
