// The compiled programs of a model, by key.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/executable_cache.h"
#include "rung/runtime/program_key.h"

namespace rung::runtime {

// A program ready to run. Immutable; lives as long as its ProgramSet.
struct CompiledProgram {
  std::string name;
  std::vector<model::Argument> arguments;
  std::vector<model::Result> results;
  std::unique_ptr<pjrt::Executable> executable;  // null when there is nothing to run: no results
  double compile_seconds = 0;                    // or seconds to load it from the cache
  bool from_cache = false;
};

struct ProgramSetCounters {
  int64_t compiles_total = 0;  // that ended, failed ones included
  int64_t compiles_failed = 0;
  // Steps that had to wait for a compile: stays 0 after warm-up, or capacities are chosen wrongly.
  int64_t compiles_waited_for_total = 0;
  double compile_seconds = 0;  // summed over the compile threads
  int64_t cache_hits = 0;      // programs that needed no compile; not counted above
  int64_t cache_misses = 0;    // programs that the cache was asked for and did not have
};

// Compiles on threads of its own (one program takes 1-2 s for 30 layers), so that the engine thread
// never does. Thread-safe. Neither client nor model is owned; both outlive the set. The destructor
// waits for the compiles that run and drops those that wait.
class ProgramSet {
 public:
  // `threads`: programs that compile at once. `cache`, not owned, may be null. `after_first_store`
  // runs once on a compile thread, after the first program has gone into the cache. Where the
  // system refuses threads: see status().
  ProgramSet(const pjrt::Client* client, const model::Model* model, int threads = 2,
             ExecutableCache* cache = nullptr, std::function<void()> after_first_store = {});
  ~ProgramSet();
  ProgramSet(const ProgramSet&) = delete;
  ProgramSet& operator=(const ProgramSet&) = delete;

  // OK when all threads asked for are there, else why not (Unavailable). Without a single one
  // nothing is ever compiled.
  const absl::Status& status() const { return status_; }

  // Compiles those that are missing and waits for all: start-up. A key that failed before is tried
  // again. The first error, naming its program. `progress` is called on this thread after each one.
  absl::Status Ensure(std::span<const ProgramKey> keys,
                      const std::function<void(int64_t done, int64_t total)>& progress = {});

  // Compiles in the background unless it is there, on its way, or has failed. Returns at once.
  void Prefetch(const ProgramKey& key);

  bool IsReady(const ProgramKey& key) const;
  // The same, and a Prefetch: for a caller that has something else to do until it is there.
  bool PrefetchIfMissing(const ProgramKey& key);
  // OK when the program is there, the error when its compile failed, nothing before either.
  std::optional<absl::Status> Outcome(const ProgramKey& key) const;
  // True while programs compile or wait for it.
  bool IsCompiling() const;

  // The program, for a step that runs now: when it is not ready this waits, and counts the wait. A
  // key whose compile failed gives that error again without another try.
  absl::StatusOr<const CompiledProgram*> Get(const ProgramKey& key);

  // Programs that the device holds: those that are ready and have something to run.
  int64_t NumResident() const;
  ProgramSetCounters counters() const;

 private:
  enum class State : uint8_t { kQueued, kCompiling, kReady, kFailed };
  struct Entry {
    State state = State::kQueued;
    CompiledProgram program;
    absl::Status status;
  };

  // All need mutex_ held.
  bool IsSettled(const Entry& entry) const {
    return entry.state == State::kReady || entry.state == State::kFailed;
  }
  // Queues the key if it is new; `urgent` puts it before everything that is only fetched ahead.
  Entry& Enqueue(const ProgramKey& key, bool urgent);

  void CompileLoop();
  // The program ready to run, from the cache or the compiler, and its text.
  absl::StatusOr<CompiledProgram> Compile(const ProgramKey& key, std::string* text) const;
  // Null when the cache does not have it, or has something else under its key.
  std::unique_ptr<pjrt::Executable> FindCached(
      const model::Program& program, const std::vector<pjrt::ArgumentSpec>& arguments) const;

  const pjrt::Client* client_;
  const model::Model* model_;
  ExecutableCache* cache_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable work_;
  std::condition_variable settled_;
  std::map<ProgramKey, Entry> entries_;  // never erased: pointers to programs stay valid
  std::deque<ProgramKey> queue_;
  ProgramSetCounters counters_;
  std::function<void()> after_first_store_;
  bool stopping_ = false;
  absl::Status status_;  // written by the constructor alone
  std::vector<std::thread> threads_;
};

}  // namespace rung::runtime
