// The engine: many sequences, one device. A step = schedule, run, postprocess.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/clock.h"
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

struct EngineOptions {
  int64_t max_batch = 8;   // rows on the device at once, 1..8
  int64_t max_queue = 64;  // sequences that wait for a row
  SchedulerOptions scheduler;
  DecodeReady decode_ready;      // empty: every program counts as ready
  CapacityReady capacity_ready;  // empty: every capacity is
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
};

// How many sequences of one capacity there are.
struct CapacityLoad {
  int64_t capacity = 0;
  int64_t running = 0;
  int64_t waiting = 0;
};

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
  const StepCosts& costs() const { return costs_; }

 private:
  StepPlan Schedule();
  void Run(const StepPlan& plan);
  void Postprocess();

  void AdmitWaiting();
  // Gives the sequence a row; false when it has to wait for memory.
  bool TryStart(Sequence* sequence);
  bool IsCapacityReady(Sequence* sequence);
  static void Fail(Sequence* sequence, const absl::Status& status);
  void RunPrefill(const PrefillWork& work);
  void RunDecode(const std::vector<SequenceId>& group);
  // `logits` belong to the last of sequence->tokens: draws the next token.
  void Sample(Sequence* sequence, std::span<const float> logits);
  void OnFailedStep(Sequence* sequence, const absl::Status& status);
  void Emit(Sequence* sequence, TokenEvent event);
  void EmitFinish(Sequence* sequence);
  void ReleaseRow(Sequence* sequence);
  Sequence* Find(SequenceId id);

  runtime::StepRunner* runner_;
  const tokenizer::Tokenizer* tokenizer_;
  const Clock* clock_;
  EngineOptions options_;
  std::vector<TokenId> eos_ids_;
  SamplerWorkspace sampler_workspace_;
  StepCosts costs_;
  EngineCounters counters_;
  uint64_t next_id_ = 1;
  bool blocked_ = false;
  std::deque<std::unique_ptr<Sequence>> waiting_;   // in order of arrival
  std::vector<std::unique_ptr<Sequence>> running_;  // with a row, in order of arrival
};

}  // namespace rung::engine
