// A fixed pool of threads for work that takes microseconds.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "absl/status/status.h"

namespace rung::kernels {

// Refers to a callable void(int64_t begin, int64_t end) that outlives it. Two words, no allocation.
class RangeFunction {
 public:
  RangeFunction() = default;
  template <typename Callable>
  // NOLINTNEXTLINE(google-explicit-constructor): a reference to a callable, as string_view to text.
  RangeFunction(Callable& callable)
      : object_(const_cast<void*>(static_cast<const void*>(&callable))),
        call_([](void* object, int64_t begin, int64_t end) {
          (*static_cast<Callable*>(object))(begin, end);
        }) {}
  void operator()(int64_t begin, int64_t end) const { call_(object_, begin, end); }

 private:
  void* object_ = nullptr;
  void (*call_)(void*, int64_t, int64_t) = nullptr;
};

// Memory that will be read soon, in the order of the items that read it.
struct Upcoming {
  const uint8_t* data = nullptr;
  size_t bytes = 0;
};

// Items 0..items-1 in ranges, in any order, on any threads. Every item of a phase is done before
// the next phase begins.
struct Phase {
  int64_t items = 0;
  RangeFunction function;
  // Fetched into caches by threads that run out of items, each its likely share: memory would idle
  // while they wait for each other. After the last phase, by the pool's own threads while the
  // caller goes on. A hint: it changes no result and may point anywhere.
  Upcoming upcoming = {};
};

// Owns threads - 1 threads; the caller of Run is the other one. Ranges are claimed from a counter,
// large ones first (memory is read in long runs) and small ones last (the threads end together). A
// thread that the system has set aside delays its own range and nothing else: the others take the
// rest, and a thread that never arrives is not waited for.
//
// Thread-safe. A second Run while one is under way, from another thread or from within a range,
// runs its work on the calling thread alone. Everything runs in the kernels' FloatEnvironment.
//
// A thread without work spins for `spin` and then sleeps: a pool that only spins collapses beside a
// busy neighbour, and one that only sleeps pays a wake-up for each of a step's runs. A run costs
// about a microsecond while the threads spin.
class ThreadPool {
 public:
  static constexpr int kMaxPhases = 8;
  static constexpr int64_t kMaxItems = (1 << 24) - 1;

  // Where the system refuses some of the threads the others do the work: see status().
  explicit ThreadPool(int threads, std::chrono::microseconds spin = std::chrono::microseconds(50));
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }
  // OK when all threads asked for are there, else why not (Unavailable).
  const absl::Status& status() const { return status_; }

  // Runs all phases, in order, and returns when they are done. At most kMaxPhases of at most
  // kMaxItems each. Functions must not throw.
  void Run(std::span<const Phase> phases);
  void Run(int64_t items, RangeFunction function);

 private:
  // What to do next, in one word that a compare-and-swap claims items from: 32 bits of run number,
  // 8 of phase, 24 of the phase's next item. A thread that wakes late holds a stale word, and its
  // swap fails.
  struct Ticket {
    uint32_t run;
    uint32_t phase;
    uint32_t item;
  };
  // What a claim takes of an equal share of the items left.
  static constexpr double kFirstShare = 0.75;
  static constexpr uint32_t kIdle = 255;  // as a phase: nothing to do
  static uint64_t Encode(Ticket ticket);
  static Ticket Decode(uint64_t word);

  void WorkerLoop(int index, int threads);
  class Fetcher;

  // Claims items until the run is over; returns the idle word.
  uint64_t Work(uint64_t word, Fetcher& fetcher);
  int64_t ClaimSize(int64_t items, int64_t next) const;
  void Publish(Ticket ticket);
  void Finish(Ticket ticket, int64_t done, int64_t items);
  // Until the ticket is no longer `word` or the pool ends: fetches, spins, then sleeps. Returns the
  // ticket.
  uint64_t WaitWhile(uint64_t word, Fetcher& fetcher);

  const std::chrono::microseconds spin_;
  alignas(64) std::atomic<uint64_t> ticket_;
  alignas(64) std::atomic<int64_t> done_{0};  // items of the current phase
  alignas(64) std::atomic<int> sleepers_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> busy_{false};
  // Of the current run. Counts are read by threads that may be late, hence atomic; functions only
  // by one that has claimed items, which keeps the run alive.
  std::array<std::atomic<int64_t>, kMaxPhases> items_{};
  // Of each phase; the last is that of an idle pool. Read by late threads too: a torn pair costs a
  // useless fetch.
  std::array<std::atomic<const uint8_t*>, kMaxPhases + 1> upcoming_data_{};
  std::array<std::atomic<size_t>, kMaxPhases + 1> upcoming_bytes_{};
  std::array<RangeFunction, kMaxPhases> functions_;
  uint32_t num_phases_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  absl::Status status_;
  std::vector<std::thread> workers_;
};

}  // namespace rung::kernels
