// Growth, eviction and reuse of rows, over a device whose logits are a hash of what the KV holds.
#include <numeric>
#include <random>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/engine/engine.h"
#include "rung/engine/testing/engine_fixture.h"

namespace rung::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Reply;

constexpr int64_t kLots = int64_t{1} << 40;

class EngineMemoryTest : public testing::EngineTest {
 protected:
  static EngineOptions Growing(std::vector<int64_t> rungs = {256, 512, 1024, 2048, 4096}) {
    EngineOptions options;
    options.growth.rungs = std::move(rungs);
    options.max_queue = 10000;
    return options;
  }
  Reply& ReplyOf(SequenceId id) { return replies_[id.value]; }
  std::vector<std::string> Calls(std::string_view kind) const {
    std::vector<std::string> calls;
    for (const std::string& call : runner_.calls) {
      if (call.starts_with(kind)) calls.push_back(call);
    }
    return calls;
  }
};

TEST_F(EngineMemoryTest, ClimbsTheRungsWithoutPrefillingAnew) {
  auto engine = MakeEngine(Growing());
  const SequenceId id = Submit(engine.get(), MakeRequest(Prompt(6), 4000, 4096));
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(Prompt(6), 4000));
  EXPECT_THAT(ReplyOf(id).usage.rungs, ElementsAre(256, 512, 1024, 2048, 4096));
  EXPECT_EQ(engine->counters().prompt_tokens, 6);
  EXPECT_EQ(engine->counters().growth_copies, 4);
  EXPECT_THAT(Calls("grow"), ElementsAre("grow row=1 to=512", "grow row=1 to=1024",
                                         "grow row=1 to=2048", "grow row=1 to=4096"));
}

TEST_F(EngineMemoryTest, GrowsExactlyWhenTheNextTokenWouldNotFit) {
  for (int64_t prompt : {1, 2, 240, 255, 256, 257, 511, 512}) {
    replies_.clear();
    auto engine = MakeEngine(Growing());
    const SequenceId id = Submit(engine.get(), MakeRequest(Prompt(prompt), 300, 1024));
    while (engine->HasWork()) {
      engine->Step();
      const int64_t held = prompt + static_cast<int64_t>(ReplyOf(id).tokens.size());
      if (!engine->HasWork()) break;
      // The last token that came is not in the KV yet.
      const int64_t rung = held <= 257 && prompt <= 256   ? 256
                           : held <= 513 && prompt <= 512 ? 512
                                                          : 1024;
      EXPECT_EQ(engine->kv_usage().live_bytes, rung) << prompt << " with " << held;
      EXPECT_EQ(engine->kv_usage().reserved_bytes, 1024);
    }
    EXPECT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(Prompt(prompt), 300));
  }
}

TEST_F(EngineMemoryTest, StaysWithinWhatItReserved) {
  struct Case {
    int64_t prompt, max_new, reserved;
    std::vector<int64_t> rungs;
  };
  for (const Case& c : std::vector<Case>{{6, 250, 256, {256}},
                                         {6, 506, 512, {256, 512}},
                                         {6, 900, 1000, {256, 512, 1000}},
                                         {300, 10, 4096, {512}},
                                         {1500, 600, 4096, {2048, 4096}},
                                         {256, 1, 512, {256}}}) {
    const Reply reply = Alone(MakeRequest(Prompt(c.prompt), c.max_new, c.reserved), Growing());
    EXPECT_EQ(reply.usage.rungs, c.rungs) << c.prompt << " + " << c.max_new;
    EXPECT_EQ(reply.tokens, runner_.ExpectedGreedy(Prompt(c.prompt), c.max_new));
  }
}

TEST_F(EngineMemoryTest, WithoutGrowthItRunsWhereItReserved) {
  const Reply reply = Alone(MakeRequest(Prompt(6), 300, 4096));
  EXPECT_THAT(reply.usage.rungs, ElementsAre(4096));
  EXPECT_THAT(Calls("grow"), IsEmpty());
}

