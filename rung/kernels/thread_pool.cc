#include "rung/kernels/thread_pool.h"

#include <immintrin.h>
#include <sched.h>

#include <algorithm>

#include "rung/base/thread.h"
#include "rung/kernels/float_environment.h"

namespace rung::kernels {

// One thread's share of what comes next, fetched line by line into its second-level cache. Not
// thread-safe: one per thread.
class ThreadPool::Fetcher {
 public:
  Fetcher(int index, int threads) {
    // The ranges that threads claim first, one after another (see ClaimSize).
    const double part = kFirstShare / threads;
    for (int i = 0; i < index; ++i) begin_ += part * (1 - begin_);
    end_ = begin_ + part * (1 - begin_);
  }

  // Goes on where it was when `upcoming` is the same as before.
  void Aim(Upcoming upcoming) {
    if (upcoming.data == data_) return;
    data_ = upcoming.data;
    const auto bytes = static_cast<double>(upcoming.bytes);
    next_ = static_cast<size_t>(begin_ * bytes);
    stop_ = std::min(static_cast<size_t>(end_ * bytes), next_ + kMostBytes);
  }

  // Fetches a few lines; false when there are none left.
  bool Step() {
    if (data_ == nullptr || next_ >= stop_) return false;
    for (size_t line = 0; line < kStepBytes; line += 64) {
      _mm_prefetch(reinterpret_cast<const char*>(data_ + next_ + line), _MM_HINT_T1);
    }
    next_ += kStepBytes;
    return true;
  }

 private:
  static constexpr size_t kStepBytes = 512;
  static constexpr size_t kMostBytes = size_t{256} << 10;  // of a second-level cache of 1 MiB
  double begin_ = 0;
  double end_ = 0;
  const uint8_t* data_ = nullptr;
  size_t next_ = 0;
  size_t stop_ = 0;
};

uint64_t ThreadPool::Encode(Ticket ticket) {
  return (static_cast<uint64_t>(ticket.run) << 32) | (ticket.phase << 24) | ticket.item;
}

ThreadPool::Ticket ThreadPool::Decode(uint64_t word) {
  return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word >> 24) & 255u,
          static_cast<uint32_t>(word) & 0xffffffu};
}

ThreadPool::ThreadPool(int threads, std::chrono::microseconds spin)
    : spin_(spin), ticket_(Encode({0, kIdle, 0})) {
  // The caller of Run is the first.
  status_ = StartThreads(
      threads - 1, [this, threads](int i) { WorkerLoop(i + 1, threads); }, &workers_);
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::Run(int64_t items, RangeFunction function) {
  const Phase phase = {items, function};
  Run(std::span<const Phase>(&phase, 1));
}

void ThreadPool::Run(std::span<const Phase> phases) {
  const FloatEnvironment environment;
  int64_t most = 0;
  for (const Phase& phase : phases) most = std::max(most, phase.items);
  if (workers_.empty() || most <= 1 || busy_.exchange(true, std::memory_order_acquire)) {
    for (const Phase& phase : phases) {
      if (phase.items > 0) phase.function(0, phase.items);
    }
    return;
  }
  uint32_t count = 0;
  for (const Phase& phase : phases) {
    if (phase.items < 1) continue;
    items_[count].store(phase.items, std::memory_order_relaxed);
    for (size_t slot : {static_cast<size_t>(count), static_cast<size_t>(kMaxPhases)}) {
      upcoming_data_[slot].store(phase.upcoming.data, std::memory_order_relaxed);
      upcoming_bytes_[slot].store(phase.upcoming.bytes, std::memory_order_relaxed);
    }
    functions_[count++] = phase.function;
  }
  num_phases_ = count;
  const Ticket first = {Decode(ticket_.load(std::memory_order_relaxed)).run + 1, 0, 0};
  Publish(first);
  Fetcher fetcher(0, threads());
  Work(Encode(first), fetcher);
  busy_.store(false, std::memory_order_release);
}

void ThreadPool::Publish(Ticket ticket) {
  // Sequentially consistent against the count of sleepers: either this sees the sleeper, or the
  // sleeper sees the ticket.
  ticket_.store(Encode(ticket), std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst) == 0) return;
  { const std::lock_guard lock(mutex_); }
  wake_.notify_all();
}

