// An engine over compiled programs: what serving commands hand to it, for tests on a real device.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rung/base/status.h"
#include "rung/engine/engine.h"
#include "rung/runtime/xla_step_runner.h"

namespace rung::engine::testing {

// Nothing is waited for: what is not compiled is queued, and counts as not ready. Both pointers
// outlive the engine.
inline EngineOptions DeviceEngineOptions(runtime::XlaStepRunner* runner,
                                         runtime::ProgramSet* programs, std::vector<int64_t> chunks,
                                         std::vector<int64_t> rungs) {
  using runtime::ProgramKey;
  EngineOptions options;
  options.scheduler.chunk_sizes = chunks;
  options.growth.rungs = std::move(rungs);
  options.max_queue = 1000;
  const auto own_programs = [chunks](int64_t capacity) {
    std::vector<ProgramKey> keys = {ProgramKey::Decode({&capacity, 1})};
    for (int64_t chunk : chunks) {
      if (chunk <= capacity) keys.push_back(ProgramKey::Prefill(chunk, capacity));
    }
    return keys;
  };
  const auto is_ready = [programs](const ProgramKey& key) {
    return programs->PrefetchIfMissing(key);
  };
  options.decode_ready = [runner, is_ready](std::span<const int64_t> rows) {
    const absl::StatusOr<ProgramKey> key = runner->DecodeProgram(rows);
    return key.ok() && is_ready(*key);
  };
  options.growth.prefetch = [programs, own_programs](int64_t capacity) {
    for (const ProgramKey& key : own_programs(capacity)) programs->Prefetch(key);
  };
  options.capacity_ready = [programs, own_programs](int64_t capacity) -> absl::StatusOr<bool> {
    bool ready = true;
    for (const ProgramKey& key : own_programs(capacity)) {
      programs->Prefetch(key);
      const std::optional<absl::Status> outcome = programs->Outcome(key);
      if (outcome) RUNG_RETURN_IF_ERROR(*outcome);
      ready = ready && outcome;
    }
    return ready;
  };
  options.growth.ready = [is_ready](int64_t from, int64_t to) {
    return is_ready(ProgramKey::Grow(from, to));
  };
  options.copy_ready = [is_ready, runner](int64_t from, int64_t to) {
    return is_ready(runner->CopyProgram(from, to));
  };
  return options;
}

}  // namespace rung::engine::testing
