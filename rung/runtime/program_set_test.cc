#include "rung/runtime/program_set.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/pjrt/hlo_proto.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using ::testing::HasSubstr;

ProgramKey Decode(std::vector<int64_t> capacities) { return ProgramKey::Decode(capacities); }

TEST(ProgramKey, NamesAndOrder) {
  EXPECT_EQ(ProgramKey::Prefill(64, 256).Name(), "prefill_64_at_256");
  EXPECT_EQ(Decode({4096, 256}).Name(), "decode_256_4096");
  EXPECT_EQ(Decode({4096, 256}), Decode({256, 4096}));
  EXPECT_NE(Decode({256}), Decode({256, 256}));
  EXPECT_EQ(ProgramKey::Grow(256, 512).Name(), "grow_256_to_512");
  EXPECT_EQ(ProgramKey::Copy(512, 256).Name(), "copy_512_to_256");
  EXPECT_EQ(ProgramKey::Copy(256, 256).Name(), "copy_256_to_256");
}

class ProgramSetTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto client = testing::TestClient();
    ASSERT_TRUE(client.ok()) << client.status();
    client_ = *std::move(client);
    auto model = model::CreateModel(model::testing::TinyConfig(), {});
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    programs_ = std::make_unique<ProgramSet>(client_.get(), model_.get());
  }
  void TearDown() override {
    programs_.reset();
    client_.reset();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
  }

  std::unique_ptr<pjrt::Client> client_;
  std::unique_ptr<model::Model> model_;
  std::unique_ptr<ProgramSet> programs_;
};

TEST_F(ProgramSetTest, EnsureCompilesWhatIsMissingOnce) {
  const std::vector<ProgramKey> keys = {ProgramKey::Prefill(4, 32), Decode({32}),
                                        ProgramKey::Grow(32, 64)};
  EXPECT_FALSE(programs_->IsReady(keys[0]));
  std::vector<int64_t> progress;
  const absl::Status status = programs_->Ensure(keys, [&](int64_t done, int64_t total) {
    EXPECT_EQ(total, 3);
    progress.push_back(done);
  });
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_EQ(progress.back(), 3);
  for (const ProgramKey& key : keys) {
    EXPECT_TRUE(programs_->IsReady(key));
    const auto program = programs_->Get(key);
    ASSERT_TRUE(program.ok()) << program.status();
    EXPECT_EQ((*program)->name, key.Name());
    EXPECT_GT((*program)->compile_seconds, 0);
  }
  EXPECT_EQ(programs_->NumResident(), 3);
  ASSERT_TRUE(programs_->Ensure(keys).ok());
  const ProgramSetCounters counters = programs_->counters();
  EXPECT_EQ(counters.compiles_total, 3);
  EXPECT_EQ(counters.compiles_failed, 0);
  EXPECT_EQ(counters.compiles_waited_for_total, 0);
  EXPECT_GT(counters.compile_seconds, 0);
}

TEST_F(ProgramSetTest, AStepThatWaitsIsCounted) {
  const auto program = programs_->Get(Decode({32}));
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(programs_->counters().compiles_waited_for_total, 1);
  ASSERT_TRUE(programs_->Get(Decode({32})).ok());
  EXPECT_EQ(programs_->counters().compiles_waited_for_total, 1);
}

TEST_F(ProgramSetTest, PrefetchCompilesInTheBackground) {
  programs_->Prefetch(Decode({32}));
  programs_->Prefetch(Decode({32}));
  const std::vector<ProgramKey> keys = {Decode({32})};
  ASSERT_TRUE(programs_->Ensure(keys).ok());
  EXPECT_EQ(programs_->counters().compiles_total, 1);
}

