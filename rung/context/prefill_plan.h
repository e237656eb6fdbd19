// How a prompt is cut into prefill programs of fixed chunk sizes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::context {

// Chunk sizes that prefill programs are made for, ascending.
inline constexpr int64_t kPrefillChunks[] = {16, 64, 256};

// One run of prefill(chunk, capacity) over positions [start, start + chunk), of which the first
// `count` are tokens of the prompt and the rest padding; or, with chunk 1, one decode step.
struct PrefillChunk {
  int64_t start = 0;
  int64_t chunk = 0;
  int64_t count = 0;  // 1..chunk
  bool operator==(const PrefillChunk&) const = default;
};

// What a run costs beside the arithmetic of its positions, counted in positions. A chunk reads
// every weight once and its short products are far from the machine's speed; a step of one token
// streams the weights and does little else. Portable lowering, 135 M parameters, 2 cores: at 1024 a
// position takes 0.69 ms, a chunk 36 positions more than its size, a step 24; at 256 it is 0.53 ms,
// 46 and 29, at 4096 1.78 ms, 4 and 11 (`rung buckets --measure --lowering portable`). With these
// two no prompt of up to 256 tokens, at any of the three, takes longer than in the smallest chunk
// that holds it; constants, and not what was measured last, so that the same prompt is always cut
// alike.
inline constexpr int64_t kChunkOverheadPositions = 48;
inline constexpr int64_t kStepPositions = 24;  // of a whole step
// A compile takes as long as this many steps: 1.5 s against 31 ms where it was measured.
inline constexpr int64_t kStepsPerCompile = 48;

// What a run of this chunk, or with 1 a step, costs in positions.
constexpr int64_t RunCost(int64_t chunk) {
  return chunk == 1 ? kStepPositions : chunk + kChunkOverheadPositions;
}

enum class PrefillGoal : uint8_t {
  // Few different programs, each of which must first be compiled: for one request in a process.
  kFewestPrograms,
  // Least time, all programs being compiled: for a server.
  kLeastTime,
};

// Cuts [start, prompt_len) into chunks that cover each position once, in order, and never reach
// past the capacity: start + chunk <= capacity, padding included, because a write at the end of the
// cache is moved back by the device and would overwrite live positions. What no chunk can reach is
// left to steps of one token, run through decode.
//
// Cost model: RunCost, whose padding is computed like the rest. The cheapest sequence is found
// exactly, in O(positions * chunk sizes) for kLeastTime. kFewestPrograms adds the price of
// kStepsPerCompile one-token steps for each chunk size after the first, which compiles beside the
// decode program: one size mostly does it all, and only a rest that would take longer than that in
// single steps, at the end of an odd capacity, brings in a second.
//
// `chunks`: ascending, each >= 2, at most 6; may be empty. InvalidArgument unless
// 0 <= start < prompt_len <= capacity.
absl::StatusOr<std::vector<PrefillChunk>> PlanPrefill(int64_t start, int64_t prompt_len,
                                                      int64_t capacity,
                                                      std::span<const int64_t> chunks,
                                                      PrefillGoal goal);

// The sizes of the prefill programs a plan needs, ascending, each once; one-token steps need none.
std::vector<int64_t> ProgramsOf(std::span<const PrefillChunk> plan);

}  // namespace rung::context
