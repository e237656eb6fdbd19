#include "rung/runtime/compile_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "rung/base/sha256.h"
#include "rung/base/status.h"
#include "rung/runtime/cache_entry.h"

namespace rung::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEntrySuffix = ".program";
constexpr std::string_view kDigestSuffix = ".plugin";
constexpr std::string_view kTemporaryPrefix = "tmp-";
// A writer takes milliseconds; what is older was left by one that died.
constexpr std::chrono::hours kTemporaryLife{1};
constexpr int64_t kMaxEntryBytes = int64_t{1} << 32;

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) close(fd_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

 private:
  int fd_;
};

std::string EntryFile(const std::string& key) { return key + std::string(kEntrySuffix); }

std::chrono::system_clock::time_point ModificationTime(const struct stat& status) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::seconds(status.st_mtim.tv_sec) +
          std::chrono::nanoseconds(status.st_mtim.tv_nsec)));
}

// A regular file of ours that nobody else may write to.
bool IsTrusted(const struct stat& status) {
  return S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

absl::Status MakeDirectory(const fs::path& directory) {
  std::error_code error;
  if (directory.has_parent_path()) fs::create_directories(directory.parent_path(), error);
  if (mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    return FailedPrecondition(
        "{}: cannot be made ({}); choose another with --cache-dir or RUNG_CACHE_DIR",
        directory.string(), std::strerror(errno));
  }
  return absl::OkStatus();
}

absl::Status CheckDirectory(const fs::path& directory, int fd) {
  struct stat status {};
  if (fd < 0 || fstat(fd, &status) != 0) {
    return FailedPrecondition(
        "{}: cannot be opened as a directory ({}); choose another with --cache-dir or "
        "RUNG_CACHE_DIR",
        directory.string(), std::strerror(errno));
  }
  if (status.st_uid != geteuid()) {
    return FailedPrecondition(
        "{}: belongs to user {}, not to {}; choose another with --cache-dir or RUNG_CACHE_DIR",
        directory.string(), status.st_uid, geteuid());
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return FailedPrecondition("{}: its mode is {:o} and must be 700; run chmod 700 on it",
                              directory.string(), status.st_mode & 07777U);
  }
  return absl::OkStatus();
}

// The name under which a plugin file's digest is remembered; nothing when there is no such file.
std::optional<std::string> DigestFile(const fs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return std::nullopt;
  Sha256 identity;
  identity.AddField(file.string());
  identity.AddField(fmt::format("{} {} {}.{:09} {}", status.st_size, status.st_dev,
                                status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ino));
  return identity.HexDigest() + std::string(kDigestSuffix);
}

// Calls `visit(name, status)` for every regular file of the directory.
template <typename Visit>
void ForEachFile(int directory_fd, Visit visit) {
  const int fd = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = fd < 0 ? nullptr : fdopendir(fd);
  if (listing == nullptr) {
    if (fd >= 0) close(fd);
    return;
  }
  while (const dirent* entry = readdir(listing)) {
    struct stat status {};
    if (fstatat(directory_fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(status.st_mode)) visit(std::string(entry->d_name), status);
  }
  closedir(listing);
}

bool IsOurs(std::string_view file) {
  return file.starts_with(kTemporaryPrefix) ||
         (file.size() == 64 + kEntrySuffix.size() && file.ends_with(kEntrySuffix)) ||
         (file.size() == 64 + kDigestSuffix.size() && file.ends_with(kDigestSuffix));
}

}  // namespace

absl::StatusOr<std::unique_ptr<CompileCache>> CompileCache::Open(fs::path directory,
                                                                 int64_t max_bytes) {
  RUNG_RETURN_IF_ERROR(MakeDirectory(directory));
  const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  std::unique_ptr<CompileCache> cache(new CompileCache(std::move(directory), fd, max_bytes));
  RUNG_RETURN_IF_ERROR(CheckDirectory(cache->directory_, fd));
  return cache;
}

CompileCache::~CompileCache() {
  if (directory_fd_ >= 0) close(directory_fd_);
}

std::optional<std::string> CompileCache::ReadFile(const std::string& name) const {
  // Non-blocking: a FIFO in this place must not hang the start.
  const FileDescriptor fd(
      openat(directory_fd_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!fd.ok() || fstat(fd.get(), &status) != 0 || !IsTrusted(status)) return std::nullopt;
  if (status.st_size > kMaxEntryBytes) return std::nullopt;
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t count = read(fd.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    filled += static_cast<size_t>(count);
  }
  futimens(fd.get(), nullptr);  // used now; a read-only file system just keeps the old time
  return bytes;
}

absl::Status CompileCache::WriteFile(const std::string& name, std::string_view bytes) {
  static std::atomic<uint64_t> counter{0};
  const std::string temporary =
      fmt::format("{}{}-{}-{:x}", kTemporaryPrefix, getpid(), counter.fetch_add(1),
                  std::chrono::steady_clock::now().time_since_epoch().count());
  const auto failed = [&](std::string_view what) {
    const std::string reason = std::strerror(errno);
    unlinkat(directory_fd_, temporary.c_str(), 0);
    return FailedPrecondition("{}: cannot {} ({})", (directory_ / name).string(), what, reason);
  };
  {
    const FileDescriptor fd(openat(directory_fd_, temporary.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                   S_IRUSR | S_IWUSR));
    if (!fd.ok()) return failed("be written");
    if (!WriteAll(fd.get(), bytes)) return failed("be written");
  }
  if (renameat(directory_fd_, temporary.c_str(), directory_fd_, name.c_str()) != 0) {
    return failed("be put in place");
  }
  return absl::OkStatus();
}

std::optional<std::string> CompileCache::Find(const std::string& key) {
  std::optional<std::string> bytes = ReadFile(EntryFile(key));
  if (!bytes) return std::nullopt;
  const std::optional<std::string_view> payload = DecodeCacheEntry(*bytes, key);
  if (!payload) {
    Remove(key);
    return std::nullopt;
  }
  bytes->erase(0, bytes->size() - payload->size());
  return bytes;
}

absl::Status CompileCache::Store(const std::string& key, std::string_view name,
                                 std::string_view payload) {
  const std::string entry = EncodeCacheEntry(key, name, payload);
  if (static_cast<int64_t>(entry.size()) > max_bytes_) {
    return ResourceExhausted("{}: {} bytes of {} are above the cache's bound of {}",
                             directory_.string(), entry.size(), name, max_bytes_);
  }
  RUNG_RETURN_IF_ERROR(WriteFile(EntryFile(key), entry));
  Evict(EntryFile(key));
  return absl::OkStatus();
}

void CompileCache::Remove(const std::string& key) {
  unlinkat(directory_fd_, EntryFile(key).c_str(), 0);
}

void CompileCache::Evict(const std::string& keep) {
  const std::lock_guard lock(evict_mutex_);
  const auto now = std::chrono::system_clock::now();
  std::vector<CacheEntryInfo> entries;
  int64_t total = 0;
  ForEachFile(directory_fd_, [&](const std::string& file, const struct stat& status) {
    const auto used = ModificationTime(status);
    if (file.starts_with(kTemporaryPrefix) && used + kTemporaryLife < now) {
      unlinkat(directory_fd_, file.c_str(), 0);
    }
    if (!file.ends_with(kEntrySuffix)) return;
    total += status.st_size;
    if (file != keep) entries.push_back({.file = file, .bytes = status.st_size, .last_used = used});
  });
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.last_used, a.file) < std::tie(b.last_used, b.file);
  });
  for (const CacheEntryInfo& entry : entries) {
    if (total <= max_bytes_) break;
    unlinkat(directory_fd_, entry.file.c_str(), 0);
    total -= entry.bytes;
  }
}

