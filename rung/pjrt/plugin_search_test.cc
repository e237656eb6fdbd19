#include "rung/pjrt/plugin_search.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Case {
  PluginSearchInputs inputs;
  std::string device;
  std::string origin;
  std::vector<std::string> paths;
};

const std::vector<std::string> kCpu = {"/opt/lib/rung/plugins/lammps_jax_pjrt_cpu.so",
                                       "/opt/lib/rung/plugins/fastatomstruct_xla_cpu.so",
                                       "/opt/lib/rung/plugins/xla_cpu_pjrt.so"};
const std::vector<std::string> kRocm = {"/opt/lib/rung/plugins/xla_rocm_plugin.so",
                                        "/opt/lib/rung/plugins/pjrt_c_api_gpu_plugin.so"};

TEST(FindPluginCandidates, FlagThenPathThenDeviceThenDefault) {
  const std::vector<Case> cases = {
      {{"f.so", "e.so", "cuda", "/opt/bin"}, "", "--plugin-path", {"f.so"}},
      {{"", "e.so", "cuda", "/opt/bin"}, "", "RUNG_PLUGIN_PATH", {"e.so"}},
      {{"", "", "d.so", "/opt/bin"}, "", "MLXCEL_XLA_DEVICE", {"d.so"}},
      {{"", "", "/d/plugin", "/opt/bin"}, "", "MLXCEL_XLA_DEVICE", {"/d/plugin"}},
      {{"", "", "", "/opt/bin"}, "cpu", "default", kCpu},
      {{"", "", "cpu", "/opt/bin"}, "cpu", "MLXCEL_XLA_DEVICE", kCpu},
      {{"", "", "local-task", "/opt/bin"}, "cpu", "MLXCEL_XLA_DEVICE", kCpu},
      {{"", "", "local-sync", "/opt/bin/"}, "cpu", "MLXCEL_XLA_DEVICE", kCpu},
      {{"", "", "hip", "/opt/bin"}, "rocm", "MLXCEL_XLA_DEVICE", kRocm},
      {{"", "", "rocm", "/opt/bin"}, "rocm", "MLXCEL_XLA_DEVICE", kRocm},
      {{"", "", "tpu", "/opt/bin"},
       "tpu",
       "MLXCEL_XLA_DEVICE",
       {"/opt/lib/rung/plugins/libtpu.so"}},
      {{"", "", "cuda", "/opt/bin"},
       "cuda",
       "MLXCEL_XLA_DEVICE",
       {"/opt/lib/rung/plugins/xla_cuda_plugin.so",
        "/opt/lib/rung/plugins/pjrt_c_api_gpu_plugin.so"}},
  };
  for (const Case& c : cases) {
    const auto found = FindPluginCandidates(c.inputs);
    ASSERT_TRUE(found.ok()) << found.status();
    EXPECT_EQ(found->device, c.device) << c.inputs.device;
    EXPECT_EQ(found->origin, c.origin) << c.inputs.device;
    EXPECT_EQ(found->paths, c.paths) << c.inputs.device;
  }
}

TEST(FindPluginCandidates, RefusesOtherDeviceNames) {
  for (const char* device : {"gpu", "CPU", "cpu ", "local"}) {
    const absl::Status status = FindPluginCandidates({.device = device}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(Message(status)),
                HasSubstr(fmt::format("MLXCEL_XLA_DEVICE='{}' is no device", device)));
  }
}

}  // namespace
}  // namespace rung::pjrt
