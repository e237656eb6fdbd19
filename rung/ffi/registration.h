// Makes our custom calls known to a plugin, through its PJRT FFI extension.
#pragma once

#include "absl/status/status.h"
#include "rung/pjrt/plugin.h"

namespace rung::ffi {

// Registers every handler with the plugin, once; later calls give the same answer. Unimplemented
// when the plugin has no FFI extension, or one too short. Success does not mean that programs find
// the handlers: XLA drops those whose version it does not speak (see probe.h). Thread-safe.
absl::Status RegisterKernels(const pjrt::Plugin& plugin);

}  // namespace rung::ffi
