#include "rung/runtime/compile_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/sha256.h"
#include "rung/base/status.h"
#include "rung/runtime/cache_entry.h"
#include "rung/runtime/cache_files.h"

namespace rung::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string Key(std::string_view text) { return Sha256Hex(text); }

TEST(CacheEntry, ReadsBackWhatWasWritten) {
  const std::string payload("code\0\n\xff", 7);
  const std::string entry = EncodeCacheEntry(Key("a"), "decode_256", payload);
  EXPECT_EQ(DecodeCacheEntry(entry, Key("a")), payload);
  EXPECT_EQ(CacheEntryName(entry), "decode_256");
  EXPECT_EQ(DecodeCacheEntry(EncodeCacheEntry(Key("a"), "x", ""), Key("a")), "");
}

TEST(CacheEntry, AnyChangedByteIsAMiss) {
  const std::string entry = EncodeCacheEntry(Key("a"), "decode_256", "some native code");
  const size_t name_begin = entry.find("decode_256");
  for (size_t i = 0; i < entry.size(); ++i) {
    std::string broken = entry;
    broken[i] ^= 1;
    // The name is for people: nothing depends on it.
    const bool in_name = i >= name_begin && i < name_begin + 10;
    if (!in_name) EXPECT_FALSE(DecodeCacheEntry(broken, Key("a"))) << i;
    EXPECT_FALSE(DecodeCacheEntry(entry.substr(0, i), Key("a"))) << i;
  }
  EXPECT_FALSE(DecodeCacheEntry(entry + "x", Key("a")));
  EXPECT_FALSE(DecodeCacheEntry(entry, Key("b")));
  EXPECT_FALSE(DecodeCacheEntry("", Key("a")));
}

TEST(CacheEntry, NamesCannotWriteToATerminal) {
  const std::string entry = EncodeCacheEntry(Key("a"), "\x1b[2J\n" + std::string(900, 'x'), "p");
  EXPECT_EQ(DecodeCacheEntry(entry, Key("a")), "p");
  EXPECT_THAT(CacheEntryName(entry).value_or(""), ::testing::StartsWith("__2J_xx"));
}

TEST(CacheEntry, NamesSayWhatAProgramIsOf) {
  const std::string name = "decode_256 kernel f16 SmolLM2-135M-Instruct.Q4_1 plugin";
  EXPECT_EQ(CacheEntryName(EncodeCacheEntry(Key("a"), name, "p")), name);
}

class CompileCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::path(::testing::TempDir()) /
                 fmt::format("compile_cache_test.{}.{}", getpid(),
                             ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(directory_);
  }
  void TearDown() override {
    chmod(directory_.c_str(), 0700);
    fs::remove_all(directory_);
  }

  std::unique_ptr<CompileCache> Open(int64_t max_bytes = kDefaultCacheBytes) {
    auto cache = CompileCache::Open(directory_, max_bytes);
    EXPECT_TRUE(cache.ok()) << cache.status();
    return cache.ok() ? *std::move(cache) : nullptr;
  }
  fs::path FileOf(std::string_view text) const { return directory_ / (Key(text) + ".program"); }

  fs::path directory_;
};

