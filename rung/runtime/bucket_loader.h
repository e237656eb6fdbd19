// Brings the buckets of a set to life, and shrinks the set when one cannot be compiled or held.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/context/live_bucket_set.h"
#include "rung/context/memory_plan.h"
#include "rung/runtime/program_set.h"

namespace rung::runtime {

// What a row of this capacity needs to run by itself: the decode program of one row, and a prefill
// program for every chunk that fits. Programs for several rows only save time.
std::vector<ProgramKey> OwnPrograms(int64_t capacity);

struct BucketLoaderOptions {
  // What the plan at start was made of. Temporary space becomes known when programs are compiled;
  // a bucket whose programs need more than the limit leaves is dropped then.
  context::MemoryInputs memory;
  int64_t memory_limit_bytes = std::numeric_limits<int64_t>::max();
  std::string memory_limit_source;
  // One line for each bucket that was dropped.
  std::function<void(const std::string& line)> on_dropped;
};

// Engine thread only; `buckets` is how others see the result. A bucket that fails is retried at the
// next lower rung, then dropped.
class BucketLoader {
 public:
  // `programs` is not owned and outlives this.
  BucketLoader(ProgramSet* programs, context::LiveBucketSet buckets, BucketLoaderOptions options);

  // Compiles until the smallest bucket that is left, and the one for the worst image, can serve,
  // and queues the rest. The error of BucketSet::Without when the set cannot serve.
  absl::Status LoadRequired(const std::function<void(int64_t done, int64_t total)>& progress = {});
  // Takes note of what has compiled or failed since the last call. Cheap. Once LoadRequired has
  // returned, a bucket for the worst image that fails is dropped like any other: what is left
  // serves on, and the dropped bucket's line says what no longer fits.
  absl::Status Update();

  // Whether rows of this capacity can run now: a bucket, one of the rungs between, or one that was
  // dropped, which gives its reason.
  absl::StatusOr<bool> IsReady(int64_t capacity) const;
  // True while a bucket of the set still compiles.
  bool IsLoading() const;
  // Buckets that are ready, ascending.
  std::vector<int64_t> ReadyCapacities() const;

 private:
  // Why this bucket cannot serve; nothing while it can or still compiles.
  std::optional<std::string> Failure(int64_t capacity);
  absl::Status Drop(int64_t capacity, const std::string& reason);
  // Largest temporary space of the bucket's programs, which are ready.
  int64_t TempBytes(int64_t capacity);
  std::vector<int64_t> Required() const;

  ProgramSet* programs_;
  context::LiveBucketSet buckets_;
  BucketLoaderOptions options_;
  bool serving_ = false;
  std::map<int64_t, int64_t> temp_bytes_;  // by capacity, as far as known
};

}  // namespace rung::runtime