TEST_F(ProgramSetTest, AFailureIsKeptUntilEnsureTriesAgain) {
  const ProgramKey bad = ProgramKey::Prefill(0, 32);
  const absl::Status status = programs_->Get(bad).status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(Message(status)), HasSubstr("compiling prefill_0_at_32: "));
  EXPECT_FALSE(programs_->IsReady(bad));
  EXPECT_EQ(programs_->Get(bad).status(), status);
  programs_->Prefetch(bad);
  EXPECT_EQ(programs_->counters().compiles_total, 1);
  const std::vector<ProgramKey> keys = {Decode({32}), bad};
  EXPECT_EQ(programs_->Ensure(keys), status);
  EXPECT_EQ(programs_->counters().compiles_total, 3);
  EXPECT_EQ(programs_->counters().compiles_failed, 2);
  EXPECT_TRUE(programs_->IsReady(Decode({32})));
}

TEST_F(ProgramSetTest, DestructionDropsWhatWaits) {
  for (int64_t capacity = 16; capacity < 40; ++capacity) programs_->Prefetch(Decode({capacity}));
  programs_.reset();
  EXPECT_EQ(pjrt::LiveObjects().executables, 0);
}

TEST_F(ProgramSetTest, GrowCopiesKvAndZeroesTheRest) {
  const auto program = programs_->Get(ProgramKey::Grow(32, 48));
  ASSERT_TRUE(program.ok()) << program.status();
  std::vector<pjrt::Buffer> small;
  std::vector<const pjrt::Buffer*> arguments;
  for (size_t i = 0; i < (*program)->arguments.size(); ++i) {
    const pjrt::ArgumentSpec& spec = (*program)->executable->arguments()[i];
    EXPECT_FALSE(spec.donated);
    const std::vector<float> values(spec.type.NumElements(), 1.0f + i);
    auto buffer = client_->BufferFromHost(std::span<const float>(values), spec.type);
    ASSERT_TRUE(buffer.ok()) << buffer.status();
    small.push_back(*std::move(buffer));
  }
  for (const pjrt::Buffer& buffer : small) arguments.push_back(&buffer);
  const auto result = (*program)->executable->Execute(arguments);
  ASSERT_TRUE(result.ok()) << result.status();
  for (size_t i = 0; i < small.size(); ++i) {
    const pjrt::BufferType& type = result->results[i].type();
    EXPECT_EQ(type.dims[1], 48);
    std::vector<float> grown(type.NumElements());
    ASSERT_TRUE(result->results[i].ToHost(std::span<float>(grown)).ok());
    for (int64_t n = 0; n < type.NumElements(); ++n) {
      const int64_t position = n / type.dims[2] % type.dims[1];
      ASSERT_EQ(grown[n], position < 32 ? 1.0f + i : 0.0f) << "position " << position;
    }
  }
}

// Design: a step donates the KV it touches and gets it back in place.
TEST_F(ProgramSetTest, NoProgramCopiesKv) {
  const std::vector<std::pair<ProgramKey, int64_t>> keys = {
      {ProgramKey::Prefill(4, 32), 1}, {Decode({32}), 1}, {Decode({32, 32, 32, 48}), 4}};
  const auto kv_buffers = static_cast<int64_t>(model_->KvTypes(32).size());
  for (const auto& [key, rows] : keys) {
    const auto program = programs_->Get(key);
    ASSERT_TRUE(program.ok()) << program.status();
    const auto bytes = (*program)->executable->OptimizedProgram();
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    const auto module = pjrt::ParseHloModule(*bytes);
    ASSERT_TRUE(module.ok()) << module.status();
    EXPECT_EQ(module->num_aliases, rows * kv_buffers) << key.Name();
    for (int64_t capacity : {32, 48}) {
      EXPECT_TRUE(module->Find("copy", model_->KvTypes(capacity)[0].dims).empty()) << key.Name();
    }
    const auto stats = (*program)->executable->MemoryStats();
    ASSERT_TRUE(stats.ok()) << stats.status();
    int64_t kv_bytes = 0;
    for (const model::Argument& argument : (*program)->arguments) {
      if (argument.role == model::ArgRole::kKvCache) kv_bytes += argument.type.ByteCount();
    }
    EXPECT_EQ(stats->alias_bytes, kv_bytes) << key.Name();
  }
}

}  // namespace
}  // namespace rung::runtime
