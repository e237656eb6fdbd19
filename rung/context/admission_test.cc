#include "rung/context/admission.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/context/bucket_set.h"
#include "rung/context/cli_sizing.h"
#include "rung/context/ladder.h"

namespace rung::context {
namespace {

using ::testing::HasSubstr;

TEST(Admits, TheSumUpToTheCapacity) {
  struct Case {
    int64_t prompt, max_new, capacity;
    bool admitted;
  };
  constexpr int64_t k31 = int64_t{1} << 31;
  constexpr int64_t kMax = INT64_MAX;
  const Case cases[] = {
      {1, 255, 256, true},
      {1, 256, 256, false},
      {255, 1, 256, true},
      {256, 0, 256, true},
      {256, 1, 256, false},
      {257, 0, 256, false},
      {768, 256, 1024, true},
      {769, 256, 1024, false},
      {0, 0, 1, true},
      // near 2^31
      {k31 - 2, 1, k31 - 1, true},
      {k31 - 1, 1, k31 - 1, false},
      {1, k31 - 1, k31 - 1, false},
      {k31, k31, k31 - 1, false},
      {k31 - 1, k31 - 1, k31 - 1, false},
      {k31, k31, 2 * k31, true},
      // near 2^63, where the sum overflows
      {kMax, 1, kMax, false},
      {1, kMax, kMax, false},
      {kMax, kMax, kMax, false},
      {kMax, 0, kMax, true},
      {kMax - 1, 1, kMax, true},
      {kMax, kMax, 256, false},
      {kMax / 2 + 1, kMax / 2 + 1, kMax, false},
      // no such request or capacity
      {-1, 1, 256, false},
      {1, -1, 256, false},
      {INT64_MIN, kMax, 256, false},
      {1, INT64_MIN, 256, false},
      {0, 0, 0, false},
      {1, 1, -5, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Admits(c.prompt, c.max_new, c.capacity), c.admitted)
        << c.prompt << " + " << c.max_new << " <= " << c.capacity;
  }
}

TEST(SmallestAdmitting, TakesTheFirstThatHoldsTheSum) {
  const std::vector<int64_t> held = {256, 4096};
  EXPECT_EQ(SmallestAdmitting(held, 250, 6), 256);
  EXPECT_EQ(SmallestAdmitting(held, 250, 7), 4096);
  EXPECT_EQ(SmallestAdmitting(held, 4096, 0), 4096);
  EXPECT_EQ(SmallestAdmitting(held, 4096, 1), std::nullopt);
  EXPECT_EQ(SmallestAdmitting(held, INT64_MAX, INT64_MAX), std::nullopt);
}

std::string RefusalOf(const RefusedRequest& request) {
  const absl::Status status = Refuse(request);
  EXPECT_TRUE(IsCapacityRefusal(status));
  EXPECT_EQ(Message(status).find('\n'), std::string_view::npos);
  return std::string(Message(status));
}

TEST(Refuse, NamesTheNumbersAndWaysOut) {
  EXPECT_EQ(RefusalOf({.effective_prompt_len = 553,
                       .max_new_tokens = 1,
                       .max_new_given = true,
                       .capacities = {300},
                       .source = CapacitySource::kPin,
                       .source_name = "MLXCEL_XLA_CONTEXT_CAPACITY",
                       .window = 131072}),
            "request exceeds the OpenXLA context capacity: effective_prompt_len=553 + "
            "max_new_tokens=1 > context_capacity=300; buckets held: [300]; set "
            "MLXCEL_XLA_CONTEXT_CAPACITY to 554 or more, or shorten the prompt to 299 tokens or "
            "less");
  EXPECT_EQ(RefusalOf({.effective_prompt_len = 600,
                       .max_new_tokens = 900,
                       .max_new_given = true,
                       .capacities = {256, 1024},
                       .source = CapacitySource::kList,
                       .source_name = "MLXCEL_XLA_CONTEXT_BUCKETS",
                       .window = 131072}),
            "request exceeds the OpenXLA context capacity: effective_prompt_len=600 + "
            "max_new_tokens=900 > context_capacity=1024; buckets held: [256, 1024]; ask for "
            "max_new_tokens=424 or less, or add 2048 to MLXCEL_XLA_CONTEXT_BUCKETS, or shorten the "
            "prompt to 124 tokens or less");
  EXPECT_EQ(RefusalOf({.effective_prompt_len = 4090,
                       .max_new_tokens = 100,
                       .max_new_given = true,
                       .capacities = {256, 4096},
                       .source = CapacitySource::kServerSet,
                       .window = 8000}),
            "request exceeds the OpenXLA context capacity: effective_prompt_len=4090 + "
            "max_new_tokens=100 > context_capacity=4096; buckets held: [256, 4096]; ask for "
            "max_new_tokens=6 or less, or start with MLXCEL_XLA_CONTEXT_BUCKETS=256,4096,8000, or "
            "shorten the prompt to 3996 tokens or less");
}

TEST(Refuse, TellsClientsWhatTheyCanChange) {
  EXPECT_EQ(
      ClientMessage(Refuse({.effective_prompt_len = 4090,
                            .max_new_tokens = 100,
                            .max_new_given = true,
                            .capacities = {256, 4096},
                            .source = CapacitySource::kServerSet,
                            .window = 8000,
                            .dropped = {"capacity 8000 bucket was dropped: it needs 9 GiB"}})),
      "This model's maximum context length is 4096 tokens, and the request asks for 4090 in "
      "the prompt and 100 in the reply: ask for max_tokens=6 or less, or shorten the prompt "
      "to 3996 tokens or less (context_length_exceeded: request exceeds the OpenXLA context "
      "capacity: "
      "effective_prompt_len=4090 + max_new_tokens=100 > context_capacity=4096; buckets held: "
      "[256, 4096])");
  EXPECT_EQ(ClientMessage(Refuse({.effective_prompt_len = 553,
                                  .max_new_tokens = 1,
                                  .capacities = {300},
                                  .source = CapacitySource::kPin,
                                  .source_name = "MLXCEL_XLA_CONTEXT_CAPACITY",
                                  .window = 131072})),
            "This model's maximum context length is 300 tokens, and the request asks for 553 in "
            "the prompt and at least 1 in the reply: shorten the prompt to 299 tokens or less "
            "(context_length_exceeded: request exceeds the OpenXLA context capacity: "
            "effective_prompt_len=553 + "
            "max_new_tokens=1 > context_capacity=300; buckets held: [300])");
  EXPECT_THAT(ClientMessage(Refuse({.effective_prompt_len = INT64_MAX,
                                    .max_new_tokens = INT64_MAX,
                                    .max_new_given = true,
                                    .capacities = {256},
                                    .window = INT64_MAX,
                                    .budget_field = "min_tokens"})),
              HasSubstr("shorten the prompt to 255 tokens or less with min_tokens=1"));
}

TEST(Refuse, ProposesNoCapacityAboveTheWindow) {
  EXPECT_EQ(RefusalOf({.effective_prompt_len = 2500,
                       .max_new_tokens = 1,
                       .capacities = {256, 512, 1024, 2000},
                       .source = CapacitySource::kLadder,
                       .window = 2000}),
            "request exceeds the OpenXLA context capacity: effective_prompt_len=2500 + "
            "max_new_tokens=1 > context_capacity=2000; buckets held: [256, 512, 1024, 2000]; "
            "shorten the prompt to 1999 tokens or less");
  EXPECT_EQ(RefusalOf({.effective_prompt_len = INT64_MAX,
                       .max_new_tokens = INT64_MAX,
                       .max_new_given = true,
                       .capacities = {256},
                       .source = CapacitySource::kPin,
                       .source_name = "-c/--ctx-size",
                       .window = INT64_MAX}),
            "request exceeds the OpenXLA context capacity: effective_prompt_len="
            "9223372036854775807 + max_new_tokens=9223372036854775807 > context_capacity=256; "
            "buckets held: [256]; shorten the prompt to 255 tokens or less with max_new_tokens=1");
  EXPECT_THAT(RefusalOf({.effective_prompt_len = 2,
                         .max_new_tokens = 1,
                         .capacities = {1},
                         .source = CapacitySource::kPin,
                         .source_name = "-c/--ctx-size",
                         .window = 1}),
              testing::EndsWith("shorten the prompt to 1 token or less with max_new_tokens=0"));
}

// Follows `remedy` and asks the same sizing again.
bool AdmittedByCli(const Remedy& remedy, int64_t prompt, int64_t n, int64_t window,
                   std::optional<PinnedCapacity> pin, std::optional<CapacityList> list) {
  switch (remedy.kind) {
    case Remedy::Kind::kLowerMaxNew:
      n = remedy.max_new_tokens;
      break;
    case Remedy::Kind::kRaisePin:
      pin = PinnedCapacity{.capacity = remedy.capacity};
      break;
    case Remedy::Kind::kAddBucket:
      list->capacities.push_back(remedy.capacity);
      break;
    case Remedy::Kind::kSetBuckets:
      return false;  // the server's
    case Remedy::Kind::kShortenPrompt:
      prompt = remedy.prompt_len;
      if (n != kAsManyAsFit || remedy.max_new_tokens == 0) n = remedy.max_new_tokens;
      break;
  }
  if (remedy.kind == Remedy::Kind::kAddBucket) std::ranges::sort(list->capacities);
  return ResolveContextCapacity(prompt, n, window, pin, list).ok();
}

TEST(Remedies, EachOneFollowedOnTheCommandLineIsAdmitted) {
  int refused = 0;
  const auto check = [&refused](int64_t prompt, int64_t n, int64_t window,
                                const std::optional<PinnedCapacity>& pin,
                                const std::optional<CapacityList>& list) {
    const auto sizing = ResolveContextCapacity(prompt, n, window, pin, list);
    if (sizing.ok()) return;
    ++refused;
    RefusedRequest request{.effective_prompt_len = prompt,
                           .max_new_tokens = n == kAsManyAsFit ? 1 : n,
                           .max_new_given = n != kAsManyAsFit,
                           .capacities = LadderWithin(window),
                           .window = window};
    if (list) {
      request.capacities = list->capacities;
      request.source = CapacitySource::kList;
      request.source_name = list->source;
    }
    if (pin) {
      request.capacities = {pin->capacity};
      request.source = CapacitySource::kPin;
      request.source_name = pin->source;
    }
    EXPECT_EQ(Message(sizing.status()), Message(Refuse(request)));
    const std::vector<Remedy> remedies = Remedies(request);
    EXPECT_FALSE(remedies.empty());
    for (const Remedy& remedy : remedies) {
      EXPECT_TRUE(AdmittedByCli(remedy, prompt, n, window, pin, list))
          << Message(sizing.status()) << " remedy " << static_cast<int>(remedy.kind);
    }
  };
  for (const int64_t window : {1, 2, 100, 300, 2000, 4096, 131072}) {
    for (const int64_t prompt :
         {1, 2, 99, 100, 255, 256, 257, 300, 1999, 2000, 4097, 32768, 40000}) {
      for (const int64_t n : {-1, 0, 1, 2, 255, 256, 512, 5000, 2147483647}) {
        check(prompt, n, window, std::nullopt, std::nullopt);
        for (const int64_t pin : {1, 2, 256, 300, 4096}) {
          check(prompt, n, window, PinnedCapacity{.capacity = pin}, std::nullopt);
        }
        check(prompt, n, window, std::nullopt, CapacityList{.capacities = {256, 1000}});
        check(prompt, n, window, std::nullopt, CapacityList{.capacities = {1}});
      }
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Remedies, EachOneFollowedOnTheServerIsAdmitted) {
  int refused = 0;
  for (const int64_t window : {1, 100, 300, 2000, 4096, 8000, 131072}) {
    for (const int64_t prompt : {1, 99, 100, 255, 256, 257, 299, 300, 4095, 4096, 4097, 50000}) {
      for (const int64_t max_new : {-1, 0, 1, 2, 300, 4096, 100000}) {
        const auto asked = max_new < 0 ? std::nullopt : std::optional<int64_t>(max_new);
        const absl::StatusOr<BucketSet> set = BucketSet::Make(window, {}, std::nullopt);
        ASSERT_TRUE(set.ok());
        if (set->RouteRequest(prompt, asked).ok()) continue;
        ++refused;
        for (const Remedy& remedy : Remedies({.effective_prompt_len = prompt,
                                    .max_new_tokens = asked.value_or(1),
                                    .max_new_given = asked.has_value(),
                                    .capacities = set->capacities(),
                                    .source = CapacitySource::kServerSet,
                                    .window = window})) {
          OperatorCapacities operators;
          int64_t new_prompt = prompt;
          std::optional<int64_t> new_max = asked;
          if (remedy.kind == Remedy::Kind::kSetBuckets) {
            operators.list = CapacityList{.capacities = set->capacities()};
            operators.list->capacities.push_back(remedy.capacity);
          } else if (remedy.kind == Remedy::Kind::kShortenPrompt) {
            new_prompt = remedy.prompt_len;
            if (asked || remedy.max_new_tokens == 0) new_max = remedy.max_new_tokens;
          } else {
            ASSERT_EQ(remedy.kind, Remedy::Kind::kLowerMaxNew);
            new_max = remedy.max_new_tokens;
          }
          const auto changed = BucketSet::Make(window, operators, std::nullopt);
          ASSERT_TRUE(changed.ok());
          EXPECT_TRUE(changed->RouteRequest(new_prompt, new_max).ok()) << prompt << " " << max_new;
          EXPECT_TRUE(changed->warnings().empty());
        }
      }
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace rung::context
