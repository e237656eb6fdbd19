// What this process takes of its machine, as Prometheus clients in other languages tell it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace rung::server {

// What cannot be read is left out.
struct ProcessStats {
  std::optional<double> start_time_seconds;  // since 1970
  std::optional<double> cpu_seconds;         // in user and in system mode
  std::optional<int64_t> virtual_bytes;
  std::optional<int64_t> resident_bytes;
  std::optional<int64_t> open_fds;
  std::optional<int64_t> max_fds;
};

// `root` stands for "/".
ProcessStats ReadProcessStats(const std::filesystem::path& root = "/");

}  // namespace rung::server
