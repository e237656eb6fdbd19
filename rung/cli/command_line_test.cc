#include "rung/cli/command_line.h"

#include <array>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/version.h"
#include "rung/cli/foreign_flags.h"

namespace rung::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

absl::StatusOr<CommandLine> Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "rung");
  return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

std::string Error(std::vector<const char*> arguments) {
  const auto line = Parse(std::move(arguments));
  EXPECT_FALSE(line.ok());
  return line.ok() ? "" : std::string(Message(line.status()));
}

TEST(CommandLine, GenerateDefaults) {
  const auto line = Parse({"generate", "-p", "hello"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->command, CommandLine::Command::kGenerate);
  EXPECT_EQ(line->generate.prompt, "hello");
  EXPECT_EQ(line->generate.max_tokens, -1);
  EXPECT_EQ(line->generate.sampling.temperature, 0.0);
  EXPECT_EQ(line->engine.model, "");
  EXPECT_EQ(line->engine.ctx_size, std::nullopt);
}

TEST(CommandLine, FamiliarNamesMeanTheSame) {
  for (const char* n : {"-n", "--max-tokens", "--n-predict", "--predict"}) {
    const auto line = Parse({"generate", "-p", "x", n, "-1"});
    ASSERT_TRUE(line.ok()) << n << line.status();
    EXPECT_EQ(line->generate.max_tokens, -1);
  }
  const auto line = Parse({"generate", "-p", "--looks-like-a-flag", "--temp", "0.5", "-s", "7",
                           "-c", "300", "-t", "2", "--stop", "a", "-r", "b", "--ignore-eos"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->generate.prompt, "--looks-like-a-flag");
  EXPECT_EQ(line->generate.sampling.temperature, 0.5);
  EXPECT_EQ(line->generate.sampling.seed, 7u);
  EXPECT_EQ(line->engine.ctx_size, "300");
  EXPECT_EQ(line->engine.settings.threads, "2");
  EXPECT_THAT(line->generate.sampling.stop, ElementsAre("a", "b"));
  EXPECT_TRUE(line->generate.sampling.ignore_eos);
}

TEST(CommandLine, SeedsAre64BitIntegersAndMinusOneIsNone) {
  const auto seed = [](const char* text) {
    return Parse({"generate", "-p", "x", "-s", text})->generate.sampling.seed;
  };
  EXPECT_EQ(seed("0"), 0u);
  EXPECT_EQ(seed("18446744073709551615"), ~uint64_t{0});
  EXPECT_EQ(seed("-2"), ~uint64_t{1});
  EXPECT_EQ(seed("-1"), std::nullopt);
  EXPECT_EQ(Parse({"generate", "-p", "x", "--seed=-1"})->generate.sampling.seed, std::nullopt);
  for (const char* bad : {"x", "1.5", "18446744073709551616", "-9223372036854775809"}) {
    EXPECT_THAT(Error({"generate", "-p", "x", "-s", bad}), HasSubstr("64-bit integer")) << bad;
  }
}

TEST(CommandLine, UnknownFlagComesWithTheNearest) {
  EXPECT_THAT(Error({"generate", "--promt", "x"}),
              AllOf(HasSubstr("unknown flag --promt"), HasSubstr("did you mean --prompt?")));
  EXPECT_THAT(Error({"generate", "-p", "x", "--temprature=1"}), HasSubstr("--temperature?"));
  for (const char* far : {"--qqqqqqqqqqqqqq", "-x", "-z", "--max-modl-length", "--deviceless"}) {
    EXPECT_THAT(Error({"generate", "-p", "x", far}), Not(HasSubstr("did you mean"))) << far;
  }
  EXPECT_THAT(Error({"generate", "-p", "x", "--max_tokens", "3"}), HasSubstr("--max-tokens?"));
}

TEST(CommandLine, UnknownCommandComesWithTheNearest) {
  EXPECT_THAT(Error({"genrate", "-p", "x"}),
              AllOf(HasSubstr("unknown command genrate"), HasSubstr("did you mean generate?")));
  EXPECT_THAT(Error({"frobnicate"}), Not(HasSubstr("did you mean")));
  EXPECT_THAT(Error({"chat"}), HasSubstr("there is no command chat: chat templates are not"));
  EXPECT_THAT(Error({"--verison"}), HasSubstr("did you mean --version? (rung --help)"));
  EXPECT_THAT(Error({"-m", "x.gguf"}), HasSubstr("-m comes behind a command, one of generate, "));
}

TEST(CommandLine, UnsupportedFlagsAreRefusedByName) {
  EXPECT_THAT(Error({"generate", "-p", "x", "--image", "a.png"}),
              HasSubstr("--image: image input is not supported yet"));
  EXPECT_THAT(Error({"generate", "-p", "x", "--lora", "a"}), HasSubstr("--lora: LoRA"));
}

TEST(CommandLine, StrayArgumentsAreNamed) {
  EXPECT_THAT(Error({"generate", "hello"}), HasSubstr("unexpected argument \"hello\""));
}

TEST(CommandLine, BadNumbersAreOneLine) {
  for (const char* n : {"1.5", "abc", "99999999999999999999", "", "+5", " 5"}) {
    const std::string error = Error({"generate", "-p", "x", "-n", n});
    EXPECT_THAT(error, Not(HasSubstr("\n"))) << n;
    EXPECT_THAT(error, HasSubstr("-n")) << n;
  }
  EXPECT_EQ(Error({"generate", "-p", "x", "-n", "abc"}), "-n: \"abc\" is not an integer");
  EXPECT_EQ(Error({"generate", "-p", "x", "--n-predict=abc"}),
            "--n-predict: \"abc\" is not an integer");
  EXPECT_EQ(Error({"generate", "-p"}), "-p needs a value behind it (rung generate --help)");
  EXPECT_EQ(Error({"bench", "-n", "0"}), "-n: must be in 1..=1048576, got 0");
  EXPECT_EQ(Error({"serve", "--max-batch", "16"}),
            "--max-batch: must be in 1..=8, the most rows of a step; further requests wait "
            "(--max-queue), got 16");
  EXPECT_EQ(Error({"serve", "--request-timeout", "-1"}),
            "--request-timeout: must be 0 for none, or 0.001 to 1000000 seconds, got -1");
  EXPECT_EQ(Error({"serve", "--idle-timeout", "soon"}),
            "--idle-timeout: \"soon\" is not a number of seconds");
}

TEST(CommandLine, TheLastOfAFlagCountsUnlessItCollects) {
  const auto line = Parse({"generate",    "-p",        "a",  "-n",     "1",  "--prompt",
                           "b",           "--predict", "2",  "--temp", "1",  "--temperature=0.5",
                           "-c",          "256",       "-c", "0",      "-t", "1",
                           "-t4",         "--stop",    "x",  "-r",     "y",  "--ignore-eos",
                           "--ignore-eos"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->generate.prompt, "b");
  EXPECT_EQ(line->generate.max_tokens, 2);
  EXPECT_EQ(line->generate.sampling.temperature, 0.5);
  EXPECT_EQ(line->engine.ctx_size, "0");
  EXPECT_EQ(line->engine.settings.threads, "4");
  EXPECT_THAT(line->generate.sampling.stop, ElementsAre("x", "y"));
}

// Every flag of a command that takes a value, in all its spellings, as its help lists them.
std::vector<std::string> FlagsWithValues(const char* command) {
  std::vector<std::string> flags;
  std::istringstream help(Parse({command, "--help"})->text);
  const std::regex spellings("^  (-\\S+) +(TEXT|INT|UINT|FLOAT)\\b.*");
  std::smatch match;
  for (std::string line; std::getline(help, line);) {
    if (!std::regex_match(line, match, spellings)) continue;
    std::istringstream names(match[1].str());
    for (std::string name; std::getline(names, name, ',');) flags.push_back(name);
  }
  return flags;
}

TEST(CommandLine, AnEmptyValueIsRefusedByName) {
  size_t refused = 0;
  for (const char* command :
       {"generate", "serve", "buckets", "bench", "perplexity", "cache", "export"}) {
    for (const std::string& flag : FlagsWithValues(command)) {
      // These two have a rule of their own, for text and for the capacity.
      const bool own_rule =
          flag == "-p" || flag == "--prompt" || flag == "-c" || flag == "--ctx-size";
      if (own_rule) continue;
      const bool text = flag == "-r" || flag == "--stop" || flag == "--reverse-prompt";
      for (const char* value : {"", " ", "\t\n"}) {
        if (text && *value != '\0') continue;  // blanks are a stop text
        const std::string error = Error({command, flag.c_str(), value});
        EXPECT_THAT(error, AllOf(HasSubstr("must not be empty"), Not(HasSubstr("\n")))) << flag;
        ++refused;
        EXPECT_TRUE(error.starts_with(flag + " \"")) << error;
      }
      if (!flag.starts_with("--")) continue;
      // What follows is another flag, not the value.
      const std::string assigned = flag + "=";
      EXPECT_THAT(Error({command, assigned.c_str(), "--log", "info"}),
                  HasSubstr("must not be empty"))
          << flag;
    }
  }
  EXPECT_GT(refused, 300u);  // the help was understood
  EXPECT_EQ(Error({"serve", "--host", ""}),
            "--host \"\": must not be empty; leave the flag out to go without");
  EXPECT_EQ(Error({"serve", "--alias", "a", "--alias", " "}),
            "--alias \" \": must not be empty; leave the flag out to go without");
  EXPECT_EQ(Error({"perplexity", "-f", ""}), "-f \"\": must not be empty");
  EXPECT_THAT(Error({"bench", "--json="}), HasSubstr("--json"));
}

TEST(CommandLine, ValuesThatLookLikeFlagsOrBlanksAreTaken) {
  const auto line = Parse({"generate", "-p", "--host=", "--stop", " ", "-r", "\n"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->generate.prompt, "--host=");
  EXPECT_THAT(line->generate.sampling.stop, ElementsAre(" ", "\n"));
}

// Two values that a flag takes, neither its default.
struct ValuesOf {
  const char* first = "6";
  const char* last = "7";
};
ValuesOf ValuesFor(const std::string& flag) {
  if (flag == "--log-format") return {"json", "text"};
  if (flag == "--max-header-bytes") return {"1024", "2048"};
  return {};
}

constexpr std::array kCommands = {"generate",   "serve", "buckets", "bench",
                                  "perplexity", "cache", "export"};

std::vector<const char*> Words(const char* command, std::vector<const char*> words) {
  words.insert(words.begin(), command);
  if (std::string_view(command) == "perplexity") words.insert(words.begin() + 1, {"-f", "x"});
  return words;
}

auto Fields(const SettingFlags& f) {
  return std::tie(f.backend, f.device, f.precision, f.tf32, f.plugin_path, f.cache_dir, f.lowering,
                  f.growth, f.kv_dtype, f.memory_limit, f.threads, f.log);
}

bool SameFlags(const CommandLine& a, const CommandLine& b) {
  return a.engine.model == b.engine.model && a.engine.ctx_size == b.engine.ctx_size &&
         Fields(a.engine.settings) == Fields(b.engine.settings) && a.generate == b.generate &&
         a.serve == b.serve && a.buckets == b.buckets && a.bench == b.bench &&
         a.perplexity == b.perplexity && a.cache == b.cache && a.export_program == b.export_program;
}

TEST(CommandLine, OfEveryFlagTheLastCountsUnlessItMayBeRepeated) {
  size_t tried = 0;
  for (const char* command : kCommands) {
    const std::string help = Parse({command, "--help"})->text;
    for (const std::string& flag : FlagsWithValues(command)) {
      const auto [first, last] = ValuesFor(flag);
      const char* name = flag.c_str();
      const auto one = Parse(Words(command, {name, first}));
      const auto other = Parse(Words(command, {name, last}));
      const auto both = Parse(Words(command, {name, first, name, last}));
      for (const auto* line : {&one, &other, &both}) {
        ASSERT_TRUE(line->ok()) << command << " " << flag << ": " << line->status();
      }
      EXPECT_FALSE(SameFlags(*one, *other)) << command << " " << flag;
      // Those that collect say so.
      const std::regex collects(".*" + flag + "[, ][^\n]*\\.\\.\\.(\n|.)*");
      EXPECT_EQ(SameFlags(*both, *other), !std::regex_search(help, collects)) << command << flag;
      EXPECT_FALSE(SameFlags(*both, *one)) << command << " " << flag;
      ++tried;
    }
  }
  EXPECT_GT(tried, 120u);
}

TEST(CommandLine, NoMessageIsTheFlagLibrarysOwn) {
  size_t refused = 0;
  for (const char* command : kCommands) {
    for (const std::string& flag : FlagsWithValues(command)) {
      for (const char* value : {"abc", "-1", "1.5", "0.0001", "1e9", "99999999999999999999"}) {
        const auto line = Parse(Words(command, {flag.c_str(), value}));
        if (line.ok()) continue;
        ++refused;
        const std::string error(Message(line.status()));
        EXPECT_TRUE(error.starts_with(flag + ": ")) << error;
        EXPECT_THAT(error, HasSubstr(value));
        for (const char* own : {"Value", "required", "not in range", "convert", "INT", "FLOAT"}) {
          EXPECT_THAT(error, Not(HasSubstr(own))) << flag;
        }
      }
    }
  }
  EXPECT_GT(refused, 100u);
  EXPECT_EQ(Error({"perplexity"}), "rung perplexity needs --file (rung perplexity --help)");
  EXPECT_EQ(Error({"serve", "--drain-delay", "-1"}),
            "--drain-delay: must be 0 for none, or 0.001 to 1000000 seconds, got -1");
}

TEST(CommandLine, ErrorsOfLaterReadersNameTheFlagAsTyped) {
  const auto line = Parse({"generate", "-t", "0", "--n-predict", "-2", "--ctx-size", "x", "--log",
                           "debug", "-np", "2"});
  EXPECT_FALSE(line.ok());  // -np is of serve
  const auto typed = Parse({"generate", "-t", "0", "--n-predict", "-2", "--ctx-size", "x", "-v"});
  ASSERT_TRUE(typed.ok()) << typed.status();
  const auto as_typed = [&](const char* text) {
    const absl::Status error = AsTyped(InvalidArgument("{}", text), *typed);
    EXPECT_TRUE(absl::IsInvalidArgument(error));
    return std::string(Message(error));
  };
  EXPECT_EQ(as_typed("--threads must be 1"), "-t must be 1");
  EXPECT_EQ(as_typed("-n -2: must be -1"), "--n-predict -2: must be -1");
  EXPECT_EQ(as_typed("-c/--ctx-size must be"), "--ctx-size must be");
  EXPECT_EQ(as_typed("--log must be"), "-v must be");
  EXPECT_EQ(as_typed("--threadsafe"), "--threadsafe");
  EXPECT_EQ(as_typed("--device='gpu'"), "--device='gpu'");  // not given
  EXPECT_EQ(as_typed("no prompt: give -t"), "no prompt: give -t");
  EXPECT_EQ(as_typed(""), "");
}

// Aliases lead to flags that are there, and no entry is hidden by another or by a flag of ours.
TEST(CommandLine, FlagsOfOtherProgramsLeadSomewhere) {
  for (const char* command : kCommands) {
    std::set<std::string> ours = {"-h", "--help"};
    std::istringstream help(Parse({command, "--help"})->text);
    for (std::string word; help >> word;) {
      std::istringstream names(word);
      for (std::string name; std::getline(names, name, ',');) ours.insert(name);
    }
    for (const ForeignFlag& flag : ForeignFlags()) {
      if (!ListHasWord(flag.commands, command)) continue;  // one of all commands may miss ours
      std::istringstream names((std::string(flag.names)));
      for (std::string name; names >> name;) {
        EXPECT_FALSE(ours.contains(name)) << command << " " << name;
        EXPECT_EQ(FindForeignFlag(command, name), &flag) << command << " " << name;
      }
      if (flag.kind == ForeignFlag::Kind::kAlias) {
        EXPECT_TRUE(ours.contains(std::string(flag.text))) << command << " " << flag.text;
      }
    }
  }
  EXPECT_EQ(Parse({"serve", "-n", "9"})->serve.default_max_tokens, 9);
  EXPECT_EQ(Error({"serve", "-n", "-1"}),
            "-n: must be in 0..=2147483647 (0: as many as fit), got -1");
  EXPECT_EQ(Error({"serve", "--temp", "1"}), "--temp: each request says it (docs/server.md)");
  EXPECT_EQ(Error({"serve", "-cram", "1"}), "-cram: use --prefix-cache-size");
  EXPECT_EQ(Parse({"serve", "--no-cache-prompt"})->serve.prefix_cache, "off");
  EXPECT_THAT(Parse({"generate", "-l", "5+1", "-l", "6-1"})->generate.sampling.logit_bias,
              ElementsAre("5+1", "6-1"));
}

TEST(CommandLine, BenchCases) {
  const auto line = Parse({"bench", "--rows", "256", "--rows", "256,4096", "--prefill", "512"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_THAT(line->bench.rows, ElementsAre("256", "256,4096"));
  EXPECT_THAT(line->bench.prefill, ElementsAre(512));
  const auto habits = Parse({"bench", "-p", "512", "-n", "16", "-r", "5", "-o", "json"});
  ASSERT_TRUE(habits.ok()) << habits.status();
  EXPECT_THAT(habits->bench.prefill, ElementsAre(512));
  EXPECT_EQ(habits->bench.tokens, 16);
  EXPECT_EQ(habits->bench.repetitions, 5);
  EXPECT_TRUE(habits->bench.json);
}

TEST(CommandLine, HelpAndVersion) {
  EXPECT_THAT(Parse({})->text, HasSubstr("generate"));
  EXPECT_THAT(Parse({"--help"})->text, HasSubstr("buckets"));
  EXPECT_THAT(Parse({"generate", "--help"})->text, HasSubstr("--min-p"));
  EXPECT_EQ(Parse({"help"})->text, Parse({"--help"})->text);
  EXPECT_EQ(Parse({"help", "serve"})->text, Parse({"serve", "-h"})->text);
  EXPECT_EQ(Parse({"--version"})->text, std::string("rung ") + kVersion + "\n");
}

TEST(CommandLine, Serve) {
  const auto defaults = Parse({"serve"});
  ASSERT_TRUE(defaults.ok()) << defaults.status();
  EXPECT_EQ(defaults->command, CommandLine::Command::kServe);
  EXPECT_EQ(defaults->serve.host, "127.0.0.1");
  EXPECT_EQ(defaults->serve.port, 8080);
  EXPECT_EQ(defaults->serve.max_batch, 8);
  EXPECT_EQ(defaults->serve.max_queue, 64);

  const auto line = Parse({"serve", "--port", "0", "--parallel", "4", "--api-key", "a", "--api-key",
                           "b", "--alias", "m", "--any-model", "--drain-timeout", "0.5"});
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ(line->serve.port, 0);
  EXPECT_EQ(line->serve.max_batch, 4);
  EXPECT_THAT(line->serve.api_keys, ElementsAre("a", "b"));
  EXPECT_THAT(line->serve.aliases, ElementsAre("m"));
  EXPECT_TRUE(line->serve.any_model);
  EXPECT_EQ(line->serve.drain_timeout, 0.5);

  EXPECT_THAT(Error({"serve", "--port", "65536"}), HasSubstr("65536"));
  EXPECT_THAT(Error({"serve", "--max-batch", "9"}), HasSubstr("9"));
  EXPECT_THAT(Error({"serve", "--idle-timeout", "0"}), HasSubstr("idle-timeout"));
  EXPECT_THAT(Error({"serve", "--log-format", "xml"}), HasSubstr("xml"));
}

}  // namespace
}  // namespace rung::cli
