#include "rung/base/cgroup.h"

#include <string>

#include "rung/base/file_access.h"
#include "rung/base/typed_text.h"

namespace rung {
namespace {

namespace fs = std::filesystem;

// The file of every directory from `mount/path` up to `mount`. In a container the path may be the
// host's, of which only the upper end exists.
void Tighten(const fs::path& mount, std::string_view path, std::string_view file, int64_t unlimited,
             std::optional<CgroupLimit>* limit) {
  fs::path relative = fs::path(path).relative_path();
  while (true) {
    if (const auto text = ReadFile(mount / relative / file); text.ok()) {
      const std::optional<int64_t> value = ParseDecimal(Trim(*text));
      if (value && *value > 0 && *value < unlimited && (!*limit || *value < (*limit)->value)) {
        *limit = CgroupLimit{*value, file};
      }
    }
    if (relative.empty()) return;
    relative = relative.parent_path();
  }
}

bool HasController(std::string_view controllers, std::string_view name) {
  for (std::string_view controller : SplitFields(controllers, ',')) {
    if (controller == name) return true;
  }
  return false;
}

}  // namespace

std::optional<CgroupLimit> LeastCgroupLimit(const CgroupFile& file, const fs::path& root,
                                            int64_t unlimited) {
  std::optional<CgroupLimit> limit;
  const std::string text = ReadFile(root / "proc/self/cgroup").value_or("");
  for (std::string_view line : SplitFields(text, '\n')) {
    // "0::/path" in version 2, "4:memory:/path" in version 1.
    const size_t first = line.find(':');
    const size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    const fs::path mount = root / "sys/fs/cgroup";
    if (controllers.empty()) Tighten(mount, path, file.version2, unlimited, &limit);
    if (HasController(controllers, file.controller)) {
      Tighten(mount / file.controller, path, file.version1, unlimited, &limit);
    }
  }
  return limit;
}

}  // namespace rung
