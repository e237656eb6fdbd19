#include "rung/cli/serve_host.h"

#include <spdlog/spdlog.h>

#include "rung/base/status.h"
#include "rung/context/batch_plan.h"
#include "rung/context/ladder.h"
#include "rung/context/prefill_plan.h"
#include "rung/kernels/cpu_topology.h"

namespace rung::cli {
namespace {

using runtime::OwnPrograms;
using runtime::ProgramKey;

// Steps that run as several groups before their program is compiled.
constexpr int64_t kStepsBeforeCompile = 8;
// Programs that are kept at most, since none ever goes: steps over further combinations of rows run
// as groups of those there are.
constexpr int64_t kMaxPrograms = 64;

}  // namespace

ServeHost::ServeHost(const model::Model* model, context::LiveBucketSet buckets,
                     ServeHostOptions options)
    : model_(model), buckets_(std::move(buckets)), options_(std::move(options)) {}

absl::StatusOr<std::unique_ptr<engine::EngineHost>> ServeHost::Make(
    const model::Model* model, const weights::GgufFile* file, const tokenizer::Tokenizer* tokenizer,
    const context::LiveBucketSet& buckets, ServeHostOptions options) {
  options.device.prefetch = OwnPrograms(buckets.capacities().front());
  options.device.padding_rows = context::MaxPaddingRows(options.max_batch);
  std::unique_ptr<ServeHost> host(new ServeHost(model, buckets, std::move(options)));
  host->options_.device.choose_capacities = [host = host.get()](runtime::ProgramSet* programs) {
    return host->ChooseCapacities(programs);
  };
  RUNG_ASSIGN_OR_RETURN(host->device_,
                        runtime::DeviceModel::Load(model, file, host->options_.device));
  host->PrefetchRest();
  host->PlanIdleWork();
  host->StartEngine(tokenizer);
  return std::unique_ptr<engine::EngineHost>(std::move(host));
}

absl::StatusOr<std::vector<int64_t>> ServeHost::ChooseCapacities(runtime::ProgramSet* programs) {
  loader_.emplace(programs, buckets_, options_.buckets);
  RUNG_RETURN_IF_ERROR(loader_->LoadRequired([this](int64_t done, int64_t total) {
    if (options_.device.progress) {
      options_.device.progress("compiling", static_cast<double>(done) / static_cast<double>(total));
    }
  }));
  // The rungs between the buckets are where rows grow, and what takes a dropped bucket's place.
  rungs_ = context::RunningRungs(buckets_.capacities());
  return rungs_;
}

void ServeHost::StartEngine(const tokenizer::Tokenizer* tokenizer) {
  engine::EngineOptions engine;
  engine.max_batch = options_.max_batch;
  // The engine thread limits what is outstanding; all of it may wait for a moment.
  engine.max_queue = options_.max_batch + options_.max_queue;
  engine.decode_ready = [this](std::span<const int64_t> rows) { return IsDecodeReady(rows); };
  engine.capacity_ready = [this](int64_t capacity) { return loader_->IsReady(capacity); };
  engine.growth.ready = [this](int64_t from, int64_t to) {
    return device_->programs().PrefetchIfMissing(ProgramKey::Grow(from, to));
  };
  engine.copy_ready = [this](int64_t from, int64_t to) {
    return device_->programs().PrefetchIfMissing(device_->runner().CopyProgram(from, to));
  };
  if (options_.growth) engine.growth.rungs = rungs_;
  engine.growth.prefetch = [this](int64_t capacity) { PrefetchCapacity(capacity); };
  engine.parallel_for = ThreadsForSampling();
  engine.prefix_cache_bytes = options_.prefix_cache_bytes;
  engine_ =
      std::make_unique<engine::Engine>(&device_->runner(), tokenizer, &clock_, std::move(engine));
}

engine::ParallelFor ServeHost::ThreadsForSampling() {
  kernels::ThreadPool* pool = device_->kernel_threads();
  if (pool == nullptr) {
    sampling_threads_ = std::make_unique<kernels::ThreadPool>(
        options_.device.threads.value_or(kernels::DefaultThreads()));
    pool = sampling_threads_.get();
    if (!pool->status().ok()) {
      spdlog::warn("sampling on {} threads: {}", pool->threads(), Message(pool->status()));
    }
  }
  return [pool](int64_t items, const std::function<void(int64_t)>& run) {
    auto range = [&run](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) run(i);
    };
    pool->Run(items, range);
  };
}

