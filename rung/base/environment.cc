#include "rung/base/environment.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "rung/base/typed_text.h"

namespace rung {
namespace {

// tools/verify_env_docs.py compares the names in this file with the table of docs/environment.md.
constexpr EnvironmentVariable kVariables[] = {
    {"MLXCEL_XLA_CONTEXT_CAPACITY", &Environment::context_capacity},
    {"MLXCEL_XLA_CONTEXT_BUCKETS", &Environment::context_buckets},
    {"MLXCEL_BACKEND", &Environment::backend},
    {"MLXCEL_XLA_DEVICE", &Environment::device},
    {"MLXCEL_XLA_PRECISION", &Environment::precision},
    {"MLX_ENABLE_TF32", &Environment::tf32},
    {"RUNG_PLUGIN_PATH", &Environment::plugin_path},
    {"RUNG_CACHE_DIR", &Environment::cache_dir},
    {"RUNG_LOWERING", &Environment::lowering},
    {"RUNG_GROWTH", &Environment::growth},
    {"RUNG_KV_DTYPE", &Environment::kv_dtype},
    {"RUNG_MEMORY_LIMIT", &Environment::memory_limit},
    {"RUNG_THREADS", &Environment::threads},
    {"RUNG_LOG", &Environment::log},
    {"XLA_FLAGS", &Environment::xla_flags},
    {"NOTIFY_SOCKET", &Environment::notify_socket},
    {"NO_COLOR", &Environment::no_color},
    {"HOME", &Environment::home},
    {"XDG_CACHE_HOME", &Environment::xdg_cache_home},
    {"HF_HOME", &Environment::hf_home},
    {"HF_HUB_CACHE", &Environment::hf_hub_cache},
};

bool IsRead(std::string_view name) {
  return std::ranges::any_of(kVariables, [name](const auto& known) { return name == known.name; });
}

}  // namespace

std::span<const EnvironmentVariable> EnvironmentVariables() { return kVariables; }

Environment Environment::FromLookup(const Lookup& lookup) {
  Environment environment;
  for (const EnvironmentVariable& variable : kVariables) {
    environment.*variable.value = lookup(variable.name);
  }
  return environment;
}

Environment Environment::FromProcess() {
  Environment environment = FromLookup([](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  });
  for (char* const* entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || IsRead(text.substr(0, equals))) continue;
    environment.others.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const EnvironmentVariable& variable : kVariables) {
    if (variable.value == &Environment::notify_socket) unsetenv(variable.name);
  }
  return environment;
}

std::optional<std::string> DirectoryOf(const std::optional<std::string>& variable,
                                       const std::optional<std::string>& home) {
  if (!variable) return std::nullopt;
  const std::string_view value = Trim(*variable);
  if (value.empty()) return std::nullopt;
  if (value != "~" && !value.starts_with("~/")) return std::string(value);
  if (!home || !home->starts_with('/')) return std::nullopt;
  return *home + std::string(value.substr(1));
}

char* const* Environment::ForChild() { return environ; }

Environment Environment::FromMap(const std::map<std::string, std::string>& variables) {
  Environment environment =
      FromLookup([&variables](const char* name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
      });
  for (const auto& [name, value] : variables) {
    if (!IsRead(name)) environment.others.emplace(name, value);
  }
  return environment;
}

}  // namespace rung
