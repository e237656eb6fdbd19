#include "rung/tokenizer/bpe_merger.h"

#include <algorithm>
#include <functional>

namespace rung::tokenizer {
namespace {

uint64_t PairKey(TokenId left, TokenId right) {
  return static_cast<uint64_t>(static_cast<uint32_t>(left)) << 32 | static_cast<uint32_t>(right);
}

}  // namespace

BpeMerger::BpeMerger(const std::array<TokenId, 256>& byte_tokens, std::span<const Merge> merges)
    : byte_tokens_(byte_tokens) {
  ranks_.reserve(merges.size());
  for (size_t rank = 0; rank < merges.size(); ++rank) {
    const Merge& merge = merges[rank];
    ranks_[PairKey(merge.left, merge.right)] = {static_cast<uint32_t>(rank), merge.merged};
  }
}

BpeMerger::Ranked BpeMerger::Find(TokenId left, TokenId right) const {
  const auto found = ranks_.find(PairKey(left, right));
  return found == ranks_.end() ? Ranked{kNoRank, kNoToken} : found->second;
}

void BpeMerger::Append(std::string_view piece, Scratch& scratch, std::vector<TokenId>& out) const {
  if (piece.size() <= kLinearScanLimit) {
    AppendByScan(piece, out);
  } else {
    AppendByHeap(piece, scratch, out);
  }
}

void BpeMerger::AppendByScan(std::string_view piece, std::vector<TokenId>& out) const {
  std::array<TokenId, kLinearScanLimit> tokens;
  std::array<Ranked, kLinearScanLimit> pairs;  // pairs[i]: tokens[i] with tokens[i + 1]
  size_t count = 0;
  for (const char byte : piece) {
    const TokenId token = byte_tokens_[static_cast<uint8_t>(byte)];
    if (token != kNoToken) tokens[count++] = token;
  }
  for (size_t i = 0; i + 1 < count; ++i) pairs[i] = Find(tokens[i], tokens[i + 1]);
  while (count > 1) {
    size_t best = 0;
    for (size_t i = 1; i + 1 < count; ++i) {
      if (pairs[i].rank < pairs[best].rank) best = i;
    }
    if (pairs[best].rank == kNoRank) break;
    tokens[best] = pairs[best].merged;
    std::copy(tokens.begin() + best + 2, tokens.begin() + count, tokens.begin() + best + 1);
    if (best + 2 < count) {
      std::copy(pairs.begin() + best + 2, pairs.begin() + count - 1, pairs.begin() + best + 1);
    }
    --count;
    if (best > 0) pairs[best - 1] = Find(tokens[best - 1], tokens[best]);
    if (best + 1 < count) pairs[best] = Find(tokens[best], tokens[best + 1]);
  }
  out.insert(out.end(), tokens.begin(), tokens.begin() + count);
}

void BpeMerger::Queue(int32_t node, Scratch& scratch) const {
  Node& left = scratch.nodes[node];
  left.pair_rank = kNoRank;
  if (left.next == kEnd) return;
  left.pair_rank = Find(left.token, scratch.nodes[left.next].token).rank;
  if (left.pair_rank == kNoRank) return;
  scratch.heap.push_back(static_cast<uint64_t>(left.pair_rank) << 32 | static_cast<uint32_t>(node));
  std::push_heap(scratch.heap.begin(), scratch.heap.end(), std::greater<>());
}

void BpeMerger::AppendByHeap(std::string_view piece, Scratch& scratch,
                             std::vector<TokenId>& out) const {
  std::vector<Node>& nodes = scratch.nodes;
  nodes.clear();
  scratch.heap.clear();
  for (const char byte : piece) {
    const TokenId token = byte_tokens_[static_cast<uint8_t>(byte)];
    if (token == kNoToken) continue;
    const auto index = static_cast<int32_t>(nodes.size());
    nodes.push_back({token, index - 1, index + 1, kNoRank});
  }
  if (nodes.empty()) return;
  nodes.back().next = kEnd;
  for (size_t i = 0; i + 1 < nodes.size(); ++i) Queue(static_cast<int32_t>(i), scratch);

  while (!scratch.heap.empty()) {
    std::pop_heap(scratch.heap.begin(), scratch.heap.end(), std::greater<>());
    const uint64_t entry = scratch.heap.back();
    scratch.heap.pop_back();
    Node& left = nodes[static_cast<uint32_t>(entry)];
    // A rank belongs to one pair of tokens, so an equal rank means that the entry is not stale.
    if (left.pair_rank != static_cast<uint32_t>(entry >> 32)) continue;
    Node& right = nodes[left.next];
    left.token = Find(left.token, right.token).merged;
    right.pair_rank = kNoRank;
    left.next = right.next;
    const auto left_index = static_cast<int32_t>(static_cast<uint32_t>(entry));
    if (right.next != kEnd) nodes[right.next].previous = left_index;
    Queue(left_index, scratch);
    if (left.previous != kEnd) Queue(left.previous, scratch);
  }
  for (int32_t i = 0; i != kEnd; i = nodes[i].next) out.push_back(nodes[i].token);
}

}  // namespace rung::tokenizer
