#include "rung/server/process_stats.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace rung::server {
namespace {

double Now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

TEST(ProcessStats, OfThisProcess) {
  const ProcessStats before = ReadProcessStats();
  ASSERT_TRUE(before.start_time_seconds && before.cpu_seconds && before.open_fds);
  EXPECT_LE(*before.start_time_seconds, Now() + 2);  // the clock may have been set since boot
  EXPECT_GT(*before.start_time_seconds, Now() - 86400);
  EXPECT_GT(*before.resident_bytes, 1 << 20);
  EXPECT_GT(*before.virtual_bytes, *before.resident_bytes);
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_EQ(*before.max_fds, static_cast<int64_t>(limit.rlim_cur));
  const int more = dup(STDERR_FILENO);
  EXPECT_EQ(*ReadProcessStats().open_fds, *before.open_fds + 1);
  close(more);
  EXPECT_EQ(*ReadProcessStats().open_fds, *before.open_fds);
}

TEST(ProcessStats, ANameWithBlanksAndBracketsIsNoField) {
  const std::filesystem::path root = std::filesystem::path(::testing::TempDir()) / "proc_stats";
  std::filesystem::create_directories(root / "proc/self");
  std::ofstream(root / "proc/self/stat") << "7 (a b) (c) S 1 7 7 0 -1 4 0 0 0 0 250 150 0 0 20 0 9 "
                                            "0 12345 4096000 25 18446744073709551615\n";
  std::ofstream(root / "proc/stat") << "cpu  1 2\nbtime 1700000000\nprocesses 3\n";
  const ProcessStats stats = ReadProcessStats(root);
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  EXPECT_EQ(stats.cpu_seconds, 400 / ticks);
  EXPECT_EQ(stats.start_time_seconds, 1.7e9 + 12345 / ticks);
  EXPECT_EQ(stats.virtual_bytes, 4096000);
  EXPECT_EQ(stats.resident_bytes, 25 * sysconf(_SC_PAGESIZE));
  EXPECT_FALSE(stats.open_fds);
}

TEST(ProcessStats, WithoutProcThereAreNone) {
  const ProcessStats stats = ReadProcessStats("/nowhere");
  EXPECT_FALSE(stats.start_time_seconds || stats.cpu_seconds || stats.virtual_bytes ||
               stats.resident_bytes || stats.open_fds);
}

}  // namespace
}  // namespace rung::server
