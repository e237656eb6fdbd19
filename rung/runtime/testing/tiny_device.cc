#include "rung/runtime/testing/tiny_device.h"

#include "rung/base/status.h"
#include "rung/pjrt/plugin_search.h"

namespace rung::runtime::testing {

absl::StatusOr<std::unique_ptr<pjrt::Client>> TestClient(const pjrt::Plugin* plugin) {
  if (plugin == nullptr) {
    RUNG_ASSIGN_OR_RETURN(const pjrt::PluginCandidates candidates,
                          pjrt::FindPluginCandidates({.executable_dir = RUNG_BUILD_DIR "/bin"}));
    RUNG_ASSIGN_OR_RETURN(plugin, pjrt::LoadFirstPlugin(candidates));
  }
  return pjrt::Client::Create(*plugin, {{{"cpu_device_count", int64_t{1}}}});
}

absl::StatusOr<std::unique_ptr<TinyDevice>> TinyDevice::Create(const pjrt::Plugin* plugin) {
  auto device = std::make_unique<TinyDevice>();
  RUNG_ASSIGN_OR_RETURN(device->client, TestClient(plugin));
  RUNG_ASSIGN_OR_RETURN(device->model, model::CreateModel(model::testing::TinyConfig(), {}));
  device->values = model::testing::RandomWeights(device->model->weights(), /*seed=*/7);
  device->source = std::make_unique<MemoryTensorSource>(device->model->weights(), device->values);
  RUNG_ASSIGN_OR_RETURN(device->weights,
                        WeightStore::Load(*device->client, *device->model, *device->source));
  device->programs = std::make_unique<ProgramSet>(device->client.get(), device->model.get());
  return device;
}

absl::Status TinyDevice::ResetRunner(StepRunnerOptions options) {
  RUNG_ASSIGN_OR_RETURN(runner, XlaStepRunner::Create(client.get(), model.get(), weights.get(),
                                                      programs.get(), std::move(options)));
  return absl::OkStatus();
}

std::vector<float> TinyDevice::Reference(const std::vector<TokenId>& tokens) const {
  model::testing::ReferenceLlama reference(model->config(), values);
  return reference.Run(tokens);
}

}  // namespace rung::runtime::testing
