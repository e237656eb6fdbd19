#include "rung/context/prefill_plan.h"

#include <algorithm>
#include <limits>

#include "rung/base/status.h"

namespace rung::context {
namespace {

constexpr size_t kMaxChunkSizes = 6;  // FewestPrograms tries every choice of them

struct Span {
  int64_t start;
  int64_t prompt_len;
  int64_t capacity;
};

std::vector<PrefillChunk> LeastTime(const Span& span, std::span<const int64_t> chunks) {
  const int64_t length = span.prompt_len - span.start;
  // cost[i]: of the positions from start + i on; size[i]: the chunk to run there first.
  std::vector<int64_t> cost(length + 1, 0);
  std::vector<int64_t> size(length, 1);
  for (int64_t i = length - 1; i >= 0; --i) {
    cost[i] = RunCost(1) + cost[i + 1];
    for (const int64_t chunk : chunks) {
      if (span.start + i + chunk > span.capacity) break;
      const int64_t total = RunCost(chunk) + cost[std::min(i + chunk, length)];
      if (total <= cost[i]) {  // on a tie the larger chunk: fewer runs
        cost[i] = total;
        size[i] = chunk;
      }
    }
  }
  std::vector<PrefillChunk> plan;
  for (int64_t i = 0; i < length; i += plan.back().count) {
    plan.push_back(
        {.start = span.start + i, .chunk = size[i], .count = std::min(size[i], length - i)});
  }
  return plan;
}

int64_t Cost(std::span<const PrefillChunk> plan) {
  int64_t cost = 0;
  for (const PrefillChunk& chunk : plan) cost += RunCost(chunk.chunk);
  return cost;
}

// The best plan over every choice of sizes, each program after the first at the price of a compile.
std::vector<PrefillChunk> FewestPrograms(const Span& span, std::span<const int64_t> chunks) {
  constexpr int64_t kCompileCost = kStepsPerCompile * RunCost(1);
  std::vector<PrefillChunk> best;
  int64_t best_cost = std::numeric_limits<int64_t>::max();
  for (uint32_t choice = 0; choice < (uint32_t{1} << chunks.size()); ++choice) {
    std::vector<int64_t> sizes;
    for (size_t i = 0; i < chunks.size(); ++i) {
      if ((choice >> i & 1) != 0) sizes.push_back(chunks[i]);
    }
    std::vector<PrefillChunk> plan = LeastTime(span, sizes);
    const auto programs = static_cast<int64_t>(ProgramsOf(plan).size());
    const int64_t cost = Cost(plan) + std::max<int64_t>(programs - 1, 0) * kCompileCost;
    if (cost > best_cost || (cost == best_cost && plan.size() >= best.size())) continue;
    best = std::move(plan);
    best_cost = cost;
  }
  return best;
}

}  // namespace

absl::StatusOr<std::vector<PrefillChunk>> PlanPrefill(int64_t start, int64_t prompt_len,
                                                      int64_t capacity,
                                                      std::span<const int64_t> chunks,
                                                      PrefillGoal goal) {
  if (start < 0 || start >= prompt_len || prompt_len > capacity) {
    return InvalidArgument(
        "prefill from {} to {} does not lie in a capacity of {}: 0 <= start < prompt <= capacity",
        start, prompt_len, capacity);
  }
  if (chunks.size() > kMaxChunkSizes || !std::is_sorted(chunks.begin(), chunks.end()) ||
      (!chunks.empty() && chunks.front() < 2)) {
    return InvalidArgument("prefill chunk sizes must ascend, be 2 or more, and at most {} of them",
                           kMaxChunkSizes);
  }
  const Span span{.start = start, .prompt_len = prompt_len, .capacity = capacity};
  return goal == PrefillGoal::kFewestPrograms ? FewestPrograms(span, chunks)
                                              : LeastTime(span, chunks);
}

std::vector<int64_t> ProgramsOf(std::span<const PrefillChunk> plan) {
  std::vector<int64_t> sizes;
  for (const PrefillChunk& chunk : plan) {
    if (chunk.chunk > 1) sizes.push_back(chunk.chunk);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace rung::context
