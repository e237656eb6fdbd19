#include "rung/tokenizer/nfc.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "rung/base/utf8.h"

namespace rung::tokenizer {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Characters that utf8proc 2.8 (Unicode 15) reorders or composes and Hugging Face does not.
constexpr Range kUnknownMarks[] = {
    {0x7FD, 0x7FD},     {0x898, 0x89F},     {0x8CA, 0x8D3},     {0x9FE, 0x9FE},
    {0xC3C, 0xC3C},     {0xD3B, 0xD3C},     {0xEBA, 0xEBA},     {0x1715, 0x1715},
    {0x1ABF, 0x1ACE},   {0x1DF6, 0x1DFA},   {0xA82C, 0xA82C},   {0x10D24, 0x10D27},
    {0x10EAB, 0x10EAC}, {0x10EFD, 0x10EFF}, {0x10F46, 0x10F50}, {0x10F82, 0x10F85},
    {0x11070, 0x11070}, {0x1133B, 0x1133B}, {0x1145E, 0x1145E}, {0x11839, 0x1183A},
    {0x11930, 0x11930}, {0x1193D, 0x1193E}, {0x11943, 0x11943}, {0x119E0, 0x119E0},
    {0x11A34, 0x11A34}, {0x11A47, 0x11A47}, {0x11A99, 0x11A99}, {0x11D42, 0x11D42},
    {0x11D44, 0x11D45}, {0x11D97, 0x11D97}, {0x11F41, 0x11F42}, {0x16FF0, 0x16FF1},
    {0x1E08F, 0x1E08F}, {0x1E130, 0x1E136}, {0x1E2AE, 0x1E2AE}, {0x1E2EC, 0x1E2EF},
    {0x1E4EC, 0x1E4EF},
};

bool IsUnknownMark(char32_t c) {
  const Range* range = std::lower_bound(std::begin(kUnknownMarks), std::end(kUnknownMarks), c,
                                        [](const Range& r, char32_t x) { return r.last < x; });
  return range != std::end(kUnknownMarks) && range->first <= c;
}

// False only for characters that NFC leaves alone whatever stands before them: those that do not
// decompose, are no marks, and are no Hangul vowel or final jamo.
bool MayChange(char32_t c) {
  if (c < 0x300) return false;
  if (c >= 0x1160 && c <= 0x11FF) return true;
  const utf8proc_property_t* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
  return property->category == UTF8PROC_CATEGORY_MN || property->category == UTF8PROC_CATEGORY_MC ||
         property->combining_class != 0 || property->decomp_seqindex != UINT16_MAX;
}

bool MayChange(std::string_view text) {
  for (size_t offset = 0; offset < text.size();) {
    if (static_cast<uint8_t>(text[offset]) < 0xCC) {  // below U+0300, or a continuation byte
      ++offset;
      continue;
    }
    const CodePoint c = DecodeCodePoint(text, offset);
    if (MayChange(c.value)) return true;
    offset += c.num_bytes;
  }
  return false;
}

void AppendNfc(std::string_view text, std::string& out) {
  if (text.empty()) return;
  utf8proc_uint8_t* normalized = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &normalized,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size < 0) {  // out of memory is all that is left to fail on valid text
    out.append(text);
    return;
  }
  out.append(reinterpret_cast<const char*>(normalized), static_cast<size_t>(size));
  std::free(normalized);
}

}  // namespace

std::string_view NormalizeNfc(std::string_view text, std::string& storage) {
  if (!MayChange(text)) return text;
  storage.clear();
  // A mark that is not known is a wall: what stands before it and after it is normalized apart.
  size_t begin = 0;
  for (size_t offset = 0; offset < text.size();) {
    const CodePoint c = DecodeCodePoint(text, offset);
    if (IsUnknownMark(c.value)) {
      AppendNfc(text.substr(begin, offset - begin), storage);
      storage.append(text.substr(offset, c.num_bytes));
      begin = offset + c.num_bytes;
    }
    offset += c.num_bytes;
  }
  AppendNfc(text.substr(begin), storage);
  return storage;
}

}  // namespace rung::tokenizer
