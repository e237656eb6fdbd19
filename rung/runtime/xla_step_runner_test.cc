#include "rung/runtime/xla_step_runner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/testing/step_runner_peer.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using ::testing::HasSubstr;

using Tokens = std::vector<TokenId>;

constexpr int64_t kSmall = 24;
constexpr int64_t kLarge = 40;

class XlaStepRunnerTest : public ::testing::Test {
 protected:
  // One device for all: its programs take most of the time.
  static void SetUpTestSuite() {
    auto device = testing::TinyDevice::Create();
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
  }
  static void TearDownTestSuite() {
    device_.reset();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
  }

  void SetUp() override {
    ASSERT_NE(device_, nullptr);
    Start({.capacities = {kSmall, kLarge}});
  }
  // Rows die with their runner, whatever the test did to them.
  void TearDown() override {
    device_->runner.reset();
    EXPECT_EQ(pjrt::LiveObjects().buffers, device_->weights->num_buffers());
    EXPECT_EQ(pjrt::LiveObjects().events, device_->weights->num_buffers());  // of zero-copy buffers
  }

  void Start(StepRunnerOptions options) {
    const absl::Status status = device_->ResetRunner(std::move(options));
    ASSERT_TRUE(status.ok()) << status;
  }

  XlaStepRunner& runner() { return *device_->runner; }
  testing::StepRunnerPeer peer() { return testing::StepRunnerPeer(device_->runner.get()); }

  RowId NewRow(int64_t capacity) {
    const auto row = runner().AllocateRow(capacity);
    EXPECT_TRUE(row.ok()) << row.status();
    return row.value_or(RowId());
  }

  // `count` tokens that depend on `salt`.
  Tokens SomeTokens(int64_t count, int64_t salt) {
    Tokens tokens;
    for (int64_t i = 0; i < count; ++i) {
      tokens.push_back(static_cast<TokenId>((i * 7 + salt * 13 + 3) % runner().vocab_size()));
    }
    return tokens;
  }

  // Prefills in chunks of `chunk`, whatever the length; the last logits.
  std::vector<float> PrefillAll(RowId row, const Tokens& tokens, int64_t chunk) {
    std::vector<float> last;
    for (size_t start = 0; start < tokens.size(); start += chunk) {
      const size_t count = std::min<size_t>(chunk, tokens.size() - start);
      const bool is_last = start + count == tokens.size();
      const auto logits = runner().Prefill(row, std::span(tokens).subspan(start, count),
                                           static_cast<int64_t>(start), chunk, is_last);
      EXPECT_TRUE(logits.ok()) << logits.status();
      if (!logits.ok()) return {};
      EXPECT_EQ(logits->values.empty(), !is_last);
      if (is_last) last.assign(logits->Row(0).begin(), logits->Row(0).end());
    }
    return last;
  }

  std::vector<std::vector<float>> DecodeAll(const std::vector<DecodeInput>& inputs) {
    const auto logits = runner().Decode(inputs);
    EXPECT_TRUE(logits.ok()) << logits.status();
    std::vector<std::vector<float>> rows;
    if (!logits.ok()) return rows;
    for (size_t i = 0; i < inputs.size(); ++i) {
      rows.emplace_back(logits->Row(i).begin(), logits->Row(i).end());
    }
    return rows;
  }

  static std::unique_ptr<testing::TinyDevice> device_;
};

std::unique_ptr<testing::TinyDevice> XlaStepRunnerTest::device_;

void ExpectNear(const std::vector<float>& actual, const std::vector<float>& expected,
                const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_NEAR(actual[i], expected[i], 2e-4) << what << ", logit " << i;
  }
}

