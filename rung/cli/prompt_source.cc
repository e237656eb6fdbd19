#include "rung/cli/prompt_source.h"

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

}  // namespace

absl::StatusOr<std::string> ReadPrompt(const GenerateFlags& flags) {
  if (flags.prompt && flags.prompt_file) return InvalidArgument("give -p or -f, not both");
  if (flags.prompt_file) return ReadTextFile(*flags.prompt_file);
  if (!flags.prompt) return InvalidArgument("no prompt: give -p TEXT, -p - or -f FILE");
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
  RUNG_ASSIGN_OR_RETURN(std::string text, ReadFileOf("-f", path));
  if (text.empty()) return InvalidArgument("-f {}: holds no text: name a file that does", path);
  RUNG_RETURN_IF_ERROR(CheckText(fmt::format("-f {}", path), text));
  return text;
}

}  // namespace rung::cli
