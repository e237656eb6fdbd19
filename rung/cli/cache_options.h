// Where compiled programs are kept between starts, from flags and environment.
#pragma once

#include <string>

#include "rung/base/environment.h"
#include "rung/base/settings.h"
#include "rung/model/model.h"
#include "rung/runtime/executable_cache.h"

namespace rung::cli {

// The value of RUNG_CACHE_DIR and --cache-dir that switches the cache off.
inline constexpr std::string_view kNoCache = "off";

// RUNG_CACHE_DIR or its flag, else $XDG_CACHE_HOME/rung/programs, else $HOME/.cache/rung/programs.
// Empty when the cache is off or there is no home.
std::string CacheDirectory(const Environment& environment, const Settings& settings);

// For DeviceModelOptions: what is wrong with the cache becomes one warning in the log. `label`
// tells the programs in `rung cache`.
runtime::ExecutableCacheOptions CacheOptions(const Environment& environment,
                                             const Settings& settings, std::string label = "");

// "kernel f16 SmolLM2-135M-Instruct.Q4_1": what tells a model's programs from others of their name.
std::string CacheLabel(const model::LoweringOptions& lowering, const std::string& model_path);

}  // namespace rung::cli