TEST_F(XlaStepRunnerTest, PrefillThenDecodeEqualsTheReference) {
  const RowId row = NewRow(kSmall);
  Tokens tokens = SomeTokens(9, 1);
  ExpectNear(PrefillAll(row, tokens, 16), device_->Reference(tokens), "prefill");
  // To the very last position of the cache.
  while (static_cast<int64_t>(tokens.size()) < kSmall) {
    const auto position = static_cast<int64_t>(tokens.size());
    tokens.push_back(static_cast<TokenId>(position % runner().vocab_size()));
    const auto logits = DecodeAll({{row, tokens.back(), position}});
    ASSERT_EQ(logits.size(), 1u);
    ExpectNear(logits[0], device_->Reference(tokens), fmt::format("position {}", position));
  }
}

TEST_F(XlaStepRunnerTest, EveryChunkSizeGivesTheSame) {
  const Tokens tokens = SomeTokens(kSmall - 1, 2);
  const std::vector<float> expected = device_->Reference(tokens);
  for (int64_t chunk : {1, 8, 24}) {
    const RowId row = NewRow(kSmall);
    ExpectNear(PrefillAll(row, tokens, chunk), expected, fmt::format("chunk {}", chunk));
    runner().FreeRow(row);
  }
  // Padding of one chunk is overwritten by the next, which starts anywhere; the last ends with the
  // cache.
  const RowId row = NewRow(kSmall);
  ASSERT_TRUE(runner().Prefill(row, std::span(tokens).first(5), 0, 8, false).ok());
  ASSERT_TRUE(runner().Prefill(row, std::span(tokens).subspan(5, 6), 5, 8, false).ok());
  ASSERT_TRUE(runner().Prefill(row, std::span(tokens).subspan(11, 5), 11, 8, false).ok());
  const auto logits = runner().Prefill(row, std::span(tokens).subspan(16), 16, 8, true);
  ASSERT_TRUE(logits.ok()) << logits.status();
  ExpectNear({logits->values.begin(), logits->values.end()}, expected, "unaligned chunks");
}

TEST_F(XlaStepRunnerTest, StepsOfAnyRowsInAnyOrderEqualTheReference) {
  for (int64_t count = 1; count <= 8; ++count) {
    std::vector<DecodeInput> inputs;
    std::vector<Tokens> histories;
    for (int64_t i = 0; i < count; ++i) {
      // Capacities alternate, so the caller's order is never the program's.
      const RowId row = NewRow(i % 2 == 0 ? kLarge : kSmall);
      Tokens tokens = SomeTokens(3 + i, count * 10 + i);
      PrefillAll(row, tokens, 16);
      inputs.push_back({row, static_cast<TokenId>(i), static_cast<int64_t>(tokens.size())});
      tokens.push_back(static_cast<TokenId>(i));
      histories.push_back(std::move(tokens));
    }
    // Twice: the second step runs on what the first gave back, padding rows included.
    for (int repeat = 0; repeat < 2; ++repeat) {
      const auto logits = DecodeAll(inputs);
      ASSERT_EQ(static_cast<int64_t>(logits.size()), count);
      for (int64_t i = 0; i < count; ++i) {
        ExpectNear(logits[i], device_->Reference(histories[i]),
                   fmt::format("row {} of {}", i, count));
        inputs[i].token = static_cast<TokenId>((i + 5) % runner().vocab_size());
        ++inputs[i].position;
        histories[i].push_back(inputs[i].token);
      }
    }
    for (const DecodeInput& input : inputs) runner().FreeRow(input.row);
  }
  EXPECT_EQ(runner().padding_rows(), 3);  // 5 rows run as 8
  EXPECT_EQ(runner().kv_live_bytes(), 3 * device_->model->KvBytes(kSmall));
}

TEST_F(XlaStepRunnerTest, GarbageBeyondTheLiveLengthChangesNoBit) {
  const Tokens tokens = SomeTokens(10, 4);
  for (float garbage : {1e4f, -3e30f}) {
    const RowId clean = NewRow(kLarge);
    const RowId dirty = NewRow(kLarge);
    ASSERT_TRUE(peer().FillBeyond(dirty, 0, garbage).ok());
    EXPECT_EQ(PrefillAll(dirty, tokens, 4), PrefillAll(clean, tokens, 4)) << garbage;
    for (int64_t position = 10; position < 13; ++position) {
      ASSERT_TRUE(peer().FillBeyond(dirty, position, garbage).ok());
      EXPECT_EQ(DecodeAll({{dirty, 5, position}}), DecodeAll({{clean, 5, position}}));
    }
    runner().FreeRow(clean);
    runner().FreeRow(dirty);
  }
}

