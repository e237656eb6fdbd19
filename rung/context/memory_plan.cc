#include "rung/context/memory_plan.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "rung/base/settings.h"
#include "rung/base/status.h"
#include "rung/context/capacity_list.h"
#include "rung/context/ladder.h"

namespace rung::context {
namespace {

int64_t SaturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<int64_t>::max() : sum;
}

int64_t SaturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<int64_t>::max() : product;
}

// The capacities left when the largest ones go until the rest fits; nothing when none is left.
std::optional<std::vector<int64_t>> CapacitiesThatFit(MemoryInputs inputs, int64_t limit_bytes) {
  while (inputs.capacities.size() > 1) {
    inputs.capacities.pop_back();
    if (NeedAtStart(inputs).total_bytes <= limit_bytes) return inputs.capacities;
  }
  return std::nullopt;
}

}  // namespace

int64_t KvBytes(int64_t kv_bytes_per_position, int64_t capacity) {
  return SaturatingMultiply(kv_bytes_per_position, capacity);
}

MemoryNeed NeedAtStart(const MemoryInputs& inputs) {
  const auto count = static_cast<int64_t>(inputs.capacities.size());
  MemoryNeed need{.runtime_bytes = SaturatingAdd(
                      inputs.runtime_bytes, SaturatingMultiply(inputs.bytes_per_capacity, count)),
                  .weights_bytes = inputs.weights_bytes};
  const std::vector<int64_t>& capacities = inputs.capacities;
  need.temp_bytes = SaturatingAdd(
      inputs.temp_bytes, SaturatingMultiply(inputs.temp_bytes_per_position, capacities.back()));
  need.top_kv_bytes = KvBytes(inputs.kv_bytes_per_position, capacities.back());
  if (inputs.growth && capacities.size() > 1) {
    const int64_t below = capacities[capacities.size() - 2];
    need.next_kv_bytes = inputs.copied_bytes ? inputs.copied_bytes(below, capacities.back())
                                             : KvBytes(inputs.kv_bytes_per_position, below);
  }
  need.padding_kv_bytes = SaturatingMultiply(
      KvBytes(inputs.kv_bytes_per_position, capacities.front()), inputs.padding_rows);
  for (const int64_t part : {need.runtime_bytes, need.weights_bytes, need.temp_bytes,
                             need.top_kv_bytes, need.next_kv_bytes, need.padding_kv_bytes}) {
    need.total_bytes = SaturatingAdd(need.total_bytes, part);
  }
  return need;
}

namespace {

// "838 MiB needed (weights 94 MiB, ...), 460 MiB allowed by RUNG_MEMORY_LIMIT"
std::string Shortage(const MemoryInputs& inputs, const MemoryNeed& need, int64_t limit_bytes,
                     std::string_view limit_source) {
  std::string parts = fmt::format("weights {}, temporary space {}, KV of capacity {} {}",
                                  FormatBytes(need.weights_bytes), FormatBytes(need.temp_bytes),
                                  inputs.capacities.back(), FormatBytes(need.top_kv_bytes));
  if (need.runtime_bytes > 0) {
    parts = fmt::format("program and compiler {}, {}", FormatBytes(need.runtime_bytes), parts);
  }
  if (need.next_kv_bytes > 0) {
    parts += fmt::format(", KV of the rung below it {}", FormatBytes(need.next_kv_bytes));
  }
  if (need.padding_kv_bytes > 0) {
    parts += fmt::format(", {} padding rows {}", inputs.padding_rows,
                         FormatBytes(need.padding_kv_bytes));
  }
  return fmt::format("not enough memory to start: {} needed ({}), {} allowed by {}",
                     FormatBytes(need.total_bytes), parts, FormatBytes(limit_bytes), limit_source);
}

MemoryInputs WithCapacities(MemoryInputs inputs, std::vector<int64_t> buckets) {
  inputs.capacities = inputs.growth ? RunningRungs(buckets) : std::move(buckets);
  return inputs;
}

}  // namespace

absl::Status CheckMemory(const MemoryInputs& inputs, int64_t limit_bytes,
                         std::string_view limit_source) {
  const MemoryNeed need = NeedAtStart(inputs);
  if (need.total_bytes <= limit_bytes) return absl::OkStatus();
  std::string way_out = fmt::format("raise the limit to {} bytes or more", need.total_bytes);
  if (const auto fitting = CapacitiesThatFit(inputs, limit_bytes)) {
    way_out += fmt::format(", or set {}={}", kBucketsVariable, fmt::join(*fitting, ","));
  }
  return ResourceExhausted("{}; {}", Shortage(inputs, need, limit_bytes, limit_source), way_out);
}

MemoryNeed NeedUpTo(const BucketSet& set, int64_t capacity, MemoryInputs inputs) {
  std::vector<int64_t> buckets = set.capacities();
  std::erase_if(buckets, [capacity](int64_t bucket) { return bucket >= capacity; });
  buckets.push_back(capacity);
  return NeedAtStart(WithCapacities(std::move(inputs), std::move(buckets)));
}

LeastStart LeastToStart(BucketSet set, const MemoryInputs& inputs) {
  while (true) {
    absl::StatusOr<BucketSet> smaller = set.Without(set.largest(), /*reason=*/"");
    if (!smaller.ok()) break;
    set = *std::move(smaller);
  }
  return {NeedUpTo(set, set.largest(), inputs).total_bytes, set.capacities()};
}

absl::StatusOr<BucketSet> FitToMemory(BucketSet set, MemoryInputs inputs, int64_t limit_bytes,
                                      std::string_view limit_source) {
  const BucketSet whole = set;
  while (true) {
    const int64_t need = NeedUpTo(set, set.largest(), inputs).total_bytes;
    if (need <= limit_bytes) return set;
    absl::StatusOr<BucketSet> smaller =
        set.Without(set.largest(), fmt::format("it needs {}, {} allowed by {}", FormatBytes(need),
                                               FormatBytes(limit_bytes), limit_source));
    if (!smaller.ok()) break;
    set = *std::move(smaller);
  }
  const LeastStart least = LeastToStart(whole, inputs);
  inputs = WithCapacities(std::move(inputs), whole.capacities());
  return ResourceExhausted("{}; the least that starts is {} bytes ({}), with capacities={}",
                           Shortage(inputs, NeedAtStart(inputs), limit_bytes, limit_source),
                           least.limit_bytes, FormatBytes(least.limit_bytes),
                           FormatCapacities(least.capacities));
}

int64_t KvLimit(const MemoryInputs& inputs, int64_t limit_bytes) {
  const MemoryNeed need = NeedAtStart(inputs);
  int64_t rest = limit_bytes;
  for (const int64_t part : {need.runtime_bytes, need.weights_bytes, need.temp_bytes}) {
    rest = std::max<int64_t>(rest - std::min(part, rest), 0);
  }
  return rest;
}

}  // namespace rung::context
