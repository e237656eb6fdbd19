// The real checkpoint on the kernel lowering: a row's logits are the same bits whatever runs beside
// it, however its prompt is cut, at every capacity, thread count and instruction set, on every
// plugin, and on both sides of a growth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "rung/base/status.h"
#include "rung/model/config_gguf.h"
#include "rung/runtime/testing/golden_file.h"
#include "rung/runtime/testing/kernel_device.h"
#include "rung/runtime/testing/step_runner_peer.h"
#include "rung/weights/gguf_file.h"

namespace rung::runtime {
namespace {

using testing::GoldenPrompt;
using testing::KernelDevice;

using Logits = std::vector<std::vector<float>>;  // of each step

constexpr int64_t kPrompt = 300;
constexpr int64_t kSteps = 4;

class KernelBitsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto goldens = testing::ReadGoldens(RUNG_SOURCE_DIR "/tests/data/goldens/smollm2_greedy.txt");
    ASSERT_TRUE(goldens.ok()) << Message(goldens.status());
    goldens_ = *std::move(goldens);
    auto file = weights::GgufFile::Open(RUNG_BUILD_DIR
                                        "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf");
    ASSERT_TRUE(file.ok()) << Message(file.status());
    file_ = *std::move(file);
    device_ = Make("lammps_jax_pjrt_cpu");
    for (const GoldenPrompt& prompt : goldens_) {
      tokens_.insert(tokens_.end(), prompt.ids.begin(), prompt.ids.end());
    }
    ASSERT_GT(tokens_.size(), 3000U);
    baseline_ = Alone(*device_, {.capacity = 512, .chunk = 256});
  }
  static void TearDownTestSuite() {
    device_.reset();
    file_.reset();
  }
  void SetUp() override { ASSERT_NE(device_, nullptr); }

  static std::unique_ptr<KernelDevice> Make(const std::string& plugin_name) {
    const auto plugin =
        pjrt::Plugin::Load(RUNG_BUILD_DIR "/lib/rung/plugins/" + plugin_name + ".so");
    EXPECT_TRUE(plugin.ok()) << Message(plugin.status());
    const auto config = model::ModelConfigFromGguf(*file_);
    EXPECT_TRUE(config.ok()) << Message(config.status());
    auto device = KernelDevice::Create(*plugin, *config, DType::kF16, file_.get());
    EXPECT_TRUE(device.ok()) << Message(device.status());
    return device.ok() ? *std::move(device) : nullptr;
  }

  struct Case {
    int64_t capacity = 512;
    int64_t chunk = 64;
    int threads = 2;
  };

  static std::span<const TokenId> Tokens(int64_t first, int64_t count) {
    return std::span<const TokenId>(tokens_).subspan(first, count);
  }

  // The prompt and a few steps in a row that has the device to itself.
  static Logits Alone(KernelDevice& device, const Case& c) {
    EXPECT_TRUE(device.ResetRunner({256, 512, 1024, 4096}, c.threads).ok());
    const auto row = device.runner->AllocateRow(c.capacity);
    EXPECT_TRUE(row.ok()) << Message(row.status());
    Logits all = {FeedOrFail(device, *row, Tokens(0, kPrompt), 0, c.chunk)};
    for (int64_t i = 0; i < kSteps; ++i) all.push_back(StepOrFail(device, {Next(*row, i)})[0]);
    return all;
  }

  static DecodeInput Next(RowId row, int64_t step) {
    return {row, tokens_[kPrompt + step], kPrompt + step};
  }

  static std::vector<float> FeedOrFail(KernelDevice& device, RowId row,
                                       std::span<const TokenId> tokens, int64_t start,
                                       int64_t chunk) {
    auto logits = device.Feed(row, tokens, start, chunk);
    EXPECT_TRUE(logits.ok()) << Message(logits.status());
    return logits.ok() ? *std::move(logits) : std::vector<float>();
  }
  static Logits StepOrFail(KernelDevice& device, const std::vector<DecodeInput>& inputs) {
    auto logits = device.Step(inputs);
    EXPECT_TRUE(logits.ok()) << Message(logits.status());
    return logits.ok() ? *std::move(logits) : Logits(inputs.size());
  }

  static void ExpectBaseline(const Logits& logits, const std::string& where) {
    ASSERT_EQ(logits.size(), baseline_.size()) << where;
    for (size_t i = 0; i < logits.size(); ++i) {
      ASSERT_EQ(logits[i].size(), baseline_[i].size()) << where;
      EXPECT_EQ(std::memcmp(logits[i].data(), baseline_[i].data(), logits[i].size() * 4), 0)
          << where << ", after step " << i;
    }
  }

  static std::vector<GoldenPrompt> goldens_;
  static std::unique_ptr<weights::GgufFile> file_;
  static std::unique_ptr<KernelDevice> device_;
  static std::vector<TokenId> tokens_;
  static Logits baseline_;
};

