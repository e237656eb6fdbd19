#include "rung/runtime/bucket_loader.h"

#include <algorithm>
#include <iterator>

#include "rung/base/settings.h"
#include "rung/base/status.h"
#include "rung/context/ladder.h"
#include "rung/context/prefill_plan.h"

namespace rung::runtime {

std::vector<ProgramKey> OwnPrograms(int64_t capacity) {
  std::vector<ProgramKey> keys = {ProgramKey::Decode({&capacity, 1})};
  for (int64_t chunk : context::kPrefillChunks) {
    if (chunk <= capacity) keys.push_back(ProgramKey::Prefill(chunk, capacity));
  }
  return keys;
}

BucketLoader::BucketLoader(ProgramSet* programs, context::LiveBucketSet buckets,
                           BucketLoaderOptions options)
    : programs_(programs), buckets_(std::move(buckets)), options_(std::move(options)) {}

std::vector<int64_t> BucketLoader::Required() const {
  const context::BucketSet set = buckets_.Get();
  std::vector<int64_t> required = {set.capacities().front()};
  if (set.image_floor()) {
    const auto holds = std::lower_bound(set.capacities().begin(), set.capacities().end(),
                                        set.image_floor()->tokens);
    if (holds != set.capacities().begin() && holds != set.capacities().end()) {
      required.push_back(*holds);
    }
  }
  return required;
}

absl::Status BucketLoader::LoadRequired(
    const std::function<void(int64_t done, int64_t total)>& progress) {
  while (true) {
    const std::vector<int64_t> required = Required();
    std::vector<ProgramKey> keys;
    for (int64_t capacity : required)
      std::ranges::copy(OwnPrograms(capacity), std::back_inserter(keys));
    // What fails is seen by Update, which knows to which bucket it belongs.
    (void)programs_->Ensure(keys, progress);
    RUNG_RETURN_IF_ERROR(Update());
    if (Required() == required) break;
  }
  serving_ = true;
  for (int64_t capacity : buckets_.capacities()) {
    for (const ProgramKey& key : OwnPrograms(capacity)) programs_->Prefetch(key);
  }
  return absl::OkStatus();
}

absl::Status BucketLoader::Update() {
  for (bool changed = true; changed;) {
    changed = false;
    for (int64_t capacity : buckets_.capacities()) {
      const std::optional<std::string> failure = Failure(capacity);
      if (!failure) continue;
      RUNG_RETURN_IF_ERROR(Drop(capacity, *failure));
      changed = true;
      break;
    }
  }
  return absl::OkStatus();
}

absl::Status BucketLoader::Drop(int64_t capacity, const std::string& reason) {
  const context::BucketSet held = buckets_.Get();
  RUNG_ASSIGN_OR_RETURN(context::BucketSet set, serving_
                                                    ? held.WithoutWhileServing(capacity, reason)
                                                    : held.Without(capacity, reason));
  const context::DroppedBucket& dropped = set.dropped().back();
  if (dropped.replacement) {
    for (const ProgramKey& key : OwnPrograms(*dropped.replacement)) programs_->Prefetch(key);
  }
  if (options_.on_dropped) options_.on_dropped(dropped.Line());
  buckets_.Set(std::move(set));
  return absl::OkStatus();
}

std::optional<std::string> BucketLoader::Failure(int64_t capacity) {
  bool all_ready = true;
  for (const ProgramKey& key : OwnPrograms(capacity)) {
    const std::optional<absl::Status> outcome = programs_->Outcome(key);
    if (!outcome) {
      all_ready = false;
    } else if (!outcome->ok()) {
      return std::string(Message(*outcome));
    }
  }
  if (!all_ready || temp_bytes_.contains(capacity)) return std::nullopt;
  context::MemoryInputs inputs = options_.memory;
  inputs.temp_bytes = TempBytes(capacity);  // measured, in place of what was foreseen
  inputs.temp_bytes_per_position = 0;
  const int64_t need = context::NeedUpTo(buckets_.Get(), capacity, inputs).total_bytes;
  if (need > options_.memory_limit_bytes) {
    return fmt::format("compiled, it needs {} ({} of it temporary space), {} allowed by {}",
                       FormatBytes(need), FormatBytes(inputs.temp_bytes),
                       FormatBytes(options_.memory_limit_bytes), options_.memory_limit_source);
  }
  temp_bytes_[capacity] = inputs.temp_bytes;
  return std::nullopt;
}

int64_t BucketLoader::TempBytes(int64_t capacity) {
  int64_t bytes = 0;
  for (const ProgramKey& key : OwnPrograms(capacity)) {
    const absl::StatusOr<const CompiledProgram*> program = programs_->Get(key);
    if (!program.ok()) continue;
    const auto stats = (*program)->executable->MemoryStats();
    if (stats.ok()) bytes = std::max(bytes, stats->temp_bytes);
  }
  return bytes;
}

absl::StatusOr<bool> BucketLoader::IsReady(int64_t capacity) const {
  const context::BucketSet set = buckets_.Get();
  const bool held = std::ranges::binary_search(set.capacities(), capacity);
  for (const context::DroppedBucket& dropped : set.dropped()) {
    if (!held && dropped.capacity == capacity) return FailedPrecondition("{}", dropped.Line());
  }
  for (const ProgramKey& key : OwnPrograms(capacity)) {
    const std::optional<absl::Status> outcome = programs_->Outcome(key);
    if (!outcome) return false;
    RUNG_RETURN_IF_ERROR(*outcome);
  }
  return true;
}

bool BucketLoader::IsLoading() const {
  for (int64_t capacity : buckets_.capacities()) {
    const absl::StatusOr<bool> ready = IsReady(capacity);
    if (ready.ok() && !*ready) return true;
  }
  return false;
}

std::vector<int64_t> BucketLoader::ReadyCapacities() const {
  std::vector<int64_t> ready;
  for (int64_t capacity : buckets_.capacities()) {
    const absl::StatusOr<bool> is_ready = IsReady(capacity);
    if (is_ready.ok() && *is_ready) ready.push_back(capacity);
  }
  return ready;
}

}  // namespace rung::runtime
