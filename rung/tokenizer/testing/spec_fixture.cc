#include "rung/tokenizer/testing/spec_fixture.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sstream>

namespace rung::tokenizer::testing {
namespace {

// Takes everything before the next `separator` off the front of `text`.
std::string_view TakeUntil(char separator, std::string_view& text) {
  const size_t end = text.find(separator);
  const std::string_view head = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return head;
}

int ToInt(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::vector<std::string> TakeLines(int count, std::string_view& text) {
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) lines.emplace_back(TakeUntil('\n', text));
  return lines;
}

std::string Unescape(std::string_view escaped) {
  std::string text;
  for (size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '\\') {
      text += escaped[i];
    } else if (escaped[++i] == 'x') {
      int value = 0;
      std::from_chars(escaped.data() + i + 1, escaped.data() + i + 3, value, 16);
      text += static_cast<char>(value);
      i += 2;
    } else {
      text += escaped[i] == 'n' ? '\n' : '\\';
    }
  }
  return text;
}

}  // namespace

std::string ReadFixture(std::string_view name) {
  std::ifstream file(fmt::format("{}/tests/data/tokenizer/{}", RUNG_SOURCE_DIR, name),
                     std::ios::binary);
  std::ostringstream contents;
  contents << file.rdbuf();
  return contents.str();
}

TokenizerSpec SmolLm2Spec() {
  TokenizerSpec spec;
  const std::string contents = ReadFixture("smollm2_vocab.txt");
  std::string_view rest = contents;
  std::string_view control;
  while (!rest.empty()) {
    std::string_view value = TakeUntil('\n', rest);
    const std::string_view field = TakeUntil(' ', value);
    if (field == "model") spec.model = value;
    if (field == "pre_tokenizer") spec.pre_tokenizer = value;
    if (field == "bos") spec.bos_id = ToInt(value);
    if (field == "eos") spec.eos_id = ToInt(value);
    if (field == "control") control = value;
    if (field == "tokens") spec.tokens = TakeLines(ToInt(value), rest);
    if (field == "merges") spec.merges = TakeLines(ToInt(value), rest);
  }
  spec.kinds.assign(spec.tokens.size(), TokenKind::kNormal);
  while (!control.empty()) spec.kinds.at(ToInt(TakeUntil(' ', control))) = TokenKind::kControl;
  return spec;
}

std::vector<std::string> GoldenLines() {
  const std::string contents = ReadFixture("lines.txt");
  std::string_view rest = contents;
  std::vector<std::string> lines;
  while (!rest.empty()) lines.push_back(Unescape(TakeUntil('\n', rest)));
  return lines;
}

std::vector<uint64_t> ReadWords(std::string_view name) {
  const std::string bytes = ReadFixture(name);
  std::vector<uint64_t> words(bytes.size() / 8);
  for (size_t i = 0; i < words.size() * 8; ++i) {
    words[i / 8] |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[i])) << (i % 8 * 8);
  }
  return words;
}

uint64_t HashBytes(std::string_view bytes) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001B3;
  return hash;
}

}  // namespace rung::tokenizer::testing
