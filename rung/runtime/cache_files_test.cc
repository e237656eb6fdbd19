#include "rung/runtime/cache_files.h"

#include "gtest/gtest.h"
#include "rung/runtime/cache_entry.h"

namespace rung::runtime {
namespace {

const std::string kKey(64, 'a');

TEST(CacheFiles, TheirNamesAreKnownAgain) {
  EXPECT_EQ(CacheFileKindOf(EntryFileName(kKey)), CacheFileKind::kEntry);
  EXPECT_EQ(CacheFileKindOf(DigestFileName(kKey)), CacheFileKind::kDigest);
  for (const std::string& name : {EntryFileName(kKey), DigestFileName(kKey)}) {
    const std::string temporary = TemporaryFileName(name, 4194304, 18446744073709551615u);
    EXPECT_EQ(CacheFileKindOf(temporary), CacheFileKind::kTemporary) << temporary;
  }
}

TEST(CacheFiles, OtherNamesAreNot) {
  const std::string upper(64, 'A');
  const std::string no_digits(64, 'g');
  const std::string names[] = {
      "",
      ".",
      "tmp-thesis.txt",
      "tmp-1-1-a",  // of an earlier version: no proof
      "thesis.program",
      "thesis.plugin",
      ".program",
      kKey,
      kKey + ".programs",
      kKey + ".program~",
      "a" + kKey + ".program",
      kKey.substr(1) + ".program",
      upper + ".program",
      no_digits + ".plugin",
      "rung-" + kKey + ".1-1.tmp",
      ".rung-" + kKey + ".tmp",
      ".rung-" + kKey + ".1.tmp",
      ".rung-" + kKey + ".1-.tmp",
      ".rung-" + kKey + ".-1.tmp",
      ".rung-" + kKey + ".1-1-1.tmp",
      ".rung-" + kKey + ".x-1.tmp",
      ".rung-" + kKey + "-1-1.tmp",
      ".rung-" + no_digits + ".1-1.tmp",
      ".rung-" + kKey + ".1-1.tmp.txt",
  };
  for (const std::string& name : names) EXPECT_FALSE(CacheFileKindOf(name)) << name;
}

TEST(CacheFiles, ContentProvesTheName) {
  const std::string entry = EncodeCacheEntry(kKey, "decode_256", "code");
  const std::string digest(64, '0');
  struct Case {
    std::string content;
    bool entry;
    bool digest;
    bool temporary;
  };
  const Case cases[] = {
      {entry, true, false, true},
      {entry.substr(0, 40), true, false, true},  // broken, but the cache's
      {std::string(kCacheEntryMagic), true, false, true},
      {"rung-prog", false, false, true},
      {"", false, false, true},
      {digest, false, true, true},
      {digest.substr(1), false, false, true},
      {digest + "0", false, false, false},
      {digest.substr(1) + "\n", false, false, false},
      {"chapter one", false, false, false},
      {"rung-program 2\n", false, false, false},
      {"Rung-program 1\n", false, false, false},
      {std::string(10, '\0'), false, false, false},
  };
  for (const Case& c : cases) {
    const auto is = [&](CacheFileKind kind) {
      return IsCacheContent(kind, c.content, static_cast<int64_t>(c.content.size()));
    };
    EXPECT_EQ(is(CacheFileKind::kEntry), c.entry) << c.content;
    EXPECT_EQ(is(CacheFileKind::kDigest), c.digest) << c.content;
    EXPECT_EQ(is(CacheFileKind::kTemporary), c.temporary) << c.content;
  }
}

}  // namespace
}  // namespace rung::runtime
