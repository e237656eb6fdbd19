// The environment variables that Rung knows. environment.cc is the one file that reads them; each
// has a row in docs/environment.md.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rung {

// Plain values, as the process was given them: nothing is trimmed, checked or defaulted here (see
// settings.h and context/capacity_list.h). A variable that is not set has no value; one that is set
// to nothing has an empty one.
struct Environment {
  std::optional<std::string> context_capacity;  // MLXCEL_XLA_CONTEXT_CAPACITY
  std::optional<std::string> context_buckets;   // MLXCEL_XLA_CONTEXT_BUCKETS
  std::optional<std::string> backend;           // MLXCEL_BACKEND
  std::optional<std::string> device;            // MLXCEL_XLA_DEVICE
  std::optional<std::string> precision;         // MLXCEL_XLA_PRECISION
  std::optional<std::string> tf32;              // MLX_ENABLE_TF32
  std::optional<std::string> plugin_path;       // RUNG_PLUGIN_PATH
  std::optional<std::string> cache_dir;         // RUNG_CACHE_DIR
  std::optional<std::string> lowering;          // RUNG_LOWERING
  std::optional<std::string> growth;            // RUNG_GROWTH
  std::optional<std::string> kv_dtype;          // RUNG_KV_DTYPE
  std::optional<std::string> memory_limit;      // RUNG_MEMORY_LIMIT
  std::optional<std::string> threads;           // RUNG_THREADS
  std::optional<std::string> log;               // RUNG_LOG
  std::optional<std::string> xla_flags;         // XLA_FLAGS, which plugins read
  std::optional<std::string> notify_socket;     // NOTIFY_SOCKET, of the service manager
  std::optional<std::string> no_color;          // NO_COLOR (no-color.org)
  // Where caches lie; none of them is Rung's own.
  std::optional<std::string> home;            // HOME
  std::optional<std::string> xdg_cache_home;  // XDG_CACHE_HOME
  std::optional<std::string> hf_home;         // HF_HOME
  std::optional<std::string> hf_hub_cache;    // HF_HUB_CACHE
  // Every other variable of the process, by name: a misspelt one is among them.
  std::map<std::string, std::string> others;

  // Reads the process environment, and takes NOTIFY_SOCKET out of it: what it announces is this
  // process, and no child. Call it once, from main, before any thread starts: getenv is not safe
  // against a concurrent setenv.
  static Environment FromProcess();
  // The same from a map of names to values, for tests.
  static Environment FromMap(const std::map<std::string, std::string>& variables);
  // All variables of this process as they are, for a child process.
  static char* const* ForChild();

 private:
  using Lookup = std::function<std::optional<std::string>(const char* name)>;
  static Environment FromLookup(const Lookup& lookup);
};

// One variable: its name and where its value stands.
struct EnvironmentVariable {
  const char* name;
  std::optional<std::string> Environment::*value;
};

// Every variable, in the order of docs/environment.md.
std::span<const EnvironmentVariable> EnvironmentVariables();

// The directory that HF_HOME, HF_HUB_CACHE or XDG_CACHE_HOME names. A leading "~" stands for
// `home`, as it does for the libraries that these variables belong to: unit files and env files
// expand nothing. Nothing when the variable is not set, set to nothing, or needs a home that is not
// set.
std::optional<std::string> DirectoryOf(const std::optional<std::string>& variable,
                                       const std::optional<std::string>& home);

}  // namespace rung
