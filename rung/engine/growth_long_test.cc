// The long version of growth_golden_test.cc: 24 prompts, 1,500 tokens each, growth on against off.
#include "gtest/gtest.h"
#include "rung/engine/testing/smollm2_device.h"

namespace rung::engine {
namespace {

using testing::DeviceReply;

class GrowthLongTest : public testing::Smollm2Test {};

// Steps over other combinations of rows round differently: where the two likeliest tokens are this
// close both are right, and what follows is not comparable.
constexpr float kTie = 1e-3f;

TEST_F(GrowthLongTest, TwentyFourPromptsOfFifteenHundredTokens) {
  auto goldens =
      runtime::testing::ReadGoldens(RUNG_SOURCE_DIR "/tests/data/goldens/smollm2_greedy.txt");
  ASSERT_TRUE(goldens.ok()) << goldens.status();
  Load(kPlugins[0], {256, 512, 1024, 2048, 4096});
  std::vector<Request> requests;
  for (const auto& golden : *goldens) {
    const auto need = static_cast<int64_t>(golden.ids.size()) + 1500;
    requests.push_back(Greedy(golden.ids, 1500, need <= 2048 ? 2048 : 4096));
    requests.back().sampling.logprobs = 2;
  }
  ASSERT_EQ(requests.size(), 24u);
  auto on = MakeEngine({256, 512, 1024, 2048, 4096});
  const std::vector<DeviceReply> grown = Run(on.get(), requests);
  EXPECT_GE(on->counters().growth_copies, 24);
  on.reset();
  auto off = MakeEngine({});
  const std::vector<DeviceReply> fixed = Run(off.get(), requests);
  int64_t compared = 0;
  int64_t ties = 0;
  for (size_t i = 0; i < requests.size(); ++i) {
    ASSERT_EQ(grown[i].tokens.size(), 1500u);
    ASSERT_EQ(fixed[i].tokens.size(), 1500u);
    size_t same = 0;
    while (same < 1500 && grown[i].tokens[same] == fixed[i].tokens[same]) ++same;
    compared += static_cast<int64_t>(same);
    if (same == 1500) continue;
    ++ties;
    EXPECT_LT(fixed[i].margins[same], kTie) << (*goldens)[i].name << ", token " << same;
  }
  EXPECT_GE(compared, 24 * 1500 * 3 / 4) << ties << " ties";
  RecordProperty("compared_tokens", std::to_string(compared));
  RecordProperty("ties", std::to_string(ties));
}

}  // namespace
}  // namespace rung::engine
