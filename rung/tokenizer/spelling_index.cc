#include "rung/tokenizer/spelling_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "rung/base/utf8.h"

namespace rung::tokenizer {
namespace {

bool StandsForText(TokenKind kind) {
  return kind == TokenKind::kNormal || kind == TokenKind::kUserDefined;
}

}  // namespace

std::optional<std::string> VocabularyFlaws::Line() const {
  std::vector<std::string> parts;
  const auto add = [&](int64_t count, std::string_view one, std::string_view several) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, count == 1 ? one : several));
  };
  add(repeated, "token repeats another's spelling", "tokens repeat another's spelling");
  add(empty, "token is empty", "tokens are empty");
  add(invalid_utf8, "token is not valid UTF-8", "tokens are not valid UTF-8");
  add(merges_without_token, "merge makes no token", "merges make no token");
  if (parts.empty()) return std::nullopt;
  return fmt::format(
      "vocabulary: {}: of tokens spelt alike the lowest id encodes, such merges are "
      "left out, every token decodes",
      fmt::join(parts, ", "));
}

SpellingIndex::SpellingIndex(const TokenizerSpec& spec, VocabularyFlaws& flaws) {
  ids_.reserve(spec.tokens.size());
  for (size_t id = 0; id < spec.tokens.size(); ++id) {
    const std::string& token = spec.tokens[id];
    if (token.empty()) {
      ++flaws.empty;
      continue;
    }
    if (FirstInvalidUtf8(token)) ++flaws.invalid_utf8;
    const auto [known, inserted] = ids_.try_emplace(token, static_cast<TokenId>(id));
    if (inserted) continue;
    ++flaws.repeated;
    const TokenKind before = spec.kinds[static_cast<size_t>(known->second)];
    if (StandsForText(spec.kinds[id]) && !StandsForText(before)) {
      known->second = static_cast<TokenId>(id);
    }
  }
}

std::optional<TokenId> SpellingIndex::Find(std::string_view spelling) const {
  const auto found = ids_.find(spelling);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

}  // namespace rung::tokenizer
