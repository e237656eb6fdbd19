#include "rung/runtime/executable_cache.h"

#include <unistd.h>

#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CpuFeatures, OfTheFirstProcessorAlone) {
  EXPECT_EQ(CpuFeatures("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu MHz\t: 1\n"
                        "flags\t\t: fpu sse avx2\n\nprocessor\t: 1\nflags\t: fpu\n"),
            "vendor_id=AuthenticAMD;flags=fpu sse avx2;");
  EXPECT_EQ(CpuFeatures("processor\t: 0\nFeatures\t: fp asimd\nCPU part\t: 0xd40\n"),
            "Features=fp asimd;CPU part=0xd40;");
  EXPECT_EQ(CpuFeatures(""), "");
  EXPECT_EQ(CpuFeatures("\n\n: \nnothing"), "");
}

class ExecutableCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::path(::testing::TempDir()) /
                 fmt::format("executable_cache_test.{}.{}", getpid(),
                             ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(directory_);
    auto device = testing::TinyDevice::Create();
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
  }
  void TearDown() override {
    device_.reset();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
    fs::remove_all(directory_);
  }

  // Programs compiled, or loaded from the cache, anew.
  ProgramSetCounters Start(ExecutableCacheOptions options = {}) {
    options.directory = directory_.string();
    options.notice = [this](std::string_view line) { notices_.emplace_back(line); };
    device_->runner.reset();
    device_->programs.reset();
    cache_ = ExecutableCache::Open(device_->client.get(), std::move(options));
    device_->programs = std::make_unique<ProgramSet>(device_->client.get(), device_->model.get(),
                                                     /*threads=*/2, cache_.get());
    const absl::Status status = device_->programs->Ensure(keys_);
    EXPECT_TRUE(status.ok()) << status;
    return device_->programs->counters();
  }

  // Greedy tokens of a prompt and the logits after each.
  std::vector<std::vector<float>> Generate() {
    EXPECT_TRUE(device_->ResetRunner({.capacities = {32}}).ok());
    XlaStepRunner& runner = *device_->runner;
    const RowId row = runner.AllocateRow(32).value();
    const std::vector<TokenId> prompt = {3, 1, 4, 1};
    std::vector<std::vector<float>> all;
    auto logits = runner.Prefill(row, prompt, 0, 4, /*want_logits=*/true);
    for (int64_t position = 4; logits.ok() && position < 12; ++position) {
      all.emplace_back(logits->values.begin(), logits->values.end());
      const auto best = std::max_element(all.back().begin(), all.back().end());
      const DecodeInput input{row, static_cast<TokenId>(best - all.back().begin()), position};
      logits = runner.Decode({&input, 1});
    }
    EXPECT_TRUE(logits.ok()) << logits.status();
    return all;
  }

  void StopPrograms() {
    device_->runner.reset();
    device_->programs.reset();  // waits until everything is written
  }

  const int64_t capacity_ = 32;
  const std::vector<ProgramKey> keys_ = {
      ProgramKey::Prefill(4, 32), ProgramKey::Decode({&capacity_, 1}), ProgramKey::Grow(32, 64)};
  fs::path directory_;
  std::vector<std::string> notices_;
  std::unique_ptr<testing::TinyDevice> device_;
  std::unique_ptr<ExecutableCache> cache_;
};

TEST_F(ExecutableCacheTest, TheSecondStartCompilesNothing) {
  const ProgramSetCounters first = Start();
  EXPECT_EQ(first.compiles_total, 3);
  EXPECT_EQ(first.cache_hits, 0);
  const auto before = Generate();
  const ProgramSetCounters second = Start();
  EXPECT_EQ(second.compiles_total, 0);
  EXPECT_EQ(second.cache_hits, 3);
  EXPECT_EQ(Generate(), before);
  EXPECT_THAT(notices_, IsEmpty());
}

TEST_F(ExecutableCacheTest, AnotherSurroundingIsAMiss) {
  Start();
  EXPECT_EQ(Start({.xla_flags = "--xla_cpu_enable_fast_math=false"}).compiles_total, 3);
  EXPECT_EQ(Start({.kernel_abi = "2"}).compiles_total, 3);
  EXPECT_EQ(Start().compiles_total, 0);
}

TEST_F(ExecutableCacheTest, BrokenEntriesAreCompiledAgain) {
  Start();
  StopPrograms();
  const auto before = (Start(), Generate());
  StopPrograms();
  int kind = 0;
  for (const auto& file : fs::directory_iterator(directory_)) {
    if (file.path().extension() != ".program") continue;
    if (kind == 0) fs::resize_file(file.path(), 0);
    if (kind == 1) fs::resize_file(file.path(), file.file_size() / 2);
    if (kind == 2) {
      std::fstream stream(file.path(), std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(static_cast<std::streamoff>(file.file_size() / 2));
      stream.put('\x5a').put('\xa5').put('\x5a');
    }
    ++kind;
  }
  ASSERT_EQ(kind, 3);
  EXPECT_EQ(Start().compiles_total, 3);
  EXPECT_EQ(Generate(), before);
  EXPECT_EQ(Start().cache_hits, 3);
}

// An entry whose checksum is right and whose content the plugin does not take.
TEST_F(ExecutableCacheTest, WhatThePluginRefusesIsCompiled) {
  Start();
  StopPrograms();
  auto files = CompileCache::Open(directory_);
  ASSERT_TRUE(files.ok()) << files.status();
  for (const CacheEntryInfo& entry : (*files)->List()) {
    ASSERT_TRUE((*files)->Store(entry.file.substr(0, 64), entry.name, "no executable").ok());
  }
  EXPECT_EQ(Start().compiles_total, 3);
  EXPECT_EQ(Start().cache_hits, 3);
}

// As if a key had collided: a sound executable of another program.
TEST_F(ExecutableCacheTest, AnExecutableOfAnotherShapeIsCompiled) {
  Start();
  StopPrograms();
  auto files = CompileCache::Open(directory_);
  ASSERT_TRUE(files.ok()) << files.status();
  std::vector<std::string> payloads;
  const std::vector<CacheEntryInfo> entries = (*files)->List();
  for (const auto& entry : entries) payloads.push_back(*(*files)->Find(entry.file.substr(0, 64)));
  for (size_t i = 0; i < entries.size(); ++i) {
    ASSERT_TRUE((*files)
                    ->Store(entries[i].file.substr(0, 64), entries[i].name,
                            payloads[(i + 1) % payloads.size()])
                    .ok());
  }
  EXPECT_EQ(Start().compiles_total, 3);
  EXPECT_EQ(Start().cache_hits, 3);
}

TEST_F(ExecutableCacheTest, ACacheThatCannotBeUsedIsSaidOnce) {
  fs::create_directory(directory_);
  fs::permissions(directory_, fs::perms(0755));
  EXPECT_EQ(Start().compiles_total, 3);
  EXPECT_EQ(cache_, nullptr);
  EXPECT_THAT(notices_, ElementsAre(HasSubstr("compiled programs are not kept")));
}

}  // namespace
}  // namespace rung::runtime