TEST_F(EngineMemoryTest, TheNextRungIsAskedForInTimeAndOneThatIsReadyIsTaken) {
  std::vector<int64_t> asked;
  std::set<int64_t> ready = {256, 4096};
  EngineOptions options = Growing();
  options.growth.prefetch = [&](int64_t capacity) { asked.push_back(capacity); };
  options.capacity_ready = [&](int64_t capacity) { return ready.contains(capacity); };
  auto engine = MakeEngine(options);
  const SequenceId id = Submit(engine.get(), MakeRequest(Prompt(6), 3000, 4096));
  while (ReplyOf(id).tokens.size() < 121) engine->Step();
  EXPECT_THAT(asked, IsEmpty());
  while (ReplyOf(id).tokens.size() < 124) engine->Step();
  EXPECT_THAT(asked, ElementsAre(512));
  RunAll(engine.get());
  // 512 never came: from 256 it went to the only other one that was there.
  EXPECT_THAT(ReplyOf(id).usage.rungs, ElementsAre(256, 4096));
  EXPECT_THAT(asked, ElementsAre(512));
  EXPECT_EQ(engine->counters().growth_waits, 0);
  EXPECT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(Prompt(6), 3000));
}

TEST_F(EngineMemoryTest, WaitsForARungAndLetsOthersRun) {
  bool ready = false;
  EngineOptions options = Growing();
  options.capacity_ready = [&](int64_t capacity) { return capacity == 256 || ready; };
  auto engine = MakeEngine(options);
  const SequenceId grows = Submit(engine.get(), MakeRequest(Prompt(200), 200, 512));
  const SequenceId stays = Submit(engine.get(), MakeRequest(Prompt(6), 200, 256));
  while (!ReplyOf(stays).finish) engine->Step();
  EXPECT_EQ(ReplyOf(stays).tokens, runner_.ExpectedGreedy(Prompt(6), 200));
  EXPECT_EQ(ReplyOf(grows).tokens.size(), 57u);
  engine->Step();
  EXPECT_TRUE(engine->IsBlocked());
  EXPECT_EQ(engine->counters().growth_waits, 1);
  ready = true;
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(grows).tokens, runner_.ExpectedGreedy(Prompt(200), 200));
  EXPECT_EQ(engine->counters().growth_waits, 1);
}

TEST_F(EngineMemoryTest, ARungThatCannotBeCompiledIsPassedOver) {
  EngineOptions options = Growing();
  std::set<int64_t> broken = {512};
  options.capacity_ready = [&](int64_t capacity) -> absl::StatusOr<bool> {
    if (broken.contains(capacity)) return Internal("no program for {}", capacity);
    return true;
  };
  EXPECT_THAT(Alone(MakeRequest(Prompt(6), 600, 1024), options).usage.rungs,
              ElementsAre(256, 1024));
  broken = {512, 1024};
  const Reply reply = Alone(MakeRequest(Prompt(6), 600, 1024), options);
  EXPECT_EQ(reply.finish, FinishReason::kError);
  EXPECT_THAT(std::string(Message(reply.error)), HasSubstr("no program for 1024"));
  EXPECT_EQ(reply.tokens.size(), 251u);
  EXPECT_EQ(runner_.live_rows(), 0);
}

TEST_F(EngineMemoryTest, AFailedCopyIsMendedByPrefillingAnew) {
  int failures = 1;
  runner_.fail_copy = [&]() -> absl::Status {
    return failures-- > 0 ? Internal("injected") : absl::OkStatus();
  };
  auto engine = MakeEngine(Growing());
  const SequenceId id = Submit(engine.get(), MakeRequest(Prompt(6), 600, 1024));
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(Prompt(6), 600));
  EXPECT_THAT(ReplyOf(id).usage.rungs, ElementsAre(256, 512, 1024));
  EXPECT_EQ(engine->counters().failed_steps, 1);
  // Its 257th token is not prefilled: it runs as the decode step that was due.
  EXPECT_EQ(engine->counters().prompt_tokens, 6 + 256);
}