int64_t ThreadPool::ClaimSize(int64_t items, int64_t next) const {
  const int64_t smallest = items / (16 * threads()) + 1;
  const int64_t left = items - next;
  const auto share = static_cast<int64_t>(kFirstShare * static_cast<double>(left)) / threads();
  return std::min(left, std::max(smallest, share));
}

uint64_t ThreadPool::Work(uint64_t word, Fetcher& fetcher) {
  int64_t done = 0;  // items of this phase that this thread has finished and not yet reported
  while (true) {
    const Ticket ticket = Decode(word);
    if (ticket.phase == kIdle) return word;
    const int64_t items = items_[ticket.phase].load(std::memory_order_relaxed);
    const int64_t size = ClaimSize(items, ticket.item);
    if (size <= 0) {
      // Nothing left to claim. What this thread has done counts now; whoever reports last goes on.
      if (done > 0) {
        Finish(ticket, done, items);
        done = 0;
        word = ticket_.load(std::memory_order_acquire);
      } else {
        word = WaitWhile(word, fetcher);
        if (stopping_.load(std::memory_order_relaxed)) return Encode({0, kIdle, 0});
      }
      continue;
    }
    if (!ticket_.compare_exchange_weak(word, word + static_cast<uint64_t>(size),
                                       std::memory_order_acq_rel, std::memory_order_acquire)) {
      continue;
    }
    functions_[ticket.phase](ticket.item, ticket.item + size);
    done += size;
    word = ticket_.load(std::memory_order_acquire);
  }
}

void ThreadPool::Finish(Ticket ticket, int64_t done, int64_t items) {
  if (done_.fetch_add(done, std::memory_order_acq_rel) + done != items) return;
  done_.store(0, std::memory_order_relaxed);
  const uint32_t next = ticket.phase + 1 < num_phases_ ? ticket.phase + 1 : kIdle;
  Publish({ticket.run, next, 0});
}

void ThreadPool::WorkerLoop(int index, int threads) {
  const FloatEnvironment environment;
  Fetcher fetcher(index, threads);
  uint64_t word = Encode({0, kIdle, 0});
  while (!stopping_.load(std::memory_order_relaxed)) {
    word = Work(WaitWhile(word, fetcher), fetcher);
  }
}

uint64_t ThreadPool::WaitWhile(uint64_t word, Fetcher& fetcher) {
  const size_t phase = std::min<size_t>(Decode(word).phase, kMaxPhases);
  fetcher.Aim({upcoming_data_[phase].load(std::memory_order_relaxed),
               upcoming_bytes_[phase].load(std::memory_order_relaxed)});
  while (fetcher.Step()) {
    const uint64_t now = ticket_.load(std::memory_order_acquire);
    if (now != word) return now;
  }
  const auto deadline = std::chrono::steady_clock::now() + spin_;
  do {
    for (int i = 0; i < 64; ++i) {
      const uint64_t now = ticket_.load(std::memory_order_acquire);
      if (now != word) return now;
      _mm_pause();
    }
    sched_yield();  // to whoever waits for this core; nearly free when nobody does
  } while (std::chrono::steady_clock::now() < deadline);
  // Sleeping, not yielding: an idle core takes over the thread that is waited for, should the
  // system have set that one aside behind a neighbour.
  std::unique_lock lock(mutex_);
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  wake_.wait(lock, [&] {
    return stopping_.load(std::memory_order_relaxed) ||
           ticket_.load(std::memory_order_seq_cst) != word;
  });
  sleepers_.fetch_sub(1, std::memory_order_seq_cst);
  return ticket_.load(std::memory_order_acquire);
}

}  // namespace rung::kernels