TEST_F(CompileCacheTest, KeepsEntriesBetweenUsers) {
  auto cache = Open();
  EXPECT_EQ(cache->Find(Key("a")), std::nullopt);
  ASSERT_TRUE(cache->Store(Key("a"), "decode_256", "payload of a").ok());
  EXPECT_EQ(cache->Find(Key("a")), "payload of a");
  EXPECT_EQ(Open()->Find(Key("a")), "payload of a");
  EXPECT_EQ(Open()->Find(Key("b")), std::nullopt);
  struct stat status {};
  ASSERT_EQ(stat(directory_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  ASSERT_EQ(stat(FileOf("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(CompileCacheTest, MakesParents) {
  directory_ /= "deep/er/programs";
  EXPECT_NE(Open(), nullptr);
}

TEST_F(CompileCacheTest, RefusesADirectoryThatOthersCanUse) {
  ASSERT_NE(Open(), nullptr);
  for (mode_t mode : {0755, 0770, 0701, 0777}) {
    ASSERT_EQ(chmod(directory_.c_str(), mode), 0);
    const auto cache = CompileCache::Open(directory_);
    EXPECT_EQ(cache.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(Message(cache.status())),
                HasSubstr("choose a directory of your own with --cache-dir"));
    EXPECT_THAT(std::string(Message(cache.status())), Not(HasSubstr("chmod")));
  }
}

TEST_F(CompileCacheTest, RefusesWhatIsNoDirectoryOfOurOwn) {
  std::ofstream(directory_) << "a file";
  EXPECT_FALSE(CompileCache::Open(directory_).ok());
  fs::remove(directory_);
  fs::create_directory_symlink(::testing::TempDir(), directory_);
  EXPECT_FALSE(CompileCache::Open(directory_).ok());
  fs::remove(directory_);
  if (geteuid() == 0) {  // only root can give a directory away
    fs::create_directory(directory_);
    ASSERT_EQ(chmod(directory_.c_str(), 0700), 0);
    ASSERT_EQ(chown(directory_.c_str(), 12345, 12345), 0);
    EXPECT_THAT(std::string(Message(CompileCache::Open(directory_).status())),
                HasSubstr("belongs to user 12345"));
  }
}

TEST_F(CompileCacheTest, BrokenEntriesAreMissesAndGo) {
  auto cache = Open();
  const std::string whole = EncodeCacheEntry(Key("a"), "a", "payload");
  for (const std::string& content :
       {std::string(kCacheEntryMagic), whole.substr(0, 50), whole.substr(0, whole.size() - 1),
        // Another entry's bytes under this name.
        EncodeCacheEntry(Key("b"), "b", "payload")}) {
    std::ofstream(FileOf("a")) << content;
    EXPECT_EQ(cache->Find(Key("a")), std::nullopt);
    EXPECT_FALSE(fs::exists(FileOf("a"))) << content;
  }
  // What a machine that lost its power leaves: replaced.
  std::ofstream(FileOf("a")) << "";
  EXPECT_EQ(cache->Find(Key("a")), std::nullopt);
  ASSERT_TRUE(cache->Store(Key("a"), "a", "payload").ok());
  EXPECT_EQ(cache->Find(Key("a")), "payload");
}

TEST_F(CompileCacheTest, NeverReadsWhatOthersCouldHaveWritten) {
  auto cache = Open();
  ASSERT_TRUE(cache->Store(Key("a"), "a", "payload").ok());
  ASSERT_EQ(chmod(FileOf("a").c_str(), 0666), 0);
  EXPECT_EQ(cache->Find(Key("a")), std::nullopt);
  // Links and FIFOs are no entries, and neither may hang the reader.
  ASSERT_TRUE(cache->Store(Key("b"), "b", "payload").ok());
  fs::create_symlink(FileOf("b"), FileOf("c"));
  EXPECT_EQ(cache->Find(Key("c")), std::nullopt);
  ASSERT_EQ(mkfifo(FileOf("d").c_str(), 0600), 0);
  EXPECT_EQ(cache->Find(Key("d")), std::nullopt);
  fs::create_directory(FileOf("e"));
  EXPECT_EQ(cache->Find(Key("e")), std::nullopt);
}

TEST_F(CompileCacheTest, EvictsWhatWasUsedLongestAgo) {
  auto cache = Open(4000);
  const std::string payload(1000, 'x');
  for (const char* key : {"a", "b", "c"}) {
    ASSERT_TRUE(cache->Store(Key(key), key, payload).ok());
    fs::last_write_time(
        FileOf(key), fs::file_time_type::clock::now() - std::chrono::hours(key[0] == 'a' ? 3 : 2));
  }
  EXPECT_TRUE(cache->Find(Key("a")));  // used now
  ASSERT_TRUE(cache->Store(Key("d"), "d", payload).ok());
  EXPECT_TRUE(cache->Find(Key("a")));
  EXPECT_FALSE(cache->Find(Key("b")));
  EXPECT_TRUE(cache->Find(Key("c")));
  EXPECT_TRUE(cache->Find(Key("d")));
  EXPECT_EQ(cache->Store(Key("e"), "e", std::string(5000, 'x')).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(cache->Find(Key("a")));
}

// Everything but the cache's own files, by path: what it is and what it holds.
std::map<std::string, std::string> FilesIn(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const std::string name = fs::relative(entry.path(), directory).string();
    if (entry.is_symlink()) {
      files[name] = "link to " + fs::read_symlink(entry.path()).string();
    } else if (entry.is_directory()) {
      files[name] = "directory";
    } else {
      std::ifstream file(entry.path(), std::ios::binary);
      files[name] = std::string(std::istreambuf_iterator<char>(file), {});
    }
  }
  return files;
}

// A user's files in the cache's directory, two hours old, as like its own as names can be.
void MakeFilesOfAUser(const fs::path& directory) {
  const std::string key(64, 'a');
  const std::string other_key(64, 'b');
  for (const std::string& name :
       {std::string("tmp-thesis.txt"), std::string("tmp-1-1-a"), std::string("notes.txt"),
        std::string("my.program"), key + ".program", key + ".plugin", ".rung-" + key + ".1-1.tmp",
        key + ".program.bak"}) {
    std::ofstream(directory / name) << "chapter one, " << name << std::string(3000, '.');
  }
  fs::create_directories(directory / (other_key + ".program"));
  std::ofstream(directory / (other_key + ".program") / "tmp-inner") << "inner";
  fs::create_symlink("notes.txt", directory / (other_key + ".plugin"));
  fs::create_symlink("notes.txt", directory / (".rung-" + other_key + ".2-2.tmp"));
  // A link to a whole entry is a user's too.
  std::ofstream(directory / "backup") << EncodeCacheEntry(other_key, "x", "code");
  fs::create_symlink("backup", directory / (std::string(64, 'c') + ".program"));
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_symlink()) continue;
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(2));
  }
}

TEST_F(CompileCacheTest, ListsAndClearsItsOwnFilesAlone) {
  auto cache = Open();
  MakeFilesOfAUser(directory_);
  const auto before = FilesIn(directory_);
  ASSERT_TRUE(cache->Store(Key("a"), "decode_256", "payload").ok());
  ASSERT_TRUE(cache->Store(Key("b"), "prefill_64_at_256", "payload").ok());
  const fs::path plugin = directory_.string() + ".so";
  std::ofstream(plugin) << "plugin";
  ASSERT_TRUE(cache->DigestOf(plugin).ok());
  fs::remove(plugin);
  std::ofstream(FileOf("c")) << kCacheEntryMagic;  // broken
  std::vector<std::string> names;
  for (const CacheEntryInfo& entry : cache->List()) names.push_back(entry.name);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("decode_256", "prefill_64_at_256", "?"));
  EXPECT_EQ(cache->Clear(), 3);
  EXPECT_TRUE(cache->List().empty());
  EXPECT_EQ(FilesIn(directory_), before);
  EXPECT_EQ(cache->Clear(), 0);
}

TEST_F(CompileCacheTest, EvictionNeitherCountsNorRemovesWhatIsNotItsOwn) {
  auto cache = Open(4000);
  MakeFilesOfAUser(directory_);
  const auto before = FilesIn(directory_);
  const std::string payload(1000, 'x');
  for (const char* key : {"a", "b", "c"}) ASSERT_TRUE(cache->Store(Key(key), key, payload).ok());
  // The user's files would fill the bound by themselves.
  for (const char* key : {"a", "b", "c"}) EXPECT_TRUE(cache->Find(Key(key))) << key;
  for (const char* key : {"d", "e", "f"}) ASSERT_TRUE(cache->Store(Key(key), key, payload).ok());
  EXPECT_EQ(cache->List().size(), 3u);
  auto after = FilesIn(directory_);
  for (const CacheEntryInfo& entry : cache->List()) after.erase(entry.file);
  EXPECT_EQ(after, before);
}

TEST_F(CompileCacheTest, NeverReplacesWhatIsNotItsOwn) {
  auto cache = Open();
  ASSERT_NE(cache, nullptr);
  std::ofstream(FileOf("a")) << "chapter one";
  fs::create_symlink("nowhere", FileOf("b"));
  fs::create_directory(FileOf("c"));
  for (const char* key : {"a", "b", "c"}) {
    EXPECT_EQ(cache->Find(Key(key)), std::nullopt);
    cache->Remove(Key(key));
    const absl::Status status = cache->Store(Key(key), key, "payload");
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(Message(status)), HasSubstr("is not a file of this cache"));
  }
  EXPECT_EQ(FilesIn(directory_)[FileOf("a").filename()], "chapter one");
  EXPECT_TRUE(fs::is_symlink(FileOf("b")));
  EXPECT_TRUE(fs::is_directory(FileOf("c")));
}

