// A tiny model with random weights on the default CPU plugin of the build tree.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/model/model.h"
#include "rung/model/testing/reference_llama.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/program_set.h"
#include "rung/runtime/testing/memory_tensor_source.h"
#include "rung/runtime/weight_store.h"
#include "rung/runtime/xla_step_runner.h"

namespace rung::runtime::testing {

// A client with one device, of this plugin or of the first CPU plugin that loads.
absl::StatusOr<std::unique_ptr<pjrt::Client>> TestClient(const pjrt::Plugin* plugin = nullptr);

// Members are destroyed last to first, as a program must. Not thread-safe.
struct TinyDevice {
  // Everything but the runner. `plugin` as for TestClient.
  static absl::StatusOr<std::unique_ptr<TinyDevice>> Create(const pjrt::Plugin* plugin = nullptr);

  // A new runner, without rows, over the same weights and programs.
  absl::Status ResetRunner(StepRunnerOptions options);

  // What the model says after `tokens`, from plain loops: logits [vocab].
  std::vector<float> Reference(const std::vector<TokenId>& tokens) const;

  std::unique_ptr<pjrt::Client> client;
  std::unique_ptr<model::Model> model;
  model::testing::WeightValues values;
  std::unique_ptr<MemoryTensorSource> source;
  std::unique_ptr<WeightStore> weights;
  std::unique_ptr<ProgramSet> programs;
  std::unique_ptr<XlaStepRunner> runner;
};

}  // namespace rung::runtime::testing