TEST_F(EngineMemoryTest, TheYoungestGivesWayAndNobodyNotices) {
  runner_.max_positions = 4096 + 2048;
  auto engine = MakeEngine(Growing());
  std::vector<SequenceId> ids;
  std::vector<Request> requests;
  for (int i = 0; i < 8; ++i) {
    Request request = MakeRequest(Prompt(100 + 30 * i, i), 1200, 2048);
    request.sampling.temperature = 0.9;
    request.sampling.seed = 11 + i;
    request.sampling.repetition_penalty = 1.1;
    request.sampling.presence_penalty = 0.5;
    requests.push_back(request);
    ids.push_back(Submit(engine.get(), request));
  }
  RunAll(engine.get());
  EXPECT_GT(engine->counters().evictions, 0);
  EXPECT_EQ(ReplyOf(ids[0]).usage.evictions, 0);  // the oldest
  EXPECT_LE(runner_.most_positions(), runner_.max_positions);
  EXPECT_EQ(runner_.live_rows(), 0);
  runner_.max_positions = kLots;
  for (size_t i = 0; i < ids.size(); ++i) {
    const Reply alone = Alone(requests[i]);
    EXPECT_EQ(ReplyOf(ids[i]).tokens, alone.tokens) << i;
    EXPECT_EQ(ReplyOf(ids[i]).text, alone.text) << i;
  }
}

TEST_F(EngineMemoryTest, OneThatGrowsAndIsTheYoungestGivesWayItself) {
  runner_.max_positions = 512 + 1024;
  auto engine = MakeEngine(Growing({256, 512, 1024}));
  const SequenceId old = Submit(engine.get(), MakeRequest(Prompt(500), 500, 1024));
  while (ReplyOf(old).tokens.size() < 20) engine->Step();  // holds 1024 now
  EXPECT_EQ(engine->kv_usage().live_bytes, 1024);
  const SequenceId young = Submit(engine.get(), MakeRequest(Prompt(250), 100, 1024));
  while (engine->counters().evictions == 0) engine->Step();
  EXPECT_EQ(ReplyOf(young).tokens.size(), 7u);
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(young).usage.evictions, 1);
  EXPECT_EQ(ReplyOf(old).usage.evictions, 0);
  EXPECT_EQ(ReplyOf(old).tokens, runner_.ExpectedGreedy(Prompt(500), 500));
  EXPECT_EQ(ReplyOf(young).tokens, runner_.ExpectedGreedy(Prompt(250), 100));
}

TEST_F(EngineMemoryTest, AnEvictedSequenceCanBeCancelled) {
  runner_.max_positions = 512 + 1024;
  auto engine = MakeEngine(Growing({256, 512, 1024}));
  Submit(engine.get(), MakeRequest(Prompt(500), 500, 1024));
  for (int i = 0; i < 40; ++i) engine->Step();
  const SequenceId young = Submit(engine.get(), MakeRequest(Prompt(250), 100, 1024));
  while (engine->counters().evictions == 0) engine->Step();
  EXPECT_TRUE(engine->Cancel(young));
  engine->Step();
  EXPECT_EQ(ReplyOf(young).finish, FinishReason::kCancelled);
  EXPECT_EQ(ReplyOf(young).usage.evictions, 1);
  EXPECT_EQ(runner_.live_rows(), 1);
}

TEST_F(EngineMemoryTest, ASmallRequestOvertakesALimitedNumberOfTimes) {
  runner_.max_positions = 4096 + 256;
  EngineOptions options;
  options.max_batch = 2;
  options.max_queue = 1000;
  auto engine = MakeEngine(options);
  Submit(engine.get(), MakeRequest(Prompt(20), 4000, 4096));
  engine->Step();
  const SequenceId large = Submit(engine.get(), MakeRequest(Prompt(20), 10, 4096));
  std::vector<SequenceId> small;
  for (int i = 0; i < 100; ++i)
    small.push_back(Submit(engine.get(), MakeRequest(Prompt(9, i), 3, 256)));
  while (!ReplyOf(large).finish) engine->Step();
  EXPECT_EQ(engine->counters().overtakes, 32);
  int finished = 0;
  for (SequenceId id : small) finished += ReplyOf(id).finish ? 1 : 0;
  EXPECT_LE(finished, 33 + 3);  // 32, and those that ran beside the large one at its end
  RunAll(engine.get());
}

