#include "rung/base/typed_text.h"

#include <fmt/format.h>

#include <limits>

#include "rung/base/utf8.h"

namespace rung {
std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

std::vector<std::string_view> SplitFields(std::string_view text, char separator) {
  std::vector<std::string_view> fields;
  size_t begin = 0;
  for (size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator, begin)) {
    fields.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  fields.push_back(text.substr(begin));
  return fields;
}

std::optional<int64_t> ParseDecimal(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const int digit = c - '0';
    if (value > (std::numeric_limits<int64_t>::max() - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

std::string Quoted(std::string_view text) {
  constexpr size_t kLongest = 80;
  std::string quoted = "\"";
  for (const char c : Shortened(text, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (byte < 0x20 || byte > 0x7e) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      quoted += c;
    }
  }
  quoted += '"';
  return quoted;
}

std::string OnOneLine(std::string_view text) {
  const std::string shown = ReplaceInvalid(text);
  std::string line;
  for (size_t offset = 0; offset < shown.size();) {
    const CodePoint c = DecodeCodePoint(shown, offset);
    if (c.value == '\n') {
      line += "\\n";
    } else if (BreaksALine(c.value)) {
      line += fmt::format("\\u{:04x}", static_cast<uint32_t>(c.value));
    } else {
      line.append(shown, offset, c.num_bytes);
    }
    offset += c.num_bytes;
  }
  return line;
}

std::string ShortLine(std::string_view text, size_t max_bytes) {
  return OnOneLine(Shortened(text, max_bytes));
}

}  // namespace rung
