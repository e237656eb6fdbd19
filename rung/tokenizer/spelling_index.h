// Which token a spelling means, in vocabularies as they come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "rung/base/strong_id.h"
#include "rung/tokenizer/tokenizer_spec.h"

namespace rung::tokenizer {

// What is odd about a vocabulary and changes no answer.
struct VocabularyFlaws {
  int64_t repeated = 0;  // tokens spelt as one before them
  int64_t empty = 0;
  int64_t invalid_utf8 = 0;
  int64_t merges_without_token = 0;

  // "vocabulary: 2 tokens repeat another's spelling, 1 token is empty: ..."; none when sound.
  std::optional<std::string> Line() const;
};

// Holds views of the spec's tokens. Of tokens spelt alike the lowest id is meant, but one that text
// does not turn into (control, unused, ...) only where there is no other. Nothing means an empty
// token.
class SpellingIndex {
 public:
  // Adds what it finds to `flaws`.
  SpellingIndex(const TokenizerSpec& spec, VocabularyFlaws& flaws);

  std::optional<TokenId> Find(std::string_view spelling) const;

 private:
  absl::flat_hash_map<std::string_view, TokenId> ids_;
};

}  // namespace rung::tokenizer
