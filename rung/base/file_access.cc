#include "rung/base/file_access.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <climits>
#include <optional>
#include <system_error>

#include "rung/base/file_descriptor.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung {
namespace {

// The first directory on the way to `path` that may not be entered.
std::optional<std::string> ForbiddenDirectory(const std::string& path) {
  const auto forbidden = [](const std::string& directory) {
    return faccessat(AT_FDCWD, directory.c_str(), X_OK, AT_EACCESS) != 0 && errno == EACCES;
  };
  if (!path.starts_with('/') && forbidden(".")) return ".";
  for (size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    std::string directory = path.substr(0, std::max<size_t>(end, 1));
    if (forbidden(directory)) return directory;
  }
  return std::nullopt;
}

// Where a symbolic link points; nothing for what is none.
std::optional<std::string> LinkTarget(const std::string& path) {
  std::array<char, PATH_MAX> target{};
  const ssize_t size = readlink(path.c_str(), target.data(), target.size());
  if (size < 0) return std::nullopt;
  return std::string(target.data(), static_cast<size_t>(size));
}

absl::Status CheckNoNul(const std::string& path) {
  if (path.find('\0') == std::string::npos) return absl::OkStatus();
  return InvalidArgument("{}: the path holds a NUL byte", Quoted(path));
}

// "~", "~/x", "~user/x", "$HOME", "${HOME}/x"; not "~draft.gguf", an editor's name for a copy.
bool IsMeantForAShell(std::string_view path) {
  if (path.starts_with('~')) return path == "~" || path.find('/') != std::string_view::npos;
  return path.size() > 1 && path[0] == '$' &&
         (path[1] == '{' || path[1] == '_' || std::isalpha(static_cast<unsigned char>(path[1])));
}

}  // namespace

absl::Status FileError(const std::string& path, std::string_view action, int error) {
  if (error == ENOENT) {
    if (const auto target = LinkTarget(path)) {
      return NotFound("{}: links to {}, which is not there", path, *target);
    }
    return NotFound("{}: no such file", path);
  }
  std::string message =
      fmt::format("{}: cannot be {}: {}", path, action, std::generic_category().message(error));
  if (error != EACCES && error != EPERM) return absl::InvalidArgumentError(message);
  if (const auto directory = ForbiddenDirectory(path)) {
    message += fmt::format(" (user {} may not enter {})", geteuid(), *directory);
  } else {
    message += fmt::format(" for user {}", geteuid());
  }
  return absl::PermissionDeniedError(message);
}

absl::StatusOr<FileKind> ProbeFile(const std::string& path) {
  RUNG_RETURN_IF_ERROR(CheckNoNul(path));
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0) {
    return S_ISREG(info.st_mode)   ? FileKind::kFile
           : S_ISDIR(info.st_mode) ? FileKind::kDirectory
                                   : FileKind::kOther;
  }
  const int error = errno;
  // ENOTDIR: a file stands where the path has a directory, so nothing can be behind it.
  if (error == ENOENT || error == ENOTDIR) {
    return LinkTarget(path) ? FileKind::kBrokenLink : FileKind::kAbsent;
  }
  return FileError(path, "examined", error);
}

absl::StatusOr<std::vector<std::string>> ListDirectory(const std::string& path) {
  RUNG_RETURN_IF_ERROR(CheckNoNul(path));
  DIR* const listing = opendir(path.c_str());
  if (listing == nullptr) return FileError(path, "listed", errno);
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(listing)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  const int error = errno;
  closedir(listing);
  if (error != 0) return FileError(path, "listed", error);
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<std::string> ReadFile(const std::string& path, int64_t max_bytes) {
  RUNG_RETURN_IF_ERROR(CheckNoNul(path));
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return FileError(path, "opened", errno);
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return FileError(path, "examined", errno);
  if (S_ISDIR(info.st_mode)) return InvalidArgument("{}: is a directory, expected a file", path);
  std::string bytes;
  std::array<char, 1 << 16> block;
  while (true) {
    const ssize_t count = read(file.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError(path, "read", errno);
    if (count == 0) return bytes;
    bytes.append(block.data(), static_cast<size_t>(count));
    if (static_cast<int64_t>(bytes.size()) > max_bytes) {
      return InvalidArgument("{}: is larger than {} bytes", path, max_bytes);
    }
  }
}

absl::StatusOr<std::string> ReadFileOf(std::string_view flag, const std::string& path,
                                       int64_t max_bytes) {
  RUNG_RETURN_IF_ERROR(CheckExpanded(flag, path));
  absl::StatusOr<std::string> bytes = ReadFile(path, max_bytes);
  if (bytes.ok()) return bytes;
  return absl::Status(bytes.status().code(), fmt::format("{} {}", flag, Message(bytes.status())));
}

absl::Status CheckExpanded(std::string_view source, const std::string& path) {
  if (!IsMeantForAShell(Trim(path))) return absl::OkStatus();
  const absl::StatusOr<FileKind> kind = ProbeFile(path);
  if (!kind.ok() || *kind != FileKind::kAbsent) return absl::OkStatus();
  return InvalidArgument("{} {}: begins with {}, which only a shell expands: write the whole path",
                         source, path, Trim(path).front());
}

}  // namespace rung
