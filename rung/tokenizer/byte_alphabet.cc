#include "rung/tokenizer/byte_alphabet.h"

#include <array>

#include "rung/base/utf8.h"

namespace rung::tokenizer {
namespace {

constexpr int kAlphabetEnd = 0x144;  // one past the last character, U+0143

constexpr bool StandsForItself(int byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
  std::array<uint16_t, 256> character{};
  std::array<int16_t, kAlphabetEnd> byte{};  // -1: not in the alphabet
};

constexpr Alphabet MakeAlphabet() {
  Alphabet alphabet;
  for (int16_t& byte : alphabet.byte) byte = -1;
  uint16_t next = 0x100;
  for (int byte = 0; byte < 256; ++byte) {
    const uint16_t character = StandsForItself(byte) ? static_cast<uint16_t>(byte) : next++;
    alphabet.character[byte] = character;
    alphabet.byte[character] = static_cast<int16_t>(byte);
  }
  return alphabet;
}

constexpr Alphabet kAlphabet = MakeAlphabet();

}  // namespace

char32_t AlphabetCharacter(uint8_t byte) { return kAlphabet.character[byte]; }

std::optional<std::string> BytesOfSpelling(std::string_view spelling) {
  std::string bytes;
  bytes.reserve(spelling.size());
  for (size_t offset = 0; offset < spelling.size();) {
    const CodePoint c = DecodeCodePoint(spelling, offset);
    if (c.value >= kAlphabetEnd || kAlphabet.byte[c.value] < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(kAlphabet.byte[c.value]));
    offset += c.num_bytes;
  }
  return bytes;
}

}  // namespace rung::tokenizer
