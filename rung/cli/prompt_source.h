// Where a text comes from: -p, -p - (standard input) or -f.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "rung/cli/command_line.h"

namespace rung::cli {

// InvalidArgument for no prompt, two of them, an empty one or one that is not UTF-8 (naming the
// offset); else as ReadTextFile.
absl::StatusOr<std::string> ReadPrompt(const GenerateFlags& flags);

// The file behind -f. InvalidArgument for an empty one or one that is not UTF-8; the errors of
// ReadFile.
absl::StatusOr<std::string> ReadTextFile(const std::string& path);

}  // namespace rung::cli
