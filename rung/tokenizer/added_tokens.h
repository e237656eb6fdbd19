// Tokens that are cut out of the text before the pre-tokenizer sees it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "rung/base/strong_id.h"

namespace rung::tokenizer {

// A byte trie over token contents. Immutable after the last Add, then thread-safe. A search reads
// every byte once, plus at most the longest content at each byte that could begin one.
class AddedTokenMatcher {
 public:
  // Of equal contents the first wins; an empty one is never found.
  void Add(std::string_view content, TokenId id);
  bool empty() const { return ids_.size() == 1; }

  struct Match {
    size_t begin = 0;
    size_t end = 0;
    TokenId id = 0;
    bool operator==(const Match&) const = default;
  };
  // The match that starts first at or after `from`; of several there, the longest.
  std::optional<Match> FindFirst(std::string_view text, size_t from) const;
  // The longest that starts at `begin`.
  std::optional<TokenId> FindAt(std::string_view text, size_t begin) const {
    const auto match = LongestAt(text, begin);
    return match ? std::optional(match->id) : std::nullopt;
  }

 private:
  static constexpr TokenId kNoToken = -1;

  // The longest content that is a prefix of text[begin..].
  std::optional<Match> LongestAt(std::string_view text, size_t begin) const;

  std::array<bool, 256> begins_{};                 // bytes that begin a content
  absl::flat_hash_map<uint64_t, uint32_t> edges_;  // (node << 8 | byte) -> node
  std::vector<TokenId> ids_ = {kNoToken};          // by node; node 0 is the root
};

}  // namespace rung::tokenizer
