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

// Portable lowering, 135 M parameters, 2 cores: 1.5 s for a compile against 31 ms for a step.
inline constexpr int64_t kStepsPerCompile = 48;
// A run reads every weight once, however few its positions: as much time as the arithmetic of about
// this many positions. An estimate; it only weighs one long run against several short ones.
inline constexpr int64_t kRunOverheadPositions = 16;

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
// Cost model: a run costs its chunk size plus kRunOverheadPositions, padding or not, and the
// cheapest sequence is found exactly, in O(positions * chunk sizes) for kLeastTime. kFewestPrograms
// adds the price of kStepsPerCompile one-token steps for each chunk size after the first, which
// compiles beside the decode program: one size mostly does it all, and only a rest that would take
// longer than that in single steps, at the end of an odd capacity, brings in a second.
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
