#include "rung/base/system_memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "rung/base/cgroup.h"
#include "rung/base/file_access.h"
#include "rung/base/typed_text.h"

namespace rung {
namespace {

namespace fs = std::filesystem;

void Tighten(std::optional<MemoryLimit>* limit, int64_t bytes, std::string source) {
  if (!*limit || bytes < (*limit)->bytes) *limit = MemoryLimit{bytes, std::move(source)};
}

void TightenByCgroups(const fs::path& root, std::optional<MemoryLimit>* limit) {
  const auto cgroup = LeastCgroupLimit({"memory", "memory.max", "memory.limit_in_bytes"}, root);
  if (cgroup) Tighten(limit, cgroup->value, fmt::format("the cgroup's {}", cgroup->file));
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
