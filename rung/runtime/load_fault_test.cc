// Every PJRT call of a start fails once: an error in one line or a start that works, and in both
// cases nothing left behind. What belongs to the compile cache never fails a start.
#include <unistd.h>

#include <filesystem>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/pjrt/live_objects.h"
#include "rung/runtime/executable_cache.h"
#include "rung/runtime/testing/fault_device.h"
#include "rung/runtime/testing/small_device.h"

namespace rung::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsSubsetOf;
using ::testing::Not;

constexpr int kFaults = 20;

class LoadFaultTest : public ::testing::TestWithParam<model::LoweringKind> {
 protected:
  void SetUp() override {
    auto fault = testing::FaultPlugin::Load();
    ASSERT_TRUE(fault.ok()) << fault.status();
    fault_ = *fault;
    ForgetPrograms();
  }
  static void TearDownTestSuite() { fs::remove_all(Directory()); }

  static fs::path Directory() {
    return fs::path(::testing::TempDir()) / fmt::format("load_fault_test.{}", getpid());
  }
  // All but the plugin's digest, which takes longer to make than all the rest.
  static void ForgetPrograms() {
    std::error_code none;
    for (const auto& file : fs::directory_iterator(Directory(), none)) {
      if (file.path().extension() == ".program") fs::remove(file.path());
    }
  }

  // Client, weights, two programs and one step, all with a plan in force.
  absl::Status Start(const std::string& plan) {
    fault_.SetPlan(plan);
    const absl::Status status = StartOrError();
    EXPECT_EQ(fault_.live_objects(), 0) << plan;
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts()) << plan;
    return status;
  }

  absl::Status StartOrError() {
    RUNG_ASSIGN_OR_RETURN(const auto device,
                          testing::SmallDevice::Create(fault_.plugin(), GetParam()));
    device->ResetPrograms(/*threads=*/1, {.directory = Directory().string()});
    const int64_t capacity = 24;
    const std::vector<ProgramKey> keys = {ProgramKey::Prefill(4, capacity),
                                          ProgramKey::Decode({&capacity, 1})};
    const absl::Status compiled = device->programs->Ensure(keys);
    counters_ = device->programs->counters();
    if (!compiled.ok()) return compiled;
    RUNG_RETURN_IF_ERROR(device->ResetRunner({capacity}));
    const auto row = device->runner->AllocateRow(capacity);
    absl::Status status = row.status();
    if (row.ok()) {
      const std::vector<TokenId> prompt = {1, 2, 3};
      status = device->runner->Prefill(*row, prompt, 0, 4, /*want_logits=*/true).status();
    }
    return status;
  }

  testing::FaultPlugin fault_;
  ProgramSetCounters counters_;
};

constexpr const char* kStartEntries[] = {"PJRT_Client_Create",
                                         "PJRT_Client_PlatformName",
                                         "PJRT_Client_PlatformVersion",
                                         "PJRT_Client_AddressableDevices",
                                         "PJRT_Client_Compile",
                                         "PJRT_Client_BufferFromHostBuffer",
                                         "PJRT_ExecuteContext_Create",
                                         "PJRT_LoadedExecutable_GetExecutable",
                                         "PJRT_Executable_NumOutputs",
                                         "PJRT_Executable_OutputElementTypes",
                                         "PJRT_Executable_OutputDimensions",
                                         "PJRT_LoadedExecutable_Execute",
                                         "PJRT_Buffer_ToHostBuffer",
                                         "PJRT_Buffer_UnsafePointer",
                                         "PJRT_Event_Await"};
// Failures of these never fail a start; they have tests of their own below.
constexpr const char* kForgivenEntries[] = {"PJRT_Client_Destroy",
                                            "PJRT_Executable_Destroy",
                                            "PJRT_LoadedExecutable_Destroy",
                                            "PJRT_Buffer_Destroy",
                                            "PJRT_Event_Destroy",
                                            "PJRT_ExecuteContext_Destroy",
                                            "PJRT_Executable_Serialize",
                                            "PJRT_Executable_DeserializeAndLoad",
                                            "PJRT_Device_GetDescription",
                                            "PJRT_DeviceDescription_Kind"};

