#include "rung/engine/step_costs.h"

#include <algorithm>

namespace rung::engine {
namespace {

// Weight of a new measurement: old enough to smooth one slow step, young enough to follow a
// neighbour that takes a core away.
constexpr double kNewWeight = 0.25;

template <typename Map, typename Key>
void Blend(Map* map, const Key& key, double ms) {
  const auto [it, inserted] = map->try_emplace(key, ms);
  if (!inserted) it->second += kNewWeight * (ms - it->second);
}

std::vector<int64_t> Sorted(std::span<const int64_t> capacities) {
  std::vector<int64_t> sorted(capacities.begin(), capacities.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

void StepCosts::RecordPrefill(int64_t chunk, int64_t capacity, double ms) {
  Blend(&prefill_ms_, std::pair(capacity, chunk), ms);
}

void StepCosts::RecordDecode(std::span<const int64_t> capacities, double ms) {
  Blend(&decode_ms_, Sorted(capacities), ms);
}

std::optional<double> StepCosts::PrefillMs(int64_t chunk, int64_t capacity) const {
  const auto exact = prefill_ms_.find({capacity, chunk});
  if (exact != prefill_ms_.end()) return exact->second;
  // A chunk costs about its length: scaled from a larger one it is too low (the weights are read
  // once either way), so the estimate is never below what was measured for a smaller chunk.
  std::optional<double> estimate;
  for (auto it = prefill_ms_.lower_bound({capacity, 0});
       it != prefill_ms_.end() && it->first.first == capacity; ++it) {
    const double scaled = it->second * static_cast<double>(chunk) / it->first.second;
    estimate = it->first.second < chunk ? std::max(it->second, scaled)
                                        : std::max(estimate.value_or(0.0), scaled);
  }
  return estimate;
}

std::optional<double> StepCosts::DecodeMs(std::span<const int64_t> capacities) const {
  const auto it = decode_ms_.find(Sorted(capacities));
  if (it == decode_ms_.end()) return std::nullopt;
  return it->second;
}

}  // namespace rung::engine
