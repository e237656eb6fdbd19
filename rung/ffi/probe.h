// Whether programs with our custom calls run on a client.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/pjrt/client.h"

namespace rung::ffi {

// A program of one call, and its arguments.
absl::StatusOr<std::string> ProbeText();
std::vector<pjrt::ArgumentSpec> ProbeArguments();
// OK when the state reaches the call and the result comes back.
absl::Status RunProbe(const pjrt::Client& client, const pjrt::Executable& probe);

// Registers the handlers, compiles the program and runs it; else the reason, for one log line or an
// error. Most of its time is the compiler's.
absl::Status ProbeKernels(const pjrt::Client& client);

}  // namespace rung::ffi
