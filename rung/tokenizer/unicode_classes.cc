#include "rung/tokenizer/unicode_classes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "rung/base/utf8.h"

namespace rung::tokenizer {
namespace {

// kRustNumber: assigned in Unicode 17. Hugging Face's Digits step knows it, its regexes do not.
enum Class : uint8_t { kLetter, kNumber, kOther, kRustNumber };

struct Range {
  char32_t first;
  char32_t last;
  Class actual;
};

// Found by comparing both libraries on every code point; sorted. `tokenizer_goldens.py --classes`
// prints the Hugging Face side.
constexpr Range kCorrections[] = {
    {0x180E, 0x180E, kOther},    {0x1C89, 0x1C8A, kLetter},   {0xA7CB, 0xA7CD, kLetter},
    {0xA7DA, 0xA7DC, kLetter},   {0x105C0, 0x105F3, kLetter}, {0x10D40, 0x10D49, kNumber},
    {0x10D4A, 0x10D65, kLetter}, {0x10D6F, 0x10D85, kLetter}, {0x10EC2, 0x10EC4, kLetter},
    {0x1123F, 0x11240, kLetter}, {0x11380, 0x11389, kLetter}, {0x1138B, 0x1138B, kLetter},
    {0x1138E, 0x1138E, kLetter}, {0x11390, 0x113B5, kLetter}, {0x113B7, 0x113B7, kLetter},
    {0x113D1, 0x113D1, kLetter}, {0x113D3, 0x113D3, kLetter}, {0x116D0, 0x116E3, kNumber},
    {0x11BC0, 0x11BE0, kLetter}, {0x11BF0, 0x11BF9, kNumber}, {0x11DE0, 0x11DE9, kRustNumber},
    {0x11F02, 0x11F02, kLetter}, {0x11F04, 0x11F10, kLetter}, {0x11F12, 0x11F33, kLetter},
    {0x11F50, 0x11F59, kNumber}, {0x1342F, 0x1342F, kLetter}, {0x13441, 0x13446, kLetter},
    {0x13460, 0x143FA, kLetter}, {0x16100, 0x1611D, kLetter}, {0x16130, 0x16139, kNumber},
    {0x16D40, 0x16D6C, kLetter}, {0x16D70, 0x16D79, kNumber}, {0x16FF4, 0x16FF6, kRustNumber},
    {0x18CFF, 0x18CFF, kLetter}, {0x1B132, 0x1B132, kLetter}, {0x1B155, 0x1B155, kLetter},
    {0x1CCF0, 0x1CCF9, kNumber}, {0x1D2C0, 0x1D2D3, kNumber}, {0x1DF25, 0x1DF2A, kLetter},
    {0x1E030, 0x1E06D, kLetter}, {0x1E4D0, 0x1E4EB, kLetter}, {0x1E4F0, 0x1E4F9, kNumber},
    {0x1E5D0, 0x1E5ED, kLetter}, {0x1E5F0, 0x1E5F0, kLetter}, {0x1E5F1, 0x1E5FA, kNumber},
    {0x2B739, 0x2B739, kLetter}, {0x2EBF0, 0x2EE5D, kLetter}, {0x31350, 0x323AF, kLetter},
};

// The stand-ins, by class: of three bytes, and of four.
constexpr std::array<std::string_view, 4> kThreeBytes = {"\u4E00", "\u0966", "\u2022", "\u0966"};
constexpr std::array<std::string_view, 4> kFourBytes = {"\U00020000", "\U0001D7CE", "\U0001F600",
                                                        "\U0001D7CE"};

const Range* FindCorrection(char32_t c) {
  const Range* range = std::lower_bound(std::begin(kCorrections), std::end(kCorrections), c,
                                        [](const Range& r, char32_t x) { return r.last < x; });
  return range != std::end(kCorrections) && range->first <= c ? range : nullptr;
}

// The lead bytes of U+1xxx, U+Axxx and U+10000..U+3FFFF: everything in the table.
bool MayNeedCorrection(char byte) { return byte == '\xE1' || byte == '\xEA' || byte == '\xF0'; }

}  // namespace

std::optional<std::string> Reclassify(std::string_view text, bool splits_digits) {
  std::optional<std::string> copy;
  for (size_t offset = 0; offset < text.size(); ++offset) {
    if (!MayNeedCorrection(text[offset])) continue;
    const CodePoint c = DecodeCodePoint(text, offset);
    const Range* correction = FindCorrection(c.value);
    if (correction == nullptr) continue;
    if (correction->actual == kRustNumber && !splits_digits) continue;
    if (!copy) copy.emplace(text);
    const auto& stand_ins = c.num_bytes == 3 ? kThreeBytes : kFourBytes;
    copy->replace(offset, c.num_bytes, stand_ins[correction->actual]);
  }
  return copy;
}

}  // namespace rung::tokenizer
