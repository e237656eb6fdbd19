// Flags that users of llama.cpp, vLLM, mlx-lm and Ollama type, and what Rung makes of each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace rung::cli {

struct ForeignFlag {
  enum class Kind : uint8_t {
    kAlias,    // means one of ours: `text` is its name
    kIgnored,  // changes nothing here: a notice, whose reason is `text`
    kRefused,  // would change what comes out: an error, whose way out is `text`
  };
  enum class Value : uint8_t {
    kNone,      // a switch
    kOne,       // one value follows
    kOptional,  // a word of `values` may follow
  };
  std::string_view names;     // as typed, separated by blanks
  std::string_view commands;  // it is known to, separated by blanks; empty: all
  Kind kind;
  Value value;
  std::string_view text;
  // Values for which it is an alias or ignored; empty: any. Others are refused with `otherwise`.
  std::string_view values = {};
  std::string_view otherwise = {};
  std::string_view becomes = {};  // kAlias: the value of ours, where it is not the one typed
};

// Every entry, for tests.
std::span<const ForeignFlag> ForeignFlags();

// The entry of `name` ("-ngl", "--mlock") in `command`; null for a name that nobody uses.
const ForeignFlag* FindForeignFlag(std::string_view command, std::string_view name);

// What to say of a word that is no command here but is one elsewhere ("chat", "pull"); nothing for
// any other.
std::optional<std::string_view> ForeignCommandAdvice(std::string_view word);

// Whether `word` stands in `list`, whose words are separated by blanks.
bool ListHasWord(std::string_view list, std::string_view word);

}  // namespace rung::cli
