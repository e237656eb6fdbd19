#include "rung/engine/engine.h"

#include <map>
#include <random>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/engine/testing/engine_fixture.h"

namespace rung::engine {
namespace {

using testing::EngineTest;
using ::testing::HasSubstr;
using testing::kByteEos;
using testing::kByteVocab;
using testing::Reply;

TEST_F(EngineTest, OneSequenceGetsItsGreedyTokens) {
  for (int64_t length : {1, 2, 15, 16, 17, 64, 65, 240, 250, 255}) {
    const Reply reply = Alone(MakeRequest(Prompt(length), 256 - length, 256));
    EXPECT_EQ(reply.tokens, runner_.ExpectedGreedy(Prompt(length), 256 - length)) << length;
    EXPECT_EQ(reply.finish, FinishReason::kLength);
  }
  EXPECT_EQ(runner_.live_rows(), 0);
}

TEST_F(EngineTest, ChunksNeverPassTheCapacity) {
  for (int64_t capacity : {10, 100, 300, 1000}) {
    const Reply reply = Alone(MakeRequest(Prompt(capacity - 1), 1, capacity));
    EXPECT_EQ(reply.tokens, runner_.ExpectedGreedy(Prompt(capacity - 1), 1)) << capacity;
  }
}

TEST_F(EngineTest, ZeroNewTokensTouchNoDevice) {
  const Reply reply = Alone(MakeRequest(Prompt(5), 0, 256));
  EXPECT_THAT(reply.tokens, ::testing::IsEmpty());
  EXPECT_EQ(reply.finish, FinishReason::kLength);
  EXPECT_THAT(runner_.calls, ::testing::IsEmpty());
}

TEST_F(EngineTest, RefusesWhatDoesNotFit) {
  auto engine = MakeEngine();
  const auto refuse = [&](Request request) {
    return engine->Submit(std::move(request), [](const TokenEvent&) {}).status();
  };
  EXPECT_TRUE(absl::IsInvalidArgument(refuse(MakeRequest({}, 1, 256))));
  EXPECT_TRUE(absl::IsInvalidArgument(refuse(MakeRequest(Prompt(200), 57, 256))));
  EXPECT_TRUE(absl::IsInvalidArgument(refuse(MakeRequest(Prompt(2), INT64_MAX, 256))));
  EXPECT_TRUE(absl::IsInvalidArgument(refuse(MakeRequest(Prompt(2), -1, 256))));
  EXPECT_FALSE(engine->HasWork());
}

TEST_F(EngineTest, QueueHasALimit) {
  auto engine = MakeEngine({.max_batch = 1, .max_queue = 2});
  Submit(engine.get(), MakeRequest(Prompt(3), 5, 256));
  Submit(engine.get(), MakeRequest(Prompt(4), 5, 256));
  const auto third = engine->Submit(MakeRequest(Prompt(5), 5, 256), [](const TokenEvent&) {});
  EXPECT_TRUE(absl::IsResourceExhausted(third.status()));
  engine->Step();  // one moves from the queue to the device
  Submit(engine.get(), MakeRequest(Prompt(5), 5, 256));
  RunAll(engine.get());
  EXPECT_EQ(replies_.size(), 3u);
}

TEST_F(EngineTest, EndOfSequenceEndsAndIsNotShown) {
  // Find a prompt whose greedy continuation meets a token that we then call a stop token.
  Request request = MakeRequest(Prompt(9), 20, 256);
  const std::vector<TokenId> expected = runner_.ExpectedGreedy(Prompt(9), 20);
  request.sampling.stop_token_ids = {expected[7]};
  const int64_t first = std::find(expected.begin(), expected.end(), expected[7]) - expected.begin();
  const Reply reply = Alone(request);
  EXPECT_EQ(reply.finish, FinishReason::kStop);
  EXPECT_EQ(static_cast<int64_t>(reply.tokens.size()), first + 1);  // counted
  EXPECT_EQ(reply.text, tokenizer_->Decode(std::span(expected).first(first)));

  Request biased = MakeRequest(Prompt(9), 20, 256);
  biased.sampling.ignore_eos = false;
  biased.sampling.logit_bias[kByteEos] = 100;
  EXPECT_EQ(Alone(biased).finish, FinishReason::kStop);
  EXPECT_EQ(Alone(biased).text, "");
  biased.sampling.min_tokens = 5;
  EXPECT_EQ(Alone(biased).tokens.size(), 6u);
}

TEST_F(EngineTest, StopStringEndsInsideATokenRun) {
  Request request = MakeRequest(Prompt(9), 40, 256);
  request.sampling.logit_bias = {{'a', 50}, {'b', 50}, {'c', 50}};
  const std::string whole = Alone(request).text;
  ASSERT_EQ(whole.size(), 40u);
  const std::string stop = whole.substr(17, 4);
  request.sampling.stop = {stop};
  const Reply reply = Alone(request);
  EXPECT_EQ(reply.finish, FinishReason::kStop);
  EXPECT_EQ(reply.text, whole.substr(0, whole.find(stop)));
}

TEST_F(EngineTest, StopStringsWaitForMinTokensAsStopTokensDo) {
  Request request = MakeRequest(Prompt(9), 40, 256);
  request.sampling.logit_bias = {{'a', 50}, {'b', 50}, {'c', 50}};
  const std::string whole = Alone(request).text;
  request.sampling.stop = {whole.substr(0, 1)};
  for (int64_t min_tokens : {0, 1, 16, 39, 40}) {
    request.sampling.min_tokens = min_tokens;
    const Reply reply = Alone(request);
    const size_t end = whole.find(whole[0], static_cast<size_t>(min_tokens));
    EXPECT_EQ(reply.text, whole.substr(0, end)) << min_tokens;
    EXPECT_EQ(reply.tokens.size(), end == std::string::npos ? 40 : end + 1) << min_tokens;
    EXPECT_EQ(reply.finish, end == std::string::npos ? FinishReason::kLength : FinishReason::kStop);
  }
}

TEST_F(EngineTest, AStopStringInTheLastHalfCharacterEnds) {
  Request request = MakeRequest(Prompt(9), 3, 256);
  request.sampling.logit_bias = {{0xe2, 100}};
  request.sampling.stop = {"\uFFFD\uFFFD\uFFFD"};
  EXPECT_EQ(Alone(request).text, "");
  EXPECT_EQ(Alone(request).finish, FinishReason::kStop);
}

TEST_F(EngineTest, TheTextGoesOnFromThePrompts) {
  Request request = MakeRequest({'a', 0xf0, 0x9f, 0x98}, 2, 256);
  request.sampling.logit_bias = {{0x80, 100}};
  request.unfinished_text = "\xf0\x9f\x98";
  EXPECT_EQ(Alone(request).text, "\U0001F600\uFFFD");
  request.max_new_tokens = 0;
  EXPECT_EQ(Alone(request).text, "\uFFFD");
}

// A thread for each item.
void RunOnThreads(int64_t items, const std::function<void(int64_t)>& run) {
  std::vector<std::jthread> threads;
  for (int64_t i = 0; i < items; ++i) threads.emplace_back([&run, i] { run(i); });
}

TEST_F(EngineTest, ManySequencesGetWhatEachGetsAlone) {
  std::mt19937 random(7);
  std::vector<Request> requests;
  for (int i = 0; i < 200; ++i) {
    const int64_t capacity = random() % 4 == 0 ? 4096 : 256;
    const int64_t length = 1 + random() % (capacity == 256 ? 200 : 700);
    Request request = MakeRequest(Prompt(length, i), 1 + random() % 40, capacity);
    request.sampling.temperature = (random() % 3) * 0.7;
    request.sampling.seed = random();
    request.sampling.ignore_eos = random() % 2;
    requests.push_back(request);
  }
  std::vector<Reply> alone;
  for (const Request& request : requests) alone.push_back(Alone(request));

  EngineOptions options{.max_batch = 8, .max_queue = 1000};
  // Programs of more than two rows count as not ready half of the time.
  options.decode_ready = [&](std::span<const int64_t> capacities) {
    return capacities.size() <= 2 || random() % 2 == 0;
  };
  int64_t shared_draws = 0;
  options.parallel_for = [&](int64_t items, const std::function<void(int64_t)>& run) {
    shared_draws += items;
    RunOnThreads(items, run);
  };
  auto engine = MakeEngine(options);
  std::map<uint64_t, size_t> index;
  std::set<uint64_t> cancelled;
  size_t next = 0;
  while (next < requests.size() || engine->HasWork()) {
    for (int joins = random() % 3; joins > 0 && next < requests.size(); --joins, ++next) {
      index[Submit(engine.get(), requests[next]).value] = next;
    }
    engine->Step();
    EXPECT_LE(engine->num_running(), 8);
    if (random() % 20 == 0 && !index.empty()) {
      const auto victim = std::next(index.begin(), random() % index.size());
      if (engine->Cancel(SequenceId{victim->first})) cancelled.insert(victim->first);
    }
  }
  EXPECT_GT(cancelled.size(), 3u);
  EXPECT_GT(shared_draws, 1000);
  for (const auto& [id, i] : index) {
    const Reply& reply = replies_[id];
    ASSERT_TRUE(reply.finish);
    if (cancelled.contains(id)) {
      EXPECT_EQ(reply.finish, FinishReason::kCancelled);
      EXPECT_TRUE(std::equal(reply.tokens.begin(), reply.tokens.end(), alone[i].tokens.begin()));
    } else {
      EXPECT_EQ(reply.tokens, alone[i].tokens) << i;
      EXPECT_EQ(reply.text, alone[i].text);
      EXPECT_EQ(reply.finish, alone[i].finish);
    }
  }
  EXPECT_EQ(runner_.live_rows(), 0);
}

TEST_F(EngineTest, CancelFreesTheRowWithinOneStep) {
  auto engine = MakeEngine({.max_batch = 2});
  const SequenceId decoding = Submit(engine.get(), MakeRequest(Prompt(3), 100, 256));
  const SequenceId prefilling = Submit(engine.get(), MakeRequest(Prompt(2000), 100, 4096));
  const SequenceId queued = Submit(engine.get(), MakeRequest(Prompt(4), 100, 256));
  engine->Step();
  engine->Step();
  EXPECT_EQ(runner_.live_rows(), 2);
  EXPECT_TRUE(engine->Cancel(queued));
  EXPECT_TRUE(engine->Cancel(prefilling));
  EXPECT_FALSE(engine->Cancel(prefilling));
  engine->Step();
  EXPECT_EQ(runner_.live_rows(), 1);
  EXPECT_EQ(replies_[queued.value].finish, FinishReason::kCancelled);
  EXPECT_EQ(replies_[prefilling.value].finish, FinishReason::kCancelled);
  EXPECT_TRUE(engine->Cancel(decoding));
  engine->Step();
  EXPECT_EQ(runner_.live_rows(), 0);
  EXPECT_FALSE(engine->HasWork());
  EXPECT_FALSE(engine->Cancel(SequenceId{99}));
}

TEST_F(EngineTest, ALongPromptNeverHoldsAnotherStreamForLong) {
  runner_.prefill_ms_per_token = 1;
  runner_.decode_ms = 10;
  auto engine = MakeEngine();
  Submit(engine.get(), MakeRequest(Prompt(3), 200, 256));
  while (replies_.empty()) engine->Step();
  Submit(engine.get(), MakeRequest(Prompt(4000), 10, 4096));
  for (int i = 0; i < 150; ++i) {
    const TimePoint start = clock_.Now();
    engine->Step();
    // A chunk of at most 50 ms and a decode step of the two rows.
    EXPECT_LE(MillisBetween(start, clock_.Now()), 50 + 2 * 10);
  }
}

TEST_F(EngineTest, AFailedStepIsRetriedAndNobodyNotices) {
  int failures = 3;
  runner_.fail = [&](const auto& histories) -> absl::Status {
    if (histories.size() >= 3 && failures > 0 && histories[0].size() > 12) {
      --failures;
      return Internal("injected");
    }
    return absl::OkStatus();
  };
  auto engine = MakeEngine();
  std::vector<SequenceId> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(Submit(engine.get(), MakeRequest(Prompt(5 + i * 20, i), 30, 256)));
  }
  RunAll(engine.get());
  EXPECT_EQ(failures, 0);
  EXPECT_GT(engine->counters().failed_steps, 0);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(replies_[ids[i].value].tokens, runner_.ExpectedGreedy(Prompt(5 + i * 20, i), 30));
    EXPECT_EQ(replies_[ids[i].value].finish, FinishReason::kLength);
  }
  EXPECT_EQ(runner_.live_rows(), 0);
}

