// The client that a process runs its model on.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "rung/pjrt/client.h"
#include "rung/pjrt/plugin.h"

namespace rung::runtime {

// With one device: CPU plugins make several virtual ones unless told otherwise, and other plugins
// refuse an option that they do not know.
absl::StatusOr<std::unique_ptr<pjrt::Client>> MakeClient(const pjrt::Plugin& plugin);

// OK when the kernel lowering runs on this plugin: it drives a CPU, and a program with one custom
// call of ours finds it. Else the reason. Makes a client of its own, and costs some milliseconds.
absl::Status CheckKernels(const pjrt::Plugin& plugin);

}  // namespace rung::runtime
