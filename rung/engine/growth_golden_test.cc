// Sequences that climb the ladder on the real checkpoint, against the reference's tokens.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/engine/testing/smollm2_device.h"
#include "rung/runtime/bucket_loader.h"

namespace rung::engine {
namespace {

using runtime::testing::GoldenPrompt;
using testing::DeviceReply;
using ::testing::ElementsAre;

class GrowthGoldenTest : public testing::Smollm2Test {
 protected:
  void SetUp() override {
    testing::Smollm2Test::SetUp();
    auto goldens =
        runtime::testing::ReadGoldens(RUNG_SOURCE_DIR "/tests/data/goldens/smollm2_long.txt");
    ASSERT_TRUE(goldens.ok()) << goldens.status();
    goldens_ = *std::move(goldens);
    ASSERT_EQ(goldens_.size(), 4u);
  }
  std::vector<GoldenPrompt> goldens_;
};

// Margins of these goldens are all above 1e-3: a different token is a wrong logit, not a tie.
TEST_F(GrowthGoldenTest, SevenHundredTokensBesideNeighboursThatDoNotGrow) {
  Load(kPlugins[0], {256, 512, 1024});
  for (bool growth : {true, false}) {
    auto engine =
        MakeEngine(growth ? std::vector<int64_t>{256, 512, 1024} : std::vector<int64_t>());
    std::vector<Request> requests;
    for (const GoldenPrompt& prompt : goldens_) requests.push_back(Greedy(prompt.ids, 700, 1024));
    // Two short ones that come and go at 256.
    for (int i = 0; i < 2; ++i) requests.push_back(Greedy(goldens_[i].ids, 150, 256));
    const std::vector<DeviceReply> replies = Run(engine.get(), requests);
    for (size_t i = 0; i < requests.size(); ++i) {
      const GoldenPrompt& golden = goldens_[i % goldens_.size()];
      const std::vector<TokenId> expected(golden.tokens.begin(),
                                          golden.tokens.begin() + requests[i].max_new_tokens);
      EXPECT_EQ(replies[i].tokens, expected) << golden.name << ", growth " << growth;
    }
    const std::vector<int64_t> rungs =
        growth ? std::vector<int64_t>{256, 512, 1024} : std::vector<int64_t>{1024};
    for (size_t i = 0; i < goldens_.size(); ++i) EXPECT_EQ(replies[i].usage.rungs, rungs);
    EXPECT_THAT(replies[4].usage.rungs, ElementsAre(256));
    EXPECT_EQ(engine->counters().growth_copies, growth ? 8 : 0);
    int64_t prompt_tokens = 0;
    for (const Request& request : requests) {
      prompt_tokens += static_cast<int64_t>(request.prompt.size());
    }
    EXPECT_EQ(engine->counters().prompt_tokens, prompt_tokens) << "prefilled anew";
    EXPECT_EQ(device_->programs().counters().compiles_waited_for_total, 0);
  }
}

TEST_F(GrowthGoldenTest, OnEveryPlugin) {
  // 200 tokens of prompt: 340 more cross both rungs.
  const GoldenPrompt& golden = goldens_.back();
  for (const char* plugin : kPlugins) {
    Load(plugin, {256, 512, 1024});
    // A rung that is still compiling when a row outgrows the one before may be skipped.
    for (int64_t capacity : {256, 512, 1024}) {
      ASSERT_TRUE(device_->programs().Ensure(runtime::OwnPrograms(capacity)).ok());
    }
    auto engine = MakeEngine({256, 512, 1024});
    const std::vector<DeviceReply> replies = Run(engine.get(), {Greedy(golden.ids, 340, 1024)});
    EXPECT_EQ(replies[0].tokens,
              std::vector<TokenId>(golden.tokens.begin(), golden.tokens.begin() + 340))
        << plugin;
    EXPECT_THAT(replies[0].usage.rungs, ElementsAre(256, 512, 1024)) << plugin;
  }
}

// Every turn adds 12 tokens of "user text" to what was said and gets 20 back.
TEST_F(GrowthGoldenTest, TenTurnsPrefillOnlyWhatIsNew) {
  Load(kPlugins[0], {256, 512});
  std::vector<std::vector<TokenId>> texts[2];
  for (const bool cached : {false, true}) {
    auto engine = MakeEngine({256, 512}, cached ? int64_t{1} << 30 : 0);
    std::vector<TokenId> history = goldens_[1].ids;
    for (int turn = 1; turn <= 10; ++turn) {
      const int64_t before = engine->counters().prompt_tokens;
      const DeviceReply reply = Run(engine.get(), {Greedy(history, 20, 512)}).front();
      texts[cached].push_back(reply.tokens);
      const int64_t prefilled = engine->counters().prompt_tokens - before;
      const auto length = static_cast<int64_t>(history.size());
      EXPECT_EQ(prefilled, cached && turn > 1 ? 13 : length) << turn;
      EXPECT_EQ(reply.usage.cached_tokens, length - prefilled);
      history.insert(history.end(), reply.tokens.begin(), reply.tokens.end());
      const std::vector<TokenId>& user = goldens_[2].tokens;
      history.insert(history.end(), user.begin() + 12 * turn, user.begin() + 12 * turn + 12);
    }
  }
  EXPECT_EQ(texts[0], texts[1]);
}

}  // namespace
}  // namespace rung::engine
