// Which plugin to load: the flag, then RUNG_PLUGIN_PATH, then MLXCEL_XLA_DEVICE, then the default
// place.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/pjrt/plugin.h"

namespace rung::pjrt {

// Everything the search looks at, as plain text; empty means not given.
struct PluginSearchInputs {
  std::string flag;                                 // --plugin-path: a path
  std::string plugin_path;                          // RUNG_PLUGIN_PATH: a path
  std::string device;                               // a device name or a path to a plugin .so
  std::string executable_dir;                       // directory of the running program
  std::string device_source = "MLXCEL_XLA_DEVICE";  // where the device was given
};

struct PluginCandidates {
  std::string device;  // "cpu", "cuda", "rocm", "tpu"; empty when a path was given
  std::string
      origin;  // who asked: "--plugin-path", "RUNG_PLUGIN_PATH", "MLXCEL_XLA_DEVICE", "default"
  std::vector<std::string> paths;  // in the order to try; exactly one when a path was given
};

// Pure: touches no file. InvalidArgument for a device name that is none.
absl::StatusOr<PluginCandidates> FindPluginCandidates(const PluginSearchInputs& inputs);

// Loads the first candidate that loads. When none does, one error names every path tried and why.
absl::StatusOr<const Plugin*> LoadFirstPlugin(const PluginCandidates& candidates);

}  // namespace rung::pjrt
