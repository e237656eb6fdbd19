// The engine: many sequences, one device. A step = schedule, run, postprocess.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/clock.h"
#include "rung/engine/prefix_cache.h"
#include "rung/engine/request.h"
#include "rung/engine/scheduler.h"
#include "rung/engine/sequence.h"
#include "rung/engine/step_costs.h"
#include "rung/runtime/step_runner.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::engine {

// Whether rows of this capacity can run without waiting for a compile; an error when they never
// can.
using CapacityReady = std::function<absl::StatusOr<bool>(int64_t capacity)>;

// Whether KV can move from one capacity to another without waiting for a compile; may queue that
// compile.
using MoveReady = std::function<bool(int64_t from, int64_t to)>;

// Runs run(0) ... run(items - 1), in any order and on any threads, and returns when all are done.
using ParallelFor = std::function<void(int64_t items, const std::function<void(int64_t)>& run)>;

struct GrowthOptions {
  // Capacities that rows may run at, ascending: a sequence starts on the lowest that is ready and
  // holds what it has, and moves up as it grows, never past what it reserved. Empty: it runs where
  // it reserved.
  std::vector<int64_t> rungs;
  // Part of a rung that is filled when the programs of the next are asked for.
  double prefetch_at = 0.5;
  // Queues the programs that rows of this capacity need. Empty: nothing to do.
  std::function<void(int64_t capacity)> prefetch;
  MoveReady ready;  // to grow a row; empty: it always is
};

struct EngineOptions {
  int64_t max_batch = 8;   // rows on the device at once, 1..8
  int64_t max_queue = 64;  // sequences that wait for a row
  SchedulerOptions scheduler;
  DecodeReady decode_ready;      // empty: every program counts as ready
  CapacityReady capacity_ready;  // empty: every capacity is
  MoveReady copy_ready;          // to copy a row; empty: it always is
  GrowthOptions growth;
  ParallelFor parallel_for;        // to draw the tokens of a step's rows; empty: one by one
  int64_t prefix_cache_bytes = 0;  // KV of finished sequences that may stay; 0: none
  int64_t max_overtakes = 32;      // of one sequence that waits for KV
};

struct EngineCounters {
  int64_t steps = 0;
  int64_t prompt_tokens = 0;  // prefilled, including those prefilled anew
  int64_t generated_tokens = 0;
  int64_t failed_steps = 0;
  int64_t decode_rows = 0;             // rows of all decode programs that ran
  int64_t decode_padding_rows = 0;     // beside them: rows that only fill a program up
  int64_t prefill_padding_tokens = 0;  // positions of chunks beyond their tokens
  int64_t compiles_waited_for = 0;     // sequences that had to wait for their capacity's programs
  int64_t growth_copies = 0;           // rows moved to a larger rung
  double growth_ms = 0;                // that they took
  int64_t growth_waits = 0;            // of compiles_waited_for: a rung was outgrown too early
  int64_t evictions = 0;               // live sequences that gave up their KV
  int64_t overtakes = 0;               // starts past a sequence that waited for KV
  // Prompts looked up in the prefix cache, and the tokens of each; of one that starts anew after it
  // gave up its KV, the first time alone.
  int64_t prefix_lookups = 0;
  int64_t prefix_hits = 0;
  int64_t prefix_queried_tokens = 0;
  int64_t prefix_hit_tokens = 0;  // whose KV was there already
};

// Tokens of all sequences of one capacity, counted at the step that makes them.
struct TokenCounts {
  int64_t prompt = 0;  // each token once, whether it was prefilled or had from the prefix cache
  int64_t generated = 0;
};

// KV in bytes.
struct KvUsage {
  int64_t live_bytes = 0;                  // of running sequences, at the rungs they run at
  int64_t reserved_bytes = 0;              // of the same sequences, at the buckets they reserved
  int64_t cached_bytes = 0;                // of finished ones
  std::vector<int64_t> cached_capacities;  // of the rows that hold them
};

// How many sequences of one capacity there are.
struct CapacityLoad {
  int64_t capacity = 0;
  int64_t running = 0;
  int64_t waiting = 0;
};

// Memory: the KV of finished sequences goes first; then the youngest running sequence gives up its
// KV and returns to the head of the queue with its tokens. The oldest never does, so it ends, and
// so does every other in its turn.
//
// Continuous batching: sequences join and leave at every step, first come first served. Not
// thread-safe: one engine thread owns it and the runner behind it. A step costs one prefill chunk
// and one decode program per group.
class Engine {
 public:
  // None of the pointers is owned; all outlive the engine.
  Engine(runtime::StepRunner* runner, const tokenizer::Tokenizer* tokenizer, const Clock* clock,
         EngineOptions options);
  ~Engine();

  // Queues a request. ResourceExhausted when the queue is full; InvalidArgument when the request is
  // malformed or does not fit its capacity. `sink` gets every event, the last with a FinishReason.
  absl::StatusOr<SequenceId> Submit(Request request, EventSink sink);

