// The engine on a thread of its own, with a mailbox: the seam between servers and the device.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/engine/engine.h"

namespace rung::engine {

// The device side in plain numbers.
struct HostGauges {
  std::vector<int64_t> compiled_capacities;  // whose own programs are all there, ascending
  int64_t compiles_total = 0;
  int64_t compiles_failed = 0;
  int64_t cache_hits = 0;           // programs that came from the compile cache
  int64_t cache_misses = 0;         // that it was asked for and did not have
  bool compiling = false;           // programs compile or wait for it
  int64_t compiles_waited_for = 0;  // by steps
  double compile_seconds = 0;
  int64_t kv_bytes = 0;           // of sequences
  int64_t padding_kv_bytes = 0;   // of the rows that fill programs up
  int64_t spare_kv_bytes = 0;     // of rows that ended, kept while others run
  int64_t resident_programs = 0;  // compiled here or loaded from the cache
  int64_t resident_buffers = 0;   // device buffers of weights, padding, cached and spare rows
};

// An engine and everything behind it (runner, programs, weights, client). Made, used and destroyed
// on the engine thread.
class EngineHost {
 public:
  virtual ~EngineHost() = default;
  virtual Engine& engine() = 0;
  // What the device holds and has compiled. Engine thread only, between steps.
  virtual HostGauges gauges() const { return {}; }
  // True while something goes on beside the engine (compiles) that may unblock a sequence or change
  // the gauges: an idle engine thread then looks again every few milliseconds.
  virtual bool is_busy() const { return false; }
  // Called whenever the engine has nothing to do: time for what is not urgent.
  virtual void OnIdle() {}
};

// What the outside may know without touching the engine: of the last step, or, between steps over
// the same number of sequences, up to 5 ms old.
struct EngineSnapshot {
  int64_t running = 0;
  int64_t waiting = 0;
  EngineCounters counters;
  std::vector<CapacityLoad> loads;
  std::map<int64_t, TokenCounts> tokens;  // by capacity
  HostGauges gauges;
  KvUsage kv;
};

// Thread-safe. No call waits for a step.
class EngineThread {
 public:
  using MakeHost = std::function<absl::StatusOr<std::unique_ptr<EngineHost>>()>;

  // Starts the thread, which runs `make` first. At most `max_outstanding` requests are accepted and
  // not finished at any time. Where the system refuses a thread, that is the error of
  // WaitUntilReady.
  EngineThread(MakeHost make, int64_t max_outstanding);
  ~EngineThread() { Stop(); }
  EngineThread(const EngineThread&) = delete;
  EngineThread& operator=(const EngineThread&) = delete;

  // Blocks until `make` has returned; its error when it failed or could not be run.
  absl::Status WaitUntilReady();
  bool ready() const { return ready_.load(); }

  // Queues the request; `sink` runs on the engine thread and gets a last event with a FinishReason
  // in every case. ResourceExhausted when too many are outstanding, Unavailable before ready or
  // after Stop.
  absl::StatusOr<SequenceId> Submit(Request request, EventSink sink);

  // Takes effect before the next step. Nothing happens when the sequence is gone.
  void Cancel(SequenceId id);

  // Cancels what runs and waits for the thread: every sink has had its last event.
  void Stop();

  // Refuses new requests from now on; those accepted go on.
  void StopAccepting() { accepting_.store(false); }
  int64_t outstanding() const { return outstanding_.load(); }
  EngineSnapshot snapshot() const;

 private:
  struct Command {
    SequenceId cancel;  // value 0: submit
    Request request;
    EventSink sink;
  };

  void Loop(const MakeHost& make);
  void Serve(EngineHost* host);
  static EngineSnapshot Take(EngineHost* host);
  void RefreshSnapshot(EngineHost* host);
  void Execute(Engine* engine, Command command);

  const int64_t max_outstanding_;
  std::atomic<bool> ready_ = false;
  std::atomic<bool> accepting_ = true;
  std::atomic<int64_t> outstanding_ = 0;
  std::atomic<uint64_t> next_id_ = 1;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Command> mailbox_;
  bool stop_ = false;
  bool made_ = false;
  absl::Status make_status_;
  EngineSnapshot snapshot_;  // written on the engine thread alone, which may read it without mutex_
  std::chrono::steady_clock::time_point snapshot_taken_;  // engine thread only

  std::thread thread_;  // last: everything above exists when it starts
};

}  // namespace rung::engine
