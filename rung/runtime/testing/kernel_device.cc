#include "rung/runtime/testing/kernel_device.h"

#include <algorithm>

#include "rung/base/status.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime::testing {

absl::StatusOr<std::unique_ptr<KernelDevice>> KernelDevice::Create(
    const pjrt::Plugin* plugin, const model::ModelConfig& config, DType kv_dtype,
    const weights::TensorSource* source) {
  auto device = std::make_unique<KernelDevice>();
  device->source = source;
  RUNG_ASSIGN_OR_RETURN(device->client, TestClient(plugin));
  RUNG_ASSIGN_OR_RETURN(
      device->model,
      model::CreateModel(config, {.kind = model::LoweringKind::kKernel, .kv_dtype = kv_dtype},
                         source));
  RUNG_ASSIGN_OR_RETURN(device->kernels,
                        KernelRuntime::Create(*device->client, *device->model, *source, 1));
  RUNG_ASSIGN_OR_RETURN(device->weights,
                        WeightStore::Load(*device->client, *device->model, *source));
  device->programs = std::make_unique<ProgramSet>(device->client.get(), device->model.get());
  return device;
}

absl::Status KernelDevice::ResetRunner(std::vector<int64_t> capacities, int threads,
                                       const kernels::KernelTable& table) {
  StepRunnerOptions options;
  options.capacities = std::move(capacities);
  return ResetRunner(std::move(options), threads, table);
}

absl::Status KernelDevice::ResetRunner(StepRunnerOptions options, int threads,
                                       const kernels::KernelTable& table) {
  runner.reset();
  RUNG_ASSIGN_OR_RETURN(kernels, KernelRuntime::Create(*client, *model, *source, threads, table));
  options.context = &kernels->context();
  RUNG_ASSIGN_OR_RETURN(runner, XlaStepRunner::Create(client.get(), model.get(), weights.get(),
                                                      programs.get(), std::move(options)));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<float>> KernelDevice::Feed(RowId row, std::span<const TokenId> tokens,
                                                      int64_t start, int64_t chunk) {
  std::vector<float> logits;
  const auto size = static_cast<int64_t>(tokens.size());
  for (int64_t done = 0; done < size; done += chunk) {
    const int64_t position = start + done;
    const DecodeInput input{row, tokens[done], position};
    absl::StatusOr<StepLogits> step =
        chunk == 1 ? runner->Decode({&input, 1})
                   : runner->Prefill(row, tokens.subspan(done, std::min(chunk, size - done)),
                                     position, chunk, /*want_logits=*/true);
    RUNG_RETURN_IF_ERROR(step.status());
    logits.assign(step->values.begin(), step->values.end());
  }
  return logits;
}

absl::StatusOr<std::vector<std::vector<float>>> KernelDevice::Step(
    const std::vector<DecodeInput>& inputs) {
  RUNG_ASSIGN_OR_RETURN(const StepLogits step, runner->Decode(inputs));
  std::vector<std::vector<float>> rows;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::span<const float> row = step.Row(static_cast<int64_t>(i));
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

}  // namespace rung::runtime::testing
