// How every command that runs a model by itself gets it onto the device.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "rung/base/environment.h"
#include "rung/base/settings.h"
#include "rung/cli/command.h"
#include "rung/cli/progress_bar.h"
#include "rung/runtime/device_model.h"

namespace rung::cli {

// Loads with the threads and the compile cache of `settings`, shows progress on `bar` and gives up
// on an interrupt. `options` has what differs: plugin, capacities, programs. `description` and
// `bar` must outlive the result.
absl::StatusOr<std::unique_ptr<runtime::DeviceModel>> LoadDevice(
    const Environment& environment, const Settings& settings, const ModelDescription& description,
    runtime::DeviceModelOptions options, ProgressBar* bar);

}  // namespace rung::cli
