// Every PJRT call that a step makes fails once, at each of its first calls, under eight live
// sequences: nobody gets a wrong token, nothing is left behind, and at most the sequence that fails
// alone ends with an error.
#include <map>
#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/system_memory.h"
#include "rung/engine/engine.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/testing/fault_device.h"
#include "rung/runtime/testing/small_device.h"
#include "rung/tokenizer/byte_alphabet.h"

namespace rung::engine {
namespace {

using model::LoweringKind;
using runtime::ProgramKey;
using runtime::testing::FaultPlugin;
using runtime::testing::SmallDevice;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

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

std::vector<Request> EightRequests(int64_t max_new) {
  std::vector<Request> requests(kSequences);
  for (int i = 0; i < kSequences; ++i) {
    Request& request = requests[static_cast<size_t>(i)];
    for (int t = 0; t < 5 + i % 3; ++t) request.prompt.push_back((i * 5 + t * 3 + 1) % 11);
    request.max_new_tokens = max_new + i % 2;
    // Greedy, these models say one thing over and over.
    request.sampling.temperature = 1.5;
    request.sampling.seed = static_cast<uint64_t>(i);
    const int64_t total = static_cast<int64_t>(request.prompt.size()) + request.max_new_tokens;
    request.capacity = total <= kSmall ? kSmall : kLarge;
  }
  return requests;
}

// A device and what it says when nothing fails. Made once for each lowering.
struct Rig {
  std::unique_ptr<SmallDevice> device;
  std::unique_ptr<tokenizer::Tokenizer> tokenizer;
  std::vector<Outcome> expected;         // 10 new tokens
  std::vector<Outcome> expected_growth;  // 22
};

class EngineFaultTest : public ::testing::TestWithParam<LoweringKind> {
 protected:
  static void SetUpTestSuite() {
    auto fault = FaultPlugin::Load();
    ASSERT_TRUE(fault.ok()) << fault.status();
    fault_ = new FaultPlugin(*fault);
  }
  static void TearDownTestSuite() {
    rigs_.clear();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
    EXPECT_EQ(fault_->live_objects(), 0);
  }
  void SetUp() override {
    rig_ = &rigs_[GetParam()];
    if (rig_->device != nullptr) return;
    auto device = SmallDevice::Create(fault_->plugin(), GetParam());
    ASSERT_TRUE(device.ok()) << device.status();
    rig_->device = *std::move(device);
    rig_->device->ResetPrograms();
    rig_->tokenizer = LettersTokenizer(rig_->device->model->config().vocab);
    std::vector<ProgramKey> keys = {
        ProgramKey::Prefill(kChunk, kSmall), ProgramKey::Prefill(kChunk, kLarge),
        ProgramKey::Decode({&kLarge, 1}), ProgramKey::Grow(kSmall, kLarge)};
    for (int64_t rows : {1, 2, 4, 8}) {
      keys.push_back(ProgramKey::Decode(std::vector<int64_t>(rows, kSmall)));
    }
    const absl::Status status = rig_->device->programs->Ensure(keys);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(Run("", /*max_new=*/10, &rig_->expected), 0);
    EXPECT_EQ(Run("", /*max_new=*/22, &rig_->expected_growth), 0);
  }

  static void Submit(Engine* engine, Request request, Outcome* outcome) {
    const auto id = engine->Submit(std::move(request), [outcome](const TokenEvent& event) {
      if (event.token) outcome->tokens.push_back(*event.token);
      if (event.finish) {
        EXPECT_FALSE(outcome->finish.has_value());
        outcome->finish = event.finish;
        outcome->error = event.error;
      }
    });
    EXPECT_TRUE(id.ok()) << id.status();
  }
  static void RunUntilIdle(Engine* engine, const std::string& plan) {
    int steps = 0;
    while (engine->HasWork() && ++steps < 2000) engine->Step();
    EXPECT_FALSE(engine->HasWork()) << "hung: " << plan;
  }

