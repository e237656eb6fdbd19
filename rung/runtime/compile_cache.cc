#include "rung/runtime/compile_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "rung/base/file_descriptor.h"
#include "rung/base/sha256.h"
#include "rung/base/status.h"
#include "rung/runtime/cache_entry.h"
#include "rung/runtime/cache_files.h"

namespace rung::runtime {
namespace {

namespace fs = std::filesystem;

// A writer takes milliseconds; what is older was left by one that died.
constexpr std::chrono::hours kTemporaryLife{1};
constexpr int64_t kMaxEntryBytes = int64_t{1} << 32;
// Names that may be taken by writers that died, or by others whose process ids begin anew.
constexpr int kNameTries = 100;

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
    // No command to copy: on a directory that others use as well it would shut them out.
    return FailedPrecondition(
        "{}: its mode is {:o} and must be 700, since its files are native code; choose a directory "
        "of your own with --cache-dir, or make this one private if nothing else uses it",
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
  return DigestFileName(identity.HexDigest());
}

// A file of the directory that is the cache's by its name and by what it holds.
struct OwnFile {
  std::string name;
  CacheFileKind kind;
  std::string begin;  // its first kMaxCacheHeaderBytes
  struct stat status;
};

// What lies under a name. Looked at once: another process may replace or remove it any time.
struct Finding {
  std::optional<OwnFile> own;
  bool is_others = false;  // something that is not the cache's
};

Finding Inspect(int directory_fd, const std::string& name) {
  const std::optional<CacheFileKind> kind = CacheFileKindOf(name);
  if (!kind) return {.is_others = true};
  // Non-blocking: a FIFO in this place must not hang the start.
  const FileDescriptor fd(
      openat(directory_fd, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!fd.ok()) return {.is_others = errno != ENOENT};
  OwnFile file{name, *kind, std::string(kMaxCacheHeaderBytes, '\0'), {}};
  if (fstat(fd.get(), &file.status) != 0 || !S_ISREG(file.status.st_mode)) {
    return {.is_others = true};
  }
  const ssize_t count = pread(fd.get(), file.begin.data(), file.begin.size(), 0);
  if (count < 0) return {.is_others = true};
  file.begin.resize(static_cast<size_t>(count));
  // An empty file holds nothing: what a machine that lost its power leaves of an entry.
  const bool own = IsCacheContent(*kind, file.begin, file.status.st_size);
  if (!own) return {.is_others = file.status.st_size > 0};
  return {.own = std::move(file)};
}

// Removes a file of the cache, and no other.
void RemoveOwnFile(int directory_fd, const std::string& name) {
  if (Inspect(directory_fd, name).own) unlinkat(directory_fd, name.c_str(), 0);
}

// The cache's files, and no other.
std::vector<OwnFile> OwnFiles(int directory_fd) {
  std::vector<OwnFile> files;
  const int fd = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* listing = fd < 0 ? nullptr : fdopendir(fd);
  if (listing == nullptr) {
    if (fd >= 0) close(fd);
    return files;
  }
  while (const dirent* entry = readdir(listing)) {
    Finding found = Inspect(directory_fd, entry->d_name);
    if (found.own) files.push_back(*std::move(found.own));
  }
  closedir(listing);
  return files;
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
  const std::string path = (directory_ / name).string();
  if (Inspect(directory_fd_, name).is_others) {
    return FailedPrecondition("{}: is not a file of this cache, and stays; move it away", path);
  }
  std::string temporary;
  int opened = -1;
  for (int i = 0; opened < 0 && i < kNameTries; ++i) {
    temporary = TemporaryFileName(name, getpid(), counter.fetch_add(1));
    opened = openat(directory_fd_, temporary.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (opened < 0 && errno != EEXIST) break;
  }
  FileDescriptor fd(opened);
  const auto failed = [&](std::string_view what) {
    const std::string reason = std::strerror(errno);
    if (opened >= 0) unlinkat(directory_fd_, temporary.c_str(), 0);
    return FailedPrecondition("{}: cannot {} ({})", path, what, reason);
  };
  if (!fd.ok() || !WriteAll(fd.get(), bytes) || !fd.Close()) return failed("be written");
  if (renameat(directory_fd_, temporary.c_str(), directory_fd_, name.c_str()) != 0) {
    return failed("be put in place");
  }
  return absl::OkStatus();
}

std::optional<std::string> CompileCache::Find(const std::string& key) {
  std::optional<std::string> bytes = ReadFile(EntryFileName(key));
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
  RUNG_RETURN_IF_ERROR(WriteFile(EntryFileName(key), entry));
  Evict(EntryFileName(key));
  return absl::OkStatus();
}

void CompileCache::Remove(const std::string& key) {
  RemoveOwnFile(directory_fd_, EntryFileName(key));
}

void CompileCache::Evict(const std::string& keep) {
  const std::lock_guard lock(evict_mutex_);
  const auto now = std::chrono::system_clock::now();
  std::vector<CacheEntryInfo> entries;
  int64_t total = 0;
  for (const OwnFile& file : OwnFiles(directory_fd_)) {
    const auto used = ModificationTime(file.status);
    if (file.kind == CacheFileKind::kTemporary && used + kTemporaryLife < now) {
      unlinkat(directory_fd_, file.name.c_str(), 0);
    }
    if (file.kind != CacheFileKind::kEntry) continue;
    total += file.status.st_size;
    if (file.name == keep) continue;
    entries.push_back({.file = file.name, .bytes = file.status.st_size, .last_used = used});
  }
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
  if (!digest || !IsCacheContent(CacheFileKind::kDigest, *digest, std::ssize(*digest))) {
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
  for (const OwnFile& file : OwnFiles(directory_fd_)) {
    if (file.kind != CacheFileKind::kEntry) continue;
    entries.push_back({.file = file.name,
                       .name = CacheEntryName(file.begin).value_or("?"),
                       .bytes = file.status.st_size,
                       .last_used = ModificationTime(file.status)});
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::tie(b.last_used, a.file) < std::tie(a.last_used, b.file);
  });
  return entries;
}

int64_t CompileCache::Clear() {
  int64_t removed = 0;
  for (const OwnFile& file : OwnFiles(directory_fd_)) {
    const bool gone = unlinkat(directory_fd_, file.name.c_str(), 0) == 0;
    if (gone && file.kind == CacheFileKind::kEntry) ++removed;
  }
  return removed;
}

}  // namespace rung::runtime