// A call that is new in a start must be made to fail as well.
TEST_P(LoadFaultTest, EveryEntryOfAStartIsOnTheLists) {
  ASSERT_TRUE(Start("").ok());
  std::vector<std::string> called = fault_.Called();
  ASSERT_TRUE(Start("").ok());  // from the cache
  std::ranges::copy(fault_.Called(), std::back_inserter(called));
  const std::set<std::string> entries(called.begin(), called.end());
  std::set<std::string> listed(std::begin(kStartEntries), std::end(kStartEntries));
  listed.insert(std::begin(kForgivenEntries), std::end(kForgivenEntries));
  EXPECT_THAT(entries, IsSubsetOf(listed));
}

// Each of the first calls of each entry, as many as a start makes.
TEST_P(LoadFaultTest, EveryCallOfAStartMayFail) {
  for (const char* entry : kStartEntries) {
    // The other entries come to the same calls with programs from the cache, and much sooner.
    const bool compiles = std::string_view(entry).find("Compile") != std::string_view::npos ||
                          std::string_view(entry).find("Executable_") != std::string_view::npos;
    if (compiles) ForgetPrograms();
    for (const char* when : {"", ":after"}) {
      for (int k = 1; k <= kFaults; ++k) {
        const std::string plan = fmt::format("{}@{}{}", entry, k, when);
        const absl::Status status = Start(plan);
        if (compiles) ForgetPrograms();
        if (fault_.faults() == 0) {  // it makes fewer calls
          EXPECT_TRUE(status.ok()) << plan << status;
          break;
        }
        if (status.ok()) {
          // Awaiting a host buffer's release has nobody to tell, storing a program need not work.
          EXPECT_THAT(plan, AnyOf(HasSubstr("PJRT_Event_Await"), HasSubstr("GetExecutable")))
              << plan;
          continue;
        }
        EXPECT_THAT(std::string(Message(status)), HasSubstr("injected fault in PJRT_")) << plan;
        EXPECT_THAT(std::string(Message(status)), Not(HasSubstr("\n"))) << plan;
      }
    }
  }
}

TEST_P(LoadFaultTest, DestroyingMayFail) {
  for (const char* entry :
       {"PJRT_Client_Destroy", "PJRT_Executable_Destroy", "PJRT_LoadedExecutable_Destroy",
        "PJRT_Buffer_Destroy", "PJRT_Event_Destroy", "PJRT_ExecuteContext_Destroy"}) {
    EXPECT_TRUE(Start(fmt::format("{}@*", entry)).ok()) << entry;
  }
}

TEST_P(LoadFaultTest, AProgramThatCannotBeStoredIsCompiledAgain) {
  ASSERT_TRUE(Start("PJRT_Executable_Serialize@*").ok());
  EXPECT_EQ(counters_.compiles_total, 2);
  ASSERT_TRUE(Start("").ok());
  EXPECT_EQ(counters_.compiles_total, 2);
  ASSERT_TRUE(Start("").ok());
  EXPECT_EQ(counters_.compiles_total, 0);
}

// The kind of device is part of the cache's key.
TEST_P(LoadFaultTest, ADeviceThatCannotBeNamedRuns) {
  for (const char* entry : {"PJRT_Device_GetDescription", "PJRT_DeviceDescription_Kind"}) {
    ASSERT_TRUE(Start(fmt::format("{}@*", entry)).ok()) << entry;
    EXPECT_EQ(counters_.compiles_total, 2) << entry;
    ForgetPrograms();
  }
}

TEST_P(LoadFaultTest, AProgramThatCannotBeLoadedIsCompiled) {
  ASSERT_TRUE(Start("").ok());
  for (const char* when : {"", ":after"}) {
    ASSERT_TRUE(Start(fmt::format("PJRT_Executable_DeserializeAndLoad@1{}", when)).ok());
    EXPECT_EQ(counters_.compiles_total, 1);
    EXPECT_EQ(counters_.cache_hits, 1);
  }
  ASSERT_TRUE(Start("").ok());
  EXPECT_EQ(counters_.cache_hits, 2);
}

TEST_P(LoadFaultTest, OneModuleMayFail) {
  const absl::Status status = Start("PJRT_Client_Compile(decode_*)@*");
  EXPECT_THAT(std::string(Message(status)), HasSubstr("compiling decode_24"));
  EXPECT_EQ(counters_.compiles_failed, 1);
}

INSTANTIATE_TEST_SUITE_P(Lowerings, LoadFaultTest,
                         ::testing::Values(model::LoweringKind::kPortable,
                                           model::LoweringKind::kKernel),
                         testing::LoweringName());

}  // namespace
}  // namespace rung::runtime
