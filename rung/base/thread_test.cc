#include "rung/base/thread.h"

#include <unistd.h>

#include <atomic>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/testing/limited_process.h"

namespace rung {
namespace {

namespace fs = std::filesystem;
using rung::testing::CanLimitThreads;
using rung::testing::NamesThreadLimit;
using rung::testing::TrueWithThreads;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Thread, RunsWhatItIsGiven) {
  std::atomic<int> ran = 0;
  auto thread = StartThread([&] { ++ran; });
  ASSERT_TRUE(thread.ok()) << thread.status();
  thread->join();
  EXPECT_EQ(ran, 1);
  EXPECT_TRUE(CheckThreadsCanStart(8).ok());
  EXPECT_TRUE(CheckThreadsCanStart(0).ok());
  EXPECT_FALSE(IsThreadShortage(absl::UnavailableError("a device that is busy")));
}

TEST(Thread, ALimitIsAnErrorThatNamesIt) {
  if (!CanLimitThreads()) GTEST_SKIP() << "needs a user of its own";
  EXPECT_TRUE(TrueWithThreads(3, [] {
    for (int started = 0; started < 10; ++started) {
      auto thread = StartThread([] { pause(); });
      if (!thread.ok()) return started == 2 && NamesThreadLimit(thread.status(), "ulimit -u 3");
      thread->detach();
    }
    return false;
  }));
  EXPECT_TRUE(
      TrueWithThreads(3, [] { return NamesThreadLimit(CheckThreadsCanStart(3), "ulimit -u 3"); }));
  // What was tried is there again, at once and each time.
  EXPECT_TRUE(TrueWithThreads(3, [] {
    for (int i = 0; i < 200; ++i) {
      if (!CheckThreadsCanStart(2).ok()) return false;
    }
    return true;
  }));
}

TEST(Thread, LimitsAreReadFromTheCgroupsToo) {
  const fs::path root = fs::path(::testing::TempDir()) / "thread_test";
  const auto write = [&](const fs::path& path, std::string_view text) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  };
  EXPECT_THAT(ThreadLimits(root), Not(HasSubstr("pids")));
  write("proc/self/cgroup", "8:pids:/docker/abc\n0::/a.slice/b.scope\n");
  write("sys/fs/cgroup/a.slice/b.scope/pids.max", "max\n");
  EXPECT_THAT(ThreadLimits(root), Not(HasSubstr("pids")));
  write("sys/fs/cgroup/a.slice/pids.max", "100\n");
  EXPECT_THAT(ThreadLimits(root), HasSubstr("the cgroup's pids.max 100"));
  write("sys/fs/cgroup/pids/pids.max", "50\n");
  EXPECT_THAT(ThreadLimits(root), HasSubstr("the cgroup's pids.max 50"));
  fs::remove_all(root);
}

}  // namespace
}  // namespace rung
