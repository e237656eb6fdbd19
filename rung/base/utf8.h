// UTF-8 as defined by Unicode: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rung {

// Offset of the first ill-formed sequence (where Python's UnicodeDecodeError.start points), or
// nullopt when all of `text` is valid. ASCII is checked 8 bytes at a time.
std::optional<size_t> FirstInvalidUtf8(std::string_view text);

// Bytes at the end of `text` that begin a sequence without finishing it: 0 to 3. Only they can
// still become a character when more bytes follow.
size_t IncompleteSuffixLength(std::string_view text);

// Appends `text` to `out`. Each ill-formed part becomes one U+FFFD, where a part is the longest
// prefix of a valid sequence or else one byte: Python's errors="replace", Rust's from_utf8_lossy.
void AppendReplacingInvalid(std::string_view text, std::string& out);
std::string ReplaceInvalid(std::string_view text);

// `text`, or where it is longer than `max_bytes` as many whole characters as these hold, and "...".
// The one way to shorten what a message or a log shows.
std::string Shortened(std::string_view text, size_t max_bytes);

// One code point of text that is known to be valid.
struct CodePoint {
  char32_t value = 0;
  uint8_t num_bytes = 0;
};
// `offset` must be the start of a sequence; `text` must be valid UTF-8.
CodePoint DecodeCodePoint(std::string_view text, size_t offset);

// Whether a code point moves the cursor instead of showing something: the control characters of
// ASCII and Latin-1, and the separators of lines and paragraphs.
bool BreaksALine(char32_t code_point);

// Appends `code_point`, which must be a scalar value, as 1 to 4 bytes.
void AppendCodePoint(char32_t code_point, std::string& out);

}  // namespace rung
