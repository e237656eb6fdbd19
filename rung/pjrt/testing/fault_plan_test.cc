#include "rung/pjrt/testing/fault_plan.h"

#include "gtest/gtest.h"

namespace rung::pjrt::testing {
namespace {

TEST(FaultPlan, CountsCallsAndFailsTheNamedOnes) {
  auto plan = FaultPlan::Parse("PJRT_A@2;PJRT_B@2-3:after; PJRT_C@*:delay=7 ");
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->OnCall("PJRT_A").kind, FaultKind::kNone);
  EXPECT_EQ(plan->OnCall("PJRT_A").kind, FaultKind::kBefore);
  EXPECT_EQ(plan->OnCall("PJRT_A").kind, FaultKind::kNone);
  EXPECT_EQ(plan->OnCall("PJRT_B").kind, FaultKind::kNone);
  EXPECT_EQ(plan->OnCall("PJRT_B").kind, FaultKind::kAfter);
  EXPECT_EQ(plan->OnCall("PJRT_B").kind, FaultKind::kAfter);
  EXPECT_EQ(plan->OnCall("PJRT_B").kind, FaultKind::kNone);
  EXPECT_EQ(plan->OnCall("PJRT_C").kind, FaultKind::kNone);
  EXPECT_EQ(plan->OnCall("PJRT_C").delay_ms, 7);
  EXPECT_EQ(plan->Calls("PJRT_A"), 3);
  EXPECT_EQ(plan->Calls("PJRT_D"), 0);
  EXPECT_EQ(plan->Called(), "PJRT_A PJRT_B PJRT_C");
  EXPECT_EQ(plan->faults(), 3);
}

TEST(FaultPlan, ModulesAreCountedByThemselves) {
  auto plan = FaultPlan::Parse("PJRT_Client_Compile(decode_*)@2;PJRT_Client_Compile(grow)@1");
  ASSERT_TRUE(plan.has_value());
  const auto compile = [&](std::string_view module) {
    return plan->OnCall("PJRT_Client_Compile", module).kind;
  };
  EXPECT_EQ(compile("decode_1"), FaultKind::kNone);
  EXPECT_EQ(compile("prefill"), FaultKind::kNone);
  EXPECT_EQ(compile("decode_2"), FaultKind::kBefore);
  EXPECT_EQ(compile("grow"), FaultKind::kBefore);
  EXPECT_EQ(compile("grow"), FaultKind::kNone);
}

TEST(FaultPlan, RefusesWhatIsNone) {
  EXPECT_TRUE(FaultPlan::Parse("").has_value());
  for (const char* text : {"PJRT_A", "A@1", "PJRT_A@x", "PJRT_A@1-2-3", "PJRT_A@1:later",
                           "PJRT_A(m@1", "PJRT_A@1:delay=0", "PJRT_A@"}) {
    EXPECT_FALSE(FaultPlan::Parse(text).has_value()) << text;
  }
}

TEST(FaultPlan, FindsTheModuleName) {
  EXPECT_EQ(ModuleName("module @decode_256 {\n}"), "decode_256");
  EXPECT_EQ(ModuleName("// text\nmodule @m{"), "m");
  EXPECT_EQ(ModuleName("func"), "");
}

}  // namespace
}  // namespace rung::pjrt::testing
