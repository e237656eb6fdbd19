// The compile cache as a client's programs see it: text in, executable out.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/compile_cache.h"

namespace rung::runtime {

struct ExecutableCacheOptions {
  std::string directory;  // empty: no cache
  int64_t max_bytes = kDefaultCacheBytes;
  std::string xla_flags;   // the value of XLA_FLAGS: plugins read it when they compile
  std::string kernel_abi;  // version of the custom calls that programs may hold
  // What tells this run's programs from others of the same name, for people: lowering and model.
  std::string label;
  // One line about a cache that is not used; from any compile thread.
  std::function<void(std::string_view)> notice;
};

// What tells CPUs apart for which native code differs, as /proc/cpuinfo has it (`cpuinfo` is its
// text): vendor, family, model and instruction sets of the first one.
std::string CpuFeatures(std::string_view cpuinfo);

// Thread-safe. Nothing here fails: whatever is wrong with the cache, programs are compiled.
class ExecutableCache {
 public:
  // Null when there is no cache or it cannot be used, which `notice` then says once. `client`
  // outlives the result.
  static std::unique_ptr<ExecutableCache> Open(const pjrt::Client* client,
                                               ExecutableCacheOptions options);

  // The executable that was stored for this text by an earlier start of the same plugin on the same
  // kind of machine; null on any miss. `arguments` as for Client::Compile.
  std::unique_ptr<pjrt::Executable> Find(std::string_view text,
                                         std::vector<pjrt::ArgumentSpec> arguments);
  // Drops what Find gave for this text: it is not what the program declares.
  void Reject(std::string_view text);
  // Serializes and writes. The first call of a plugin's life hashes its file, 0.6 s for 200 MB;
  // without `may_hash` it writes nothing instead.
  void Store(std::string_view text, std::string_view name, const pjrt::Executable& executable,
             bool may_hash = true);

 private:
  ExecutableCache(const pjrt::Client* client, ExecutableCacheOptions options,
                  std::unique_ptr<CompileCache> files);

  // The cache key; nothing when the plugin's digest is not known and `may_hash` is false.
  std::optional<std::string> Key(std::string_view text, bool may_hash);
  void Notice(const absl::Status& status);

  const pjrt::Client* client_;
  const ExecutableCacheOptions options_;
  const std::unique_ptr<CompileCache> files_;
  const std::string surroundings_;  // all of the key but plugin digest and text
  std::mutex mutex_;                // guards what follows
  std::optional<std::string> plugin_digest_;
  bool noticed_ = false;
};

}  // namespace rung::runtime
