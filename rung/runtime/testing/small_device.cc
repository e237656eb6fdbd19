#include "rung/runtime/testing/small_device.h"

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/model/testing/reference_llama.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime::testing {

model::ModelConfig SmallConfig() {
  model::ModelConfig config = model::testing::TinyConfig();
  config.dim = 32;
  config.ffn_dim = 40;
  config.head_dim = 16;
  config.rope_dims = 16;
  return config;
}

absl::StatusOr<std::unique_ptr<MemoryTensorSource>> SmallSource() {
  RUNG_ASSIGN_OR_RETURN(const std::unique_ptr<model::Model> portable,
                        model::CreateModel(SmallConfig(), {}));
  const model::testing::WeightValues values =
      model::testing::RandomWeights(portable->weights(), /*seed=*/7);
  return std::make_unique<MemoryTensorSource>(portable->weights(), values);
}

absl::StatusOr<std::unique_ptr<SmallDevice>> SmallDevice::Create(const pjrt::Plugin& plugin,
                                                                 model::LoweringKind kind) {
  RUNG_ASSIGN_OR_RETURN(std::unique_ptr<MemoryTensorSource> source, SmallSource());
  return Create(plugin, kind, std::move(source));
}

absl::StatusOr<std::unique_ptr<SmallDevice>> SmallDevice::Create(
    const pjrt::Plugin& plugin, model::LoweringKind kind,
    std::unique_ptr<MemoryTensorSource> source) {
  auto device = std::make_unique<SmallDevice>();
  RUNG_ASSIGN_OR_RETURN(device->client, TestClient(&plugin));
  device->source = std::move(source);
  RUNG_ASSIGN_OR_RETURN(device->model,
                        model::CreateModel(SmallConfig(), {.kind = kind}, device->source.get()));
  RUNG_ASSIGN_OR_RETURN(device->kernels, KernelRuntime::Create(*device->client, *device->model,
                                                               *device->source, /*threads=*/2));
  RUNG_ASSIGN_OR_RETURN(device->weights,
                        WeightStore::Load(*device->client, *device->model, *device->source));
  return device;
}

void SmallDevice::ResetPrograms(int threads, const ExecutableCacheOptions& options) {
  programs.reset();
  ExecutableCacheOptions cache_options = options;
  if (kernels != nullptr) cache_options.kernel_abi = ffi::kKernelAbi;
  cache = ExecutableCache::Open(client.get(), std::move(cache_options));
  programs = std::make_unique<ProgramSet>(client.get(), model.get(), threads, cache.get());
}

absl::Status SmallDevice::ResetRunner(std::vector<int64_t> capacities) {
  runner.reset();
  StepRunnerOptions options;
  options.capacities = std::move(capacities);
  if (kernels != nullptr) options.context = &kernels->context();
  RUNG_ASSIGN_OR_RETURN(runner, XlaStepRunner::Create(client.get(), model.get(), weights.get(),
                                                      programs.get(), std::move(options)));
  return absl::OkStatus();
}

}  // namespace rung::runtime::testing
