#include "rung/server/process_stats.h"

#include <sys/resource.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "rung/base/file_access.h"
#include "rung/base/typed_text.h"

namespace rung::server {
namespace {

// Fields of /proc/self/stat behind the name of the program, which may hold blanks: proc(5) counts
// them from 3.
constexpr size_t kFirstField = 3;
constexpr size_t kUserTicks = 14;
constexpr size_t kSystemTicks = 15;
constexpr size_t kStartTicks = 22;  // since the machine was started
constexpr size_t kVirtualBytes = 23;
constexpr size_t kResidentPages = 24;

class StatFields {
 public:
  explicit StatFields(const std::filesystem::path& path) {
    const auto text = ReadFile(path.string());
    if (!text.ok()) return;
    text_ = *text;
    const size_t name_end = text_.rfind(") ");
    if (name_end == std::string::npos) return;
    fields_ = SplitFields(std::string_view(text_).substr(name_end + 2), ' ');
  }
  std::optional<int64_t> Get(size_t field) const {
    if (field - kFirstField >= fields_.size()) return std::nullopt;
    return ParseDecimal(fields_[field - kFirstField]);
  }

 private:
  std::string text_;
  std::vector<std::string_view> fields_;
};

// When the machine was started, in seconds since 1970.
std::optional<int64_t> BootTime(const std::filesystem::path& path) {
  const auto text = ReadFile(path.string());
  if (!text.ok()) return std::nullopt;
  constexpr std::string_view kName = "btime ";
  for (const std::string_view line : SplitFields(*text, '\n')) {
    if (line.starts_with(kName)) return ParseDecimal(Trim(line.substr(kName.size())));
  }
  return std::nullopt;
}

}  // namespace

ProcessStats ReadProcessStats(const std::filesystem::path& root) {
  ProcessStats stats;
  const StatFields fields(root / "proc/self/stat");
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  const auto user = fields.Get(kUserTicks);
  const auto system = fields.Get(kSystemTicks);
  if (user && system) stats.cpu_seconds = static_cast<double>(*user + *system) / ticks;
  const auto boot = BootTime(root / "proc/stat");
  const auto start = fields.Get(kStartTicks);
  if (boot && start) {
    stats.start_time_seconds = static_cast<double>(*boot) + static_cast<double>(*start) / ticks;
  }
  stats.virtual_bytes = fields.Get(kVirtualBytes);
  if (const auto pages = fields.Get(kResidentPages)) {
    stats.resident_bytes = *pages * sysconf(_SC_PAGESIZE);
  }
  // One of them is of the listing itself.
  const auto fds = ListDirectory((root / "proc/self/fd").string());
  if (fds.ok()) stats.open_fds = static_cast<int64_t>(fds->size()) - 1;
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    stats.max_fds = static_cast<int64_t>(limit.rlim_cur);
  }
  return stats;
}

}  // namespace rung::server
