#include "rung/engine/prefix_cache.h"

#include <algorithm>

namespace rung::engine {
namespace {

// Calls visit(hash) at the end of every whole chunk, of all tokens up to there, until it says
// false.
template <typename Visit>
void ForEachChunk(std::span<const TokenId> tokens, Visit visit) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < tokens.size(); ++i) {
    hash = (hash ^ static_cast<uint64_t>(tokens[i])) * 0x100000001b3ULL;
    hash ^= hash >> 29;
    if ((i + 1) % kLeastPrefixMatch == 0 && !visit(hash)) return;
  }
}

int64_t CommonPrefix(std::span<const TokenId> a, std::span<const TokenId> b) {
  return std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
}

}  // namespace

std::optional<PrefixCache::Match> PrefixCache::Find(std::span<const TokenId> tokens) const {
  const std::vector<uint64_t>* deepest = nullptr;
  ForEachChunk(tokens, [&](uint64_t hash) {
    const auto it = by_chunk_.find(hash);
    if (it == by_chunk_.end()) return false;
    deepest = &it->second;
    return true;
  });
  if (deepest == nullptr) return std::nullopt;
  Match best;
  uint64_t best_used = 0;
  for (uint64_t id : *deepest) {
    const Entry& entry = entries_.at(id);
    const int64_t length = CommonPrefix(entry.cached.tokens, tokens);
    if (length < best.length || (length == best.length && entry.last_used < best_used)) continue;
    best = {id, length};
    best_used = entry.last_used;
  }
  if (best.length < kLeastPrefixMatch) return std::nullopt;
  return best;
}

CachedRow PrefixCache::Take(uint64_t id) {
  const auto it = entries_.find(id);
  CachedRow cached = std::move(it->second.cached);
  entries_.erase(it);
  bytes_ -= cached.bytes;
  ForEachChunk(cached.tokens, [&](uint64_t hash) {
    const auto chunk = by_chunk_.find(hash);
    std::erase(chunk->second, id);
    if (chunk->second.empty()) by_chunk_.erase(chunk);
    return true;
  });
  return cached;
}

std::vector<runtime::RowId> PrefixCache::Insert(CachedRow cached) {
  if (cached.bytes > limit_bytes_ ||
      static_cast<int64_t>(cached.tokens.size()) < kLeastPrefixMatch) {
    return {cached.row};
  }
  std::vector<runtime::RowId> gone;
  std::vector<uint64_t> superseded;
  for (const auto& [id, entry] : entries_) {
    const auto common = static_cast<size_t>(CommonPrefix(entry.cached.tokens, cached.tokens));
    if (common == cached.tokens.size()) {
      Touch(id);
      return {cached.row};
    }
    if (common == entry.cached.tokens.size()) superseded.push_back(id);
  }
  for (uint64_t id : superseded) gone.push_back(Take(id).row);

  const uint64_t id = next_entry_++;
  bytes_ += cached.bytes;
  ForEachChunk(cached.tokens, [&](uint64_t hash) {
    by_chunk_[hash].push_back(id);
    return true;
  });
  entries_[id] = {.cached = std::move(cached), .last_used = ++uses_};
  while (bytes_ > limit_bytes_) gone.push_back(*DropOldest());
  return gone;
}

std::optional<runtime::RowId> PrefixCache::DropOldest() {
  const auto oldest = std::min_element(
      entries_.begin(), entries_.end(),
      [](const auto& a, const auto& b) { return a.second.last_used < b.second.last_used; });
  if (oldest == entries_.end()) return std::nullopt;
  return Take(oldest->first).row;
}

std::vector<int64_t> PrefixCache::Capacities() const {
  std::vector<int64_t> capacities;
  for (const auto& [id, entry] : entries_) capacities.push_back(entry.cached.capacity);
  return capacities;
}

}  // namespace rung::engine
