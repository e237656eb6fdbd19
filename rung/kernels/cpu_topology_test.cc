#include "rung/kernels/cpu_topology.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace rung::kernels {
namespace {

namespace fs = std::filesystem;

// A /proc and /sys of its own.
class CpuTopologyTest : public ::testing::Test {
 protected:
  CpuTopologyTest()
      : root_(fs::path(::testing::TempDir()) /
              ("cpu_topology_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    fs::remove_all(root_);
    for (int cpu = 0; cpu < 8; ++cpu) {
      // CPUs n and n + 4 share a core.
      const std::string siblings = std::to_string(cpu % 4) + "," + std::to_string(cpu % 4 + 4);
      Write("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list",
            siblings + "\n");
    }
  }
  ~CpuTopologyTest() override { fs::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }

  fs::path root_;
};

TEST_F(CpuTopologyTest, CountsPhysicalCoresOfTheAffinity) {
  EXPECT_EQ(ThreadsAllowed({0, 1, 2, 3, 4, 5, 6, 7}, root_), 4);
  EXPECT_EQ(ThreadsAllowed({1, 5}, root_), 1);
  EXPECT_EQ(ThreadsAllowed({1, 6}, root_), 2);
  EXPECT_EQ(ThreadsAllowed({20, 21}, root_), 2);  // no topology files
  EXPECT_EQ(ThreadsAllowed({}, root_), 1);
}

TEST_F(CpuTopologyTest, QuotasOfAnyLevelBound) {
  const std::vector<int> cpus = {0, 1, 2, 3};
  Write("proc/self/cgroup", "0::/a/b\n");
  Write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(ThreadsAllowed(cpus, root_), 4);
  Write("sys/fs/cgroup/a/cpu.max", "250000 100000\n");
  EXPECT_EQ(ThreadsAllowed(cpus, root_), 2);
  Write("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(ThreadsAllowed(cpus, root_), 1);
}

TEST_F(CpuTopologyTest, VersionOneGroups) {
  const std::vector<int> cpus = {0, 1, 2, 3};
  Write("proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/job\n");
  Write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  Write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(ThreadsAllowed(cpus, root_), 4);
  Write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "300000\n");
  Write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(ThreadsAllowed(cpus, root_), 3);
}

TEST(ParseCpuMaxTest, Table) {
  EXPECT_EQ(ParseCpuMax("150000 100000"), 1.5);
  EXPECT_EQ(ParseCpuMax("max 100000\n"), std::nullopt);
  for (const char* text : {"", "max", "1", "0 100000", "1 0", "-1 100000", "1 2 3", "a b"}) {
    EXPECT_EQ(ParseCpuMax(text), std::nullopt) << text;
  }
}

TEST(DefaultThreadsTest, AtLeastOne) { EXPECT_GE(DefaultThreads(), 1); }

}  // namespace
}  // namespace rung::kernels
