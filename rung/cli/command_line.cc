#include "rung/cli/command_line.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <utility>

#include "CLI/CLI.hpp"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/base/version.h"
#include "rung/cli/argument_words.h"
#include "rung/cli/command_flags.h"
#include "rung/cli/foreign_flags.h"
#include "rung/cli/nearest.h"

namespace rung::cli {
namespace {

// Every flag of `command` as the user writes it.
std::vector<std::string> FlagNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

CommandFlags FlagsOf(const std::string& name, const CLI::App& command) {
  CommandFlags flags{.command = name, .find = nullptr, .names = FlagNames(command)};
  flags.find = [&command](std::string_view typed) -> std::optional<OwnFlag> {
    const CLI::Option* option = command.get_option_no_throw(std::string(typed));
    if (option == nullptr) return std::nullopt;
    // Prompts and stops are text as it is. The capacity's rule for nothing is its variable's, word
    // for word.
    const bool is_prompt = option->check_lname("prompt");
    return OwnFlag{.name = option->get_name(),
                   .takes_value = option->get_items_expected_max() > 0,
                   .takes_blanks = is_prompt || option->check_lname("stop"),
                   .takes_nothing = is_prompt || option->check_lname("ctx-size"),
                   .is_required = option->get_required()};
  };
  return flags;
}

// As llama.cpp has it: of a flag that is given twice the last counts, unless it collects.
void TakeLastOfEach(CLI::App* command) {
  for (CLI::Option* option : command->get_options()) {
    const bool collects = option->get_expected_max() > 1;
    if (!collects) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
}

absl::Status UnknownCommand(std::string_view word, const CLI::App& app) {
  if (const auto advice = ForeignCommandAdvice(word)) {
    return Unimplemented("there is no command {}: {}", word, *advice);
  }
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  const bool is_flag = word.starts_with('-');
  const std::optional<std::string> nearest =
      Nearest(word, is_flag ? std::vector<std::string>{"--help", "--version"} : commands);
  const std::string meant = nearest ? fmt::format("; did you mean {}?", *nearest) : "";
  if (is_flag) {
    return InvalidArgument("{} comes behind a command, one of {}{} (rung --help)", OnOneLine(word),
                           fmt::join(commands, ", "), meant);
  }
  return InvalidArgument("unknown command {}{} (rung --help lists them)", OnOneLine(word), meant);
}

// Each spelling of the flags in `spelled`, and both as some messages have them ("-c/--ctx-size").
std::map<std::string, std::string> TypedNames(const std::map<std::string, std::string>& spelled,
                                              const CLI::App& command) {
  std::map<std::string, std::string> typed;
  for (const auto& [name, as_typed] : spelled) {
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) continue;
    std::vector<std::string> spellings;
    for (const std::string& letter : option->get_snames()) spellings.push_back("-" + letter);
    for (const std::string& word : option->get_lnames()) spellings.push_back("--" + word);
    for (const std::string& spelling : spellings) typed[spelling] = as_typed;
    typed[fmt::format("{}", fmt::join(spellings, "/"))] = as_typed;
  }
  return typed;
}

// What CLI11 says when it throws, in one line.
absl::Status ParseError(const CLI::ParseError& error, std::string_view command) {
  std::string text = error.what();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr) {
    return InvalidArgument("{}", text);
  }
  return InvalidArgument("rung {0} needs {1} (rung {0} --help)", command,
                         text.substr(0, text.find(' ')));
}

CommandLine Text(std::string text) {
  CommandLine line;
  line.text = std::move(text);
  return line;
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  CLI::App app("Rung: LLM inference on OpenXLA over a ladder of compiled context capacities",
               "rung");
  app.set_version_flag("--version", std::string("rung ") + kVersion);
  app.require_subcommand(0, 1);
  const auto commands = AddCommands(&app, &line);
  const auto find = [&app](std::string_view name) -> CLI::App* {
    for (CLI::App* command : app.get_subcommands({})) {
      if (command->get_name() == name) return command;
    }
    return nullptr;
  };

  std::vector<std::string_view> words(argv + 1, argv + argc);
  const bool asks_for_help = !words.empty() && words.front() == "help";
  if (asks_for_help) words.erase(words.begin());
  if (words.empty() || words.front() == "-h" || words.front() == "--help") return Text(app.help());
  if (words.front() == "--version") return Text(std::string("rung ") + kVersion + "\n");
  CLI::App* const command = find(words.front());
  if (command == nullptr) return UnknownCommand(words.front(), app);
  if (asks_for_help) return Text(command->help("rung"));

  const std::string name = command->get_name();
  RUNG_ASSIGN_OR_RETURN(ArgumentWords arguments,
                        ReadArgumentWords(std::span(words).subspan(1), FlagsOf(name, *command)));
  line.typed = TypedNames(arguments.spelled, *command);
  TakeLastOfEach(command);
  try {
    std::vector<std::string> reversed(arguments.words.rbegin(), arguments.words.rend());
    reversed.push_back(name);
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Text(command->help("rung"));
  } catch (const CLI::ParseError& error) {
    return AsTyped(ParseError(error, name), line);
  }
  for (const auto& [app_of_command, kind] : commands) {
    if (app_of_command == command) line.command = kind;
  }
  line.notices = std::move(arguments.notices);
  return line;
}

absl::Status AsTyped(const absl::Status& error, const CommandLine& line) {
  const std::string_view text = Message(error);
  const size_t end = std::find_if(text.begin(), text.end(),
                                  [](char c) {
                                    return c != '-' && c != '/' &&
                                           std::isalnum(static_cast<unsigned char>(c)) == 0;
                                  }) -
                     text.begin();
  const auto found = line.typed.find(std::string(text.substr(0, end)));
  if (found == line.typed.end()) return error;
  return {error.code(), found->second + std::string(text.substr(end))};
}

}  // namespace rung::cli
