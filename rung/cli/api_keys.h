// The keys that requests to `rung serve` must carry, from --api-key and --api-key-file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::cli {

// `flags` and then the lines of `file`, without blanks around them and without empty lines; a byte
// order mark and CRLF are no part of a key. InvalidArgument for an empty flag, a file without keys
// and a key that no header can carry, which is named by its line alone: errors end up in logs.
absl::StatusOr<std::vector<std::string>> ReadApiKeys(const std::vector<std::string>& flags,
                                                     const std::optional<std::string>& file);

}  // namespace rung::cli
