// Tests of what happens when the system refuses threads.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string_view>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/thread.h"

namespace rung::testing {

// Limits count all processes of a user, and root has none: tests run as one who has no others.
// The thread sanitizer has a thread of its own in every process.
inline bool CanLimitThreads() {
#ifdef __SANITIZE_THREAD__
  return false;
#else
  return geteuid() == 0;
#endif
}

// Runs `body` in a process of its own whose user may have `threads` threads, the first included.
// What `body` returns; never returns true for a process that could not be limited, or died.
inline bool TrueWithThreads(rlim_t threads, const std::function<bool()>& body) {
  constexpr uid_t kUser = 64123;
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{threads, threads};
    const bool limited =
        setrlimit(RLIMIT_NPROC, &limit) == 0 && setgid(kUser) == 0 && setuid(kUser) == 0;
    _exit(limited && body() ? 0 : 1);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// One line of an error that names threads and the limit.
inline bool NamesThreadLimit(const absl::Status& status, std::string_view limit) {
  const std::string_view message = Message(status);
  return absl::IsUnavailable(status) && IsThreadShortage(status) &&
         message.find("thread") != message.npos &&
         message.find(limit) != message.npos && message.find('\n') == message.npos;
}

}  // namespace rung::testing
