// Everything a model needs on a device: client, weights, compiled programs, step runner.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/pjrt/plugin.h"
#include "rung/runtime/executable_cache.h"
#include "rung/runtime/kernel_runtime.h"
#include "rung/runtime/program_set.h"
#include "rung/runtime/weight_store.h"
#include "rung/runtime/xla_step_runner.h"
#include "rung/weights/gguf_file.h"

namespace rung::runtime {

struct DeviceModelOptions {
  const pjrt::Plugin* plugin = nullptr;
  std::vector<int64_t> capacities;   // rows may have these, ascending
  std::vector<ProgramKey> programs;  // compiled before Load returns
  // Queued when the device is there, so that they compile beside the weights.
  std::vector<ProgramKey> prefetch;
  // Called after that to compile what else must be there and to say what rows may hold;
  // `capacities` is not looked at then.
  std::function<absl::StatusOr<std::vector<int64_t>>(ProgramSet*)> choose_capacities;
  int64_t kv_limit_bytes = std::numeric_limits<int64_t>::max();
  int64_t padding_rows = 0;  // as in StepRunnerOptions
  ExecutableCacheOptions cache;
  std::optional<int> threads;  // CPU threads of the device; nothing: every core allowed
  // How far a phase ("loading weights", "compiling") is. Never from two threads at once.
  std::function<void(std::string_view phase, double fraction)> progress;
  // Asked now and then; true stops the load with Cancelled.
  std::function<bool()> cancelled;
};

struct LoadTimes {
  double client_seconds = 0;
  double weights_seconds = 0;  // dequantize and upload; programs compile meanwhile
  double compile_seconds = 0;  // from the start of the first compile to the end of the last
};

// Owns all of them, destroyed in order. The model and the file are not owned and outlive it. One
// thread uses it; programs compile on threads of their own.
class DeviceModel {
 public:
  static absl::StatusOr<std::unique_ptr<DeviceModel>> Load(const model::Model* model,
                                                           const weights::GgufFile* file,
                                                           const DeviceModelOptions& options);
  ~DeviceModel();

  XlaStepRunner& runner() { return *runner_; }
  ProgramSet& programs() { return *programs_; }
  const WeightStore& weights() const { return *weights_; }
  const pjrt::Client& client() const { return *client_; }
  // The kernels' threads, idle between steps; null on the portable lowering.
  kernels::ThreadPool* kernel_threads() {
    return kernels_ == nullptr ? nullptr : &kernels_->state().context.pool();
  }
  const LoadTimes& times() const { return times_; }

 private:
  DeviceModel() = default;

  std::unique_ptr<pjrt::Client> client_;
  std::unique_ptr<KernelRuntime> kernels_;  // null on the portable lowering
  std::unique_ptr<WeightStore> weights_;
  std::unique_ptr<ExecutableCache> cache_;  // null: none
  std::unique_ptr<ProgramSet> programs_;
  std::unique_ptr<XlaStepRunner> runner_;
  LoadTimes times_;
};

}  // namespace rung::runtime