TEST_F(EngineTest, OnlyTheRowThatFailsAloneGetsTheError) {
  const std::vector<TokenId> poison = Prompt(33, 2);
  runner_.fail = [&](const auto& histories) -> absl::Status {
    for (const auto& history : histories) {
      if (history.size() > poison.size() + 4 &&
          std::equal(poison.begin(), poison.end(), history.begin())) {
        return Internal("injected");
      }
    }
    return absl::OkStatus();
  };
  auto engine = MakeEngine();
  std::vector<SequenceId> ids;
  for (int i = 0; i < 4; ++i) {
    ids.push_back(Submit(engine.get(), MakeRequest(Prompt(33, i), 30, 256)));
  }
  RunAll(engine.get());
  for (int i = 0; i < 4; ++i) {
    const Reply& reply = replies_[ids[i].value];
    const std::vector<TokenId> expected = runner_.ExpectedGreedy(Prompt(33, i), 30);
    if (i == 2) {
      EXPECT_EQ(reply.finish, FinishReason::kError);
      EXPECT_THAT(std::string(Message(reply.error)), HasSubstr("injected"));
      EXPECT_EQ(reply.tokens.size(), 5u);
      EXPECT_TRUE(std::equal(reply.tokens.begin(), reply.tokens.end(), expected.begin()));
    } else {
      EXPECT_EQ(reply.tokens, expected) << i;
    }
  }
  EXPECT_EQ(runner_.live_rows(), 0);
}

