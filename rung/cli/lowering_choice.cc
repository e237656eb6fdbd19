#include "rung/cli/lowering_choice.h"

#include <spdlog/spdlog.h>

#include "rung/base/status.h"
#include "rung/base/thread.h"
#include "rung/cli/cache_options.h"
#include "rung/kernels/cpu_topology.h"
#include "rung/runtime/device_client.h"

namespace rung::cli {
namespace {

model::LoweringOptions OptionsFor(const Settings& settings, model::LoweringKind kind) {
  const DType kv_dtype =
      kind == model::LoweringKind::kKernel ? DType::kF16 : settings.precision.value;
  return {.kind = kind,
          .precision = settings.precision.value,
          .kv_dtype = settings.kv_dtype.value.value_or(kv_dtype),
          .highest_precision = !settings.allow_tf32.value};
}

// A setting of the portable lowering that was given: it would be ignored otherwise.
absl::Status CheckSettings(const Settings& settings) {
  if (settings.precision.given()) {
    return Unimplemented("{} is of the portable lowering: kernels compute in f32",
                         settings.precision.source);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<model::Model>> CreateKernelModel(
    const CommandContext& context, const EngineFlags& flags, const Settings& settings,
    const model::ModelConfig& config, const weights::TensorSource& source) {
  RUNG_ASSIGN_OR_RETURN(
      std::unique_ptr<model::Model> model,
      model::CreateModel(config, OptionsFor(settings, model::LoweringKind::kKernel), &source));
  const absl::StatusOr<const pjrt::Plugin*> plugin = LoadPlugin(context, flags);
  // Commands that need a plugin say why there is none; the others show what one would run.
  if (!plugin.ok()) return model;
  RUNG_RETURN_IF_ERROR(
      runtime::CheckKernels(**plugin, CacheOptions(context.environment, settings),
                            settings.threads.value.value_or(kernels::DefaultThreads())));
  return model;
}

}  // namespace

absl::StatusOr<std::unique_ptr<model::Model>> CreateModelFor(const CommandContext& context,
                                                             const EngineFlags& flags,
                                                             const Settings& settings,
                                                             const model::ModelConfig& config,
                                                             const weights::TensorSource& source) {
  const Lowering lowering = settings.lowering.value;
  // A precision is asked of the portable lowering, which alone has one.
  const bool kernels =
      lowering == Lowering::kKernel || (lowering == Lowering::kAuto && !settings.precision.given());
  if (kernels) {
    absl::Status status = CheckSettings(settings);
    if (status.ok()) {
      absl::StatusOr<std::unique_ptr<model::Model>> model =
          CreateKernelModel(context, flags, settings, config, source);
      if (model.ok()) return model;
      status = model.status();
    }
    // The other lowering needs threads too.
    if (IsThreadShortage(status)) return status;
    if (lowering == Lowering::kKernel) {
      return FailedPrecondition("{}=kernel: {}; use auto or portable", settings.lowering.source,
                                Message(status));
    }
    spdlog::info("portable lowering: {}", Message(status));
  }
  return model::CreateModel(config, OptionsFor(settings, model::LoweringKind::kPortable));
}

}  // namespace rung::cli
