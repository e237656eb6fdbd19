#include "rung/pjrt/plugin_search.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string_view>

#include "rung/base/status.h"

namespace rung::pjrt {
namespace {

struct DeviceNames {
  std::string_view device;
  std::array<std::string_view, 3> names;    // what MLXCEL_XLA_DEVICE may say
  std::array<std::string_view, 3> plugins;  // file names in the default place, in order
};

constexpr std::array<DeviceNames, 4> kDevices = {{
    {"cpu",
     {"cpu", "local-task", "local-sync"},
     {"lammps_jax_pjrt_cpu.so", "fastatomstruct_xla_cpu.so", "xla_cpu_pjrt.so"}},
    {"cuda", {"cuda"}, {"xla_cuda_plugin.so", "pjrt_c_api_gpu_plugin.so"}},
    {"rocm", {"rocm", "hip"}, {"xla_rocm_plugin.so", "pjrt_c_api_gpu_plugin.so"}},
    {"tpu", {"tpu"}, {"libtpu.so"}},
}};

bool LooksLikePath(std::string_view value) {
  return value.find('/') != std::string_view::npos || value.ends_with(".so");
}

absl::StatusOr<const DeviceNames*> FindDevice(std::string_view source, std::string_view value) {
  for (const DeviceNames& device : kDevices) {
    if (std::find(device.names.begin(), device.names.end(), value) != device.names.end()) {
      return &device;
    }
  }
  return InvalidArgument(
      "{}='{}' is no device; use cpu (or local-task, local-sync), cuda, hip (or "
      "rocm), tpu, or a path to a plugin .so",
      source, value);
}

}  // namespace

absl::StatusOr<PluginCandidates> FindPluginCandidates(const PluginSearchInputs& inputs) {
  if (!inputs.flag.empty()) return PluginCandidates{"", "--plugin-path", {inputs.flag}};
  if (!inputs.plugin_path.empty()) {
    return PluginCandidates{"", "RUNG_PLUGIN_PATH", {inputs.plugin_path}};
  }
  if (LooksLikePath(inputs.device)) {
    return PluginCandidates{"", inputs.device_source, {inputs.device}};
  }
  const bool is_default = inputs.device.empty();
  RUNG_ASSIGN_OR_RETURN(const DeviceNames* device,
                        FindDevice(inputs.device_source, is_default ? "cpu" : inputs.device));
  PluginCandidates candidates{
      std::string(device->device), is_default ? "default" : inputs.device_source, {}};
  const std::filesystem::path place =
      (std::filesystem::path(inputs.executable_dir) / "../lib/rung/plugins").lexically_normal();
  for (std::string_view plugin : device->plugins) {
    if (!plugin.empty()) candidates.paths.push_back((place / plugin).string());
  }
  return candidates;
}

absl::StatusOr<const Plugin*> LoadFirstPlugin(const PluginCandidates& candidates) {
  std::string tried;
  for (const std::string& path : candidates.paths) {
    absl::StatusOr<const Plugin*> plugin = Plugin::Load(path);
    if (plugin.ok()) return plugin;
    if (candidates.device.empty()) return Annotate(plugin.status(), candidates.origin);
    // Each reason ends in the same advice, which is given once, below.
    std::string_view reason = Message(plugin.status());
    tried += fmt::format("{}{}", tried.empty() ? "" : ", ", reason.substr(0, reason.rfind("; ")));
  }
  return NotFound(
      "no PJRT plugin for device {} could be loaded; tried {}; name one with --plugin-path or "
      "RUNG_PLUGIN_PATH",
      candidates.device, tried);
}

}  // namespace rung::pjrt
