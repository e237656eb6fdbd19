// Greedy tokens of the real checkpoint against transformers in f32, teacher-forced: every step
// feeds the reference's token and must choose the reference's next one. The goldens' margins are
// all above 1e-3, so a different choice is a wrong logit and not a tie.
#include <algorithm>
#include <map>
#include <memory>

#include "gtest/gtest.h"
#include "rung/context/ladder.h"
#include "rung/context/prefill_plan.h"
#include "rung/model/config_gguf.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/device_model.h"
#include "rung/runtime/testing/golden_file.h"
#include "rung/runtime/testing/step_runner_peer.h"

namespace rung::runtime {
namespace {

using testing::GoldenPrompt;

TokenId Argmax(std::span<const float> logits) {
  return static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

class GoldenTokensTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto goldens = testing::ReadGoldens(RUNG_SOURCE_DIR "/tests/data/goldens/smollm2_greedy.txt");
    ASSERT_TRUE(goldens.ok()) << goldens.status();
    goldens_ = new std::vector<GoldenPrompt>(*goldens);
    auto file = weights::GgufFile::Open(RUNG_BUILD_DIR
                                        "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    ASSERT_TRUE(file.ok()) << file.status();
    file_ = file->release();
    auto config = model::ModelConfigFromGguf(*file_);
    ASSERT_TRUE(config.ok()) << config.status();
    auto model = model::CreateModel(*config, {});
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = model->release();
    DeviceModelOptions options;
    auto plugin = pjrt::Plugin::Load(RUNG_BUILD_DIR "/lib/rung/plugins/lammps_jax_pjrt_cpu.so");
    ASSERT_TRUE(plugin.ok()) << plugin.status();
    options.plugin = *plugin;
    options.capacities = context::LadderWithin(config->window);
    auto device = DeviceModel::Load(model_, file_, options);
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = device->release();
  }
  static void TearDownTestSuite() {
    delete device_;
    delete model_;
    delete file_;
    delete goldens_;
    const pjrt::LiveObjectCounts live = pjrt::LiveObjects();
    EXPECT_EQ(live.total(), 0) << "PJRT objects are left over";
  }

  XlaStepRunner& runner() { return device_->runner(); }

  // A row that holds all of the prompt but its last token's successor; its first choice in *choice.
  RowId Prefill(const GoldenPrompt& prompt, int64_t capacity, std::span<const int64_t> chunks,
                TokenId* choice) {
    const absl::StatusOr<RowId> row = runner().AllocateRow(capacity);
    EXPECT_TRUE(row.ok()) << row.status();
    const auto plan = context::PlanPrefill(0, static_cast<int64_t>(prompt.ids.size()), capacity,
                                           chunks, context::PrefillGoal::kLeastTime);
    EXPECT_TRUE(plan.ok()) << plan.status();
    for (const context::PrefillChunk& chunk : *plan) *choice = RunChunk(*row, prompt.ids, chunk);
    return *row;
  }

  // The prompt's first `start` tokens one by one, then chunks from there on.
  TokenId PrefillFrom(const GoldenPrompt& prompt, int64_t start, int64_t capacity) {
    const RowId row = *runner().AllocateRow(capacity);
    const std::span<const TokenId> ids(prompt.ids);
    for (int64_t i = 0; i < start; ++i) {
      const DecodeInput input{row, ids[i], i};
      EXPECT_TRUE(runner().Decode({&input, 1}).ok());
    }
    TokenId choice = -1;
    const auto plan =
        context::PlanPrefill(start, static_cast<int64_t>(ids.size()), capacity,
                             context::kPrefillChunks, context::PrefillGoal::kLeastTime);
    for (const context::PrefillChunk& chunk : *plan) choice = RunChunk(row, ids, chunk);
    runner().FreeRow(row);
    return choice;
  }

  // Runs one chunk of a plan; the choice after its last token.
  TokenId RunChunk(RowId row, std::span<const TokenId> ids, const context::PrefillChunk& chunk) {
    const DecodeInput input{row, ids[chunk.start], chunk.start};
    const absl::StatusOr<StepLogits> logits =
        chunk.chunk == 1 ? runner().Decode({&input, 1})
                         : runner().Prefill(row, ids.subspan(chunk.start, chunk.count), chunk.start,
                                            chunk.chunk, /*want_logits=*/true);
    EXPECT_TRUE(logits.ok()) << logits.status();
    return logits.ok() ? Argmax(logits->Row(0)) : -1;
  }

  // Decodes `prompts` together, each in a row of its capacity, and compares `count` choices of
  // each.
  void ExpectGolden(const std::vector<const GoldenPrompt*>& prompts,
                    const std::vector<int64_t>& capacities, int64_t count,
                    std::span<const int64_t> chunks = context::kPrefillChunks, float garbage = 0) {
    std::vector<RowId> rows;
    for (size_t i = 0; i < prompts.size(); ++i) {
      TokenId choice = -1;
      rows.push_back(Prefill(*prompts[i], capacities[i], chunks, &choice));
      EXPECT_EQ(choice, prompts[i]->tokens[0]) << Where(prompts, capacities, i, 0);
    }
    if (garbage != 0) {
      testing::StepRunnerPeer peer(&runner());
      ASSERT_TRUE(peer.FillPadding(garbage).ok());
      for (size_t i = 0; i < prompts.size(); ++i) {
        const int64_t live = static_cast<int64_t>(prompts[i]->ids.size());
        ASSERT_TRUE(peer.FillBeyond(rows[i], live, garbage).ok());
      }
    }
    for (int64_t step = 1; step < count; ++step) {
      std::vector<DecodeInput> inputs;
      for (size_t i = 0; i < prompts.size(); ++i) {
        inputs.push_back({rows[i], prompts[i]->tokens[step - 1],
                          static_cast<int64_t>(prompts[i]->ids.size()) + step - 1});
      }
      const absl::StatusOr<StepLogits> logits = runner().Decode(inputs);
      ASSERT_TRUE(logits.ok()) << logits.status();
      for (size_t i = 0; i < prompts.size(); ++i) {
        EXPECT_EQ(Argmax(logits->Row(static_cast<int64_t>(i))), prompts[i]->tokens[step])
            << Where(prompts, capacities, i, step);
      }
    }
    for (RowId row : rows) runner().FreeRow(row);
  }

  static std::string Where(const std::vector<const GoldenPrompt*>& prompts,
                           const std::vector<int64_t>& capacities, size_t i, int64_t step) {
    return prompts[i]->name + " in a row of " + std::to_string(capacities[i]) + ", one of " +
           std::to_string(prompts.size()) + ", token " + std::to_string(step);
  }

  static bool Fits(const GoldenPrompt& prompt, int64_t count, int64_t capacity) {
    return static_cast<int64_t>(prompt.ids.size()) + count <= capacity;
  }
  static int64_t Routed(const GoldenPrompt& prompt, int64_t count) {
    for (int64_t capacity : context::kLadder) {
      if (Fits(prompt, count, capacity)) return capacity;
    }
    return 0;
  }

  static std::vector<GoldenPrompt>* goldens_;
  static weights::GgufFile* file_;
  static model::Model* model_;
  static DeviceModel* device_;
};

std::vector<GoldenPrompt>* GoldenTokensTest::goldens_ = nullptr;
weights::GgufFile* GoldenTokensTest::file_ = nullptr;
model::Model* GoldenTokensTest::model_ = nullptr;
DeviceModel* GoldenTokensTest::device_ = nullptr;

TEST_F(GoldenTokensTest, GoldensAreWhatTheyShouldBe) {
  EXPECT_EQ(goldens_->size(), 24u);
  std::map<int64_t, int> by_capacity;
  for (const GoldenPrompt& prompt : *goldens_) {
    EXPECT_EQ(prompt.tokens.size(), 64u) << prompt.name;
    EXPECT_GE(*std::min_element(prompt.margins.begin(), prompt.margins.end()), 1e-3f);
    ++by_capacity[Routed(prompt, 64)];
  }
  EXPECT_GE(by_capacity.size(), 3u) << "prompts of one length prove little";
}

TEST_F(GoldenTokensTest, SixtyFourTokensAtTheRoutedCapacity) {
  for (const GoldenPrompt& prompt : *goldens_) {
    ExpectGolden({&prompt}, {Routed(prompt, 64)}, 64);
  }
}

TEST_F(GoldenTokensTest, TheSameAtEveryCapacityThatHoldsThem) {
  for (int64_t capacity : {256, 512, 4096}) {
    int compared = 0;
    for (const GoldenPrompt& prompt : *goldens_) {
      if (!Fits(prompt, 16, capacity)) continue;
      ExpectGolden({&prompt}, {capacity}, 16);
      ++compared;
    }
    EXPECT_GE(compared, 12) << capacity;
  }
}

TEST_F(GoldenTokensTest, TheSameWithEveryChunkSize) {
  for (int64_t chunk : context::kPrefillChunks) {
    for (const GoldenPrompt& prompt : *goldens_) {
      ExpectGolden({&prompt}, {std::max<int64_t>(512, Routed(prompt, 8))}, 8, {{chunk}});
    }
  }
}

TEST_F(GoldenTokensTest, TheSameInListsOfTwoFourAndEightRows) {
  for (size_t size : {2, 4, 8}) {
    for (size_t begin = 0; begin < goldens_->size(); begin += size) {
      std::vector<const GoldenPrompt*> prompts;
      std::vector<int64_t> capacities;
      for (size_t i = begin; i < std::min(begin + size, goldens_->size()); ++i) {
        prompts.push_back(&(*goldens_)[i]);
        capacities.push_back(Routed((*goldens_)[i], 16));
      }
      ExpectGolden(prompts, capacities, 16);
    }
  }
}

TEST_F(GoldenTokensTest, GarbageBehindTheLiveTokensChangesNothing) {
  std::vector<const GoldenPrompt*> prompts;
  for (const GoldenPrompt& prompt : *goldens_) {
    if (Fits(prompt, 16, 256) && prompts.size() < 3) prompts.push_back(&prompt);
  }
  for (float garbage : {1e4f, -1e30f}) {
    // Three rows run as four: the padding row is filled as well.
    ExpectGolden(prompts, {256, 256, 512}, 16, context::kPrefillChunks, garbage);
  }
}

TEST_F(GoldenTokensTest, PromptsThatEndJustBelowTheCapacity) {
  int compared = 0;
  for (const GoldenPrompt& prompt : *goldens_) {
    const int64_t length = static_cast<int64_t>(prompt.ids.size());
    for (int64_t capacity : {256, 512}) {
      if (length != capacity - 1 && length != capacity - 2) continue;
      for (int64_t start : {0, 3, 17}) {  // unaligned: no chunk size divides what is left
        EXPECT_EQ(PrefillFrom(prompt, start, capacity), prompt.tokens[0])
            << prompt.name << " from " << start;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 9);
}

TEST_F(GoldenTokensTest, NothingIsWaitedForOnceTheProgramsAreThere) {
  const GoldenPrompt& prompt = goldens_->front();
  const std::vector<ProgramKey> keys = {ProgramKey::Prefill(16, 256),
                                        ProgramKey::Decode(std::vector<int64_t>{256})};
  ASSERT_TRUE(device_->programs().Ensure(keys).ok());
  const ProgramSetCounters before = device_->programs().counters();
  ExpectGolden({&prompt}, {256}, 16);
  const ProgramSetCounters after = device_->programs().counters();
  EXPECT_EQ(after.compiles_total, before.compiles_total);
  EXPECT_EQ(after.compiles_waited_for_total, before.compiles_waited_for_total);
}

}  // namespace
}  // namespace rung::runtime