TEST_F(EngineTest, WaitsForMemoryAndFailsOnlyWhenAlone) {
  runner_.max_rows = 2;
  auto engine = MakeEngine();
  for (int i = 0; i < 6; ++i) Submit(engine.get(), MakeRequest(Prompt(9, i), 7, 256));
  RunAll(engine.get());
  EXPECT_EQ(replies_.size(), 6u);
  for (const auto& [id, reply] : replies_) EXPECT_EQ(reply.finish, FinishReason::kLength);

  runner_.max_rows = 0;
  const Reply reply = Alone(MakeRequest(Prompt(9), 7, 256));
  EXPECT_EQ(reply.finish, FinishReason::kError);
  EXPECT_TRUE(absl::IsResourceExhausted(reply.error));
}

TEST_F(EngineTest, ReportsTheTimesOfEachPhase) {
  runner_.prefill_ms_per_token = 1;
  runner_.decode_ms = 10;
  auto engine = MakeEngine();
  const SequenceId id = Submit(engine.get(), MakeRequest(Prompt(16), 4, 256));
  clock_.Advance(std::chrono::milliseconds(5));
  RunAll(engine.get());
  EXPECT_EQ(replies_[id.value].times.queue_ms, 5);
  EXPECT_EQ(replies_[id.value].times.prefill_ms, 16);
  EXPECT_EQ(replies_[id.value].times.decode_ms, 30);
}

