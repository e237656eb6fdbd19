#include "rung/cli/argument_words.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A command with a switch, a number, a text and a collecting flag.
CommandFlags Flags(std::string_view command = "generate") {
  CommandFlags flags{.command = command,
                     .find = nullptr,
                     .names = {"--max-tokens", "-n", "--prompt", "-p", "--json", "--kv-dtype",
                               "--max-batch", "--log", "--model"}};
  flags.find = [](std::string_view typed) -> std::optional<OwnFlag> {
    if (typed == "-n" || typed == "--max-tokens") return OwnFlag{"--max-tokens", true};
    if (typed == "-p" || typed == "--prompt") return OwnFlag{"--prompt", true, true, true};
    if (typed == "--json") return OwnFlag{"--json"};
    for (const char* name : {"--kv-dtype", "--max-batch", "--log", "--model"}) {
      if (typed == name) return OwnFlag{name, true};
    }
    return std::nullopt;
  };
  return flags;
}

absl::StatusOr<ArgumentWords> Read(std::vector<std::string_view> words,
                                   std::string_view command = "generate") {
  return ReadArgumentWords(words, Flags(command));
}

std::vector<std::string> Words(std::vector<std::string_view> words,
                               std::string_view command = "generate") {
  const auto read = Read(std::move(words), command);
  EXPECT_TRUE(read.ok()) << read.status();
  return read.ok() ? read->words : std::vector<std::string>();
}

std::string Error(std::vector<std::string_view> words, std::string_view command = "generate") {
  const auto read = Read(std::move(words), command);
  EXPECT_FALSE(read.ok());
  return read.ok() ? "" : std::string(Message(read.status()));
}

TEST(ArgumentWords, OwnFlagsAreTakenInEverySpelling) {
  EXPECT_THAT(Words({"-n", "12"}), ElementsAre("--max-tokens=12"));
  EXPECT_THAT(Words({"-n12"}), ElementsAre("--max-tokens=12"));
  EXPECT_THAT(Words({"-n-1"}), ElementsAre("--max-tokens=-1"));
  EXPECT_THAT(Words({"-n", "-1"}), ElementsAre("--max-tokens=-1"));
  EXPECT_THAT(Words({"--max-tokens=12", "--json"}), ElementsAre("--max-tokens=12", "--json"));
  EXPECT_THAT(Words({"-p", "-ngl"}), ElementsAre("--prompt=-ngl"));  // a value, whatever it says
  EXPECT_THAT(Words({"-p", ""}), ElementsAre("--prompt", ""));
}

TEST(ArgumentWords, AWordWithOneDashIsOneFlag) {
  EXPECT_EQ(Error({"-nx"}), "unknown flag -nx (rung generate --help lists them)");
  EXPECT_EQ(Error({"-phello"}), "unknown flag -phello (rung generate --help lists them)");
  EXPECT_EQ(Error({"-json"}),
            "unknown flag -json; did you mean --json? (rung generate --help lists them)");
  EXPECT_THAT(Error({"-hf", "org/x"}), HasSubstr("-hf: nothing is downloaded"));
}

TEST(ArgumentWords, WhatChangesNothingIsLeftOutWithOneNotice) {
  const auto read = Read({"-ngl", "99", "-fa", "-n", "3", "-fa", "on", "-no-cnv", "--mlock"});
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_THAT(read->words, ElementsAre("--max-tokens=3"));
  EXPECT_THAT(read->notices,
              ElementsAre("-ngl 99 is ignored: the whole model runs on the device that --device "
                          "chooses",
                          HasSubstr("-fa is ignored: "), HasSubstr("-fa on is ignored: "),
                          HasSubstr("-no-cnv is ignored: "), HasSubstr("--mlock is ignored: ")));
}

TEST(ArgumentWords, WhatMeansTheSameIsTranslated) {
  EXPECT_THAT(Words({"-np", "4"}, "serve"), ElementsAre("--max-batch=4"));
  EXPECT_THAT(Words({"--max-num-seqs=4"}, "serve"), ElementsAre("--max-batch=4"));
  EXPECT_THAT(Words({"-ctk", "f16", "-ctv", "f16"}),
              ElementsAre("--kv-dtype=f16", "--kv-dtype=f16"));
  EXPECT_THAT(Words({"-o", "json"}, "bench"), ElementsAre("--json"));
  EXPECT_THAT(Words({"-v"}), ElementsAre("--log=debug"));
  EXPECT_EQ(Error({"-ctk", "q8_0"}),
            "-ctk \"q8_0\": the KV cache is f32, f16 or bf16 (--kv-dtype)");
  EXPECT_EQ(Error({"-np"}, "serve"), "-np needs a value behind it (rung serve --help)");
  // A flag of another command is not known to this one.
  EXPECT_THAT(Error({"-np", "4"}), HasSubstr("-np: one prompt is continued at a time"));
}

TEST(ArgumentWords, MissingEmptyAndSuperfluousValues) {
  EXPECT_EQ(Error({"-n"}), "-n needs a value behind it (rung generate --help)");
  EXPECT_EQ(Error({"-n", " "}), "-n \" \": must not be empty; leave the flag out to go without");
  EXPECT_EQ(Error({"--json=x"}), "--json takes no value, got \"x\"");
}

TEST(ArgumentWords, StrayWords) {
  EXPECT_EQ(Error({"hello"}),
            "unexpected argument \"hello\": every value of rung generate follows a flag");
  EXPECT_EQ(Error({"org/model"}, "serve"),
            "unexpected argument \"org/model\": every value of rung serve follows a flag; for a "
            "model, -m");
}

TEST(ArgumentWords, NothingBehindHelpIsLookedAt) {
  EXPECT_THAT(Words({"-n", "3", "--help", "-whatever"}), ElementsAre("--max-tokens=3", "--help"));
}

TEST(ArgumentWords, TheLastSpellingOfAFlagIsRemembered) {
  const auto read = Read({"--max-tokens", "1", "-n", "2"});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->spelled.at("--max-tokens"), "-n");
}

}  // namespace
}  // namespace rung::cli
