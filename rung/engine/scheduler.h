// What one step runs, decided from plain numbers: at most one prefill chunk, and every row that
// only waits for its next token. Pure functions; the engine does what they say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "rung/engine/request.h"
#include "rung/engine/step_costs.h"

namespace rung::engine {

// A row with KV on the device. `pending` counts its tokens that are not in the KV yet and may go in
// chunks: more than 1 while its prompt (or what an eviction took) is being prefilled; a row with 1
// or 0 feeds one token, to have its logits.
struct RowView {
  SequenceId sequence;
  int64_t capacity = 0;
  int64_t kv_length = 0;
  int64_t pending = 1;
};

struct PrefillWork {
  SequenceId sequence;
  int64_t start = 0;  // first position
  int64_t chunk = 0;  // program size: start + chunk <= capacity
  int64_t count = 0;  // real tokens, 1..chunk
  bool operator==(const PrefillWork&) const = default;
};

struct StepPlan {
  std::optional<PrefillWork> prefill;
  // Each group is one decode program; a row appears once over all groups.
  std::vector<std::vector<SequenceId>> decode_groups;
};

struct SchedulerOptions {
  std::vector<int64_t> chunk_sizes = {16, 64, 256};  // ascending
  // While other rows decode, a chunk takes at most max(max_chunk_ms, 2 decode steps).
  double max_chunk_ms = 50;
  // What the device does; the engine sets it. StepRunner::ComputesPadding.
  bool computes_padding = false;
};

// Whether the decode program over rows of these capacities (ascending) can run without compiling.
using DecodeReady = std::function<bool(std::span<const int64_t> capacities)>;

// Rows in order of arrival: the oldest unfinished prompt that goes in chunks gets the chunk; one
// whose next token does not is among the decoding rows.
StepPlan PlanStep(std::span<const RowView> rows, const StepCosts& costs,
                  const SchedulerOptions& options, const DecodeReady& ready);

// The chunk that the row runs next, among those that fit behind its KV and, with `limit_ms`, of
// those whose known cost keeps it (the smallest when none does). Where padding is free: the
// smallest that holds all pending tokens, else the largest. Where it is computed: the first of the
// cheapest sequence of chunks and single tokens by context::PlanPrefill, whose costs are constants,
// so that the same rows always run the same chunks. Nothing when the row's next token goes through
// a decode step: no chunk fits, one token is pending, or a few that are cheaper so.
std::optional<PrefillWork> ChooseChunk(const RowView& row, const StepCosts& costs,
                                       const SchedulerOptions& options,
                                       std::optional<double> limit_ms);

// Splits `rows` until every group's program is ready: by capacity first, then in halves. A single
// row always forms a group.
std::vector<std::vector<SequenceId>> GroupRows(std::span<const RowView> rows,
                                               const DecodeReady& ready);

}  // namespace rung::engine
