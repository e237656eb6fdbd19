#include "rung/base/system_memory.h"

#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "rung/base/typed_text.h"

namespace rung {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> ReadFile(const fs::path& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void Tighten(std::optional<MemoryLimit>* limit, int64_t bytes, std::string source) {
  if (!*limit || bytes < (*limit)->bytes) *limit = MemoryLimit{bytes, std::move(source)};
}

// The file of every directory from `mount/path` up to `mount`. In a container the path may be the
// host's, of which only the upper end exists.
void TightenByCgroup(const fs::path& mount, std::string_view path, const char* file,
                     std::optional<MemoryLimit>* limit) {
  fs::path relative = fs::path(path).relative_path();
  while (true) {
    if (const auto text = ReadFile(mount / relative / file)) {
      // "max", and in version 1 a huge number, mean none.
      const std::optional<int64_t> bytes = ParseDecimal(Trim(*text));
      if (bytes && *bytes > 0) Tighten(limit, *bytes, std::string("the cgroup's ") + file);
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

void TightenByCgroups(const fs::path& root, std::optional<MemoryLimit>* limit) {
  const std::string text = ReadFile(root / "proc/self/cgroup").value_or("");
  for (std::string_view line : SplitFields(text, '\n')) {
    // "0::/path" in version 2, "4:memory:/path" in version 1.
    const size_t first = line.find(':');
    const size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    if (controllers.empty()) TightenByCgroup(root / "sys/fs/cgroup", path, "memory.max", limit);
    if (HasController(controllers, "memory")) {
      TightenByCgroup(root / "sys/fs/cgroup/memory", path, "memory.limit_in_bytes", limit);
    }
  }
}

void TightenByMachine(const fs::path& root, std::optional<MemoryLimit>* limit) {
  const std::string text = ReadFile(root / "proc/meminfo").value_or("");
  constexpr std::string_view kTotal = "MemTotal:";
  for (std::string_view line : SplitFields(text, '\n')) {
    if (!line.starts_with(kTotal)) continue;
    line.remove_prefix(kTotal.size());
    if (line.ends_with("kB")) line.remove_suffix(2);
    const std::optional<int64_t> kib = ParseDecimal(Trim(line));
    if (kib && *kib > 0 && *kib < (int64_t{1} << 50)) {
      Tighten(limit, *kib * 1024, "the machine's memory");
    }
  }
}

}  // namespace

std::optional<MemoryLimit> SystemMemoryLimit(const fs::path& root) {
  std::optional<MemoryLimit> limit;
  TightenByMachine(root, &limit);
  TightenByCgroups(root, &limit);
  return limit;
}

int64_t ResidentBytes() {
  const std::string text = ReadFile("/proc/self/statm").value_or("");
  const std::vector<std::string_view> fields = SplitFields(text, ' ');
  if (fields.size() < 2) return 0;
  return ParseDecimal(fields[1]).value_or(0) * sysconf(_SC_PAGESIZE);
}

}  // namespace rung
