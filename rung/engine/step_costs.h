// How long programs of one shape take, as measured while serving.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rung::engine {

// Moving averages of measured milliseconds, by shape. Not thread-safe.
class StepCosts {
 public:
  void RecordPrefill(int64_t chunk, int64_t capacity, double ms);
  // `capacities` in any order.
  void RecordDecode(std::span<const int64_t> capacities, double ms);

  // The measured cost, else one scaled from another chunk size at the same capacity, else nothing.
  std::optional<double> PrefillMs(int64_t chunk, int64_t capacity) const;
  std::optional<double> DecodeMs(std::span<const int64_t> capacities) const;

 private:
  std::map<std::pair<int64_t, int64_t>, double> prefill_ms_;  // (capacity, chunk)
  std::map<std::vector<int64_t>, double> decode_ms_;          // sorted capacities
};

}  // namespace rung::engine
