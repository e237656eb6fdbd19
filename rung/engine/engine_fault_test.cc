// Every PJRT call that a step makes fails once, at each of its first calls, under eight live
// sequences: nobody gets a wrong token, nothing is left behind, and at most the sequence that fails
// alone ends with an error.
#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/engine/engine.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/testing/fault_device.h"
#include "rung/runtime/testing/tiny_device.h"
#include "rung/tokenizer/byte_alphabet.h"

namespace rung::engine {
namespace {

using runtime::ProgramKey;
using runtime::testing::FaultPlugin;
using runtime::testing::TinyDevice;
using ::testing::HasSubstr;

constexpr int64_t kSmall = 24;
constexpr int64_t kLarge = 40;
constexpr int64_t kChunk = 8;
constexpr int kSequences = 8;
constexpr int kFaults = 20;  // each of an entry's first calls fails once

// One token per id of the tiny model's vocabulary, so that any id is text.
std::unique_ptr<tokenizer::Tokenizer> LettersTokenizer(int64_t vocab) {
  tokenizer::TokenizerSpec spec;
  spec.model = "gpt2";
  spec.pre_tokenizer = "gpt-2";
  for (int64_t i = 0; i < vocab; ++i) {
    spec.tokens.emplace_back(1, static_cast<char>('a' + i));
    spec.kinds.push_back(tokenizer::TokenKind::kNormal);
  }
  auto tokenizer = tokenizer::Tokenizer::Create(std::move(spec));
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.status();
  return tokenizer.ok() ? *std::move(tokenizer) : nullptr;
}

struct Outcome {
  std::vector<TokenId> tokens;
  std::optional<FinishReason> finish;
  absl::Status error;
};

class EngineFaultTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto fault = FaultPlugin::Load();
    ASSERT_TRUE(fault.ok()) << fault.status();
    fault_ = new FaultPlugin(*fault);
    auto device = TinyDevice::Create(&fault->plugin());
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
    tokenizer_ = LettersTokenizer(device_->model->config().vocab);
    std::vector<ProgramKey> keys = {
        ProgramKey::Prefill(kChunk, kSmall), ProgramKey::Prefill(kChunk, kLarge),
        ProgramKey::Decode({&kLarge, 1}), ProgramKey::Grow(kSmall, kLarge)};
    for (int64_t rows : {1, 2, 4, 8}) {
      keys.push_back(ProgramKey::Decode(std::vector<int64_t>(rows, kSmall)));
    }
    const absl::Status status = device_->programs->Ensure(keys);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(Run("", /*max_new=*/10, &expected_), 0);
    EXPECT_EQ(Run("", /*max_new=*/22, &expected_growth_), 0);
  }
  static void TearDownTestSuite() {
    device_.reset();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
    EXPECT_EQ(fault_->live_objects(), 0);
  }

  // Eight sequences with prompts of their own, until all have ended. Returns how many failed.
  static int Run(const std::string& plan, int64_t max_new, std::vector<Outcome>* outcomes) {
    const absl::Status reset = device_->ResetRunner({.capacities = {kSmall, kLarge}});
    EXPECT_TRUE(reset.ok()) << reset;
    const int64_t live_before = fault_->live_objects();
    outcomes->assign(kSequences, {});
    const SteadyClock clock;
    EngineOptions options;
    options.scheduler.chunk_sizes = {kChunk};
    options.growth.rungs = {kSmall, kLarge};
    // Mixed steps would need a program for every mixture; groups say the same.
    options.decode_ready = [](std::span<const int64_t> rows) {
      return device_->runner->IsDecodeReady(rows);
    };
    {
      Engine engine(device_->runner.get(), tokenizer_.get(), &clock, options);
      fault_->SetPlan(plan);
      for (int i = 0; i < kSequences; ++i) {
        Request request;
        for (int t = 0; t < 5 + i % 3; ++t) request.prompt.push_back((i * 5 + t * 3 + 1) % 11);
        request.max_new_tokens = max_new + i % 2;
        const int64_t total = static_cast<int64_t>(request.prompt.size()) + request.max_new_tokens;
        request.capacity = total <= kSmall ? kSmall : kLarge;
        Outcome* outcome = &(*outcomes)[static_cast<size_t>(i)];
        const auto id = engine.Submit(std::move(request), [outcome](const TokenEvent& event) {
          if (event.token) outcome->tokens.push_back(*event.token);
          if (event.finish) {
            EXPECT_FALSE(outcome->finish.has_value());
            outcome->finish = event.finish;
            outcome->error = event.error;
          }
        });
        EXPECT_TRUE(id.ok()) << id.status();
      }
      int steps = 0;
      while (engine.HasWork() && ++steps < 2000) engine.Step();
      EXPECT_FALSE(engine.HasWork()) << "hung: " << plan;
    }
    const int64_t padding = device_->runner->padding_rows();
    EXPECT_EQ(device_->runner->kv_live_bytes(), padding * device_->model->KvBytes(kSmall)) << plan;
    device_->runner.reset();
    EXPECT_EQ(fault_->live_objects(), live_before) << plan;
    fault_faults_ = fault_->faults();
    fault_->SetPlan("");
    return static_cast<int>(std::count_if(outcomes->begin(), outcomes->end(), [](const Outcome& o) {
      return o.finish == FinishReason::kError;
    }));
  }

