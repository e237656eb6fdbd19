#include "rung/runtime/device_client.h"

#include "rung/base/status.h"
#include "rung/ffi/probe.h"

namespace rung::runtime {

absl::StatusOr<std::unique_ptr<pjrt::Client>> MakeClient(const pjrt::Plugin& plugin) {
  absl::StatusOr<std::unique_ptr<pjrt::Client>> client =
      pjrt::Client::Create(plugin, {{{"cpu_device_count", int64_t{1}}}});
  return client.ok() ? std::move(client) : pjrt::Client::Create(plugin);
}

absl::Status CheckKernels(const pjrt::Plugin& plugin) {
  RUNG_ASSIGN_OR_RETURN(const std::unique_ptr<pjrt::Client> client, MakeClient(plugin));
  if (client->platform_name() != "cpu") {
    return Unimplemented("the kernels are CPU code, and {} drives {}", plugin.path(),
                         client->platform_name());
  }
  return ffi::ProbeKernels(*client);
}

}  // namespace rung::runtime
