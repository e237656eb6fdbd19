// A model on the kernel lowering, and runners over it that differ in threads, instruction set and
// capacities.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/kernel_runtime.h"
#include "rung/runtime/program_set.h"
#include "rung/runtime/weight_store.h"
#include "rung/runtime/xla_step_runner.h"

namespace rung::runtime::testing {

// Members are destroyed last to first, as a program must. Not thread-safe. `source` is not owned.
struct KernelDevice {
  static absl::StatusOr<std::unique_ptr<KernelDevice>> Create(const pjrt::Plugin* plugin,
                                                              const model::ModelConfig& config,
                                                              DType kv_dtype,
                                                              const weights::TensorSource* source);

  // A new runner, without rows, over the same weights and programs.
  absl::Status ResetRunner(std::vector<int64_t> capacities, int threads = 2,
                           const kernels::KernelTable& table = kernels::BestKernels());
  // The context of `options` is filled in.
  absl::Status ResetRunner(StepRunnerOptions options, int threads = 2,
                           const kernels::KernelTable& table = kernels::BestKernels());

  // Prefills `tokens` from `start` in chunks of that size, the last one short; 1 means decode
  // steps. The logits of the last token.
  absl::StatusOr<std::vector<float>> Feed(RowId row, std::span<const TokenId> tokens, int64_t start,
                                          int64_t chunk);
  // One step; the logits of each row.
  absl::StatusOr<std::vector<std::vector<float>>> Step(const std::vector<DecodeInput>& inputs);

  const weights::TensorSource* source = nullptr;
  std::unique_ptr<pjrt::Client> client;
  std::unique_ptr<model::Model> model;
  std::unique_ptr<WeightStore> weights;
  std::unique_ptr<KernelRuntime> kernels;
  std::unique_ptr<ProgramSet> programs;
  std::unique_ptr<XlaStepRunner> runner;
};

}  // namespace rung::runtime::testing