  // Eight sequences with prompts of their own, until all have ended; then one more with nothing
  // wrong any more. Returns how many of the eight failed.
  int Run(const std::string& plan, int64_t max_new, std::vector<Outcome>* outcomes) {
    SmallDevice& device = *rig_->device;
    const absl::Status reset = device.ResetRunner({kSmall, kLarge});
    EXPECT_TRUE(reset.ok()) << reset;
    const int64_t live_before = fault_->live_objects();
    outcomes->assign(kSequences, {});
    const SteadyClock clock;
    EngineOptions options;
    options.scheduler.chunk_sizes = {kChunk};
    options.growth.rungs = {kSmall, kLarge};
    // Mixed steps would need a program for every mixture; groups say the same.
    options.decode_ready = [&device](std::span<const int64_t> rows) {
      return device.runner->IsDecodeReady(rows);
    };
    {
      Engine engine(device.runner.get(), rig_->tokenizer.get(), &clock, options);
      fault_->SetPlan(plan);
      const std::vector<Request> requests = EightRequests(max_new);
      for (size_t i = 0; i < requests.size(); ++i) Submit(&engine, requests[i], &(*outcomes)[i]);
      RunUntilIdle(&engine, plan);
      faults_ = fault_->faults();
      called_ = fault_->Called();
      CheckIdle(engine, plan);
      fault_->SetPlan("");
      Outcome after;
      Submit(&engine, requests[0], &after);
      RunUntilIdle(&engine, plan);
      EXPECT_NE(after.finish, FinishReason::kError) << plan << ": " << after.error;
      if (!plan.empty()) {
        const auto& expected = max_new == 10 ? rig_->expected : rig_->expected_growth;
        EXPECT_EQ(after.tokens, expected[0].tokens) << plan;
      }
      CheckIdle(engine, plan);
    }
    device.runner.reset();
    EXPECT_EQ(fault_->live_objects(), live_before) << plan;
    return static_cast<int>(std::count_if(outcomes->begin(), outcomes->end(), [](const Outcome& o) {
      return o.finish == FinishReason::kError;
    }));
  }