std::optional<std::string> CompileCache::RememberedDigest(const fs::path& file) {
  const std::optional<std::string> name = DigestFile(file);
  if (!name) return std::nullopt;
  std::optional<std::string> digest = ReadFile(*name);
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (!digest || digest->size() != 64 || !std::all_of(digest->begin(), digest->end(), is_hex)) {
    return std::nullopt;
  }
  return digest;
}

absl::StatusOr<std::string> CompileCache::DigestOf(const fs::path& file) {
  if (std::optional<std::string> known = RememberedDigest(file)) return *std::move(known);
  const std::optional<std::string> name = DigestFile(file);
  RUNG_ASSIGN_OR_RETURN(std::string digest, Sha256OfFile(file.string()));
  // Changed while it was read: what was hashed is neither the old file nor the new one.
  if (!name || DigestFile(file) != name) {
    return FailedPrecondition("{}: changes while it is read", file.string());
  }
  RUNG_RETURN_IF_ERROR(WriteFile(*name, digest));
  return digest;
}

std::vector<CacheEntryInfo> CompileCache::List() const {
  std::vector<CacheEntryInfo> entries;
  ForEachFile(directory_fd_, [&](const std::string& file, const struct stat& status) {
    if (!IsOurs(file) || !file.ends_with(kEntrySuffix)) return;
    const FileDescriptor fd(openat(directory_fd_, file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    std::string begin(kMaxCacheHeaderBytes, '\0');
    const ssize_t count = fd.ok() ? read(fd.get(), begin.data(), begin.size()) : 0;
    begin.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
    entries.push_back({.file = file,
                       .name = CacheEntryName(begin).value_or("?"),
                       .bytes = status.st_size,
                       .last_used = ModificationTime(status)});
  });
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::tie(b.last_used, a.file) < std::tie(a.last_used, b.file);
  });
  return entries;
}

int64_t CompileCache::Clear() {
  int64_t removed = 0;
  ForEachFile(directory_fd_, [&](const std::string& file, const struct stat&) {
    if (!IsOurs(file)) return;
    if (unlinkat(directory_fd_, file.c_str(), 0) == 0 && file.ends_with(kEntrySuffix)) ++removed;
  });
  return removed;
}

}  // namespace rung::runtime
