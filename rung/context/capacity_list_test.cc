#include "rung/context/capacity_list.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::context {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Message(const absl::Status& status) { return std::string(rung::Message(status)); }

// Nothing of this is one integer in 1..=2147483647.
constexpr const char* kBadCapacities[] = {"",
                                          " ",
                                          "0",
                                          "00",
                                          "-1",
                                          "+5",
                                          "1.5",
                                          "256.0",
                                          "1e3",
                                          "2147483648",
                                          "9223372036854775808",
                                          "99999999999999999999",
                                          "many",
                                          "256x",
                                          "256 512",
                                          "256;512",
                                          "256:",
                                          "0x100",
                                          "1_024",
                                          "256K",
                                          "\"256\"",
                                          "nan",
                                          "\xd9\xa2\xd9\xa5\xd9\xa6" /* Arabic-Indic 256 */,
                                          "\xef\xbc\x92" /* fullwidth 2 */,
                                          "256\xc2\xa0" /* no-break space */,
                                          "256\n512"};

TEST(Capacity, AcceptsTheWholeRange) {
  EXPECT_EQ(*ParseCapacity("V", "1"), 1);
  EXPECT_EQ(*ParseCapacity("V", "300"), 300);
  EXPECT_EQ(*ParseCapacity("V", " 4096\n"), 4096);
  EXPECT_EQ(*ParseCapacity("V", "2147483647"), 2147483647);
}

TEST(Capacity, RefusesEverythingElseNamingItself) {
  for (const char* bad : kBadCapacities) {
    const absl::StatusOr<int64_t> capacity = ParseCapacity(kCapacityVariable, bad);
    ASSERT_FALSE(capacity.ok()) << bad;
    EXPECT_EQ(capacity.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(Message(capacity.status()),
                AllOf(StartsWith("MLXCEL_XLA_CONTEXT_CAPACITY must be an integer in "
                                 "1..=2147483647, got \""),
                      Not(HasSubstr("\n"))))
        << bad;
  }
  EXPECT_FALSE(ParseCapacity(kCapacityVariable, "256,512").ok());
  EXPECT_EQ(Message(ParseCapacity(kCapacityVariable, "1.5").status()),
            "MLXCEL_XLA_CONTEXT_CAPACITY must be an integer in 1..=2147483647, got \"1.5\"");
}

TEST(CapacityList, TrimsSkipsSortsAndRemovesDuplicates) {
  EXPECT_THAT(*ParseCapacityList("V", "256"), ElementsAre(256));
  EXPECT_THAT(*ParseCapacityList("V", "4096,256"), ElementsAre(256, 4096));
  EXPECT_THAT(*ParseCapacityList("V", " 1024 ,, 256,\t256 ,1024,"), ElementsAre(256, 1024));
  EXPECT_THAT(*ParseCapacityList("V", "2147483647,1"), ElementsAre(1, 2147483647));
}

TEST(CapacityList, AnEmptyListIsAnError) {
  for (const char* empty : {"", " ", ",", ",,", " , \t,"}) {
    EXPECT_THAT(Message(ParseCapacityList(kBucketsVariable, empty).status()),
                AllOf(StartsWith("MLXCEL_XLA_CONTEXT_BUCKETS must list at least one capacity, an "
                                 "integer in 1..=2147483647"),
                      HasSubstr("unset it")))
        << empty;
  }
}

TEST(CapacityList, ABadFieldIsNamedWithTheVariableAndTheRange) {
  for (const std::string bad : kBadCapacities) {
    if (bad.find_first_not_of(' ') == std::string::npos) continue;  // an empty field is skipped
    for (const std::string& text : {bad, "256," + bad, bad + ",4096", "256, " + bad + " ,512"}) {
      const absl::StatusOr<std::vector<int64_t>> list = ParseCapacityList(kBucketsVariable, text);
      ASSERT_FALSE(list.ok()) << text;
      EXPECT_EQ(list.status().code(), absl::StatusCode::kInvalidArgument);
      EXPECT_THAT(Message(list.status()),
                  AllOf(StartsWith("MLXCEL_XLA_CONTEXT_BUCKETS must be "),
                        HasSubstr("1..=2147483647"), HasSubstr("field \""), Not(HasSubstr("\n"))));
    }
  }
  EXPECT_EQ(Message(ParseCapacityList(kBucketsVariable, "256,many").status()),
            "MLXCEL_XLA_CONTEXT_BUCKETS must be a comma-separated list of integers in "
            "1..=2147483647, such as 256,4096; field \"many\" is not one, got \"256,many\"");
  EXPECT_THAT(Message(ParseCapacityList(kBucketsVariable, "256;512").status()),
              HasSubstr("field \"256;512\""));
}

TEST(OperatorCapacities, FlagThenPinThenList) {
  const Environment both = Environment::FromMap(
      {{"MLXCEL_XLA_CONTEXT_CAPACITY", "300"}, {"MLXCEL_XLA_CONTEXT_BUCKETS", "256,4096"}});
  absl::StatusOr<OperatorCapacities> chosen = ReadOperatorCapacities(both, "512");
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->pin->capacity, 512);
  EXPECT_EQ(chosen->pin->source, "-c/--ctx-size");
  EXPECT_FALSE(chosen->list);

  chosen = ReadOperatorCapacities(both, std::nullopt);
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->pin->capacity, 300);
  EXPECT_EQ(chosen->pin->source, "MLXCEL_XLA_CONTEXT_CAPACITY");
  EXPECT_FALSE(chosen->list);

  chosen = ReadOperatorCapacities(
      Environment::FromMap({{"MLXCEL_XLA_CONTEXT_BUCKETS", "4096,256"}}), std::nullopt);
  ASSERT_TRUE(chosen.ok());
  EXPECT_FALSE(chosen->pin);
  EXPECT_THAT(chosen->list->capacities, ElementsAre(256, 4096));

  chosen = ReadOperatorCapacities(Environment{}, std::nullopt);
  ASSERT_TRUE(chosen.ok());
  EXPECT_FALSE(chosen->pin || chosen->list);
}

