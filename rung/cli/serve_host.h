// The engine of `rung serve` with the device behind it.
#pragma once

#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/clock.h"
#include "rung/context/live_bucket_set.h"
#include "rung/engine/engine_thread.h"
#include "rung/runtime/bucket_loader.h"
#include "rung/runtime/device_model.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::cli {

struct ServeHostOptions {
  // What it has to say of capacities and programs is set here.
  runtime::DeviceModelOptions device;
  int64_t max_batch = 8;
  int64_t max_queue = 64;
  bool growth = true;              // rows climb the rungs between the buckets
  int64_t prefix_cache_bytes = 0;  // KV of finished sequences that may stay
  runtime::BucketLoaderOptions buckets;
  // Called once, when every capacity has been compiled or dropped.
  std::function<void(const std::vector<int64_t>& compiled)> on_compiled;
};

// Ready when the smallest capacity is; the larger ones and the programs for several rows compile in
// the background. A capacity that fails is replaced or dropped, in `buckets` too. Made, used and
// destroyed on the engine thread.
class ServeHost final : public engine::EngineHost {
 public:
  // Nothing but the options is owned; all outlive the host.
  static absl::StatusOr<std::unique_ptr<engine::EngineHost>> Make(
      const model::Model* model, const weights::GgufFile* file,
      const tokenizer::Tokenizer* tokenizer, const context::LiveBucketSet& buckets,
      ServeHostOptions options);

  engine::Engine& engine() override { return *engine_; }
  engine::HostGauges gauges() const override;
  bool is_busy() const override { return device_->programs().IsCompiling() || !idle_work_.empty(); }
  // Gives spare buffers back and compiles what only saves time: the rungs between the buckets, one
  // after the other.
  void OnIdle() override;

 private:
  ServeHost(const model::Model* model, context::LiveBucketSet buckets, ServeHostOptions options);
  // Compiles what must be there; what rows may hold.
  absl::StatusOr<std::vector<int64_t>> ChooseCapacities(runtime::ProgramSet* programs);

  void StartEngine(const tokenizer::Tokenizer* tokenizer);
  // Queues what Load has not compiled, in the order in which it will be wanted.
  void PrefetchRest();
  void PlanIdleWork();
  void PrefetchCapacity(int64_t capacity);
  engine::ParallelFor ThreadsForSampling();
  bool IsDecodeReady(std::span<const int64_t> capacities);
  void ReportOnce() const;

  const model::Model* model_;
  const context::LiveBucketSet buckets_;  // which requests reserve
  std::vector<int64_t> rungs_;            // that rows may run at
  ServeHostOptions options_;
  SteadyClock clock_;
  std::unique_ptr<runtime::DeviceModel> device_;
  mutable std::optional<runtime::BucketLoader> loader_;
  std::unique_ptr<kernels::ThreadPool> sampling_threads_;  // null where the kernels' serve
  std::unique_ptr<engine::Engine> engine_;                 // destroyed before the device
  std::deque<std::vector<runtime::ProgramKey>> idle_work_;
  std::map<runtime::ProgramKey, int64_t> wanted_;  // decode programs that are not there: steps
  mutable bool reported_ = false;
};

}  // namespace rung::cli
