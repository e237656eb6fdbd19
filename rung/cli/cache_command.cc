// `rung cache`: shows or clears the compiled programs kept between starts.
#include <fmt/format.h>

#include <chrono>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/cli/cache_options.h"
#include "rung/cli/command.h"
#include "rung/runtime/compile_cache.h"

namespace rung::cli {
namespace {

std::string Age(std::chrono::system_clock::time_point then) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now() - then)
          .count();
  if (seconds < 120) return fmt::format("{} s ago", std::max<int64_t>(seconds, 0));
  if (seconds < 2 * 3600) return fmt::format("{} min ago", seconds / 60);
  if (seconds < 2 * 86400) return fmt::format("{} h ago", seconds / 3600);
  return fmt::format("{} days ago", seconds / 86400);
}

void Show(TextOutput& out, const runtime::CompileCache& cache) {
  const std::vector<runtime::CacheEntryInfo> entries = cache.List();
  int64_t total = 0;
  for (const runtime::CacheEntryInfo& entry : entries) total += entry.bytes;
  out.Print("{}\n{} program{}, {} of {}\n", cache.directory().string(), entries.size(),
            entries.size() == 1 ? "" : "s", FormatBytes(total),
            FormatBytes(runtime::kDefaultCacheBytes));
  for (const runtime::CacheEntryInfo& entry : entries) {
    out.Print("  {:>12}  {:>12}  {}  {}\n", FormatBytes(entry.bytes), Age(entry.last_used),
              entry.file.substr(0, 12), entry.name);
  }
}

}  // namespace

absl::StatusOr<int> RunCache(const CommandContext& context, const CommandLine& line) {
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  const std::string directory = CacheDirectory(context.environment, settings);
  if (directory.empty()) {
    context.out.Print("compiled programs are not kept: {}\n",
                      settings.cache_dir.given()
                          ? settings.cache_dir.source + " is off"
                          : "HOME is not set; name a directory with --cache-dir");
    return 0;
  }
  RUNG_ASSIGN_OR_RETURN(const FileKind kind, ProbeFile(directory));
  if (kind == FileKind::kAbsent) {
    context.out.Print("{}\n0 programs: it does not exist yet\n", directory);
    return 0;
  }
  RUNG_ASSIGN_OR_RETURN(const auto cache, runtime::CompileCache::Open(directory));
  if (line.cache.clear) {
    const int64_t removed = cache->Clear();
    context.out.Print("{}\n{} program{} removed\n", directory, removed, removed == 1 ? "" : "s");
  } else {
    Show(context.out, *cache);
  }
  return 0;
}

}  // namespace rung::cli
