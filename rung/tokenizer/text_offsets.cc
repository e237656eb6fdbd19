#include "rung/tokenizer/text_offsets.h"

#include <algorithm>
#include <optional>
#include <string>

#include "rung/base/utf8.h"
#include "rung/tokenizer/nfc.h"

namespace rung::tokenizer {
namespace {

bool ContinuesACharacter(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) == 0x80; }

// Bytes of the character that begins `text`; 1 inside one.
size_t CharacterBytes(std::string_view text) {
  size_t bytes = 1;
  while (bytes < text.size() && ContinuesACharacter(text[bytes])) ++bytes;
  return ContinuesACharacter(text[0]) ? 1 : bytes;
}

// What the text has at some place, and what tokens spell for it.
struct Stretch {
  size_t text_bytes = 0;
  size_t spelled_bytes = 0;
};

// The fewest characters of `text` that NFC turns into what `spelled` begins with. No cluster of
// real text is longer than this, and longer ones must not cost more than their length.
constexpr size_t kMaxCluster = 32;
constexpr uint8_t kFirstMarkLead = 0xCC;  // NFC changes and composes with nothing below U+0300

std::optional<Stretch> Normalized(std::string_view text, std::string_view spelled) {
  std::string storage;
  size_t bytes = 0;
  for (size_t characters = 0; characters < kMaxCluster && bytes < text.size(); ++characters) {
    if (characters > 0 && static_cast<uint8_t>(text[bytes]) < kFirstMarkLead) break;
    bytes += CharacterBytes(text.substr(bytes));
    const std::string_view cluster = text.substr(0, bytes);
    const std::string_view normalized = NormalizeNfc(cluster, storage);
    if (normalized != cluster && spelled.starts_with(normalized)) {
      return Stretch{bytes, normalized.size()};
    }
  }
  return std::nullopt;
}

// Neither is at its end.
Stretch NextStretch(std::string_view text, std::string_view spelled, bool may_add_space) {
  const size_t bytes = CharacterBytes(text);
  if (spelled.starts_with(text.substr(0, bytes))) return {bytes, bytes};
  if (may_add_space && spelled.front() == ' ') return {0, 1};
  if (ContinuesACharacter(text.front())) return {1, 0};
  if (const auto normalized = Normalized(text, spelled)) return *normalized;
  return {1, 0};  // a byte that the vocabulary has no token for
}

}  // namespace

std::vector<int64_t> TextOffsets(const Tokenizer& tokenizer, std::string_view text,
                                 std::span<const TokenId> tokens, bool bos_is_added) {
  std::string spelled;
  std::vector<size_t> begins;  // of each token in `spelled`
  begins.reserve(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    begins.push_back(spelled.size());
    if (i == 0 && bos_is_added) continue;
    spelled += tokenizer.TokenBytes(tokens[i], /*special=*/true);
  }
  std::vector<int64_t> offsets;
  offsets.reserve(tokens.size());
  size_t place = 0;                    // in `text`
  size_t spelled_place = 0;            // in `spelled`
  int64_t characters = 0;              // that begin in front of `place`
  const auto pass = [&](size_t end) {  // tokens that begin in front of `end`
    const bool inside = place < text.size() && ContinuesACharacter(text[place]);
    while (offsets.size() < begins.size() && begins[offsets.size()] < end) {
      offsets.push_back(characters - (inside ? 1 : 0));
    }
  };
  while (place < text.size() && spelled_place < spelled.size()) {
    const Stretch next =
        NextStretch(text.substr(place), std::string_view(spelled).substr(spelled_place),
                    tokenizer.spec().add_space_prefix);
    pass(spelled_place + std::max<size_t>(next.spelled_bytes, 1));
    const std::string_view passed = text.substr(place, next.text_bytes);
    characters += std::count_if(passed.begin(), passed.end(),
                                [](char byte) { return !ContinuesACharacter(byte); });
    place += next.text_bytes;
    spelled_place += next.spelled_bytes;
  }
  pass(spelled.size() + 1);
  return offsets;
}

}  // namespace rung::tokenizer
