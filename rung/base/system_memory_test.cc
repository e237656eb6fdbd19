#include "rung/base/system_memory.h"

#include <fstream>

#include "gtest/gtest.h"

namespace rung {
namespace {

namespace fs = std::filesystem;

class SystemMemoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / "system_memory_test";
    fs::remove_all(root_);
    Write("proc/meminfo", "MemTotal:       24684100 kB\nMemFree: 1 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void Write(const fs::path& path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  MemoryLimit Limit() const { return SystemMemoryLimit(root_).value_or(MemoryLimit{}); }

  fs::path root_;
};

constexpr int64_t kMachine = int64_t{24684100} * 1024;

TEST_F(SystemMemoryTest, TheMachine) {
  EXPECT_EQ(Limit().bytes, kMachine);
  EXPECT_EQ(Limit().source, "the machine's memory");
  fs::remove_all(root_);
  EXPECT_FALSE(SystemMemoryLimit(root_).has_value());
}

TEST_F(SystemMemoryTest, CgroupsOfVersion2) {
  Write("proc/self/cgroup", "0::/a.slice/b.scope\n");
  Write("sys/fs/cgroup/a.slice/b.scope/memory.max", "max\n");
  EXPECT_EQ(Limit().bytes, kMachine);
  Write("sys/fs/cgroup/a.slice/memory.max", "1073741824\n");
  EXPECT_EQ(Limit().bytes, 1073741824);
  EXPECT_EQ(Limit().source, "the cgroup's memory.max");
  Write("sys/fs/cgroup/a.slice/b.scope/memory.max", "536870912\n");
  EXPECT_EQ(Limit().bytes, 536870912);
}

TEST_F(SystemMemoryTest, CgroupsOfVersion1) {
  Write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/docker/abc\n0::/\n");
  // As a container sees it: the path is the host's.
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "268435456\n");
  EXPECT_EQ(Limit().bytes, 268435456);
  EXPECT_EQ(Limit().source, "the cgroup's memory.limit_in_bytes");
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(Limit().bytes, kMachine);
}

TEST_F(SystemMemoryTest, NonsenseIsNoLimit) {
  Write("proc/self/cgroup", "x\n0::\n:::::\n");
  Write("sys/fs/cgroup/memory.max", "many\n");
  EXPECT_EQ(Limit().bytes, kMachine);
  Write("sys/fs/cgroup/memory.max", "0\n");
  EXPECT_EQ(Limit().bytes, kMachine);
}

TEST(ResidentBytes, IsMoreThanNothing) { EXPECT_GT(ResidentBytes(), 1 << 20); }

}  // namespace
}  // namespace rung
