#include "rung/runtime/device_model.h"

#include <sched.h>

#include "rung/base/clock.h"
#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/kernels/cpu_topology.h"
#include "rung/runtime/device_client.h"

namespace rung::runtime {
namespace {

// XLA's CPU client sizes its pools by the cores that the calling thread may use and takes no option
// for it, so a thread limit is an affinity to the first cores of those allowed.
absl::Status LimitThreads(int threads) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) {
    return Internal("cannot read the CPU affinity of the process");
  }
  int kept = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    if (kept < threads) {
      ++kept;
    } else {
      CPU_CLR(cpu, &allowed);
    }
  }
  if (sched_setaffinity(0, sizeof(allowed), &allowed) != 0) {
    return Internal("cannot limit the process to {} cores", kept);
  }
  return absl::OkStatus();
}

int KernelThreads(const model::Model& model, const DeviceModelOptions& options) {
  if (model.lowering().kind != model::LoweringKind::kKernel) return 0;
  return options.threads.value_or(kernels::DefaultThreads());
}

}  // namespace

absl::StatusOr<std::unique_ptr<DeviceModel>> DeviceModel::Load(const model::Model* model,
                                                               const weights::GgufFile* file,
                                                               const DeviceModelOptions& options) {
  const SteadyClock clock;
  const TimePoint start = clock.Now();
  const auto report = [&](std::string_view phase, double fraction) {
    if (options.progress) options.progress(phase, fraction);
  };
  if (options.threads) RUNG_RETURN_IF_ERROR(LimitThreads(*options.threads));

  report("starting the device", 0);
  std::unique_ptr<DeviceModel> device(new DeviceModel);
  RUNG_ASSIGN_OR_RETURN(device->client_,
                        MakeClient(*options.plugin, KernelThreads(*model, options)));
  device->times_.client_seconds = SecondsBetween(start, clock.Now());

  const TimePoint loading = clock.Now();
  RUNG_ASSIGN_OR_RETURN(device->kernels_,
                        KernelRuntime::Create(*device->client_, *model, *file, options.threads));
  ExecutableCacheOptions cache = options.cache;
  if (device->kernels_ != nullptr) cache.kernel_abi = ffi::kKernelAbi;
  device->cache_ = ExecutableCache::Open(device->client_.get(), std::move(cache));
  std::function<void()> remember_probe;
  if (device->kernels_ != nullptr && device->cache_ != nullptr) {
    remember_probe = [client = device->client_.get(), cache = device->cache_.get()] {
      RememberProbe(*client, cache);
    };
  }
  device->programs_ = std::make_unique<ProgramSet>(device->client_.get(), model, /*threads=*/2,
                                                   device->cache_.get(), std::move(remember_probe));
  RUNG_RETURN_IF_ERROR(device->programs_->status());
  for (const ProgramKey& key : options.programs) device->programs_->Prefetch(key);
  for (const ProgramKey& key : options.prefetch) device->programs_->Prefetch(key);

  WeightLoadOptions load;
  load.cancelled = options.cancelled;
  load.release = [file](const weights::TensorInfo& tensor) { file->ReleasePages(tensor); };
  load.progress = [&](int64_t done, int64_t total) {
    report("loading weights", total == 0 ? 1.0 : static_cast<double>(done) / total);
  };
  RUNG_ASSIGN_OR_RETURN(device->weights_, WeightStore::Load(*device->client_, *model, *file, load));
  // Where the system maps files in huge pages, one piece brings in what another has released.
  file->ReleaseAllPages();
  device->times_.weights_seconds = SecondsBetween(loading, clock.Now());

  report("compiling", 0);
  RUNG_RETURN_IF_ERROR(
      device->programs_->Ensure(options.programs, [&](int64_t done, int64_t total) {
        report("compiling", total == 0 ? 1.0 : static_cast<double>(done) / total);
      }));
  StepRunnerOptions runner;
  runner.capacities = options.capacities;
  if (options.choose_capacities) {
    RUNG_ASSIGN_OR_RETURN(runner.capacities, options.choose_capacities(device->programs_.get()));
  }
  device->times_.compile_seconds = SecondsBetween(loading, clock.Now());

  runner.kv_limit_bytes = options.kv_limit_bytes;
  runner.padding_rows = options.padding_rows;
  if (device->kernels_ != nullptr) runner.context = &device->kernels_->context();
  RUNG_ASSIGN_OR_RETURN(device->runner_,
                        XlaStepRunner::Create(device->client_.get(), model, device->weights_.get(),
                                              device->programs_.get(), std::move(runner)));
  return device;
}

DeviceModel::~DeviceModel() {
  // Programs that still compile use the client; rows and weights are buffers of it.
  runner_.reset();
  programs_.reset();
  cache_.reset();
  weights_.reset();
  kernels_.reset();
  client_.reset();
}

}  // namespace rung::runtime
