#include "rung/runtime/testing/fault_device.h"

#include <dlfcn.h>

#include <cstdlib>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/pjrt/plugin_search.h"
#include "rung/pjrt/testing/fault_plugin.h"

namespace rung::runtime::testing {
namespace {

template <typename Function>
Function Symbol(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

absl::StatusOr<FaultPlugin> FaultPlugin::Load() {
  RUNG_ASSIGN_OR_RETURN(const pjrt::PluginCandidates candidates,
                        pjrt::FindPluginCandidates({.executable_dir = RUNG_BUILD_DIR "/bin"}));
  RUNG_ASSIGN_OR_RETURN(const pjrt::Plugin* real, pjrt::LoadFirstPlugin(candidates));
  setenv("RUNG_FAULT_PLUGIN", real->path().c_str(), /*overwrite=*/1);
  const char* path = RUNG_BUILD_DIR "/lib/rung/testing/fault_plugin.so";
  FaultPlugin fault;
  RUNG_ASSIGN_OR_RETURN(fault.plugin_, pjrt::Plugin::Load(path));
  fault.library_ = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  if (fault.library_ == nullptr) return Internal("{}: not loaded", path);
  return fault;
}

void FaultPlugin::SetPlan(const std::string& plan) const {
  using pjrt::testing::kSetPlanSymbol;
  if (!Symbol<RungFaultSetPlanFunction>(library_, kSetPlanSymbol)(plan.c_str())) std::abort();
}

int64_t FaultPlugin::Calls(const std::string& entry) const {
  return Symbol<RungFaultCallsFunction>(library_, pjrt::testing::kCallsSymbol)(entry.c_str());
}

std::vector<std::string> FaultPlugin::Called() const {
  const std::string names =
      Symbol<RungFaultCalledFunction>(library_, pjrt::testing::kCalledSymbol)();
  std::vector<std::string> called;
  for (std::string_view name : SplitFields(names, ' ')) called.emplace_back(name);
  return called;
}

int64_t FaultPlugin::faults() const {
  return Symbol<RungFaultCountFunction>(library_, pjrt::testing::kCountSymbol)();
}

int64_t FaultPlugin::live_objects() const {
  return Symbol<RungFaultLiveFunction>(library_, pjrt::testing::kLiveSymbol)();
}

}  // namespace rung::runtime::testing