TEST_F(CompileCacheTest, LeftoversOfDeadWritersGo) {
  auto cache = Open();
  const auto temporary = [&](int64_t pid) {
    return directory_ / TemporaryFileName(EntryFileName(Key("a")), pid, 1);
  };
  const std::string half = EncodeCacheEntry(Key("a"), "a", "payload").substr(0, 100);
  const std::string contents[] = {half, "", std::string(64, '0'), "0123", "chapter one", half};
  for (size_t i = 0; i < std::size(contents); ++i) {
    std::ofstream(temporary(static_cast<int64_t>(i))) << contents[i];
    if (i == 5) break;  // a writer that is at work
    fs::last_write_time(temporary(static_cast<int64_t>(i)),
                        fs::file_time_type::clock::now() - std::chrono::hours(2));
  }
  ASSERT_TRUE(cache->Store(Key("a"), "a", "payload").ok());
  for (int64_t i : {0, 1, 2, 3}) EXPECT_FALSE(fs::exists(temporary(i))) << i;
  EXPECT_TRUE(fs::exists(temporary(4)));
  EXPECT_TRUE(fs::exists(temporary(5)));
}

// Process ids begin anew in every container, so names of the dead are taken again.
TEST_F(CompileCacheTest, ATakenTemporaryNameIsPassedOver) {
  auto cache = Open();
  for (uint64_t i = 0; i < 60; ++i) {
    std::ofstream(directory_ / TemporaryFileName(EntryFileName(Key("a")), getpid(), i)) << "left";
  }
  EXPECT_TRUE(cache->Store(Key("a"), "a", "payload").ok());
  EXPECT_EQ(cache->Find(Key("a")), "payload");
}

