// The byte-to-unicode alphabet of GPT-2: byte-level vocabularies spell every byte as one printable
// character. Bytes 21..7E, A1..AC and AE..FF stand for themselves (as Latin-1); the other 68 take
// U+0100 and up, in order. So a space is U+0120 and a newline U+010A.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rung::tokenizer {

// The character that spells `byte`.
char32_t AlphabetCharacter(uint8_t byte);

// The bytes spelled by `spelling` (valid UTF-8), or nullopt when it holds a character outside the
// alphabet.
std::optional<std::string> BytesOfSpelling(std::string_view spelling);

}  // namespace rung::tokenizer
