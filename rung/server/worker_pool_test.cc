#include "rung/server/worker_pool.h"

#include <atomic>
#include <future>

#include "gtest/gtest.h"
#include "rung/base/testing/limited_process.h"

namespace rung::server {
namespace {

TEST(WorkerPool, RunsEveryTask) {
  std::atomic<int> ran = 0;
  std::promise<void> all;
  WorkerPool pool(3, 1000);
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(pool.TrySubmit([&] {
      if (++ran == 500) all.set_value();
    }));
  }
  all.get_future().wait();
  EXPECT_EQ(ran, 500);
}

TEST(WorkerPool, RefusesBeyondItsLimit) {
  std::promise<void> release;
  std::promise<void> running;
  std::atomic<int> ran = 0;
  {
    WorkerPool pool(1, 2);
    ASSERT_TRUE(pool.TrySubmit([&] {
      running.set_value();
      release.get_future().wait();
    }));
    running.get_future().wait();
    EXPECT_TRUE(pool.TrySubmit([&] { ++ran; }));
    EXPECT_TRUE(pool.TrySubmit([&] { ++ran; }));
    EXPECT_FALSE(pool.TrySubmit([&] { ++ran; }));
    release.set_value();
  }
  EXPECT_LE(ran, 2);  // what waits at the end may be dropped
}

TEST(WorkerPool, SaysWhenItGetsFewerThreads) {
  if (!rung::testing::CanLimitThreads()) GTEST_SKIP() << "needs a user of its own";
  for (rlim_t limit : {1, 2, 3}) {
    EXPECT_TRUE(rung::testing::TrueWithThreads(limit, [] {
      WorkerPool pool(3, 10);
      return rung::testing::NamesThreadLimit(pool.status(), "ulimit -u");
    })) << limit;
  }
  EXPECT_TRUE(rung::testing::TrueWithThreads(4, [] { return WorkerPool(3, 10).status().ok(); }));
}

}  // namespace
}  // namespace rung::server
