#include "rung/runtime/device_client.h"

#include "rung/base/status.h"
#include "rung/base/thread.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/ffi/probe.h"
#include "rung/ffi/registration.h"
#include "rung/kernels/cpu_topology.h"

namespace rung::runtime {
namespace {

// Two that compile, one that loads weights, and some to spare.
constexpr int kOwnThreads = 6;

// What XLA's CPU plugins start at most, with two programs in the compiler: three for each core and
// two, measured over one to sixteen cores, and some to spare.
int PluginThreads() { return 3 * kernels::AllowedCpus() + 4; }

}  // namespace

absl::StatusOr<std::unique_ptr<pjrt::Client>> MakeClient(const pjrt::Plugin& plugin,
                                                         int kernel_threads) {
  RUNG_RETURN_IF_ERROR(CheckThreadsCanStart(PluginThreads() + kOwnThreads + kernel_threads));
  absl::StatusOr<std::unique_ptr<pjrt::Client>> client =
      pjrt::Client::Create(plugin, {{{"cpu_device_count", int64_t{1}}}});
  return client.ok() ? std::move(client) : pjrt::Client::Create(plugin);
}

std::optional<int64_t> DeviceMemoryBytes(const pjrt::Plugin& plugin) {
  const absl::StatusOr<std::unique_ptr<pjrt::Client>> client = MakeClient(plugin);
  if (!client.ok()) return std::nullopt;
  const absl::StatusOr<pjrt::DeviceMemoryStats> stats = (*client)->devices().front().MemoryStats();
  // A limit of 0 is how some plugins say that they know none.
  if (!stats.ok() || stats->bytes_limit.value_or(0) <= 0) return std::nullopt;
  return stats->bytes_limit;
}

absl::Status CheckKernels(const pjrt::Plugin& plugin, const ExecutableCacheOptions& options,
                          int kernel_threads) {
  RUNG_ASSIGN_OR_RETURN(const std::unique_ptr<pjrt::Client> client,
                        MakeClient(plugin, kernel_threads));
  if (client->platform_name() != "cpu") {
    return Unimplemented("the kernels are CPU code, and {} drives {}", plugin.path(),
                         client->platform_name());
  }
  RUNG_RETURN_IF_ERROR(ffi::RegisterKernels(plugin));
  ExecutableCacheOptions quiet = options;
  quiet.kernel_abi = ffi::kKernelAbi;
  quiet.notice = nullptr;  // the device's own cache says it
  const std::unique_ptr<ExecutableCache> cache = ExecutableCache::Open(client.get(), quiet);
  RUNG_ASSIGN_OR_RETURN(const std::string text, ffi::ProbeText());
  std::unique_ptr<pjrt::Executable> executable;
  if (cache != nullptr) executable = cache->Find(text, ffi::ProbeArguments());
  if (executable != nullptr) return ffi::RunProbe(*client, *executable);
  RUNG_ASSIGN_OR_RETURN(executable, client->Compile(text, ffi::ProbeArguments()));
  RUNG_RETURN_IF_ERROR(ffi::RunProbe(*client, *executable));
  if (cache != nullptr) cache->Store(text, "probe", *executable, /*may_hash=*/false);
  return absl::OkStatus();
}

void RememberProbe(const pjrt::Client& client, ExecutableCache* cache) {
  const absl::StatusOr<std::string> text = ffi::ProbeText();
  if (!text.ok() || cache->Find(*text, ffi::ProbeArguments()) != nullptr) return;
  const auto executable = client.Compile(*text, ffi::ProbeArguments());
  if (executable.ok()) cache->Store(*text, "probe", **executable);
}

}  // namespace rung::runtime
