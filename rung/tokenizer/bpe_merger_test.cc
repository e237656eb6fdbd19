#include "rung/tokenizer/bpe_merger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace rung::tokenizer {
namespace {

std::array<TokenId, 256> Identity() {
  std::array<TokenId, 256> tokens;
  for (int i = 0; i < 256; ++i) tokens[i] = i;
  return tokens;
}

std::vector<TokenId> Merged(const BpeMerger& merger, std::string_view piece) {
  BpeMerger::Scratch scratch;
  std::vector<TokenId> ids;
  merger.Append(piece, scratch, ids);
  return ids;
}

// The definition: best rank of all adjacent pairs, leftmost first, one at a time.
std::vector<TokenId> MergedByDefinition(const std::vector<BpeMerger::Merge>& merges,
                                        std::string_view piece) {
  std::vector<TokenId> ids(piece.begin(), piece.end());
  while (true) {
    size_t best_rank = merges.size();
    size_t best = 0;
    for (size_t i = 0; i + 1 < ids.size(); ++i) {
      for (size_t rank = 0; rank < best_rank; ++rank) {
        if (merges[rank].left == ids[i] && merges[rank].right == ids[i + 1]) {
          best_rank = rank;
          best = i;
        }
      }
    }
    if (best_rank == merges.size()) return ids;
    ids[best] = merges[best_rank].merged;
    ids.erase(ids.begin() + static_cast<ptrdiff_t>(best) + 1);
  }
}

TEST(BpeMergerTest, RankBeatsPositionAndLeftBeatsRight) {
  const BpeMerger merger(
      Identity(), std::vector<BpeMerger::Merge>{{'b', 'c', 256}, {'a', 'b', 257}, {'a', 'a', 258}});
  EXPECT_EQ(Merged(merger, ""), std::vector<TokenId>{});
  EXPECT_EQ(Merged(merger, "a"), std::vector<TokenId>{'a'});
  EXPECT_EQ(Merged(merger, "abc"), (std::vector<TokenId>{'a', 256}));
  EXPECT_EQ(Merged(merger, "abd"), (std::vector<TokenId>{257, 'd'}));
  EXPECT_EQ(Merged(merger, "aaa"), (std::vector<TokenId>{258, 'a'}));
}

TEST(BpeMergerTest, OfEqualPairsTheLastCounts) {
  const BpeMerger merger(
      Identity(), std::vector<BpeMerger::Merge>{{'a', 'b', 256}, {'b', 'c', 257}, {'a', 'b', 256}});
  EXPECT_EQ(Merged(merger, "abc"), (std::vector<TokenId>{'a', 257}));
}

TEST(BpeMergerTest, NeighboursOfADroppedByteMerge) {
  auto byte_tokens = Identity();
  byte_tokens[4] = BpeMerger::kNoToken;
  const BpeMerger merger(byte_tokens, std::vector<BpeMerger::Merge>{{'a', 'b', 256}});
  EXPECT_EQ(Merged(merger, "\x04"), std::vector<TokenId>{});
  EXPECT_EQ(Merged(merger,
                   "a\x04\x04"
                   "b"),
            std::vector<TokenId>{256});
  EXPECT_EQ(Merged(merger, std::string(100, 4)), std::vector<TokenId>{});
  EXPECT_EQ(Merged(merger, "a" + std::string(100, 4) + "b"), std::vector<TokenId>{256});
}

// Pieces around the limit take either road; both must be the definition.
TEST(BpeMergerTest, ScanAndHeapAreTheDefinition) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<BpeMerger::Merge> merges;
    std::vector<TokenId> known = {'a', 'b', 'c'};
    const size_t num_merges = 1 + random() % 12;
    for (size_t i = 0; i < num_merges; ++i) {
      const TokenId left = known[random() % known.size()];
      const TokenId right = known[random() % known.size()];
      const auto same = [&](const auto& m) { return m.left == left && m.right == right; };
      if (std::any_of(merges.begin(), merges.end(), same)) continue;
      known.push_back(static_cast<TokenId>(256 + merges.size()));
      merges.push_back({left, right, known.back()});
    }
    const BpeMerger merger(Identity(), merges);
    for (const size_t length : {size_t{2}, size_t{5}, size_t{20}, BpeMerger::kLinearScanLimit,
                                BpeMerger::kLinearScanLimit + 1, size_t{120}}) {
      std::string piece;
      while (piece.size() < length) piece += "abc"[random() % 3];
      ASSERT_EQ(Merged(merger, piece), MergedByDefinition(merges, piece)) << piece;
    }
  }
}

}  // namespace
}  // namespace rung::tokenizer
