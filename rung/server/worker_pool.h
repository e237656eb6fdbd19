// Threads for what may take longer than a millisecond: parsing, tokenizing.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/status/status.h"

namespace rung::server {

// Thread-safe. The destructor waits for the tasks that run and drops those that wait.
class WorkerPool {
 public:
  // Where the system refuses some of the threads the others do the work: see status().
  WorkerPool(int threads, size_t max_waiting);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // OK when all threads asked for are there, else why not (Unavailable).
  const absl::Status& status() const { return status_; }

  // False, and nothing happens, when too many tasks are waiting.
  bool TrySubmit(std::function<void()> task);

 private:
  void Loop();

  const size_t max_waiting_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  absl::Status status_;  // written by the constructor alone
  std::vector<std::thread> threads_;
};

}  // namespace rung::server