struct Limits {
  int64_t positions;
  bool prefix_cache;
};

class MemorySimulationTest : public EngineMemoryTest,
                             public ::testing::WithParamInterface<Limits> {};

// None stuck, none lost, every token right, the first arrival never evicted.
TEST_P(MemorySimulationTest, EverySequenceEndsWithTheRightTokens) {
  runner_.max_positions = GetParam().positions;
  runner_.log_calls = false;
  int64_t evictions = 0;
  for (int run = 0; run < 200; ++run) {
    std::mt19937 random(1000 + run);
    EngineOptions options = Growing();
    options.prefix_cache_bytes = GetParam().prefix_cache ? 4096 : 0;
    auto engine = MakeEngine(options);
    std::vector<std::pair<SequenceId, Request>> submitted;
    const int total = 12 + static_cast<int>(random() % 12);
    int64_t steps = 0;
    while (static_cast<int>(submitted.size()) < total || engine->HasWork()) {
      ASSERT_LT(++steps, 60000) << "stuck in run " << run;
      if (static_cast<int>(submitted.size()) < total && random() % 20 == 0) {
        const int64_t prompt = 1 + random() % (random() % 4 == 0 ? 2500 : 300);
        const int64_t room = 4096 - prompt;
        const int64_t max_new =
            1 + random() % std::min<int64_t>(room, random() % 3 == 0 ? 3000 : 400);
        int64_t reserved = 256;
        while (reserved < prompt + max_new) reserved *= 2;
        const Request request = MakeRequest(Prompt(prompt, run), max_new, reserved);
        submitted.emplace_back(Submit(engine.get(), request), request);
      }
      engine->Step();
    }
    for (const auto& [id, request] : submitted) {
      ASSERT_EQ(ReplyOf(id).finish, FinishReason::kLength) << "lost in run " << run;
      ASSERT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(request.prompt, request.max_new_tokens));
    }
    EXPECT_EQ(ReplyOf(submitted.front().first).usage.evictions, 0);
    evictions += engine->counters().evictions;
    replies_.clear();
    engine.reset();
    ASSERT_EQ(runner_.live_rows(), 0);
  }
  EXPECT_LE(runner_.most_positions(), runner_.max_positions);
  EXPECT_GT(evictions, 20) << "memory was never short: the runs prove nothing";
}

INSTANTIATE_TEST_SUITE_P(Limits, MemorySimulationTest,
                         ::testing::Values(Limits{12288, false}, Limits{16384, false},
                                           Limits{12288, true}),
                         [](const auto& info) {
                           return std::to_string(info.param.positions) +
                                  (info.param.prefix_cache ? "WithCache" : "");
                         });

class PrefixReuseTest : public EngineMemoryTest {
 protected:
  static EngineOptions Caching(int64_t bytes, bool growth = true) {
    EngineOptions options = growth ? Growing() : EngineOptions();
    options.max_queue = 10000;
    options.prefix_cache_bytes = bytes;
    return options;
  }
};

