#include "rung/engine/engine_thread.h"

#include <future>

#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/testing/limited_process.h"
#include "rung/engine/testing/byte_tokenizer.h"
#include "rung/engine/testing/fake_runner.h"

namespace rung::engine {
namespace {

class FakeHost final : public EngineHost {
 public:
  explicit FakeHost(std::function<absl::Status()> before_step = nullptr) {
    runner_.fail = [before_step](const auto&) {
      return before_step ? before_step() : absl::OkStatus();
    };
  }
  Engine& engine() override { return engine_; }

 private:
  std::unique_ptr<tokenizer::Tokenizer> tokenizer_ = testing::MakeByteTokenizer();
  SteadyClock clock_;
  testing::FakeRunner runner_{testing::kByteVocab};
  Engine engine_{&runner_, tokenizer_.get(), &clock_, {.max_queue = 1000}};
};

Request MakeRequest(int64_t max_new) {
  Request request;
  request.prompt = {1, 2, 3};
  request.max_new_tokens = max_new;
  request.capacity = 4096;
  request.sampling.ignore_eos = true;
  return request;
}

TEST(EngineThread, ServesFromManyThreads) {
  EngineThread thread([] { return std::make_unique<FakeHost>(); }, 1000);
  ASSERT_TRUE(thread.WaitUntilReady().ok());
  std::vector<std::thread> clients;
  std::atomic<int> finished = 0;
  for (int c = 0; c < 4; ++c) {
    clients.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        std::promise<std::vector<TokenId>> done;
        std::vector<TokenId> tokens;
        const auto id = thread.Submit(MakeRequest(10), [&](const TokenEvent& event) {
          if (event.token) tokens.push_back(*event.token);
          if (event.finish) done.set_value(tokens);
        });
        ASSERT_TRUE(id.ok());
        EXPECT_EQ(done.get_future().get(),
                  testing::FakeRunner(testing::kByteVocab).ExpectedGreedy({1, 2, 3}, 10));
        ++finished;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(finished, 100);
  EXPECT_EQ(thread.outstanding(), 0);
}

TEST(EngineThread, AnIdleEnginesSnapshotIsTheNewest) {
  EngineThread thread([] { return std::make_unique<FakeHost>(); }, 1000);
  ASSERT_TRUE(thread.WaitUntilReady().ok());
  int64_t tokens = 0;
  for (int64_t count : {1, 2, 40, 3}) {
    std::promise<void> done;
    ASSERT_TRUE(thread
                    .Submit(MakeRequest(count),
                            [&](const TokenEvent& event) {
                              if (event.finish) done.set_value();
                            })
                    .ok());
    done.get_future().wait();
    tokens += count;
    // The event comes from within the last step.
    for (int i = 0; i < 5000 && thread.snapshot().counters.generated_tokens < tokens; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(thread.snapshot().counters.generated_tokens, tokens);
    EXPECT_EQ(thread.snapshot().running, 0);
    EXPECT_TRUE(thread.snapshot().loads.empty());
  }
}

TEST(EngineThread, LimitsWhatIsOutstanding) {
  // Before the thread, which still uses them when the test ends.
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  std::promise<void> entered;
  std::atomic<bool> first = true;
  EngineThread thread([] { return std::make_unique<FakeHost>(); }, 2);
  ASSERT_TRUE(thread.WaitUntilReady().ok());
  const auto sink = [&](const TokenEvent&) {
    if (first.exchange(false)) entered.set_value();
    released.wait();
  };
  ASSERT_TRUE(thread.Submit(MakeRequest(5), sink).ok());
  entered.get_future().wait();  // the engine thread is held inside the sink
  ASSERT_TRUE(thread.Submit(MakeRequest(5), sink).ok());
  EXPECT_TRUE(absl::IsResourceExhausted(thread.Submit(MakeRequest(5), sink).status()));
  release.set_value();
}

TEST(EngineThread, CancelEndsASequence) {
  std::promise<FinishReason> done;
  EngineThread thread([] { return std::make_unique<FakeHost>(); }, 10);
  ASSERT_TRUE(thread.WaitUntilReady().ok());
  const auto id = thread.Submit(MakeRequest(4000), [&](const TokenEvent& event) {
    if (event.finish) done.set_value(*event.finish);
  });
  thread.Cancel(*id);
  EXPECT_EQ(done.get_future().get(), FinishReason::kCancelled);
  thread.Cancel(*id);  // gone already
}

TEST(EngineThread, DestructionEndsEveryRequest) {
  std::atomic<int> ended = 0;
  {
    EngineThread thread([] { return std::make_unique<FakeHost>(); }, 100);
    ASSERT_TRUE(thread.WaitUntilReady().ok());
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(thread
                      .Submit(MakeRequest(4000),
                              [&](const TokenEvent& event) {
                                if (event.finish) ++ended;
                              })
                      .ok());
    }
  }
  EXPECT_EQ(ended, 20);
}

TEST(EngineThread, ReportsAHostThatCannotBeMade) {
  EngineThread thread(
      []() -> absl::StatusOr<std::unique_ptr<EngineHost>> { return Internal("no device"); }, 1);
  EXPECT_EQ(Message(thread.WaitUntilReady()), "no device");
  EXPECT_TRUE(
      absl::IsUnavailable(thread.Submit(MakeRequest(1), [](const TokenEvent&) {}).status()));
}

TEST(EngineThread, RefusesAfterStopAccepting) {
  EngineThread thread([] { return std::make_unique<FakeHost>(); }, 1);
  ASSERT_TRUE(thread.WaitUntilReady().ok());
  thread.StopAccepting();
  EXPECT_TRUE(
      absl::IsUnavailable(thread.Submit(MakeRequest(1), [](const TokenEvent&) {}).status()));
}

TEST(EngineThread, AMalformedRequestGetsItsLastEvent) {
  std::promise<absl::Status> done;
  EngineThread thread([] { return std::make_unique<FakeHost>(); }, 1);
  ASSERT_TRUE(thread.WaitUntilReady().ok());
  Request request = MakeRequest(1);
  request.prompt.clear();
  ASSERT_TRUE(thread
                  .Submit(request,
                          [&](const TokenEvent& event) {
                            if (event.finish) done.set_value(event.error);
                          })
                  .ok());
  EXPECT_TRUE(absl::IsInvalidArgument(done.get_future().get()));
}

TEST(EngineThread, ARefusedThreadIsTheErrorOfTheStart) {
  if (!rung::testing::CanLimitThreads()) GTEST_SKIP() << "needs a user of its own";
  EXPECT_TRUE(rung::testing::TrueWithThreads(1, [] {
    EngineThread thread([] { return std::make_unique<FakeHost>(); }, 10);
    return rung::testing::NamesThreadLimit(thread.WaitUntilReady(), "ulimit -u 1") &&
           !thread.ready() && absl::IsUnavailable(thread.Submit({}, {}).status());
  }));
}

}  // namespace
}  // namespace rung::engine
