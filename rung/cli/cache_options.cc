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
                                             const Settings& settings, std::string label) {
  runtime::ExecutableCacheOptions options;
  options.label = std::move(label);
  options.directory = CacheDirectory(environment, settings);
  options.xla_flags = environment.xla_flags.value_or("");
  options.notice = [](std::string_view line) { spdlog::warn("{}", OnOneLine(line)); };
  return options;
}

std::string CacheLabel(const model::LoweringOptions& lowering, const std::string& model_path) {
  const std::string stem = fs::path(model_path).stem().string();
  if (lowering.kind == model::LoweringKind::kKernel) {
    return fmt::format("kernel {} {}", HloName(lowering.kv_dtype), stem);
  }
  return fmt::format("portable {} {}{} {}", HloName(lowering.precision), HloName(lowering.kv_dtype),
                     lowering.highest_precision ? " highest" : "", stem);
}

}  // namespace rung::cli