TEST_F(PrefixReuseTest, ATurnPrefillsOnlyWhatIsNew) {
  for (bool growth : {true, false}) {
    replies_.clear();
    auto engine = MakeEngine(Caching(4096, growth));
    std::vector<TokenId> history = Prompt(40);
    for (int turn = 1; turn <= 10; ++turn) {
      const int64_t before = engine->counters().prompt_tokens;
      const SequenceId id = Submit(engine.get(), MakeRequest(history, 30, 1024));
      RunAll(engine.get());
      EXPECT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(history, 30)) << turn;
      const int64_t fresh = engine->counters().prompt_tokens - before;
      // The last token of the reply before was never fed; then the 20 tokens of this turn.
      EXPECT_EQ(fresh, turn == 1 ? 40 : 21);
      EXPECT_EQ(ReplyOf(id).usage.cached_tokens, static_cast<int64_t>(history.size()) - fresh);
      history.insert(history.end(), ReplyOf(id).tokens.begin(), ReplyOf(id).tokens.end());
      for (int i = 0; i < 20; ++i) history.push_back((turn * 50 + i) % 256);
    }
    EXPECT_EQ(engine->counters().prefix_hits, 9);
    EXPECT_EQ(engine->counters().prefix_lookups, 10);
    // 40 tokens, and 50 more with each turn; all but the 21 of each turn were there.
    EXPECT_EQ(engine->counters().prefix_queried_tokens, 10 * 40 + 45 * 50);
    EXPECT_EQ(engine->counters().prefix_hit_tokens, 9 * (40 - 21) + 45 * 50);
    EXPECT_EQ(engine->tokens().at(1024).prompt, 10 * 40 + 45 * 50);
    EXPECT_EQ(engine->tokens().at(1024).generated, 300);
    EXPECT_EQ(engine->kv_usage().cached_capacities.size(), 1U);
    engine.reset();
    EXPECT_EQ(runner_.live_rows(), 0);
  }
}

TEST_F(PrefixReuseTest, ASharedBeginningStaysForOthers) {
  auto engine = MakeEngine(Caching(kLots));
  const std::vector<TokenId> shared = Prompt(100);
  std::vector<SequenceId> ids;
  std::vector<std::vector<TokenId>> prompts;
  for (int i = 0; i < 5; ++i) {
    std::vector<TokenId> prompt = shared;
    for (int j = 0; j < 50; ++j) prompt.push_back((i * 40 + j) % 256);
    prompts.push_back(prompt);
    ids.push_back(Submit(engine.get(), MakeRequest(prompt, 20, 256)));
    RunAll(engine.get());
  }
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(ReplyOf(ids[i]).tokens, runner_.ExpectedGreedy(prompts[i], 20));
    EXPECT_GE(ReplyOf(ids[i]).usage.cached_tokens, i == 0 ? 0 : 100);
  }
  EXPECT_EQ(Calls("copy").size(), 4u);
  EXPECT_EQ(engine->kv_usage().cached_capacities.size(), 5U);
}

TEST_F(PrefixReuseTest, ALargeRowServesASmallRequestByCopyAndASmallOneGrows) {
  auto engine = MakeEngine(Caching(kLots));
  std::vector<TokenId> history = Prompt(40);
  const SequenceId first = Submit(engine.get(), MakeRequest(history, 1000, 2048));
  RunAll(engine.get());
  std::vector<TokenId> short_one(history.begin(), history.begin() + 38);
  const SequenceId second = Submit(engine.get(), MakeRequest(short_one, 10, 256));
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(second).usage.cached_tokens, 37);
  EXPECT_THAT(ReplyOf(second).usage.rungs, ElementsAre(256));
  EXPECT_EQ(ReplyOf(second).tokens, runner_.ExpectedGreedy(short_one, 10));

  history.insert(history.end(), ReplyOf(first).tokens.begin(), ReplyOf(first).tokens.end());
  for (int i = 0; i < 1500; ++i) history.push_back(i % 256);
  const SequenceId third = Submit(engine.get(), MakeRequest(history, 10, 4096));
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(third).usage.cached_tokens, 1039);
  EXPECT_THAT(ReplyOf(third).usage.rungs, ElementsAre(4096));
  EXPECT_EQ(ReplyOf(third).tokens, runner_.ExpectedGreedy(history, 10));
}

