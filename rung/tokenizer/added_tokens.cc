#include "rung/tokenizer/added_tokens.h"

namespace rung::tokenizer {
namespace {

uint64_t EdgeKey(uint32_t node, char byte) {
  return static_cast<uint64_t>(node) << 8 | static_cast<uint8_t>(byte);
}

}  // namespace

void AddedTokenMatcher::Add(std::string_view content, TokenId id) {
  if (content.empty()) return;
  begins_[static_cast<uint8_t>(content.front())] = true;
  uint32_t node = 0;
  for (const char byte : content) {
    const auto [edge, inserted] =
        edges_.try_emplace(EdgeKey(node, byte), static_cast<uint32_t>(ids_.size()));
    if (inserted) ids_.push_back(kNoToken);
    node = edge->second;
  }
  if (ids_[node] == kNoToken) ids_[node] = id;
}

std::optional<AddedTokenMatcher::Match> AddedTokenMatcher::FindFirst(std::string_view text,
                                                                     size_t from) const {
  if (empty()) return std::nullopt;
  for (size_t begin = from; begin < text.size(); ++begin) {
    if (!begins_[static_cast<uint8_t>(text[begin])]) continue;
    if (const auto match = LongestAt(text, begin)) return match;
  }
  return std::nullopt;
}

std::optional<AddedTokenMatcher::Match> AddedTokenMatcher::LongestAt(std::string_view text,
                                                                     size_t begin) const {
  std::optional<Match> longest;
  uint32_t node = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    const auto edge = edges_.find(EdgeKey(node, text[i]));
    if (edge == edges_.end()) break;
    node = edge->second;
    if (ids_[node] != kNoToken) longest = Match{begin, i + 1, ids_[node]};
  }
  return longest;
}

}  // namespace rung::tokenizer