  // The sequence ends with kCancelled at the start of the next step; false when it is not here.
  bool Cancel(SequenceId id);
  void CancelAll();

  bool HasWork() const { return !running_.empty() || !waiting_.empty(); }
  // True when every sequence waits for the programs of its capacity: a step would do nothing.
  bool IsBlocked() const { return blocked_; }
  // Runs one step; nothing when there is no work.
  void Step();

  int64_t num_running() const { return static_cast<int64_t>(running_.size()); }
  int64_t num_waiting() const { return static_cast<int64_t>(waiting_.size()); }
  // Ascending by capacity; those without sequences are left out.
  std::vector<CapacityLoad> Loads() const;
  const EngineCounters& counters() const { return counters_; }
  // By the capacity that was reserved; of every one that was so far.
  const std::map<int64_t, TokenCounts>& tokens() const { return tokens_; }
  const StepCosts& costs() const { return costs_; }
  KvUsage kv_usage() const;

 private:
  enum class Start : uint8_t { kStarted, kFailed, kWaitsForCompile, kWaitsForKv };

  StepPlan Schedule();
  void Run(const StepPlan& plan);
  void Postprocess();

  // engine_memory.cc: who holds KV, and at which rung.
  void AdmitWaiting();
  Start TryStart(Sequence* sequence);
  absl::StatusOr<runtime::RowId> AllocateRow(int64_t capacity);
  // The lowest ready capacity that the sequence may run at, above `above`; nothing while it still
  // compiles, an error when none ever will be ready. `from`: a row that must be copied there.
  absl::StatusOr<std::optional<int64_t>> LowestReady(const Sequence& sequence,
                                                     std::optional<int64_t> from);
  // Capacities that hold the sequence's tokens and that it may run at, ascending.
  std::vector<int64_t> Allowed(const Sequence& sequence) const;
  bool NeedsGrowth(const Sequence& sequence) const;
  void GrowRows();
  void GrowRow(Sequence* sequence);
  void GrowTo(Sequence* sequence, int64_t capacity);
  // Asks for the next rung's programs once the row is filled far enough.
  void PrefetchNext(Sequence* sequence);
  void CountCompileWait(Sequence* sequence);
  void Evict(Sequence* sequence);
  void SetRow(Sequence* sequence, runtime::RowId row, int64_t kv_length);
  // Starts the sequence on the KV of a finished one; false when there is none that helps.
  bool TryStartCached(Sequence* sequence, int64_t capacity);
  std::optional<runtime::RowId> RowFromCache(const Sequence& sequence, PrefixCache::Match match,
                                             int64_t capacity);
  // Frees the least recently used cached row when that, and others after it, makes room for a row
  // of `capacity`; `anyway`: even if it does not. False when nothing was freed.
  bool DropCached(int64_t capacity, bool anyway);
  // The row of a sequence that ended: into the cache, or free.
  void RetireRow(Sequence* sequence);

  static void Fail(Sequence* sequence, const absl::Status& status);
  void RunPrefill(const PrefillWork& work);
  void RunDecode(const std::vector<SequenceId>& group);
  // Counts the tokens of the prompt that the row holds and held at no time before.
  static void CountPrompt(Sequence* sequence);
  // `logits` are those of the position before sequence->next_scored().
  void ScorePrompt(Sequence* sequence, std::span<const float> logits);
  // The next token of a sequence, from logits that belong to the last of its tokens.
  struct Draw {
    Sequence* sequence = nullptr;
    std::span<const float> logits;
    runtime::GroupMaxima maxima;
    absl::StatusOr<SampledToken> token = SampledToken{};
  };
  // Draws all of them, at once where that pays and threads are to be had: they depend on nothing
  // but their own sequence. Then takes them in order.
  void Sample(std::span<Draw> draws);
  void Take(Sequence* sequence, absl::StatusOr<SampledToken> sampled);
  // `capacity`: of the row that it is prefilled into anew.
  void OnFailedStep(Sequence* sequence, const absl::Status& status, int64_t capacity);
  void Emit(Sequence* sequence, TokenEvent event);
  void EmitFinish(Sequence* sequence);
  void ReleaseRow(Sequence* sequence);
  Sequence* Find(SequenceId id);

  runtime::StepRunner* runner_;
  const tokenizer::Tokenizer* tokenizer_;
  const Clock* clock_;
  EngineOptions options_;
  std::vector<TokenId> eos_ids_;
  std::vector<SamplerWorkspace> sampler_workspaces_;  // one for each draw of a step
  StepCosts costs_;
  EngineCounters counters_;
  std::map<int64_t, TokenCounts> tokens_;  // sequences point into it
  PrefixCache cache_;
  uint64_t next_id_ = 1;
  uint64_t next_arrival_ = 1;
  bool blocked_ = false;
  std::deque<std::unique_ptr<Sequence>> waiting_;   // evicted ones first, then as they came
  std::vector<std::unique_ptr<Sequence>> running_;  // with a row, in order of arrival
};

}  // namespace rung::engine
