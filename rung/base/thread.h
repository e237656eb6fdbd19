// Threads, which the system may refuse: every one of the program's own is started here.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rung {

// Unavailable, in one line with the limits that are set, when no further thread can be started.
absl::StatusOr<std::thread> StartThread(std::function<void()> run);

// Adds `count` threads, each of which runs run(i), to `threads`. At the first that is refused:
// those before it run on, and the error is StartThread's.
absl::Status StartThreads(int count, const std::function<void(int)>& run,
                          std::vector<std::thread>* threads);

// OK when `count` threads can run beside those there are; tried by starting them, which takes some
// 20 us each. For libraries that end the process when a thread of theirs cannot be started.
absl::Status CheckThreadsCanStart(int count);

// Whether an error is of one of these: devices have errors that are Unavailable too.
bool IsThreadShortage(const absl::Status& status);

// What limits the number of threads: "ulimit -u 64, the cgroup's pids.max 100". `root`: where /proc
// and /sys lie, for tests.
std::string ThreadLimits(const std::filesystem::path& root = "/");

}  // namespace rung