TEST(OperatorCapacities, UnderAPinTheListMaySayAnything) {
  const Environment environment = Environment::FromMap(
      {{"MLXCEL_XLA_CONTEXT_CAPACITY", "300"}, {"MLXCEL_XLA_CONTEXT_BUCKETS", "256,many"}});
  const absl::StatusOr<OperatorCapacities> chosen =
      ReadOperatorCapacities(environment, std::nullopt);
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->pin->capacity, 300);
}

TEST(OperatorCapacities, SetToNothingIsAnError) {
  const auto error = [](std::map<std::string, std::string> variables,
                        std::optional<std::string> flag) {
    return Message(ReadOperatorCapacities(Environment::FromMap(variables), flag).status());
  };
  EXPECT_THAT(error({{"MLXCEL_XLA_CONTEXT_CAPACITY", ""}}, std::nullopt),
              StartsWith("MLXCEL_XLA_CONTEXT_CAPACITY must be"));
  EXPECT_THAT(error({{"MLXCEL_XLA_CONTEXT_BUCKETS", ""}}, std::nullopt),
              StartsWith("MLXCEL_XLA_CONTEXT_BUCKETS must list"));
  for (const char* bad : {"", "-1", "00", "x"}) {
    EXPECT_THAT(error({}, bad), StartsWith("-c/--ctx-size must be an integer in 1..=2147483647"));
  }
}

TEST(OperatorCapacities, TheFlagAtZeroIsNoPin) {
  const auto read = ReadOperatorCapacities(
      Environment::FromMap({{"MLXCEL_XLA_CONTEXT_CAPACITY", "300"},
                            {"MLXCEL_XLA_CONTEXT_BUCKETS", "256,512"}}),
      "0");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_FALSE(read->pin);
  ASSERT_TRUE(read->list);
  EXPECT_THAT(read->list->capacities, ElementsAre(256, 512));
}

}  // namespace
}  // namespace rung::context