TEST_F(CompileCacheTest, RemembersADigestForAsLongAsTheFileIsTheSame) {
  const fs::path file = directory_.string() + ".so";
  std::ofstream(file) << "plugin";
  auto cache = Open();
  EXPECT_EQ(cache->RememberedDigest(file), std::nullopt);
  const auto digest = cache->DigestOf(file);
  ASSERT_TRUE(digest.ok()) << digest.status();
  EXPECT_EQ(*digest, Sha256Hex("plugin"));
  EXPECT_EQ(Open()->RememberedDigest(file), Sha256Hex("plugin"));
  std::ofstream(file) << "PLUGIN!";
  EXPECT_EQ(cache->RememberedDigest(file), std::nullopt);
  EXPECT_EQ(*cache->DigestOf(file), Sha256Hex("PLUGIN!"));
  fs::remove(file);
  EXPECT_FALSE(cache->DigestOf(file).ok());
}

TEST_F(CompileCacheTest, ADirectoryThatCannotBeWrittenStillServes) {
  auto cache = Open();
  ASSERT_TRUE(cache->Store(Key("a"), "a", "payload").ok());
  ASSERT_EQ(chmod(directory_.c_str(), 0500), 0);
  EXPECT_EQ(Open()->Find(Key("a")), "payload");
  if (geteuid() != 0) EXPECT_FALSE(cache->Store(Key("b"), "b", "payload").ok());
}

// Writers of the same and of other keys, readers and evictions at once: whole payloads or misses.
TEST_F(CompileCacheTest, ManyUsersAtOnce) {
  constexpr int kKeys = 6;
  const auto payload = [](int key) {
    return std::string(2000 + key, static_cast<char>('a' + key));
  };
  ASSERT_NE(Open(), nullptr);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      auto cache = CompileCache::Open(directory_, 3 * 2300);
      if (!cache.ok()) return void(++wrong);
      for (int i = 0; i < 100; ++i) {
        const int key = (i * 7 + t) % kKeys;
        const std::string name = std::to_string(key);
        if (!(*cache)->Store(Key(name), name, payload(key)).ok()) ++wrong;
        const auto found = (*cache)->Find(Key(std::to_string(i % kKeys)));
        if (found && *found != payload(i % kKeys)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  for (const auto& file : fs::directory_iterator(directory_)) {
    EXPECT_EQ(file.path().extension(), ".program") << file.path();
  }
}

}  // namespace
}  // namespace rung::runtime
