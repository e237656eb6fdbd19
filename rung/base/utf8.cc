#include "rung/base/utf8.h"

#include <cstring>

namespace rung {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// What one lead byte announces: the length of its sequence and the range of the second byte, which
// is narrower than 80..BF after E0, ED, F0 and F4. num_bytes is 0 for a byte that leads nothing.
struct Lead {
  uint8_t num_bytes;
  uint8_t second_low;
  uint8_t second_high;
};

Lead ClassifyLead(uint8_t byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};  // a continuation, or an overlong two-byte form
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};  // above: surrogates
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};  // above: past U+10FFFF
  return {0, 0, 0};
}

uint8_t ByteAt(std::string_view text, size_t offset) { return static_cast<uint8_t>(text[offset]); }

struct Sequence {
  size_t num_bytes = 0;  // matched; at least 1
  bool complete = false;
  bool can_grow = false;  // ill-formed only because the text ends here
};

// The longest prefix of a valid sequence at `offset`.
Sequence ReadSequence(std::string_view text, size_t offset) {
  const Lead lead = ClassifyLead(ByteAt(text, offset));
  if (lead.num_bytes == 0) return {1, false, false};
  size_t length = 1;
  while (length < lead.num_bytes) {
    if (offset + length == text.size()) return {length, false, true};
    const uint8_t byte = ByteAt(text, offset + length);
    const uint8_t low = length == 1 ? lead.second_low : 0x80;
    const uint8_t high = length == 1 ? lead.second_high : 0xBF;
    if (byte < low || byte > high) return {length, false, false};
    ++length;
  }
  return {length, true, false};
}

// First offset at or after `offset` that may hold a byte above 7F.
size_t SkipAscii(std::string_view text, size_t offset) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  while (offset + 8 <= text.size()) {
    uint64_t word;
    std::memcpy(&word, text.data() + offset, sizeof(word));
    if ((word & kHighBits) != 0) break;
    offset += 8;
  }
  while (offset < text.size() && ByteAt(text, offset) < 0x80) ++offset;
  return offset;
}

}  // namespace

std::optional<size_t> FirstInvalidUtf8(std::string_view text) {
  size_t offset = SkipAscii(text, 0);
  while (offset < text.size()) {
    const Sequence sequence = ReadSequence(text, offset);
    if (!sequence.complete) return offset;
    offset += sequence.num_bytes;
    if (offset < text.size() && ByteAt(text, offset) < 0x80) offset = SkipAscii(text, offset);
  }
  return std::nullopt;
}

size_t IncompleteSuffixLength(std::string_view text) {
  for (size_t length = 1; length <= 3 && length <= text.size(); ++length) {
    const size_t offset = text.size() - length;
    const bool is_continuation = (ByteAt(text, offset) & 0xC0) == 0x80;
    if (is_continuation) continue;
    const Sequence sequence = ReadSequence(text, offset);
    return sequence.can_grow ? length : 0;
  }
  return 0;
}

void AppendReplacingInvalid(std::string_view text, std::string& out) {
  size_t valid_from = 0;
  size_t offset = SkipAscii(text, 0);
  while (offset < text.size()) {
    const Sequence sequence = ReadSequence(text, offset);
    if (!sequence.complete) {
      out.append(text.substr(valid_from, offset - valid_from));
      out.append(kReplacement);
      valid_from = offset + sequence.num_bytes;
    }
    offset += sequence.num_bytes;
  }
  out.append(text.substr(valid_from));
}

std::string ReplaceInvalid(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  AppendReplacingInvalid(text, out);
  return out;
}

std::string Shortened(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  const std::string_view kept = text.substr(0, max_bytes);
  std::string out(kept.substr(0, kept.size() - IncompleteSuffixLength(kept)));
  out.append("...");
  return out;
}

CodePoint DecodeCodePoint(std::string_view text, size_t offset) {
  const uint8_t lead = ByteAt(text, offset);
  if (lead < 0x80) return {lead, 1};
  const auto bits = [&](size_t i) -> char32_t { return ByteAt(text, offset + i) & 0x3Fu; };
  if (lead < 0xE0) return {(lead & 0x1Fu) << 6 | bits(1), 2};
  if (lead < 0xF0) return {(lead & 0x0Fu) << 12 | bits(1) << 6 | bits(2), 3};
  return {(lead & 0x07u) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3), 4};
}

bool BreaksALine(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || code_point == 0x2028 ||
         code_point == 0x2029;
}

void AppendCodePoint(char32_t code_point, std::string& out) {
  const auto tail = [&](int shift) {
    out.push_back(static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)));
  };
  if (code_point < 0x80) {
    out.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    out.push_back(static_cast<char>(0xC0 | code_point >> 6));
    tail(0);
  } else if (code_point < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | code_point >> 12));
    tail(6);
    tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0 | code_point >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace rung
