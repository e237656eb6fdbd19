// A small model with random weights on a plugin, on either lowering.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/executable_cache.h"
#include "rung/runtime/kernel_runtime.h"
#include "rung/runtime/program_set.h"
#include "rung/runtime/testing/memory_tensor_source.h"
#include "rung/runtime/weight_store.h"
#include "rung/runtime/xla_step_runner.h"

namespace rung::runtime::testing {

// The smallest that kernels take, with an odd vocabulary and an inner width of half a tile.
model::ModelConfig SmallConfig();
// Random weights for it, in F32.
absl::StatusOr<std::unique_ptr<MemoryTensorSource>> SmallSource();

// Members are destroyed last to first, as a program must. Not thread-safe.
struct SmallDevice {
  // Everything but programs and runner. The kernel lowering needs the plugin's FFI extension.
  static absl::StatusOr<std::unique_ptr<SmallDevice>> Create(const pjrt::Plugin& plugin,
                                                             model::LoweringKind kind);
  // The same over weights of the caller's.
  static absl::StatusOr<std::unique_ptr<SmallDevice>> Create(
      const pjrt::Plugin& plugin, model::LoweringKind kind,
      std::unique_ptr<MemoryTensorSource> source);

  // Programs, with a compile cache when `cache` names a directory.
  void ResetPrograms(int threads = 2, const ExecutableCacheOptions& cache = {});
  // A new runner, without rows, over the same weights and programs.
  absl::Status ResetRunner(std::vector<int64_t> capacities);

  std::unique_ptr<pjrt::Client> client;
  std::unique_ptr<model::Model> model;
  std::unique_ptr<MemoryTensorSource> source;
  std::unique_ptr<KernelRuntime> kernels;  // null on the portable lowering
  std::unique_ptr<WeightStore> weights;
  std::unique_ptr<ExecutableCache> cache;
  std::unique_ptr<ProgramSet> programs;
  std::unique_ptr<XlaStepRunner> runner;
};

// What tests of both lowerings are called by: of a ::testing::TestParamInfo.
struct LoweringName {
  template <typename Info>
  std::string operator()(const Info& info) const {
    return info.param == model::LoweringKind::kPortable ? "portable" : "kernel";
  }
};

}  // namespace rung::runtime::testing
