#include "rung/runtime/executable_cache.h"

#include <sched.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "rung/base/sha256.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::runtime {
namespace {

// Changes whenever old entries must no longer be read.
constexpr std::string_view kKeyVersion = "1";

std::string ReadText(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// XLA's CPU compiler splits work by the number of threads it will have.
int UsableCores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 0;
}

std::string Surroundings(const pjrt::Client& client, const ExecutableCacheOptions& options) {
  Sha256 digest;
  digest.AddField(kKeyVersion);
  digest.AddField(pjrt::SerializeCompileOptions({}));
  digest.AddField(options.xla_flags);
  digest.AddField(options.kernel_abi);
  digest.AddField(client.plugin().path());
  digest.AddField(client.plugin().ApiVersion());
  digest.AddField(client.platform_name());
  digest.AddField(client.platform_version());
  digest.AddField(client.devices().front().Kind().value_or(""));
  digest.AddField(fmt::format("{} {}", client.devices().size(), UsableCores()));
  digest.AddField(CpuFeatures(ReadText("/proc/cpuinfo")));
  return digest.HexDigest();
}

}  // namespace

std::string CpuFeatures(std::string_view cpuinfo) {
  constexpr std::string_view kFields[] = {
      "vendor_id",       "cpu family",       "model",    "stepping",    "flags",     // x86
      "CPU implementer", "CPU architecture", "CPU part", "CPU variant", "Features",  // Arm
  };
  std::string features;
  for (std::string_view line : SplitFields(cpuinfo, '\n')) {
    if (Trim(line).empty()) {
      if (!features.empty()) break;  // the end of the first processor
      continue;
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = Trim(line.substr(0, colon));
    for (std::string_view field : kFields) {
      if (name == field) features += fmt::format("{}={};", name, Trim(line.substr(colon + 1)));
    }
  }
  return features;
}

std::unique_ptr<ExecutableCache> ExecutableCache::Open(const pjrt::Client* client,
                                                       ExecutableCacheOptions options) {
  if (options.directory.empty()) return nullptr;
  absl::StatusOr<std::unique_ptr<CompileCache>> files =
      CompileCache::Open(options.directory, options.max_bytes);
  if (!files.ok()) {
    if (options.notice) {
      options.notice(fmt::format("compiled programs are not kept: {}", Message(files.status())));
    }
    return nullptr;
  }
  return std::unique_ptr<ExecutableCache>(
      new ExecutableCache(client, std::move(options), *std::move(files)));
}

ExecutableCache::ExecutableCache(const pjrt::Client* client, ExecutableCacheOptions options,
                                 std::unique_ptr<CompileCache> files)
    : client_(client),
      options_(std::move(options)),
      files_(std::move(files)),
      surroundings_(Surroundings(*client_, options_)),
      plugin_digest_(files_->RememberedDigest(client->plugin().path())) {}

std::optional<std::string> ExecutableCache::Key(std::string_view text, bool may_hash) {
  const std::lock_guard lock(mutex_);
  if (!plugin_digest_) {
    // Nothing can have been stored by a plugin whose digest was never taken.
    if (!may_hash) return std::nullopt;
    absl::StatusOr<std::string> digest = files_->DigestOf(client_->plugin().path());
    if (!digest.ok()) return std::nullopt;
    plugin_digest_ = *std::move(digest);
  }
  Sha256 key;
  key.AddField(surroundings_);
  key.AddField(*plugin_digest_);
  key.AddField(text);
  return key.HexDigest();
}

std::unique_ptr<pjrt::Executable> ExecutableCache::Find(std::string_view text,
                                                        std::vector<pjrt::ArgumentSpec> arguments) {
  const std::optional<std::string> key = Key(text, /*may_hash=*/false);
  if (!key) return nullptr;
  const std::optional<std::string> bytes = files_->Find(*key);
  if (!bytes) return nullptr;
  absl::StatusOr<std::unique_ptr<pjrt::Executable>> executable =
      client_->Deserialize(*bytes, std::move(arguments));
  if (executable.ok()) return *std::move(executable);
  files_->Remove(*key);
  return nullptr;
}

void ExecutableCache::Reject(std::string_view text) {
  if (const auto key = Key(text, /*may_hash=*/false)) files_->Remove(*key);
}

void ExecutableCache::Store(std::string_view text, std::string_view name,
                            const pjrt::Executable& executable, bool may_hash) {
  const std::optional<std::string> key = Key(text, may_hash);
  if (!key && !may_hash) return;
  const absl::StatusOr<std::string> bytes = executable.Serialize();
  if (!bytes.ok()) return Notice(bytes.status());
  if (!key) {
    return Notice(FailedPrecondition("{}: its sha256 cannot be kept in {}",
                                     client_->plugin().path(), files_->directory().string()));
  }
  const auto plugin = std::filesystem::path(client_->plugin().path()).stem();
  const std::string label = options_.label.empty() ? "" : " " + options_.label;
  Notice(files_->Store(*key, fmt::format("{}{} {}", name, label, plugin.string()), *bytes));
}

void ExecutableCache::Notice(const absl::Status& status) {
  if (status.ok() || !options_.notice) return;
  {
    const std::lock_guard lock(mutex_);
    if (noticed_) return;
    noticed_ = true;
  }
  options_.notice(fmt::format("compiled programs are not kept: {}", Message(status)));
}

}  // namespace rung::runtime
