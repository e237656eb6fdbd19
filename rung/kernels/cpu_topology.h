// How many threads this process can keep busy.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace rung::kernels {

// Physical cores that the process's affinity allows, bounded by the CPU quota of its cgroups (v1 or
// v2, each level up to the root; a fraction of a core is dropped), at least 1. A second hardware
// thread of a core shares its vector units, so it adds nothing to these kernels. Reads a few files
// under /proc and /sys; what cannot be read does not limit.
int DefaultThreads();

// Hardware threads that the process's affinity allows, at least 1: what XLA's CPU client sizes its
// pools by.
int AllowedCpus();

// The same as DefaultThreads for given CPUs, with /proc and /sys under `root`: for tests.
int ThreadsAllowed(const std::vector<int>& cpus, const std::filesystem::path& root);

// CPUs of a cgroup v2 cpu.max ("150000 100000" is 1.5, "max 100000" no limit).
std::optional<double> ParseCpuMax(std::string_view text);

}  // namespace rung::kernels