void ServeHost::PrefetchRest() {
  runtime::ProgramSet& programs = device_->programs();
  // Several short requests at once are the common case; other combinations come when they occur.
  for (int64_t rows : context::kStepRowCounts) {
    if (rows == 1 || rows / 2 >= options_.max_batch) continue;
    programs.Prefetch(ProgramKey::Decode(std::vector<int64_t>(rows, rungs_.front())));
  }
}

void ServeHost::PlanIdleWork() {
  if (!options_.growth) return;
  for (size_t i = 0; i < rungs_.size(); ++i) {
    std::vector<ProgramKey> work = OwnPrograms(rungs_[i]);  // nothing to do for a bucket
    if (i > 0) work.push_back(ProgramKey::Grow(rungs_[i - 1], rungs_[i]));
    idle_work_.push_back(std::move(work));
  }
}

void ServeHost::OnIdle() {
  device_->runner().DropSpareBuffers();
  if (idle_work_.empty() || device_->programs().IsCompiling()) return;
  for (const ProgramKey& key : idle_work_.front()) device_->programs().Prefetch(key);
  idle_work_.pop_front();
}

void ServeHost::PrefetchCapacity(int64_t capacity) {
  for (const ProgramKey& key : OwnPrograms(capacity)) device_->programs().Prefetch(key);
}

bool ServeHost::IsDecodeReady(std::span<const int64_t> rows) {
  const absl::StatusOr<ProgramKey> key = device_->runner().DecodeProgram(rows);
  if (!key.ok()) return false;
  if (device_->programs().IsReady(*key)) {
    wanted_.erase(*key);
    return true;
  }
  // Rows that grow make many combinations that pass at once: only one that stays is compiled.
  if (++wanted_[*key] >= kStepsBeforeCompile && device_->programs().NumResident() < kMaxPrograms) {
    device_->programs().Prefetch(*key);
  }
  return false;
}

engine::HostGauges ServeHost::gauges() const {
  engine::HostGauges gauges;
  const absl::Status status = loader_->Update();
  if (!status.ok() && !reported_) spdlog::error("{}", Message(status));
  gauges.compiled_capacities = loader_->ReadyCapacities();
  const runtime::ProgramSetCounters counters = device_->programs().counters();
  gauges.compiles_total = counters.compiles_total;
  gauges.compiles_failed = counters.compiles_failed;
  gauges.cache_hits = counters.cache_hits;
  gauges.cache_misses = counters.cache_misses;
  gauges.compiling = device_->programs().IsCompiling();
  gauges.resident_programs = device_->programs().NumResident();
  gauges.compiles_waited_for = counters.compiles_waited_for_total;
  gauges.compile_seconds = counters.compile_seconds;
  const runtime::XlaStepRunner& runner = device_->runner();
  const int64_t padding_rows = runner.padding_rows();
  gauges.padding_kv_bytes = padding_rows * model_->KvBytes(rungs_.front());
  const engine::KvUsage kv = engine_->kv_usage();
  gauges.kv_bytes = runner.kv_live_bytes() - gauges.padding_kv_bytes - kv.cached_bytes;
  const auto buffers = [this](int64_t capacity) {
    return static_cast<int64_t>(model_->KvTypes(capacity).size());
  };
  gauges.resident_buffers = device_->weights().num_buffers() +
                            padding_rows * buffers(rungs_.front()) + runner.spare_buffers().size();
  gauges.spare_kv_bytes = runner.spare_buffers().bytes();
  for (int64_t capacity : kv.cached_capacities) gauges.resident_buffers += buffers(capacity);
  ReportOnce();
  return gauges;
}

void ServeHost::ReportOnce() const {
  if (reported_ || loader_->IsLoading()) return;
  reported_ = true;
  if (options_.on_compiled) options_.on_compiled(loader_->ReadyCapacities());
}

}  // namespace rung::cli
