// What lies at a path, and why it cannot be known or read. That something is not there is an answer
// of its own: a directory that may not be entered, or a loop of links, is never taken for it.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rung {

enum class FileKind : uint8_t {
  kAbsent,      // nothing of that name
  kBrokenLink,  // a symbolic link to nothing
  kFile,        // a regular file
  kDirectory,
  kOther,  // a pipe, a device, a socket
};

// Follows symbolic links. PermissionDenied when a directory on the way may not be entered;
// InvalidArgument for what no path can be: too long, a loop of links, a NUL byte.
absl::StatusOr<FileKind> ProbeFile(const std::string& path);

// Names in a directory, sorted, without "." and "..". FileError's errors.
absl::StatusOr<std::vector<std::string>> ListDirectory(const std::string& path);

// All bytes of a file or a pipe. FileError's errors; InvalidArgument for a directory and for more
// than `max_bytes`, of which no more are read.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     int64_t max_bytes = std::numeric_limits<int64_t>::max());

// The same for the path given behind `flag`, which stands at the beginning of every error.
absl::StatusOr<std::string> ReadFileOf(std::string_view flag, const std::string& path,
                                       int64_t max_bytes = std::numeric_limits<int64_t>::max());

// Why `path` cannot be `action` ("opened"): one line that begins with the path. NotFound for
// ENOENT, PermissionDenied for EACCES and EPERM with the directory that may not be entered, else
// InvalidArgument.
absl::Status FileError(const std::string& path, std::string_view action, int error);

// InvalidArgument for a path that begins with "~" or "$NAME" and does not exist as such: a shell
// was meant to expand it, and unit files, env files and --flag=~/path have none. `source` is the
// flag or variable that it came under.
absl::Status CheckExpanded(std::string_view source, const std::string& path);

}  // namespace rung