std::vector<GoldenPrompt> KernelBitsTest::goldens_;
std::unique_ptr<weights::GgufFile> KernelBitsTest::file_;
std::unique_ptr<KernelDevice> KernelBitsTest::device_;
std::vector<TokenId> KernelBitsTest::tokens_;
Logits KernelBitsTest::baseline_;

TEST_F(KernelBitsTest, EveryChunkSize) {
  for (const int64_t chunk : {1, 7, 16, 64, 100}) {
    ExpectBaseline(Alone(*device_, {.chunk = chunk}), "chunk " + std::to_string(chunk));
  }
}

TEST_F(KernelBitsTest, EveryCapacity) {
  for (const int64_t capacity : {1024, 4096}) {
    ExpectBaseline(Alone(*device_, {.capacity = capacity}), "capacity " + std::to_string(capacity));
  }
}

TEST_F(KernelBitsTest, EveryThreadCount) {
  for (const int threads : {1, 2, 3, 5}) {
    ExpectBaseline(Alone(*device_, {.threads = threads}), std::to_string(threads) + " threads");
  }
}

// The reference is slow: a short prompt.
TEST_F(KernelBitsTest, EveryInstructionSet) {
  std::vector<float> best;
  for (const kernels::KernelTable* table : kernels::AttainableKernels()) {
    ASSERT_TRUE(device_->ResetRunner({256}, /*threads=*/2, *table).ok());
    const RowId row = *device_->runner->AllocateRow(256);
    FeedOrFail(*device_, row, Tokens(0, 20), 0, 16);
    const std::vector<float> logits = FeedOrFail(*device_, row, Tokens(20, 2), 20, 1);
    if (best.empty()) best = logits;
    ASSERT_EQ(logits.size(), best.size());
    EXPECT_EQ(std::memcmp(logits.data(), best.data(), best.size() * 4), 0) << table->name;
  }
}

TEST_F(KernelBitsTest, EveryPlugin) {
  for (const char* name : {"fastatomstruct_xla_cpu", "xla_cpu_pjrt"}) {
    const auto device = Make(name);
    ASSERT_NE(device, nullptr);
    ExpectBaseline(Alone(*device, {}), name);
  }
}

TEST_F(KernelBitsTest, EveryBatchAndNeighbour) {
  for (const size_t neighbours : {1, 2, 3, 6, 7}) {
    ASSERT_TRUE(device_->ResetRunner({256, 512, 1024, 4096}).ok());
    const int64_t capacities[] = {256, 4096, 512, 256, 1024, 256, 512};
    std::vector<RowId> rows;
    std::vector<int64_t> lengths;
    for (size_t i = 0; i < neighbours; ++i) {
      rows.push_back(*device_->runner->AllocateRow(capacities[i]));
      lengths.push_back(20 + 31 * static_cast<int64_t>(i));
      FeedOrFail(*device_, rows[i], Tokens(700 + lengths[i], lengths[i]), 0, 64);
    }
    const RowId row = *device_->runner->AllocateRow(512);
    Logits all = {FeedOrFail(*device_, row, Tokens(0, kPrompt), 0, 64)};
    for (int64_t step = 0; step < kSteps; ++step) {
      std::vector<DecodeInput> inputs;
      for (size_t i = 0; i < neighbours; ++i) {
        inputs.push_back(
            {rows[i], tokens_[900 + step + static_cast<int64_t>(i)], lengths[i] + step});
      }
      const size_t place = neighbours / 2;
      inputs.insert(inputs.begin() + static_cast<ptrdiff_t>(place), Next(row, step));
      all.push_back(StepOrFail(*device_, inputs)[place]);
    }
    ExpectBaseline(all, std::to_string(neighbours) + " neighbours");
  }
}

TEST_F(KernelBitsTest, BothSidesOfEveryGrowthCopy) {
  ASSERT_TRUE(device_->ResetRunner({256, 512, 1024, 4096}).ok());
  const RowId row = *device_->runner->AllocateRow(256);
  FeedOrFail(*device_, row, Tokens(0, 250), 0, 64);
  testing::StepRunnerPeer peer(device_->runner.get());
  const std::vector<uintptr_t> before = *peer.KvAddresses(row);
  ASSERT_TRUE(device_->runner->Grow(row, 512).ok());
  const std::vector<uintptr_t> after = *peer.KvAddresses(row);
  ASSERT_EQ(before.size(), 1U);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(after[0], before[0]) << "growing from rung to rung copies nothing";
  Logits all = {FeedOrFail(*device_, row, Tokens(250, kPrompt - 250), 250, 16)};
  all.push_back(StepOrFail(*device_, {Next(row, 0)})[0]);
  ASSERT_TRUE(device_->runner->Grow(row, 4096).ok());
  for (int64_t i = 1; i < kSteps; ++i) all.push_back(StepOrFail(*device_, {Next(row, i)})[0]);
  ExpectBaseline(all, "grown twice");
}

