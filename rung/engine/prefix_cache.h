// KV of finished sequences, kept for prompts that begin with the same tokens.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "rung/base/strong_id.h"
#include "rung/runtime/step_runner.h"

namespace rung::engine {

// Shorter matches are not worth a row: the smallest prefill chunk does as much in one run.
inline constexpr int64_t kLeastPrefixMatch = 16;

// A row whose KV holds exactly `tokens`, from position 0; what lies behind them is garbage.
struct CachedRow {
  std::vector<TokenId> tokens;
  runtime::RowId row;
  int64_t capacity = 0;
  int64_t bytes = 0;
};

// Least recently used first out, within a limit of bytes. Knows handles only: rows that leave come
// back to the caller, who frees them. Every whole chunk of kLeastPrefixMatch tokens of an entry is
// indexed by the hash of all tokens up to its end, so a lookup costs O(tokens), and every match is
// compared token by token. Not thread-safe.
class PrefixCache {
 public:
  explicit PrefixCache(int64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  struct Match {
    uint64_t entry = 0;
    int64_t length = 0;  // tokens in common, at least kLeastPrefixMatch
  };
  // The entry that shares the longest prefix with `tokens`; the last used one of several.
  std::optional<Match> Find(std::span<const TokenId> tokens) const;
  const CachedRow& Get(uint64_t entry) const { return entries_.at(entry).cached; }
  void Touch(uint64_t entry) { entries_.at(entry).last_used = ++uses_; }
  // Removes the entry; its row is the caller's now.
  CachedRow Take(uint64_t entry);

  // Keeps `cached`; the rows that have to go for it, which may be its own: entries that are
  // prefixes of it, and what passes the limit. One that is a prefix of another entry is not kept.
  std::vector<runtime::RowId> Insert(CachedRow cached);
  // The row of the least recently used entry, which leaves; nothing when there is none.
  std::optional<runtime::RowId> DropOldest();

  int64_t bytes() const { return bytes_; }
  std::vector<int64_t> Capacities() const;  // of all rows, in no order
  int64_t size() const { return static_cast<int64_t>(entries_.size()); }

 private:
  struct Entry {
    CachedRow cached;
    uint64_t last_used = 0;
  };

  int64_t limit_bytes_;
  int64_t bytes_ = 0;
  uint64_t uses_ = 0;
  uint64_t next_entry_ = 1;
  std::map<uint64_t, Entry> entries_;
  absl::flat_hash_map<uint64_t, std::vector<uint64_t>> by_chunk_;  // hash of a prefix -> entries
};

}  // namespace rung::engine
