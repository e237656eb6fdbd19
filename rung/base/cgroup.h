// The limits of the control groups that this process is in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace rung {

// A limit as its file has it: "memory.max" in version 2, "memory.limit_in_bytes" in version 1.
struct CgroupFile {
  std::string_view controller;
  std::string_view version2;
  std::string_view version1;
};

struct CgroupLimit {
  int64_t value = 0;
  std::string_view file;  // the name that it stands in
};

// The least value above zero in the process's own group of either version and in every group above
// it. Nothing where none is limited: "max", and in version 1 a number beyond `unlimited`. `root`:
// where /proc and /sys lie, for tests.
std::optional<CgroupLimit> LeastCgroupLimit(const CgroupFile& file,
                                            const std::filesystem::path& root = "/",
                                            int64_t unlimited = int64_t{1} << 60);

}  // namespace rung