TEST_F(XlaStepRunnerTest, GarbageInPaddingRowsChangesNoBit) {
  std::vector<DecodeInput> inputs;
  for (int64_t i = 0; i < 3; ++i) {
    const RowId row = NewRow(i == 1 ? kSmall : kLarge);
    PrefillAll(row, SomeTokens(5, i), 16);
    inputs.push_back({row, 1, 5});
  }
  const auto before = DecodeAll(inputs);
  ASSERT_EQ(runner().padding_rows(), 1);
  ASSERT_TRUE(peer().FillPadding(-1e30f).ok());
  // The same step again: position 5 is written anew with the same values.
  EXPECT_EQ(DecodeAll(inputs), before);
}

TEST_F(XlaStepRunnerTest, ANewRowIsZeroAlsoWhereOldRowsWere) {
  for (int round = 0; round < 3; ++round) {
    const RowId row = NewRow(kSmall);
    for (size_t i = 0; i < device_->model->KvTypes(kSmall).size(); ++i) {
      const auto values = peer().ReadKv(row, i);
      ASSERT_TRUE(values.ok()) << values.status();
      EXPECT_EQ(std::count(values->begin(), values->end(), 0.0f),
                static_cast<int64_t>(values->size()));
    }
    ASSERT_TRUE(peer().FillBeyond(row, 0, 7.0f).ok());
    runner().FreeRow(row);
  }
}

TEST_F(XlaStepRunnerTest, KvStaysWhereItIs) {
  const RowId row = NewRow(kSmall);
  const auto before = peer().KvAddresses(row);
  ASSERT_TRUE(before.ok()) << before.status();
  PrefillAll(row, SomeTokens(6, 1), 4);
  DecodeAll({{row, 1, 6}});
  const auto after = peer().KvAddresses(row);
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_EQ(*before, *after);
}

TEST_F(XlaStepRunnerTest, BadStepsAreRefusedBeforeTheDevice) {
  const RowId row = NewRow(kSmall);
  const RowId other = NewRow(kLarge);
  const Tokens tokens = SomeTokens(4, 1);
  PrefillAll(row, tokens, 4);
  const auto prefill = [&](RowId r, Tokens t, int64_t start, int64_t chunk) {
    return runner().Prefill(r, t, start, chunk, true).status();
  };
  const auto decode = [&](std::vector<DecodeInput> inputs) {
    return runner().Decode(inputs).status();
  };
  const auto vocab = static_cast<TokenId>(runner().vocab_size());
  const std::vector<DecodeInput> nine(9, {row, 0, 4});
  const std::vector<std::pair<absl::Status, std::string>> cases = {
      {prefill(row, {}, 4, 4), "takes 1..4 tokens, not 0"},
      {prefill(row, {1, 2, 3, 4, 5}, 4, 4), "takes 1..4 tokens, not 5"},
      {prefill(row, {1}, 0, 0), "takes 1..0 tokens, not 1"},
      {prefill(row, {1}, -1, 4), "start=-1"},
      {prefill(row, {1}, kSmall - 3, 4), "passes the row's capacity=24"},
      {prefill(row, {1}, std::numeric_limits<int64_t>::max(), 4), "passes the row's capacity=24"},
      {prefill(row, {1}, 0, std::numeric_limits<int64_t>::max()), "passes the row's capacity=24"},
      {prefill(row, {vocab}, 4, 4), "outside the vocabulary"},
      {prefill(row, {-1}, 4, 4), "outside the vocabulary"},
      {prefill(RowId{999}, {1}, 0, 4), "row 999 does not exist"},
      {decode({}), "takes 1..8 rows, not 0"},
      {decode(nine), "takes 1..8 rows, not 9"},
      {decode({{row, 0, kSmall}}), "position=24 is outside the row's capacity=24"},
      {decode({{row, 0, -1}}), "position=-1"},
      {decode({{row, vocab, 4}}), "outside the vocabulary"},
      {decode({{row, 0, 4}, {other, 0, 0}, {row, 0, 5}}), "stands twice"},
      {decode({{row, 0, 4}, {RowId{}, 0, 0}}), "row 0 does not exist"},
      {runner().AllocateRow(kSmall + 1).status(), "none of those held: 24, 40"},
  };
  for (const auto& [status, says] : cases) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    EXPECT_THAT(std::string(Message(status)), HasSubstr(says));
  }
  // Nothing was touched.
  EXPECT_TRUE(runner().RowHasKv(row));
  Tokens history = tokens;
  history.push_back(0);
  ExpectNear(DecodeAll({{row, 0, 4}})[0], device_->Reference(history), "after refusals");
}

