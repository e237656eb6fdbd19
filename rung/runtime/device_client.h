// The client that a process runs its model on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "rung/pjrt/client.h"
#include "rung/pjrt/plugin.h"
#include "rung/runtime/executable_cache.h"

namespace rung::runtime {

// With one device: CPU plugins make several virtual ones unless told otherwise, and other plugins
// refuse an option that they do not know.
//
// Unavailable, in one line that names the limit, where the system does not allow the threads that
// the plugin and its compiler will start, and ours: plugins end the process when they are refused
// one. `kernel_threads`: of a pool that is made later.
absl::StatusOr<std::unique_ptr<pjrt::Client>> MakeClient(const pjrt::Plugin& plugin,
                                                         int kernel_threads = 0);

// The memory that the plugin's first device says it has of its own. Nothing on CPUs, whose memory
// is the host's, and where the plugin does not tell. Makes a client of its own.
std::optional<int64_t> DeviceMemoryBytes(const pjrt::Plugin& plugin);

// OK when the kernel lowering runs on this plugin: it drives a CPU, and a program with one custom
// call of ours finds it. Else the reason, which may be IsThreadShortage. Makes a client of its own.
// Costs 50 ms and 20 MB, for the compiler; a few milliseconds once the program is in
// the cache, which is from the start after the first one that stored something.
absl::Status CheckKernels(const pjrt::Plugin& plugin, const ExecutableCacheOptions& cache = {},
                          int kernel_threads = 0);

// Puts the program of that check into the cache, so that the next start need not compile it.
// Compiles it once more, for which the first start would otherwise have to wait until the plugin is
// hashed.
void RememberProbe(const pjrt::Client& client, ExecutableCache* cache);

}  // namespace rung::runtime
