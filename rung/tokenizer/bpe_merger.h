// Byte-pair merging of one pre-token.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "rung/base/strong_id.h"

namespace rung::tokenizer {

// Repeats the adjacent merge of the best rank, leftmost first, until none applies. Immutable and
// thread-safe; the caller brings the scratch memory. n bytes cost O(n^2) machine words up to
// kLinearScanLimit, O(n log n) above it.
class BpeMerger {
 public:
  static constexpr TokenId kNoToken = -1;
  static constexpr size_t kLinearScanLimit = 48;

  struct Merge {
    TokenId left = 0;
    TokenId right = 0;
    TokenId merged = 0;
  };
  // `byte_tokens`: the token of each single byte; kNoToken drops that byte, so that its neighbours
  // become adjacent. `merges`: best rank first; of equal pairs the last counts, as in Hugging Face.
  BpeMerger(const std::array<TokenId, 256>& byte_tokens, std::span<const Merge> merges);

  // A symbol of a piece too long to be scanned: a node of a doubly linked list.
  struct Node {
    TokenId token;
    int32_t previous;  // kEnd at either end
    int32_t next;
    uint32_t pair_rank;  // of (this, next); kNoRank when they do not merge or this one is gone
  };
  // Reused between pieces to save allocations.
  struct Scratch {
    std::vector<Node> nodes;
    std::vector<uint64_t> heap;  // rank << 32 | node
  };

  // Appends the tokens of `piece` (under 2^31 bytes) to `out`.
  void Append(std::string_view piece, Scratch& scratch, std::vector<TokenId>& out) const;

 private:
  struct Ranked {
    uint32_t rank;
    TokenId merged;
  };
  static constexpr uint32_t kNoRank = UINT32_MAX;
  static constexpr int32_t kEnd = -1;

  Ranked Find(TokenId left, TokenId right) const;
  void AppendByScan(std::string_view piece, std::vector<TokenId>& out) const;
  void AppendByHeap(std::string_view piece, Scratch& scratch, std::vector<TokenId>& out) const;
  // Ranks the pair (node, its next) and queues it when it merges.
  void Queue(int32_t node, Scratch& scratch) const;

  std::array<TokenId, 256> byte_tokens_;
  absl::flat_hash_map<uint64_t, Ranked> ranks_;  // left << 32 | right
};

}  // namespace rung::tokenizer
