// The words behind a command, looked at one by one before the flag library sees them: it would cut
// "-ngl" up as "-n gl", and takes values that are not given from the words that follow.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::cli {

// A flag of the command.
struct OwnFlag {
  std::string name;  // its first long one: "--max-tokens"
  bool takes_value = false;
  bool takes_blanks = false;   // blanks are a value
  bool takes_nothing = false;  // "" is: the flag has a rule of its own for it
  bool is_required = false;
};

struct CommandFlags {
  std::string_view command;
  std::function<std::optional<OwnFlag>(std::string_view typed)> find;
  std::vector<std::string> names;  // every spelling, for "did you mean"
};

struct ArgumentWords {
  std::vector<std::string> words;    // flags of the command alone: "--name=value" or "--name"
  std::vector<std::string> notices;  // one for each flag that is ignored
  std::map<std::string, std::string> spelled;  // by name: how it was typed last
};

// Flags of other programs are translated, left out with a notice, or refused (foreign_flags.h). A
// word with one dash is one flag ("-ngl"), or a flag and its number ("-n12"). InvalidArgument in
// one line for an unknown flag, with the nearest known one; for a stray word; for a value that is
// missing or empty. Nothing behind -h or --help is looked at.
absl::StatusOr<ArgumentWords> ReadArgumentWords(std::span<const std::string_view> words,
                                                const CommandFlags& flags);

}  // namespace rung::cli
