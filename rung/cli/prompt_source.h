// Where a prompt comes from: -p, -p - (standard input) or -f.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "rung/cli/command_line.h"

namespace rung::cli {

// InvalidArgument for no prompt, two of them, an empty one or one that is not UTF-8 (naming the
// offset); NotFound for a file that cannot be read.
absl::StatusOr<std::string> ReadPrompt(const GenerateFlags& flags);

}  // namespace rung::cli
