// The plugin of the tests behind one that fails on purpose (pjrt/testing/fault_plugin.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/pjrt/plugin.h"

namespace rung::runtime::testing {

// A handle to the fault plugin of this process; there is only one. Thread-safe.
class FaultPlugin {
 public:
  // Loads it over the first CPU plugin of the build tree that loads.
  static absl::StatusOr<FaultPlugin> Load();

  const pjrt::Plugin& plugin() const { return *plugin_; }
  // Counts start at zero again. The plan must be one.
  void SetPlan(const std::string& plan) const;
  int64_t Calls(const std::string& entry) const;
  // Names of the entries that were called since then.
  std::vector<std::string> Called() const;
  // Calls that failed by the plan.
  int64_t faults() const;
  // Objects the plugin has given out, of every kind; errors too.
  int64_t live_objects() const;

 private:
  const pjrt::Plugin* plugin_ = nullptr;
  void* library_ = nullptr;
};

}  // namespace rung::runtime::testing
