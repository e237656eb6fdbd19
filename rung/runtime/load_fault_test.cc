// Every PJRT call of a start fails once: an error in one line or a start that works, and in both
// cases nothing left behind. What belongs to the compile cache never fails a start.
#include <unistd.h>

#include <filesystem>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/executable_cache.h"
#include "rung/runtime/testing/fault_device.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class LoadFaultTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto fault = testing::FaultPlugin::Load();
    ASSERT_TRUE(fault.ok()) << fault.status();
    fault_ = *fault;
    directory_ = fs::path(::testing::TempDir()) / fmt::format("load_fault_test.{}", getpid());
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // Client, weights, two programs and one step, all with a plan in force.
  absl::Status Start(const std::string& plan) {
    fault_.SetPlan(plan);
    const absl::Status status = StartOrError();
    EXPECT_EQ(fault_.live_objects(), 0) << plan;
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts()) << plan;
    return status;
  }

  absl::Status StartOrError() {
    RUNG_ASSIGN_OR_RETURN(const auto device, testing::TinyDevice::Create(&fault_.plugin()));
    const auto cache =
        ExecutableCache::Open(device->client.get(), {.directory = directory_.string()});
    device->programs = std::make_unique<ProgramSet>(device->client.get(), device->model.get(),
                                                    /*threads=*/1, cache.get());
    const int64_t capacity = 24;
    const std::vector<ProgramKey> keys = {ProgramKey::Prefill(4, capacity),
                                          ProgramKey::Decode({&capacity, 1})};
    const absl::Status compiled = device->programs->Ensure(keys);
    counters_ = device->programs->counters();
    if (!compiled.ok()) {
      device->programs.reset();
      return compiled;
    }
    const absl::Status run = device->ResetRunner({.capacities = {capacity}});
    const auto row = device->runner->AllocateRow(capacity);
    absl::Status status = row.status();
    if (row.ok()) {
      const std::vector<TokenId> prompt = {1, 2, 3};
      status = device->runner->Prefill(*row, prompt, 0, 4, /*want_logits=*/true).status();
    }
    device->runner.reset();
    device->programs.reset();  // before the cache, whose pointer it holds
    return run.ok() ? status : run;
  }

  testing::FaultPlugin fault_;
  fs::path directory_;
  ProgramSetCounters counters_;
};

TEST_F(LoadFaultTest, EveryCallOfAStartMayFail) {
  ASSERT_TRUE(Start("").ok());
  ASSERT_EQ(counters_.compiles_total, 2);
  fs::remove_all(directory_);
  for (const char* entry :
       {"PJRT_Client_Create", "PJRT_Client_PlatformName", "PJRT_Client_PlatformVersion",
        "PJRT_Client_AddressableDevices", "PJRT_Client_Compile", "PJRT_Client_BufferFromHostBuffer",
        "PJRT_LoadedExecutable_GetExecutable", "PJRT_Executable_NumOutputs",
        "PJRT_Executable_OutputElementTypes", "PJRT_Executable_OutputDimensions",
        "PJRT_LoadedExecutable_Execute", "PJRT_Buffer_ToHostBuffer", "PJRT_Event_Await"}) {
    for (const char* when : {"", ":after"}) {
      const std::string plan = fmt::format("{}@1{}", entry, when);
      const absl::Status status = Start(plan);
      fs::remove_all(directory_);
      // Awaiting a host buffer's release has nobody to tell.
      if (status.ok() && std::string_view(entry) == "PJRT_Event_Await") continue;
      EXPECT_THAT(std::string(Message(status)), HasSubstr("injected fault in PJRT_")) << plan;
      EXPECT_THAT(std::string(Message(status)), Not(HasSubstr("\n"))) << plan;
    }
  }
}

TEST_F(LoadFaultTest, DestroyingMayFail) {
  for (const char* entry : {"PJRT_Client_Destroy", "PJRT_Executable_Destroy",
                            "PJRT_LoadedExecutable_Destroy", "PJRT_Buffer_Destroy",
                            "PJRT_Event_Destroy"}) {
    EXPECT_TRUE(Start(fmt::format("{}@*", entry)).ok()) << entry;
  }
}

TEST_F(LoadFaultTest, AProgramThatCannotBeStoredIsCompiledAgain) {
  ASSERT_TRUE(Start("PJRT_Executable_Serialize@*").ok());
  EXPECT_EQ(counters_.compiles_total, 2);
  ASSERT_TRUE(Start("").ok());
  EXPECT_EQ(counters_.compiles_total, 2);
  ASSERT_TRUE(Start("").ok());
  EXPECT_EQ(counters_.compiles_total, 0);
}

TEST_F(LoadFaultTest, AProgramThatCannotBeLoadedIsCompiled) {
  ASSERT_TRUE(Start("").ok());
  for (const char* when : {"", ":after"}) {
    ASSERT_TRUE(Start(fmt::format("PJRT_Executable_DeserializeAndLoad@1{}", when)).ok());
    EXPECT_EQ(counters_.compiles_total, 1);
    EXPECT_EQ(counters_.cache_hits, 1);
  }
  ASSERT_TRUE(Start("").ok());
  EXPECT_EQ(counters_.cache_hits, 2);
}

TEST_F(LoadFaultTest, OneModuleMayFail) {
  const absl::Status status = Start("PJRT_Client_Compile(decode_*)@*");
  EXPECT_THAT(std::string(Message(status)), HasSubstr("compiling decode_24"));
  EXPECT_EQ(counters_.compiles_failed, 1);
}

}  // namespace
}  // namespace rung::runtime