TEST_F(EngineTest, ASequenceWaitsForItsCapacityAndLetsOthersPass) {
  bool large_ready = false;
  auto engine = MakeEngine(
      {.capacity_ready = [&](int64_t capacity) { return capacity == 256 || large_ready; }});
  const SequenceId large = Submit(engine.get(), MakeRequest(Prompt(300), 5, 4096));
  const SequenceId small = Submit(engine.get(), MakeRequest(Prompt(6), 5, 256));
  EXPECT_FALSE(engine->IsBlocked());
  for (int i = 0; i < 20; ++i) engine->Step();
  EXPECT_EQ(replies_[small.value].tokens, runner_.ExpectedGreedy(Prompt(6), 5));
  EXPECT_TRUE(engine->HasWork());
  EXPECT_TRUE(engine->IsBlocked());
  EXPECT_EQ(engine->counters().compiles_waited_for, 1);
  ASSERT_EQ(engine->Loads().size(), 1u);
  EXPECT_EQ(engine->Loads()[0].capacity, 4096);
  EXPECT_EQ(engine->Loads()[0].waiting, 1);

  large_ready = true;
  while (engine->HasWork()) engine->Step();
  EXPECT_FALSE(engine->IsBlocked());
  EXPECT_EQ(replies_[large.value].tokens, runner_.ExpectedGreedy(Prompt(300), 5));
  EXPECT_EQ(engine->counters().compiles_waited_for, 1);
}

TEST_F(EngineTest, ACapacityThatCannotBeCompiledFailsItsSequencesAlone) {
  auto engine = MakeEngine({.capacity_ready = [](int64_t capacity) -> absl::StatusOr<bool> {
    if (capacity == 4096) return Internal("no such program");
    return true;
  }});
  const SequenceId large = Submit(engine.get(), MakeRequest(Prompt(300), 5, 4096));
  const SequenceId small = Submit(engine.get(), MakeRequest(Prompt(6), 5, 256));
  while (engine->HasWork()) engine->Step();
  EXPECT_EQ(replies_[large.value].finish, FinishReason::kError);
  EXPECT_EQ(Message(replies_[large.value].error), "no such program");
  EXPECT_EQ(replies_[small.value].tokens, runner_.ExpectedGreedy(Prompt(6), 5));
}

TEST_F(EngineTest, CancelWhileItsCapacityCompiles) {
  auto engine = MakeEngine({.capacity_ready = [](int64_t) { return false; }});
  const SequenceId id = Submit(engine.get(), MakeRequest(Prompt(6), 5, 256));
  engine->Step();
  EXPECT_TRUE(engine->IsBlocked());
  EXPECT_TRUE(engine->Cancel(id));
  engine->Step();
  EXPECT_EQ(replies_[id.value].finish, FinishReason::kCancelled);
  EXPECT_FALSE(engine->HasWork());
  EXPECT_FALSE(engine->IsBlocked());
}

TEST_F(EngineTest, CountsWhatPaddingCosts) {
  auto engine = MakeEngine();
  for (int i = 0; i < 3; ++i) Submit(engine.get(), MakeRequest(Prompt(6, i), 5, 256));
  while (engine->HasWork()) engine->Step();
  EXPECT_EQ(engine->counters().prefill_padding_tokens, 3 * 10);  // chunks of 16
  EXPECT_EQ(engine->counters().decode_rows, 3 * 4);
  EXPECT_GT(engine->counters().decode_padding_rows, 0);  // three rows run in a program of four
}

}  // namespace
}  // namespace rung::engine
