// Compiled programs on disk, so that a second start compiles nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rung::runtime {

inline constexpr int64_t kDefaultCacheBytes = int64_t{2} << 30;

struct CacheEntryInfo {
  std::string file;  // name in the directory
  std::string name;  // "decode_256"; "?" where the header is broken
  int64_t bytes = 0;
  std::chrono::system_clock::time_point last_used;
};

// A directory of entries by key. Thread-safe, and safe beside other processes that use the same
// directory: entries appear by rename, whole, and an entry that another process has just removed is
// a miss. Everything that is wrong with an entry is a miss too. Files that are not surely the
// cache's (cache_files.h) are neither counted nor removed nor replaced.
class CompileCache {
 public:
  // Makes the directory, with mode 0700, when it is not there. Entries are native code, so a
  // directory that others may write to or that is another user's is refused: FailedPrecondition
  // with the way out.
  static absl::StatusOr<std::unique_ptr<CompileCache>> Open(std::filesystem::path directory,
                                                            int64_t max_bytes = kDefaultCacheBytes);
  ~CompileCache();
  CompileCache(const CompileCache&) = delete;
  CompileCache& operator=(const CompileCache&) = delete;

  const std::filesystem::path& directory() const { return directory_; }

  // The payload stored under `key` (64 hexadecimal digits), checked; nothing on any miss. Marks the
  // entry as used now. An entry that is broken is removed.
  std::optional<std::string> Find(const std::string& key);
  // Replaces what is there, then removes the entries used longest ago until all are within the
  // bound. ResourceExhausted for a payload above the bound, FailedPrecondition where the file
  // system, or a file of somebody else under the entry's name, stands in the way.
  absl::Status Store(const std::string& key, std::string_view name, std::string_view payload);
  void Remove(const std::string& key);

  // The sha256 of a plugin file as remembered under its path, size, modification time and inode.
  std::optional<std::string> RememberedDigest(const std::filesystem::path& file);
  // The same, computed and remembered when it is not known: 0.2-0.6 s for 200 MB.
  absl::StatusOr<std::string> DigestOf(const std::filesystem::path& file);

  // Entries, the one used last first.
  std::vector<CacheEntryInfo> List() const;
  // Removes every file of the cache, and nothing else. The number of entries removed.
  int64_t Clear();

 private:
  CompileCache(std::filesystem::path directory, int directory_fd, int64_t max_bytes)
      : directory_(std::move(directory)), directory_fd_(directory_fd), max_bytes_(max_bytes) {}

  // Files are opened relative to the directory that was checked, whatever its path means later.
  std::optional<std::string> ReadFile(const std::string& name) const;
  absl::Status WriteFile(const std::string& name, std::string_view bytes);
  void Evict(const std::string& keep);

  const std::filesystem::path directory_;
  const int directory_fd_;
  const int64_t max_bytes_;
  std::mutex evict_mutex_;  // two threads need not measure the directory at once
};

}  // namespace rung::runtime