// 300 is no rung: its last piece is no piece of 512.
TEST_F(KernelBitsTest, GrowthFromAPieceThatEndsEarlier) {
  ASSERT_TRUE(device_->ResetRunner({300, 512, 4096}).ok());
  const RowId row = *device_->runner->AllocateRow(300);
  FeedOrFail(*device_, row, Tokens(0, 256), 0, 64);
  FeedOrFail(*device_, row, Tokens(256, 24), 256, 16);
  ASSERT_TRUE(device_->runner->Grow(row, 512).ok());
  Logits all = {FeedOrFail(*device_, row, Tokens(280, kPrompt - 280), 280, 16)};
  for (int64_t i = 0; i < kSteps; ++i) all.push_back(StepOrFail(*device_, {Next(row, i)})[0]);
  ExpectBaseline(all, "grown from 300");
}

TEST_F(KernelBitsTest, ACopyIntoALargerCacheGoesOnAlike) {
  ASSERT_TRUE(device_->ResetRunner({256, 512, 4096}).ok());
  const RowId first = *device_->runner->AllocateRow(512);
  FeedOrFail(*device_, first, Tokens(0, 290), 0, 64);
  const auto copy = device_->runner->CopyRow(first, 4096);
  ASSERT_TRUE(copy.ok()) << Message(copy.status());
  FeedOrFail(*device_, first, Tokens(400, 100), 0, 64);  // the copy has KV of its own
  Logits all = {FeedOrFail(*device_, *copy, Tokens(290, kPrompt - 290), 290, 16)};
  for (int64_t i = 0; i < kSteps; ++i) all.push_back(StepOrFail(*device_, {Next(*copy, i)})[0]);
  ExpectBaseline(all, "copied into a larger one");
}

TEST_F(KernelBitsTest, ACopyOfThePrefixGoesOnAlike) {
  ASSERT_TRUE(device_->ResetRunner({256, 512, 1024, 4096}).ok());
  const RowId first = *device_->runner->AllocateRow(1024);
  FeedOrFail(*device_, first, Tokens(0, 600), 0, 64);
  // Only its first 290 positions are of this prompt; what lies behind must not matter.
  const auto copy = device_->runner->CopyRow(first, 512);
  ASSERT_TRUE(copy.ok()) << Message(copy.status());
  Logits all = {FeedOrFail(*device_, *copy, Tokens(290, kPrompt - 290), 290, 16)};
  for (int64_t i = 0; i < kSteps; ++i) all.push_back(StepOrFail(*device_, {Next(*copy, i)})[0]);
  ExpectBaseline(all, "copied");
}

// What a recycled buffer or a padded chunk may leave behind, as wide as f16 goes.
TEST_F(KernelBitsTest, GarbageBeyondTheLiveLengthAndInPaddingRows) {
  for (const float garbage : {65504.0F, -6e4F}) {
    ASSERT_TRUE(device_->ResetRunner({256, 512, 1024, 4096}).ok());
    testing::StepRunnerPeer peer(device_->runner.get());
    const RowId row = *device_->runner->AllocateRow(512);
    ASSERT_TRUE(peer.FillBeyond(row, 0, garbage).ok());
    Logits all = {FeedOrFail(*device_, row, Tokens(0, kPrompt), 0, 64)};
    const RowId others[] = {*device_->runner->AllocateRow(256), *device_->runner->AllocateRow(256)};
    for (int64_t i = 0; i < kSteps; ++i) {
      ASSERT_TRUE(peer.FillBeyond(row, kPrompt + i, garbage).ok());
      ASSERT_TRUE(peer.FillPadding(garbage).ok());  // one row fills the step up to four
      all.push_back(StepOrFail(*device_, {{others[0], 1, i}, Next(row, i), {others[1], 2, i}})[1]);
    }
    ASSERT_EQ(device_->runner->padding_rows(), 1);
    ExpectBaseline(all, "garbage " + std::to_string(garbage));
  }
}

// Not equality: int8 activations and f16 KV move some choices. A wrong kernel moves most.
TEST_F(KernelBitsTest, AgreesWithTheReferencesGreedyTokens) {
  ASSERT_TRUE(device_->ResetRunner({256, 512, 1024, 2048}).ok());
  int64_t same = 0;
  int64_t all = 0;
  for (const GoldenPrompt& prompt : goldens_) {
    const RowId row = *device_->runner->AllocateRow(2048);
    std::vector<float> logits = FeedOrFail(*device_, row, prompt.ids, 0, 64);
    for (size_t i = 0; i < prompt.tokens.size(); ++i) {
      same += std::max_element(logits.begin(), logits.end()) - logits.begin() == prompt.tokens[i];
      ++all;
      const auto position = static_cast<int64_t>(prompt.ids.size() + i);
      logits = StepOrFail(*device_, {{row, prompt.tokens[i], position}})[0];
    }
    device_->runner->FreeRow(row);
  }
  const double agreement = static_cast<double>(same) / static_cast<double>(all);
  RecordProperty("top1_agreement", std::to_string(agreement));
  std::printf("top-1 agreement with f32, teacher-forced: %.4f of %ld\n", agreement,
              static_cast<long>(all));
  EXPECT_GE(agreement, 0.95);
}

}  // namespace
}  // namespace rung::runtime
