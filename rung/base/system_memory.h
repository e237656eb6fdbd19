// How much memory this process may use, and uses, as the system says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace rung {

struct MemoryLimit {
  int64_t bytes = 0;
  std::string source;  // for messages: "the cgroup's memory.max", "the machine's memory"
};

// The least of what the cgroups of this process allow (version 2 or 1, their parents included) and
// of the machine's memory. Nothing where none of them can be read. `root` stands for "/".
std::optional<MemoryLimit> SystemMemoryLimit(const std::filesystem::path& root = "/");

// Bytes of this process that are in memory now; 0 where that cannot be read.
int64_t ResidentBytes();

}  // namespace rung