TEST_F(PrefixReuseTest, NoCopyIsWaitedFor) {
  EngineOptions options = Caching(kLots);
  options.copy_ready = [](int64_t, int64_t) { return false; };
  options.growth.ready = options.copy_ready;
  auto engine = MakeEngine(options);
  std::vector<TokenId> prompt = Prompt(200);
  Submit(engine.get(), MakeRequest(prompt, 20, 256));
  RunAll(engine.get());
  prompt.resize(300, 7);  // needs 512: the cached row of 256 cannot get there
  const SequenceId id = Submit(engine.get(), MakeRequest(prompt, 20, 512));
  RunAll(engine.get());
  EXPECT_EQ(ReplyOf(id).usage.cached_tokens, 0);
  EXPECT_EQ(ReplyOf(id).tokens, runner_.ExpectedGreedy(prompt, 20));
  EXPECT_EQ(engine->counters().prefix_hits, 0);
}

TEST_F(PrefixReuseTest, CachedRowsGoBeforeLiveOnesAndWithinTheLimit) {
  runner_.max_positions = 2048;
  auto engine = MakeEngine(Caching(1024));
  for (int i = 0; i < 6; ++i) {
    Submit(engine.get(), MakeRequest(Prompt(30 + i, i), 30, 256));
    RunAll(engine.get());
    EXPECT_LE(engine->kv_usage().cached_bytes, 1024);
  }
  EXPECT_EQ(engine->kv_usage().cached_bytes, 1024);
  const SequenceId a = Submit(engine.get(), MakeRequest(Prompt(400, 7), 500, 1024));
  const SequenceId b = Submit(engine.get(), MakeRequest(Prompt(90, 8), 100, 256));
  RunAll(engine.get());
  EXPECT_EQ(engine->counters().evictions, 0);
  EXPECT_EQ(ReplyOf(a).tokens, runner_.ExpectedGreedy(Prompt(400, 7), 500));
  EXPECT_EQ(ReplyOf(b).tokens, runner_.ExpectedGreedy(Prompt(90, 8), 100));
}

TEST_F(PrefixReuseTest, AThousandRequestsThatSharePrefixesGetTheSameText) {
  runner_.log_calls = false;
  std::mt19937 random(3);
  std::vector<std::vector<TokenId>> trunks = {Prompt(20, 1), Prompt(150, 2), Prompt(400, 3)};
  std::vector<Request> requests;
  for (int i = 0; i < 1000; ++i) {
    std::vector<TokenId> prompt = trunks[random() % trunks.size()];
    prompt.resize(1 + random() % prompt.size());
    for (int64_t rest = random() % 60; rest >= 0; --rest) prompt.push_back(random() % 4);
    Request request = MakeRequest(prompt, 1 + random() % 30, random() % 3 == 0 ? 1024 : 512);
    request.sampling.temperature = static_cast<double>(random() % 2);
    request.sampling.seed = random();
    request.sampling.ignore_eos = random() % 2;
    requests.push_back(request);
    if (random() % 4 == 0) {  // a conversation that goes on
      trunks.push_back(Alone(request).tokens);
      trunks.back().insert(trunks.back().begin(), prompt.begin(), prompt.end());
      if (trunks.size() > 30) trunks.erase(trunks.begin() + 3);
    }
  }
  std::vector<Reply> expected;
  for (const Request& request : requests) expected.push_back(Alone(request));

  runner_.max_positions = 8192;
  EngineOptions options = Caching(4096);
  options.copy_ready = [&](int64_t, int64_t) { return random() % 4 != 0; };
  options.growth.ready = options.copy_ready;
  auto engine = MakeEngine(options);
  std::vector<SequenceId> ids;
  while (ids.size() < requests.size() || engine->HasWork()) {
    if (ids.size() < requests.size() && random() % 3 == 0) {
      ids.push_back(Submit(engine.get(), requests[ids.size()]));
    }
    engine->Step();
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    ASSERT_EQ(ReplyOf(ids[i]).tokens, expected[i].tokens) << i;
    ASSERT_EQ(ReplyOf(ids[i]).text, expected[i].text) << i;
    ASSERT_EQ(ReplyOf(ids[i]).finish, expected[i].finish) << i;
  }
  EXPECT_GT(engine->counters().prefix_hits, 300);
}

}  // namespace
}  // namespace rung::engine
