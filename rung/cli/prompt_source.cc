#include "rung/cli/prompt_source.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "rung/base/status.h"
#include "rung/base/utf8.h"

namespace rung::cli {
namespace {

std::string ReadAll(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return NotFound("-f {}: is a directory", path);
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return NotFound("-f {}: {}", path, std::strerror(errno));
  return ReadAll(stream);
}

absl::StatusOr<std::string> ReadRaw(const GenerateFlags& flags) {
  if (flags.prompt && flags.prompt_file) return InvalidArgument("give -p or -f, not both");
  if (flags.prompt_file) return ReadFile(*flags.prompt_file);
  if (!flags.prompt) return InvalidArgument("no prompt: give -p TEXT, -p - or -f FILE");
  if (*flags.prompt == "-") return ReadAll(std::cin);
  return *flags.prompt;
}

}  // namespace

absl::StatusOr<std::string> ReadPrompt(const GenerateFlags& flags) {
  RUNG_ASSIGN_OR_RETURN(std::string text, ReadRaw(flags));
  if (text.empty()) return InvalidArgument("the prompt is empty: give -p some text");
  if (const auto offset = FirstInvalidUtf8(text)) {
    return InvalidArgument("the prompt is not valid UTF-8 at byte {}", *offset);
  }
  return text;
}

}  // namespace rung::cli