  // No rows, no KV but that of padding rows.
  void CheckIdle(const Engine& engine, const std::string& plan) const {
    EXPECT_EQ(engine.num_running() + engine.num_waiting(), 0) << plan;
    EXPECT_EQ(engine.kv_usage().live_bytes, 0) << plan;
    const SmallDevice& device = *rig_->device;
    EXPECT_EQ(device.runner->kv_live_bytes(),
              device.runner->padding_rows() * device.model->KvBytes(kSmall))
        << plan;
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
  static std::map<LoweringKind, Rig> rigs_;
  Rig* rig_ = nullptr;
  int64_t faults_ = 0;               // of the last run
  std::vector<std::string> called_;  // entries that it called
};

FaultPlugin* EngineFaultTest::fault_ = nullptr;
std::map<LoweringKind, Rig> EngineFaultTest::rigs_;

constexpr const char* kStepEntries[] = {
    "PJRT_LoadedExecutable_Execute",
    "PJRT_Client_BufferFromHostBuffer",
    "PJRT_Buffer_UnsafePointer",
    "PJRT_Event_Await",
    "PJRT_Event_Destroy",
    "PJRT_Buffer_Destroy",
};

// A call that is new in a step must be made to fail as well.
TEST_P(EngineFaultTest, EveryEntryOfAStepIsOnTheList) {
  std::vector<Outcome> outcomes;
  Run("", /*max_new=*/22, &outcomes);
  EXPECT_THAT(called_, UnorderedElementsAreArray(kStepEntries));
}

TEST_P(EngineFaultTest, OneFailureHurtsNobody) {
  for (const char* entry : kStepEntries) {
    for (const char* when : {"", ":after"}) {
      for (int k = 1; k <= kFaults; ++k) {
        const std::string plan = fmt::format("{}@{}{}", entry, k, when);
        std::vector<Outcome> outcomes;
        EXPECT_EQ(Run(plan, /*max_new=*/10, &outcomes), 0) << plan;
        EXPECT_EQ(faults_, 1) << plan;
        CheckOutcomes(plan, outcomes, rig_->expected);
      }
    }
  }
}

TEST_P(EngineFaultTest, ALateFailureHurtsNobody) {
  for (const char* entry : kStepEntries) {
    for (int k : {40, 60, 80}) {
      const std::string plan = fmt::format("{}@{}:after", entry, k);
      std::vector<Outcome> outcomes;
      EXPECT_EQ(Run(plan, /*max_new=*/10, &outcomes), 0) << plan;
      CheckOutcomes(plan, outcomes, rig_->expected);
    }
  }
}

TEST_P(EngineFaultTest, GrowthSurvivesAFailure) {
  for (const char* entry : kStepEntries) {
    for (int k = 1; k <= 60; k += 3) {
      const std::string plan = fmt::format("{}@{}:after", entry, k);
      std::vector<Outcome> outcomes;
      EXPECT_EQ(Run(plan, /*max_new=*/22, &outcomes), 0) << plan;
      CheckOutcomes(plan, outcomes, rig_->expected_growth);
    }
  }
}

// The step fails, then the first of its rows fails alone as well: that one ends, the others go on.
TEST_P(EngineFaultTest, TheRowThatFailsAloneEndsWithAnError) {
  int failed_alone = 0;
  for (int k = 1; k <= kFaults; ++k) {
    const std::string plan = fmt::format("PJRT_LoadedExecutable_Execute@{}-{}:after", k, k + 1);
    std::vector<Outcome> outcomes;
    // A prefill and a decode of other rows may be the two: then no row has failed twice.
    const int failed = Run(plan, /*max_new=*/10, &outcomes);
    EXPECT_LE(failed, 1) << plan;
    failed_alone += failed;
    CheckOutcomes(plan, outcomes, rig_->expected);
  }
  EXPECT_GE(failed_alone, kFaults / 3);
}

TEST_P(EngineFaultTest, ADeviceThatAlwaysFailsEndsEverySequence) {
  std::vector<Outcome> outcomes;
  EXPECT_EQ(Run("PJRT_LoadedExecutable_Execute@*", /*max_new=*/10, &outcomes), kSequences);
  CheckOutcomes("all", outcomes, rig_->expected);
  EXPECT_EQ(Run("PJRT_Client_BufferFromHostBuffer@*", /*max_new=*/10, &outcomes), kSequences);
  CheckOutcomes("all", outcomes, rig_->expected);
}

// One engine through everything at once: calls that fail at random, sequences that are cancelled at
// random. Memory stays where it was after the first third.
TEST_P(EngineFaultTest, AThousandRequestsLeaveNothingBehind) {
  constexpr int kRequests = 1000;
  std::mt19937 random(3);
  const auto below = [&random](int bound) { return static_cast<int>(random() % bound); };
  std::string plan;
  for (const char* entry : kStepEntries) {
    for (int i = 0; i < 30; ++i) {
      plan += fmt::format("{}@{}{};", entry, 1 + below(8000), below(2) == 0 ? "" : ":after");
    }
  }
  SmallDevice& device = *rig_->device;
  ASSERT_TRUE(device.ResetRunner({kSmall, kLarge}).ok());
  const int64_t live_before = fault_->live_objects();
  const SteadyClock clock;
  EngineOptions options;
  options.scheduler.chunk_sizes = {kChunk};
  options.growth.rungs = {kSmall, kLarge};
  options.decode_ready = [&](std::span<const int64_t> rows) {
    return device.runner->IsDecodeReady(rows);
  };
  std::vector<Outcome> outcomes(kRequests);
  int64_t resident_early = 0;
  {
    Engine engine(device.runner.get(), rig_->tokenizer.get(), &clock, options);
    fault_->SetPlan(plan);
    const std::vector<Request> requests = EightRequests(/*max_new=*/22);
    for (int sent = 0; sent < kRequests || engine.HasWork();) {
      for (; sent < kRequests && engine.num_waiting() < 4; ++sent) {
        Request request = requests[static_cast<size_t>(sent % kSequences)];
        request.id = SequenceId{static_cast<uint64_t>(sent + 1)};
        Submit(&engine, request, &outcomes[static_cast<size_t>(sent)]);
        if (sent == kRequests / 3) resident_early = ResidentBytes();
      }
      if (below(20) == 0 && sent > 0) {
        engine.Cancel(SequenceId{static_cast<uint64_t>(std::max(1, sent - below(12)))});
      }
      engine.Step();
    }
    CheckIdle(engine, "random");
  }
  device.runner.reset();
  EXPECT_EQ(fault_->live_objects(), live_before);
  EXPECT_GT(fault_->faults(), 100);
  fault_->SetPlan("");
  std::map<FinishReason, int> ends;
  for (int i = 0; i < kRequests; ++i) {
    const Outcome& outcome = outcomes[static_cast<size_t>(i)];
    ASSERT_TRUE(outcome.finish.has_value()) << i;
    ++ends[*outcome.finish];
    const auto& expected = rig_->expected_growth[static_cast<size_t>(i % kSequences)].tokens;
    if (outcome.finish == FinishReason::kLength) {
      EXPECT_EQ(outcome.tokens, expected) << i;
    } else {
      ASSERT_LE(outcome.tokens.size(), expected.size()) << i;
      EXPECT_TRUE(std::equal(outcome.tokens.begin(), outcome.tokens.end(), expected.begin())) << i;
    }
  }
  EXPECT_GT(ends[FinishReason::kLength], kRequests * 8 / 10);
  EXPECT_GT(ends[FinishReason::kCancelled], 20);
  EXPECT_LT(ends[FinishReason::kError], kRequests / 20);
#ifndef __SANITIZE_ADDRESS__  // which keeps what was freed for a while
  EXPECT_LT(ResidentBytes() - resident_early, int64_t{8} << 20);
#endif
}

TEST_P(EngineFaultTest, ADelayChangesNothing) {
  std::vector<Outcome> outcomes;
  EXPECT_EQ(Run("PJRT_LoadedExecutable_Execute@3-5:delay=20", /*max_new=*/10, &outcomes), 0);
  CheckOutcomes("delay", outcomes, rig_->expected);
}

INSTANTIATE_TEST_SUITE_P(Lowerings, EngineFaultTest,
                         ::testing::Values(LoweringKind::kPortable, LoweringKind::kKernel),
                         runtime::testing::LoweringName());

}  // namespace
}  // namespace rung::engine
