#include "rung/base/thread.h"

#include <fmt/ranges.h>
#include <sched.h>
#include <sys/resource.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "rung/base/cgroup.h"
#include "rung/base/status.h"

namespace rung {
namespace {

namespace fs = std::filesystem;

// How long the system may take to forget threads that have ended.
constexpr std::chrono::milliseconds kForgetting{100};

constexpr int kTries = 4;
constexpr std::chrono::milliseconds kBetweenTries{5};

constexpr std::string_view kWayOut =
    "raise the limit, or end other programs of this user or container";

constexpr char kShortagePayload[] = "rung/thread_shortage";

absl::Status Shortage(const std::string& message) {
  absl::Status status = absl::UnavailableError(message);
  status.SetPayload(kShortagePayload, absl::Cord());
  return status;
}

std::optional<uint64_t> SoftLimit(__rlimit_resource resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

// Nothing when the system refuses.
std::optional<std::thread> TryStart(std::function<void()> run) {
  try {
    return std::thread(std::move(run));
  } catch (const std::system_error&) {  // std::thread has no other way to say it
    return std::nullopt;
  }
}

int64_t RunningThreads() {
  std::error_code error;
  int64_t count = 0;
  for (fs::directory_iterator task("/proc/self/task", error), end; !error && task != end;
       task.increment(error)) {
    ++count;
  }
  return count;
}

// A thread that was joined still counts against the limits for some microseconds.
void WaitUntilForgotten(int64_t running) {
  const auto deadline = std::chrono::steady_clock::now() + kForgetting;
  while (RunningThreads() > running && std::chrono::steady_clock::now() < deadline) sched_yield();
}

// Starts up to `count` threads beside each other, ends them again, and says how many there were.
int TryThreads(int count) {
  const int64_t running = RunningThreads();
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    std::optional<std::thread> thread = TryStart([&] {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return ended; });
    });
    if (!thread) break;
    threads.push_back(*std::move(thread));
  }
  {
    const std::lock_guard lock(mutex);
    ended = true;
  }
  changed.notify_all();
  for (std::thread& thread : threads) thread.join();
  WaitUntilForgotten(running);
  return static_cast<int>(threads.size());
}

}  // namespace

std::string ThreadLimits(const fs::path& root) {
  std::vector<std::string> limits;
  if (const auto processes = SoftLimit(RLIMIT_NPROC)) {
    limits.push_back(fmt::format("ulimit -u {}", *processes));
  }
  if (const auto pids = LeastCgroupLimit({"pids", "pids.max", "pids.max"}, root)) {
    limits.push_back(fmt::format("the cgroup's {} {}", pids->file, pids->value));
  }
  // A thread's stack takes address space.
  if (const auto bytes = SoftLimit(RLIMIT_AS)) {
    limits.push_back(fmt::format("ulimit -v {}", *bytes / 1024));
  }
  if (limits.empty()) return "the system's own limit";
  return fmt::format("{}", fmt::join(limits, ", "));
}

absl::StatusOr<std::thread> StartThread(std::function<void()> run) {
  std::optional<std::thread> thread = TryStart(std::move(run));
  if (thread) return *std::move(thread);
  return Shortage(fmt::format("a thread cannot be started: no more are allowed ({}); {}",
                              ThreadLimits(), kWayOut));
}

absl::Status StartThreads(int count, const std::function<void(int)>& run,
                          std::vector<std::thread>* threads) {
  for (int i = 0; i < count; ++i) {
    RUNG_ASSIGN_OR_RETURN(threads->emplace_back(), StartThread([run, i] { run(i); }));
  }
  return absl::OkStatus();
}

absl::Status CheckThreadsCanStart(int count) {
  int started = 0;
  // Others may have ended just before, ours among them, and still count.
  for (int i = 0; i < kTries; ++i) {
    if (i > 0) std::this_thread::sleep_for(kBetweenTries);
    started = TryThreads(count);
    if (started == count) return absl::OkStatus();
  }
  return Shortage(fmt::format("{} threads are needed here and only {} can be started ({}); {}",
                              count, started, ThreadLimits(), kWayOut));
}

bool IsThreadShortage(const absl::Status& status) {
  return status.GetPayload(kShortagePayload).has_value();
}

}  // namespace rung
