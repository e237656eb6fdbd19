#include "rung/cli/device_loading.h"

#include "rung/cli/cache_options.h"
#include "rung/cli/interrupt.h"

namespace rung::cli {

absl::StatusOr<std::unique_ptr<runtime::DeviceModel>> LoadDevice(
    const Environment& environment, const Settings& settings, const ModelDescription& description,
    runtime::DeviceModelOptions options, ProgressBar* bar) {
  options.threads = settings.threads.value;
  options.cache = CacheOptions(environment, settings,
                               CacheLabel(description.model->lowering(), description.file->path()));
  options.progress = [bar](std::string_view phase, double fraction) {
    if (!Interrupted()) bar->Update(phase, fraction);
  };
  options.cancelled = [] { return Interrupted(); };
  const InterruptNotice notice;
  return runtime::DeviceModel::Load(description.model.get(), description.file.get(), options);
}

}  // namespace rung::cli
