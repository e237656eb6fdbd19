#include "rung/cli/cache_options.h"

#include <spdlog/spdlog.h>

#include <filesystem>

#include "rung/base/typed_text.h"

namespace rung::cli {

namespace fs = std::filesystem;

std::string CacheDirectory(const Environment& environment, const Settings& settings) {
  if (settings.cache_dir.given()) {
    return Trim(settings.cache_dir.value) == kNoCache ? "" : settings.cache_dir.value;
  }
  // The XDG specification has relative paths ignored.
  const auto base = DirectoryOf(environment.xdg_cache_home, environment.home);
  if (base && fs::path(*base).is_absolute()) return (fs::path(*base) / "rung/programs").string();
  if (environment.home && fs::path(*environment.home).is_absolute()) {
    return (fs::path(*environment.home) / ".cache/rung/programs").string();
  }
  return "";
}

runtime::ExecutableCacheOptions CacheOptions(const Environment& environment,
                                             const Settings& settings) {
  runtime::ExecutableCacheOptions options;
  options.directory = CacheDirectory(environment, settings);
  options.xla_flags = environment.xla_flags.value_or("");
  options.notice = [](std::string_view line) { spdlog::warn("{}", OnOneLine(line)); };
  return options;
}

}  // namespace rung::cli
