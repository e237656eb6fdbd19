// What each custom call does, given the state of its model. See kernel_calls.h for the operands.
#pragma once

#include "absl/status/status.h"
#include "rung/ffi/call_frame.h"
#include "rung/ffi/kernel_state.h"

namespace rung::ffi {

// Each checks every type and size of the call before it touches memory: InvalidArgument names what
// does not fit. Thread-safe.
absl::Status RunEmbed(CallFrame& call, KernelState& state);
absl::Status RunLayers(CallFrame& call, KernelState& state);
absl::Status RunHead(CallFrame& call, KernelState& state);
absl::Status RunProbe(CallFrame& call, KernelState& state);

}  // namespace rung::ffi
