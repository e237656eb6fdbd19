// Whether programs with our custom calls run on a client.
#pragma once

#include "absl/status/status.h"
#include "rung/pjrt/client.h"

namespace rung::ffi {

// Registers the handlers, compiles a program of one call and runs it. OK when the call was found
// and the state reached it; else the reason, for one log line or an error. Costs milliseconds.
absl::Status ProbeKernels(const pjrt::Client& client);

}  // namespace rung::ffi
