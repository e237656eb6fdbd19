#include "rung/cli/prompt_source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <iostream>
#include <iterator>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/base/utf8.h"

namespace rung::cli {
namespace {

std::string ReadAll(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

absl::Status CheckText(std::string_view what, std::string_view text) {
  if (const auto offset = FirstInvalidUtf8(text)) {
    return InvalidArgument("{} is not valid UTF-8 at byte {}", what, *offset);
  }
  return absl::OkStatus();
}

// Of a file as editors write it and of what `echo` prints: the last line break ends the line and is
// no part of the text.
void DropLastLineBreak(std::string* text) {
  if (!text->ends_with('\n')) return;
  text->pop_back();
  if (text->ends_with('\r')) text->pop_back();
}

// A pipe or a file, which end: a terminal would wait, and /dev/null is what services have.
bool IsInputGiven() {
  struct stat input = {};
  return fstat(STDIN_FILENO, &input) == 0 &&
         (S_ISFIFO(input.st_mode) || S_ISREG(input.st_mode) || S_ISSOCK(input.st_mode));
}

absl::StatusOr<std::string> ReadPromptFile(const std::string& path) {
  RUNG_ASSIGN_OR_RETURN(std::string text, ReadTextFile(path));
  DropLastLineBreak(&text);
  if (text.empty()) return InvalidArgument("-f {}: holds nothing but a line break", path);
  return text;
}

}  // namespace

absl::StatusOr<std::string> ReadPrompt(const GenerateFlags& flags) {
  if (flags.prompt && flags.prompt_file) return InvalidArgument("give -p or -f, not both");
  if (flags.prompt_file) return ReadPromptFile(*flags.prompt_file);
  if (!flags.prompt) {
    std::string piped = IsInputGiven() ? ReadAll(std::cin) : std::string();
    DropLastLineBreak(&piped);
    if (piped.empty()) {
      return InvalidArgument("no prompt: give -p TEXT, -p -, -f FILE, or pipe one in");
    }
    RUNG_RETURN_IF_ERROR(CheckText("the prompt", piped));
    return piped;
  }
  const bool from_input = *flags.prompt == "-";
  std::string text = from_input ? ReadAll(std::cin) : *flags.prompt;
  if (text.empty()) {
    return InvalidArgument("the prompt is empty: give {}",
                           from_input ? "-p - some text on standard input" : "-p some text");
  }
  RUNG_RETURN_IF_ERROR(CheckText("the prompt", text));
  return text;
}

absl::StatusOr<std::string> ReadTextFile(const std::string& path) {
  std::string text;
  if (path == "-") {
    text = ReadAll(std::cin);
  } else {
    RUNG_ASSIGN_OR_RETURN(text, ReadFileOf("-f", path));
  }
  if (text.empty()) return InvalidArgument("-f {}: holds no text: name a file that does", path);
  RUNG_RETURN_IF_ERROR(CheckText(fmt::format("-f {}", path), text));
  return text;
}

}  // namespace rung::cli
