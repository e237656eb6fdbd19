#include "rung/cli/argument_words.h"

#include <fmt/format.h>

#include <cctype>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/cli/foreign_flags.h"
#include "rung/cli/nearest.h"

namespace rung::cli {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool LooksLikeFlag(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !IsDigit(word[1]) && word[1] != '.';
}

bool LooksLikeNumber(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return !word.empty() && (IsDigit(word[0]) || (word[0] == '.' && word.size() > 1));
}

class Reader {
 public:
  Reader(std::span<const std::string_view> words, const CommandFlags& flags)
      : words_(words), flags_(flags) {}

  absl::StatusOr<ArgumentWords> Read() && {
    while (next_ < words_.size()) {
      const std::string_view word = words_[next_++];
      if (word == "-h" || word == "--help") {
        read_.words.emplace_back(word);
        return std::move(read_);
      }
      RUNG_RETURN_IF_ERROR(ReadWord(word));
    }
    return std::move(read_);
  }

 private:
  absl::Status ReadWord(std::string_view word) {
    if (!LooksLikeFlag(word)) return Stray(word);
    const size_t equals = word.starts_with("--") ? word.find('=') : word.npos;
    const std::string_view name = word.substr(0, equals);
    std::optional<std::string_view> assigned;
    if (equals != word.npos) assigned = word.substr(equals + 1);
    if (const auto own = flags_.find(name)) return Own(*own, name, assigned);
    if (const ForeignFlag* flag = FindForeignFlag(flags_.command, name)) {
      return Foreign(*flag, name, assigned);
    }
    // "-n12": a flag of one letter and its number.
    if (word[1] != '-' && LooksLikeNumber(word.substr(2))) {
      const auto own = flags_.find(word.substr(0, 2));
      if (own && own->takes_value) return Own(*own, word.substr(0, 2), word.substr(2));
    }
    return Unknown(name);
  }

  absl::Status Own(const OwnFlag& own, std::string_view typed,
                   std::optional<std::string_view> assigned) {
    read_.spelled[own.name] = typed;
    if (!own.takes_value) {
      if (!assigned) {
        read_.words.push_back(own.name);
        return absl::OkStatus();
      }
      return InvalidArgument("{} takes no value, got {}", typed, Quoted(*assigned));
    }
    if (!assigned && next_ == words_.size()) {
      return InvalidArgument("{} needs a value behind it (rung {} --help)", typed, flags_.command);
    }
    const std::string_view value = assigned ? *assigned : words_[next_++];
    const bool given =
        own.takes_nothing || (own.takes_blanks ? !value.empty() : !Trim(value).empty());
    if (!given) {
      return InvalidArgument("{} {}: must not be empty{}", typed, Quoted(value),
                             own.is_required ? "" : "; leave the flag out to go without");
    }
    // In one word, so that a value that looks like a flag is none; CLI11 has no such word for "".
    if (!value.empty()) {
      read_.words.push_back(fmt::format("{}={}", own.name, value));
    } else {
      read_.words.insert(read_.words.end(), {own.name, ""});
    }
    return absl::OkStatus();
  }

  absl::Status Foreign(const ForeignFlag& flag, std::string_view typed,
                       std::optional<std::string_view> value) {
    if (flag.kind == ForeignFlag::Kind::kRefused) {
      return Unimplemented("{}: {}", typed, flag.text);
    }
    if (!value && flag.value == ForeignFlag::Value::kOne) {
      if (next_ == words_.size()) {
        return InvalidArgument("{} needs a value behind it (rung {} --help)", typed,
                               flags_.command);
      }
      value = words_[next_++];
    } else if (!value && flag.value == ForeignFlag::Value::kOptional && next_ < words_.size() &&
               ListHasWord(flag.values, words_[next_])) {
      value = words_[next_++];
    }
    if (value && !flag.values.empty() && !ListHasWord(flag.values, *value)) {
      return InvalidArgument("{} {}: {}", typed, Quoted(*value),
                             flag.otherwise.empty() ? flag.text : flag.otherwise);
    }
    if (flag.kind == ForeignFlag::Kind::kIgnored) {
      read_.notices.push_back(fmt::format("{}{}{} is ignored: {}", typed, value ? " " : "",
                                          OnOneLine(value.value_or("")), flag.text));
      return absl::OkStatus();
    }
    const std::optional<OwnFlag> own = flags_.find(flag.text);
    if (!own) return Unknown(typed);
    if (!own->takes_value) return Own(*own, typed, std::nullopt);
    return Own(*own, typed, flag.becomes.empty() ? *value : flag.becomes);
  }

  absl::Status Stray(std::string_view word) const {
    const std::optional<OwnFlag> model = flags_.find("--model");
    const bool names_model = model && (word.ends_with(".gguf") || word.find('/') != word.npos);
    return InvalidArgument("unexpected argument {}: every value of rung {} follows a flag{}",
                           Quoted(word), flags_.command, names_model ? "; for a model, -m" : "");
  }

  absl::Status Unknown(std::string_view name) const {
    const std::optional<std::string> nearest = Nearest(name, flags_.names);
    return InvalidArgument("unknown flag {}{} (rung {} --help lists them)", OnOneLine(name),
                           nearest ? fmt::format("; did you mean {}?", *nearest) : "",
                           flags_.command);
  }

  const std::span<const std::string_view> words_;
  const CommandFlags& flags_;
  size_t next_ = 0;
  ArgumentWords read_;
};

}  // namespace

absl::StatusOr<ArgumentWords> ReadArgumentWords(std::span<const std::string_view> words,
                                                const CommandFlags& flags) {
  return Reader(words, flags).Read();
}

}  // namespace rung::cli
