// PJRT_Error -> absl::Status.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "rung/pjrt/c_api.h"

namespace rung::pjrt {

// Takes ownership of `error` (may be null: OK), copies code and message, destroys it. The message
// becomes "<entry>: <plugin's message>", on one line and at most 2000 characters: XLA's diagnostics
// run over many lines and may quote the whole module.
absl::Status ConsumeError(const PJRT_Api& api, PJRT_Error* error, std::string_view entry);

// Newlines and runs of blanks become one space; cut after `max_length` characters. Exposed for
// tests.
std::string OneLine(std::string_view text, size_t max_length);

}  // namespace rung::pjrt