TEST_F(XlaStepRunnerTest, AFailedStepTakesTheKvOfItsRowsAlone) {
  std::vector<RowId> rows;
  const Tokens tokens = SomeTokens(5, 6);
  for (int i = 0; i < 4; ++i) {
    rows.push_back(NewRow(kSmall));
    PrefillAll(rows.back(), tokens, 16);
  }
  DecodeAll({{rows[0], 1, 5}, {rows[1], 1, 5}, {rows[2], 1, 5}});  // makes a padding row
  const int64_t before = runner().kv_live_bytes();
  EXPECT_EQ(before, 5 * device_->model->KvBytes(kSmall));

  ASSERT_TRUE(peer().BreakRow(rows[1]).ok());
  const std::vector<DecodeInput> step = {{rows[0], 2, 6}, {rows[1], 2, 6}, {rows[2], 2, 6}};
  const absl::Status status = runner().Decode(step).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
  EXPECT_THAT(std::string(Message(status)), HasSubstr("decode_24_24_24_24 failed"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(runner().RowHasKv(rows[i]));
    EXPECT_EQ(runner().RowCapacity(rows[i]), kSmall);
  }
  EXPECT_TRUE(runner().RowHasKv(rows[3]));
  EXPECT_EQ(runner().kv_live_bytes(), before - 4 * device_->model->KvBytes(kSmall));
  EXPECT_EQ(runner().Decode(step).status().code(), absl::StatusCode::kInvalidArgument);

  // Freed, allocated and prefilled anew they go on as if nothing had been.
  Tokens history = tokens;
  history.push_back(1);
  std::vector<DecodeInput> again;
  for (int i = 0; i < 3; ++i) {
    runner().FreeRow(rows[i]);
    rows[i] = NewRow(kSmall);
    PrefillAll(rows[i], history, 16);
    again.push_back({rows[i], 2, 6});
  }
  history.push_back(2);
  for (const std::vector<float>& logits : DecodeAll(again)) {
    ExpectNear(logits, device_->Reference(history), "after a failed step");
  }
}

TEST_F(XlaStepRunnerTest, AFailedPrefillTakesItsRow) {
  const RowId row = NewRow(kSmall);
  ASSERT_TRUE(peer().BreakRow(row).ok());
  const Tokens tokens = SomeTokens(4, 1);
  EXPECT_EQ(runner().Prefill(row, tokens, 0, 4, true).status().code(), absl::StatusCode::kInternal);
  EXPECT_FALSE(runner().RowHasKv(row));
  EXPECT_EQ(runner().kv_live_bytes(), 0);
}

TEST_F(XlaStepRunnerTest, TheKvLimitHoldsPaddingRowsToo) {
  const int64_t small_bytes = device_->model->KvBytes(kSmall);
  Start({.capacities = {kSmall, kLarge}, .kv_limit_bytes = 3 * small_bytes});
  std::vector<DecodeInput> inputs;
  for (int i = 0; i < 3; ++i) inputs.push_back({NewRow(kSmall), 1, 0});
  EXPECT_EQ(runner().AllocateRow(kSmall).status().code(), absl::StatusCode::kResourceExhausted);
  // Three rows run as four: the padding row does not fit, and the rows keep their KV.
  EXPECT_EQ(runner().Decode(inputs).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(runner().RowHasKv(inputs[0].row));
  EXPECT_EQ(runner().kv_live_bytes(), 3 * small_bytes);
  runner().FreeRow(inputs.back().row);
  inputs.pop_back();
  EXPECT_EQ(DecodeAll(inputs).size(), 2u);
}

TEST_F(XlaStepRunnerTest, ReadinessIsThatOfThePaddedProgram) {
  // Capacities that no other test compiles for.
  constexpr int64_t kOther = 28;
  Start({.capacities = {kOther, kLarge}});
  const ProgramSetCounters before = device_->programs->counters();
  const std::vector<int64_t> three = {kLarge, kOther, kLarge};
  const auto key = runner().DecodeProgram(three);
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ(key->Name(), "decode_28_28_40_40");
  EXPECT_FALSE(runner().IsDecodeReady(three));
  EXPECT_FALSE(runner().IsDecodeReady({}));
  const std::vector<ProgramKey> keys = {*key, ProgramKey::Prefill(16, kOther),
                                        ProgramKey::Prefill(16, kLarge)};
  ASSERT_TRUE(device_->programs->Ensure(keys).ok());
  EXPECT_TRUE(runner().IsDecodeReady(three));

  std::vector<DecodeInput> inputs;
  for (int64_t capacity : three) {
    inputs.push_back({NewRow(capacity), 1, 3});
    PrefillAll(inputs.back().row, SomeTokens(3, capacity), 16);
  }
  EXPECT_EQ(DecodeAll(inputs).size(), 3u);
  const ProgramSetCounters after = device_->programs->counters();
  EXPECT_EQ(after.compiles_waited_for_total, before.compiles_waited_for_total);
  EXPECT_LE(after.compiles_total, before.compiles_total + 3);
}

TEST_F(XlaStepRunnerTest, AGrownRowGoesOnWhereItWas) {
  const RowId row = NewRow(kSmall);
  Tokens tokens = SomeTokens(kSmall, 4);
  PrefillAll(row, tokens, 8);
  ASSERT_TRUE(peer().FillBeyond(row, kSmall - 1, 1e4f).ok());  // not written again below
  const auto before = peer().ReadKv(row, 1);
  ASSERT_TRUE(before.ok());
  ASSERT_TRUE(runner().Grow(row, kLarge).ok());
  EXPECT_EQ(runner().RowCapacity(row), kLarge);
  EXPECT_EQ(runner().kv_live_bytes(), device_->model->KvBytes(kLarge));
  const auto after = peer().ReadKv(row, 1);
  ASSERT_TRUE(after.ok());
  const int64_t head_dim = device_->model->config().head_dim;
  for (int64_t head = 0; head < device_->model->config().kv_heads; ++head) {
    for (int64_t i = 0; i < kLarge * head_dim; ++i) {
      const float expected = i < kSmall * head_dim ? (*before)[head * kSmall * head_dim + i] : 0.0f;
      ASSERT_EQ((*after)[head * kLarge * head_dim + i], expected);
    }
  }
  DecodeAll({{row, tokens.back(), kSmall - 1}});
  while (static_cast<int64_t>(tokens.size()) < kLarge) {
    const auto position = static_cast<int64_t>(tokens.size());
    tokens.push_back(static_cast<TokenId>(position % runner().vocab_size()));
    const auto logits = DecodeAll({{row, tokens.back(), position}});
    ASSERT_EQ(logits.size(), 1u);
    ExpectNear(logits[0], device_->Reference(tokens), fmt::format("position {}", position));
  }
}

TEST_F(XlaStepRunnerTest, ACopyIsARowOfItsOwn) {
  const Tokens tokens = SomeTokens(20, 5);
  for (const auto& [from, to] : std::vector<std::pair<int64_t, int64_t>>{
           {kSmall, kSmall}, {kSmall, kLarge}, {kLarge, kSmall}}) {
    const RowId row = NewRow(from);
    PrefillAll(row, tokens, 8);
    const auto copy = runner().CopyRow(row, to);
    ASSERT_TRUE(copy.ok()) << copy.status();
    EXPECT_EQ(runner().RowCapacity(*copy), to);
    EXPECT_EQ(runner().RowCapacity(row), from);
    // Both go on, apart, from 15 of the 20 tokens: what lies behind is truncated, not seen.
    Tokens a(tokens.begin(), tokens.begin() + 15);
    Tokens b = a;
    for (int64_t i = 0; i < 6; ++i) {
      a.push_back(static_cast<TokenId>(i % 5));
      b.push_back(static_cast<TokenId>(9 - i));
      const auto logits = DecodeAll({{row, a.back(), 15 + i}, {*copy, b.back(), 15 + i}});
      ASSERT_EQ(logits.size(), 2u);
      ExpectNear(logits[0], device_->Reference(a), fmt::format("{} to {}, the original", from, to));
      ExpectNear(logits[1], device_->Reference(b), fmt::format("{} to {}, the copy", from, to));
    }
    runner().FreeRow(row);
    runner().FreeRow(*copy);
  }
}

TEST_F(XlaStepRunnerTest, GrowAndCopyRefuseWhatCannotBe) {
  const RowId row = NewRow(kSmall);
  for (int64_t capacity : {kSmall, int64_t{31}, int64_t{8}}) {
    EXPECT_EQ(runner().Grow(row, capacity).code(), absl::StatusCode::kInvalidArgument) << capacity;
  }
  EXPECT_EQ(runner().Grow(RowId{99}, kLarge).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(runner().CopyRow(row, 31).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(runner().CopyRow(RowId{99}, kSmall).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(runner().RowHasKv(row));
}

TEST_F(XlaStepRunnerTest, GrowthNeedsRoomForBothAndLeavesPaddingItsOwn) {
  const int64_t small = device_->model->KvBytes(kSmall);
  const int64_t large = device_->model->KvBytes(kLarge);
  Start({.capacities = {kSmall, kLarge}, .kv_limit_bytes = small + large - 1});
  const RowId row = NewRow(kSmall);
  PrefillAll(row, SomeTokens(9, 6), 8);
  EXPECT_EQ(runner().kv_free_bytes(), large - 1);
  EXPECT_EQ(runner().Grow(row, kLarge).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(runner().CopyRow(row, kLarge).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(runner().RowCapacity(row), kSmall);
  EXPECT_TRUE(runner().RowHasKv(row));
  EXPECT_EQ(runner().KvBytes(kLarge), large);

  // Four rows' room of which one is kept for padding: three rows start, and run as four.
  Start({.capacities = {kSmall, kLarge}, .kv_limit_bytes = 4 * small, .padding_rows = 1});
  std::vector<DecodeInput> inputs;
  for (int i = 0; i < 3; ++i) inputs.push_back({NewRow(kSmall), 1, 0});
  EXPECT_EQ(runner().kv_free_bytes(), 0);
  EXPECT_EQ(runner().AllocateRow(kSmall).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(DecodeAll(inputs).size(), 3u);
  EXPECT_EQ(runner().kv_free_bytes(), 0);
  runner().FreeRow(inputs[0].row);
  EXPECT_EQ(runner().kv_free_bytes(), small);
}

TEST_F(XlaStepRunnerTest, CreateRefusesBadCapacities) {
  for (const std::vector<int64_t>& capacities :
       std::vector<std::vector<int64_t>>{{}, {256, 256}, {512, 256}, {0}, {int64_t{1} << 31}}) {
    const auto runner =
        XlaStepRunner::Create(device_->client.get(), device_->model.get(), device_->weights.get(),
                              device_->programs.get(), {.capacities = capacities});
    EXPECT_EQ(runner.status().code(), absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace rung::runtime