  // Those that ended well have the tokens they have without a fault; the others a prefix of them
  // and an error in one line.
  static void CheckOutcomes(const std::string& plan, const std::vector<Outcome>& outcomes,
                            const std::vector<Outcome>& expected) {
    for (size_t i = 0; i < outcomes.size(); ++i) {
      const Outcome& outcome = outcomes[i];
      ASSERT_TRUE(outcome.finish.has_value()) << plan << " sequence " << i;
      if (outcome.finish != FinishReason::kError) {
        EXPECT_EQ(outcome.tokens, expected[i].tokens) << plan << " sequence " << i;
        continue;
      }
      ASSERT_LE(outcome.tokens.size(), expected[i].tokens.size());
      EXPECT_TRUE(
          std::equal(outcome.tokens.begin(), outcome.tokens.end(), expected[i].tokens.begin()))
          << plan << " sequence " << i;
      EXPECT_THAT(std::string(Message(outcome.error)), HasSubstr("injected fault in PJRT_"));
    }
  }

  static FaultPlugin* fault_;
  static std::unique_ptr<TinyDevice> device_;
  static std::unique_ptr<tokenizer::Tokenizer> tokenizer_;
  static std::vector<Outcome> expected_;
  static std::vector<Outcome> expected_growth_;
  static int64_t fault_faults_;
};

FaultPlugin* EngineFaultTest::fault_ = nullptr;
std::unique_ptr<TinyDevice> EngineFaultTest::device_;
std::unique_ptr<tokenizer::Tokenizer> EngineFaultTest::tokenizer_;
std::vector<Outcome> EngineFaultTest::expected_;
std::vector<Outcome> EngineFaultTest::expected_growth_;
int64_t EngineFaultTest::fault_faults_ = 0;

constexpr const char* kStepEntries[] = {
    "PJRT_LoadedExecutable_Execute",
    "PJRT_Client_BufferFromHostBuffer",
    "PJRT_Buffer_ToHostBuffer",
    "PJRT_Event_Await",
    "PJRT_Event_Destroy",
    "PJRT_Buffer_Destroy",
};

TEST_F(EngineFaultTest, OneFailureHurtsNobody) {
  for (const char* entry : kStepEntries) {
    for (const char* when : {"", ":after"}) {
      for (int k = 1; k <= kFaults; ++k) {
        const std::string plan = fmt::format("{}@{}{}", entry, k, when);
        std::vector<Outcome> outcomes;
        EXPECT_EQ(Run(plan, /*max_new=*/10, &outcomes), 0) << plan;
        EXPECT_EQ(fault_faults_, 1) << plan;
        CheckOutcomes(plan, outcomes, expected_);
      }
    }
  }
}

TEST_F(EngineFaultTest, ALateFailureHurtsNobody) {
  for (const char* entry : kStepEntries) {
    for (int k : {40, 60, 80}) {
      const std::string plan = fmt::format("{}@{}:after", entry, k);
      std::vector<Outcome> outcomes;
      EXPECT_EQ(Run(plan, /*max_new=*/10, &outcomes), 0) << plan;
      CheckOutcomes(plan, outcomes, expected_);
    }
  }
}

TEST_F(EngineFaultTest, GrowthSurvivesAFailure) {
  for (const char* entry : kStepEntries) {
    for (int k = 1; k <= 60; k += 3) {
      const std::string plan = fmt::format("{}@{}:after", entry, k);
      std::vector<Outcome> outcomes;
      EXPECT_EQ(Run(plan, /*max_new=*/22, &outcomes), 0) << plan;
      CheckOutcomes(plan, outcomes, expected_growth_);
    }
  }
}

// The step fails, then the first of its rows fails alone as well: that one ends, the others go on.
TEST_F(EngineFaultTest, TheRowThatFailsAloneEndsWithAnError) {
  int failed_alone = 0;
  for (int k = 1; k <= kFaults; ++k) {
    const std::string plan = fmt::format("PJRT_LoadedExecutable_Execute@{}-{}:after", k, k + 1);
    std::vector<Outcome> outcomes;
    // A prefill and a decode of other rows may be the two: then no row has failed twice.
    const int failed = Run(plan, /*max_new=*/10, &outcomes);
    EXPECT_LE(failed, 1) << plan;
    failed_alone += failed;
    CheckOutcomes(plan, outcomes, expected_);
  }
  EXPECT_GE(failed_alone, kFaults / 3);
}

TEST_F(EngineFaultTest, ADeviceThatAlwaysFailsEndsEverySequence) {
  std::vector<Outcome> outcomes;
  EXPECT_EQ(Run("PJRT_LoadedExecutable_Execute@*", /*max_new=*/10, &outcomes), kSequences);
  CheckOutcomes("all", outcomes, expected_);
  EXPECT_EQ(Run("PJRT_Client_BufferFromHostBuffer@*", /*max_new=*/10, &outcomes), kSequences);
  CheckOutcomes("all", outcomes, expected_);
}

TEST_F(EngineFaultTest, ADelayChangesNothing) {
  std::vector<Outcome> outcomes;
  EXPECT_EQ(Run("PJRT_LoadedExecutable_Execute@3-5:delay=20", /*max_new=*/10, &outcomes), 0);
  CheckOutcomes("delay", outcomes, expected_);
}

}  // namespace
}  // namespace rung::engine
