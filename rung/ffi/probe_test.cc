// The three plugins, each in a process of its own would be the rule; here all are loaded at once,
// which is harder: their user data types must not mix.
#include "rung/ffi/probe.h"

#include <gtest/gtest.h>

#include <string>

#include "rung/base/status.h"
#include "rung/ffi/registration.h"

namespace rung::ffi {
namespace {

absl::StatusOr<std::unique_ptr<pjrt::Client>> ClientOf(const std::string& name) {
  RUNG_ASSIGN_OR_RETURN(const pjrt::Plugin* plugin,
                        pjrt::Plugin::Load(RUNG_BUILD_DIR "/lib/rung/plugins/" + name + ".so"));
  return pjrt::Client::Create(*plugin, {{{"cpu_device_count", int64_t{1}}}});
}

TEST(ProbeTest, EveryPluginRunsTheCall) {
  for (const char* name : {"lammps_jax_pjrt_cpu", "fastatomstruct_xla_cpu", "xla_cpu_pjrt"}) {
    const auto client = ClientOf(name);
    ASSERT_TRUE(client.ok()) << Message(client.status());
    for (int i = 0; i < 2; ++i) {
      const absl::Status status = ProbeKernels(**client);
      EXPECT_TRUE(status.ok()) << name << ": " << Message(status);
    }
  }
}

}  // namespace
}  // namespace rung::ffi
