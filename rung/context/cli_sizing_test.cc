#include "rung/context/cli_sizing.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/context/admission.h"

namespace rung::context {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr int64_t kWindow = 131072;
constexpr int64_t kAbsent = kAsManyAsFit;

absl::StatusOr<CliSizing> Derived(int64_t prompt, int64_t n, int64_t window = kWindow) {
  return ResolveContextCapacity(prompt, n, window, std::nullopt, std::nullopt);
}

absl::StatusOr<CliSizing> Pinned(int64_t pin, int64_t prompt, int64_t n, int64_t window = kWindow) {
  return ResolveContextCapacity(prompt, n, window, PinnedCapacity{.capacity = pin}, std::nullopt);
}

absl::StatusOr<CliSizing> Listed(std::vector<int64_t> list, int64_t prompt, int64_t n,
                                 int64_t window = kWindow) {
  return ResolveContextCapacity(prompt, n, window, std::nullopt,
                                CapacityList{.capacities = std::move(list)});
}

TEST(CliSizing, TheTable) {
  struct Case {
    int64_t prompt, n;
    const char* line;
  };
  const Case cases[] = {
      {6, kAbsent, "context capacity: 1024 for 6 prompt + up to 1018"},
      {6, 64, "context capacity: 256 for 6 prompt + up to 64"},
      {553, 1, "context capacity: 1024 for 553 prompt + up to 1"},
      {553, kAbsent, "context capacity: 2048 for 553 prompt + up to 1495"},
      {6, 2000, "context capacity: 2048 for 6 prompt + up to 2000"},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<CliSizing> sizing = Derived(c.prompt, c.n);
    ASSERT_TRUE(sizing.ok());
    EXPECT_EQ(sizing->line, c.line);
    EXPECT_THAT(sizing->notices, IsEmpty());
  }
  const absl::Status refused = Pinned(300, 553, 1).status();
  EXPECT_TRUE(IsCapacityRefusal(refused));
  EXPECT_THAT(std::string(Message(refused)),
              StartsWith("request exceeds the OpenXLA context capacity: effective_prompt_len=553 + "
                         "max_new_tokens=1 > context_capacity=300"));
}

// Prompt lengths at every edge: capacity 0 means refused.
TEST(CliSizing, PromptLengthsAtTheEdges) {
  struct Case {
    int64_t prompt, n, window, capacity, max_new;
  };
  const Case cases[] = {
      // -n 1 on the whole ladder
      {1, 1, kWindow, 256, 1},
      {255, 1, kWindow, 256, 1},
      {256, 1, kWindow, 512, 1},
      {257, 1, kWindow, 512, 1},
      {32767, 1, kWindow, 32768, 1},
      {32768, 1, kWindow, 0, 0},
      {32769, 1, kWindow, 0, 0},
      // -n 0 needs only the prompt
      {256, 0, kWindow, 256, 0},
      {257, 0, kWindow, 512, 0},
      {32768, 0, kWindow, 32768, 0},
      {32769, 0, kWindow, 0, 0},
      // absent: sized for 512, then all the room
      {1, kAbsent, kWindow, 1024, 1023},
      {255, kAbsent, kWindow, 1024, 769},
      {256, kAbsent, kWindow, 1024, 768},
      {257, kAbsent, kWindow, 1024, 767},
      {512, kAbsent, kWindow, 1024, 512},
      {513, kAbsent, kWindow, 2048, 1535},
      {32256, kAbsent, kWindow, 32768, 512},
      {32257, kAbsent, kWindow, 32768, 511},
      {32767, kAbsent, kWindow, 32768, 1},
      {32768, kAbsent, kWindow, 0, 0},
      {32769, kAbsent, kWindow, 0, 0},
      // windows on no rung
      {6, kAbsent, 2000, 1024, 1018},
      {1000, kAbsent, 2000, 2000, 1000},
      {1999, kAbsent, 2000, 2000, 1},
      {2000, kAbsent, 2000, 0, 0},
      {1025, 1, 2000, 2000, 1},
      {6, 2000, 2000, 2000, 1994},
      {2000, 0, 2000, 2000, 0},
      {2001, 0, 2000, 0, 0},
      {6, kAbsent, 300, 300, 294},
      {6, 250, 300, 256, 250},
      {6, 251, 300, 300, 251},
      {299, 1, 300, 300, 1},
      {300, 1, 300, 0, 0},
      {6, kAbsent, 100, 100, 94},
      {6, 1, 100, 100, 1},
      {6, 95, 100, 100, 94},
      {99, kAbsent, 100, 100, 1},
      {100, kAbsent, 100, 0, 0},
      {1, kAbsent, 1, 0, 0},
      {1, 0, 1, 1, 0},
      // numbers whose sum overflows
      {6, INT64_MAX, kWindow, 32768, 32762},
      {6, 2147483647, kWindow, 32768, 32762},
      {INT64_MAX, INT64_MAX, kWindow, 0, 0},
      {INT64_MAX, kAbsent, INT64_MAX, 0, 0},
      {int64_t{1} << 31, 1, int64_t{1} << 40, 0, 0},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<CliSizing> sizing = Derived(c.prompt, c.n, c.window);
    const std::string what = fmt::format("{} + {} in {}", c.prompt, c.n, c.window);
    ASSERT_EQ(sizing.ok(), c.capacity != 0) << what;
    if (!sizing.ok()) {
      EXPECT_TRUE(IsCapacityRefusal(sizing.status())) << what;
      EXPECT_THAT(std::string(Message(sizing.status())),
                  HasSubstr(fmt::format("max_new_tokens={} >", c.n == kAbsent ? 1 : c.n)));
      continue;
    }
    EXPECT_EQ(sizing->capacity, c.capacity) << what;
    EXPECT_EQ(sizing->max_new_tokens, c.max_new) << what;
    EXPECT_EQ(sizing->line, fmt::format("context capacity: {} for {} prompt + up to {}", c.capacity,
                                        c.prompt, c.max_new));
    EXPECT_EQ(sizing->notices.size(), c.n > c.max_new ? 1u : 0u) << what;
  }
}

TEST(CliSizing, AClampSaysWhatLimits) {
  EXPECT_THAT(Derived(6, 2000, 2000)->notices,
              ElementsAre("max_new_tokens reduced from 2000 to 1994: the checkpoint's context "
                          "window is 2000"));
  EXPECT_THAT(Derived(6, 40000)->notices,
              ElementsAre("max_new_tokens reduced from 40000 to 32762: the largest context "
                          "capacity is 32768 (set MLXCEL_XLA_CONTEXT_CAPACITY=40006 for all of "
                          "them)"));
  EXPECT_EQ(Pinned(40006, 6, 40000)->max_new_tokens, 40000);  // the advice works
  EXPECT_THAT(Derived(6, 200000)->notices,
              ElementsAre("max_new_tokens reduced from 200000 to 32762: the largest context "
                          "capacity is 32768"));
}

TEST(CliSizing, APinIsTheCapacityAndPrintsNoLine) {
  struct Case {
    int64_t prompt, n, max_new;  // max_new -1: refused
  };
  const Case cases[] = {
      {6, kAbsent, 294},  {6, 64, 64},       {6, 294, 294}, {6, 295, -1},
      {299, 1, 1},        {299, kAbsent, 1}, {300, 0, 0},   {300, 1, -1},
      {300, kAbsent, -1}, {301, 0, -1},      {6, 0, 0},     {6, INT64_MAX, -1},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<CliSizing> sizing = Pinned(300, c.prompt, c.n);
    ASSERT_EQ(sizing.ok(), c.max_new >= 0) << c.prompt << " " << c.n;
    if (!sizing.ok()) continue;
    EXPECT_EQ(sizing->capacity, 300);
    EXPECT_EQ(sizing->max_new_tokens, c.max_new);
    EXPECT_EQ(sizing->line, std::nullopt);
    EXPECT_THAT(sizing->notices, IsEmpty());
  }
  EXPECT_THAT(std::string(Message(Pinned(300, 300, kAbsent).status())),
              HasSubstr("effective_prompt_len=300 + max_new_tokens=1 > context_capacity=300"));
  EXPECT_THAT(std::string(Message(Pinned(300, 6, 295).status())),
              HasSubstr("ask for max_new_tokens=294 or less"));
}

TEST(CliSizing, APinHidesTheList) {
  const absl::StatusOr<CliSizing> sizing = ResolveContextCapacity(
      6, kAbsent, kWindow, PinnedCapacity{.capacity = 300}, CapacityList{.capacities = {64, 9000}});
  ASSERT_TRUE(sizing.ok());
  EXPECT_EQ(sizing->capacity, 300);
  EXPECT_EQ(sizing->line, std::nullopt);
}

TEST(CliSizing, AListIsRoutedAndPrintsTheLine) {
  struct Case {
    int64_t prompt, n, capacity, max_new;  // capacity 0: refused
  };
  const Case cases[] = {
      {6, kAbsent, 1000, 994}, {6, 250, 256, 250},    {6, 251, 1000, 251},
      {6, 994, 1000, 994},     {6, 995, 0, 0},        {600, kAbsent, 1000, 400},
      {999, kAbsent, 1000, 1}, {1000, kAbsent, 0, 0}, {1000, 0, 1000, 0},
      {1000, 1, 0, 0},
  };
  for (const Case& c : cases) {
    const absl::StatusOr<CliSizing> sizing = Listed({256, 1000}, c.prompt, c.n);
    ASSERT_EQ(sizing.ok(), c.capacity != 0) << c.prompt << " " << c.n;
    if (!sizing.ok()) continue;
    EXPECT_EQ(sizing->capacity, c.capacity);
    EXPECT_EQ(sizing->max_new_tokens, c.max_new);
    EXPECT_EQ(sizing->line, fmt::format("context capacity: {} for {} prompt + up to {}", c.capacity,
                                        c.prompt, c.max_new));
  }
  EXPECT_THAT(std::string(Message(Listed({256, 1000}, 6, 995).status())),
              AllOf(HasSubstr("context_capacity=1000; buckets held: [256, 1000]"),
                    HasSubstr("add 1024 to MLXCEL_XLA_CONTEXT_BUCKETS")));
}

TEST(CliSizing, AboveTheWindowIsTheOperatorsRightWithOneWarning) {
  const absl::StatusOr<CliSizing> pinned = Pinned(4096, 6, 3000, 2000);
  ASSERT_TRUE(pinned.ok());
  EXPECT_EQ(pinned->capacity, 4096);
  EXPECT_EQ(pinned->max_new_tokens, 3000);
  EXPECT_THAT(pinned->notices,
              ElementsAre("MLXCEL_XLA_CONTEXT_CAPACITY asks for a capacity of 4096, above "
                          "the checkpoint's context window of 2000: text past the window may be "
                          "poor"));
  const absl::StatusOr<CliSizing> listed = Listed({256, 4096, 8192}, 6, kAbsent, 2000);
  ASSERT_TRUE(listed.ok());
  EXPECT_EQ(listed->capacity, 4096);
  EXPECT_EQ(listed->max_new_tokens, 4090);
  EXPECT_THAT(listed->notices,
              ElementsAre(StartsWith("MLXCEL_XLA_CONTEXT_BUCKETS asks for a capacity of "
                                     "8192, above")));
  EXPECT_THAT(Pinned(2000, 6, 1, 2000)->notices, IsEmpty());
}

TEST(CliSizing, NumbersThatMeanNothing) {
  for (const absl::Status& status :
       {Derived(0, 1).status(), Derived(-1, 1).status(), Derived(6, -2).status(),
        Derived(6, INT64_MIN).status(), Derived(6, 1, 0).status(), Derived(6, 1, -1).status()}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(Message(Derived(6, -2).status()),
            "-n must be 0 or more, or -1 for as many tokens as fit; got -2");
}

}  // namespace
}  // namespace rung::context
