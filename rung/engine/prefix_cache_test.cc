#include "rung/engine/prefix_cache.h"

#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Tokens = std::vector<TokenId>;

Tokens Count(int64_t length, TokenId first = 0) {
  Tokens tokens;
  for (int64_t i = 0; i < length; ++i) tokens.push_back(first + static_cast<TokenId>(i));
  return tokens;
}

Tokens Join(Tokens a, const Tokens& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

CachedRow Row(uint64_t id, Tokens tokens, int64_t bytes = 1) {
  return {.tokens = std::move(tokens), .row = runtime::RowId{id}, .capacity = 256, .bytes = bytes};
}

TEST(PrefixCacheTest, FindsTheLongestSharedPrefix) {
  PrefixCache cache(100);
  EXPECT_THAT(cache.Insert(Row(1, Join(Count(40), Count(30, 500)))), IsEmpty());
  EXPECT_THAT(cache.Insert(Row(2, Join(Count(37), Count(30, 900)))), IsEmpty());
  const auto match = cache.Find(Join(Count(40), Count(10, 700)));
  ASSERT_TRUE(match);
  EXPECT_EQ(match->length, 40);
  EXPECT_EQ(cache.Get(match->entry).row, runtime::RowId{1});
  EXPECT_EQ(cache.Find(Join(Count(38), Count(10, 700)))->length, 38);
  EXPECT_EQ(cache.Find(Join(Count(37), Count(10, 900)))->length, 47);
  EXPECT_EQ(cache.Find(Count(16))->length, 16);
  EXPECT_FALSE(cache.Find(Count(15)));
  EXPECT_FALSE(cache.Find(Join(Count(15), Count(40, 999))));
  EXPECT_FALSE(cache.Find(Count(50, 1)));
  EXPECT_FALSE(cache.Find({}));
}

TEST(PrefixCacheTest, OfEqualMatchesTheLastUsedIsTaken) {
  PrefixCache cache(100);
  cache.Insert(Row(1, Join(Count(20), Count(20, 500))));
  cache.Insert(Row(2, Join(Count(20), Count(20, 600))));
  EXPECT_EQ(cache.Get(cache.Find(Count(20))->entry).row, runtime::RowId{2});
  cache.Touch(cache.Find(Join(Count(20), Count(5, 500)))->entry);
  EXPECT_EQ(cache.Get(cache.Find(Count(20))->entry).row, runtime::RowId{1});
}

TEST(PrefixCacheTest, TakeRemovesTheEntry) {
  PrefixCache cache(100);
  cache.Insert(Row(1, Count(64), 7));
  EXPECT_EQ(cache.bytes(), 7);
  EXPECT_EQ(cache.Take(cache.Find(Count(64))->entry).row, runtime::RowId{1});
  EXPECT_EQ(cache.bytes(), 0);
  EXPECT_EQ(cache.size(), 0);
  EXPECT_FALSE(cache.Find(Count(64)));
}

TEST(PrefixCacheTest, ALongerEntryReplacesItsPrefixes) {
  PrefixCache cache(100);
  cache.Insert(Row(1, Count(20)));
  cache.Insert(Row(2, Join(Count(18), Count(20, 500))));
  EXPECT_THAT(cache.Insert(Row(3, Count(50))), ElementsAre(runtime::RowId{1}));
  EXPECT_THAT(cache.Insert(Row(4, Count(30))), ElementsAre(runtime::RowId{4}));  // adds nothing
  EXPECT_EQ(cache.size(), 2);
}

TEST(PrefixCacheTest, TheLimitPushesOutTheLeastRecentlyUsed) {
  PrefixCache cache(10);
  EXPECT_THAT(cache.Insert(Row(1, Count(20, 100), 4)), IsEmpty());
  EXPECT_THAT(cache.Insert(Row(2, Count(20, 200), 4)), IsEmpty());
  cache.Touch(cache.Find(Count(20, 100))->entry);
  EXPECT_THAT(cache.Insert(Row(3, Count(20, 300), 5)), ElementsAre(runtime::RowId{2}));
  EXPECT_EQ(cache.bytes(), 9);
  EXPECT_THAT(cache.Insert(Row(4, Count(20, 400), 11)), ElementsAre(runtime::RowId{4}));
  EXPECT_THAT(cache.Insert(Row(5, Count(15, 500), 1)), ElementsAre(runtime::RowId{5}));
  EXPECT_THAT(cache.Insert(Row(6, Count(20, 600), 10)),
              UnorderedElementsAre(runtime::RowId{1}, runtime::RowId{3}));
  EXPECT_EQ(cache.DropOldest(), runtime::RowId{6});
  EXPECT_EQ(cache.DropOldest(), std::nullopt);
}

TEST(PrefixCacheTest, AgreesWithAPlainSearch) {
  std::mt19937 random(5);
  PrefixCache cache(12);
  std::map<uint64_t, Tokens> kept;
  for (uint64_t i = 1; i <= 3000; ++i) {
    // Few different tokens and a few trunks: prefixes are shared in every length.
    Tokens tokens = Count(random() % 60, static_cast<TokenId>(random() % 3));
    for (int64_t rest = random() % 40; rest > 0; --rest) tokens.push_back(random() % 2);
    int64_t best = 0;
    for (const auto& [row, entry] : kept) {
      const auto common = std::mismatch(entry.begin(), entry.end(), tokens.begin(), tokens.end());
      best = std::max(best, static_cast<int64_t>(common.first - entry.begin()));
    }
    const auto match = cache.Find(tokens);
    ASSERT_EQ(match ? match->length : 0, best >= kLeastPrefixMatch ? best : 0) << i;
    kept[i] = tokens;
    for (runtime::RowId row : cache.Insert(Row(i, tokens))) kept.erase(row.value);
    ASSERT_EQ(cache.size(), static_cast<int64_t>(kept.size()));
    ASSERT_LE(cache.bytes(), 12);
  }
}

}  // namespace
}  // namespace rung::engine
