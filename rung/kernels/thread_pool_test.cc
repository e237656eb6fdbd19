#include "rung/kernels/thread_pool.h"

#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "rung/base/testing/limited_process.h"

namespace rung::kernels {
namespace {

using std::chrono::microseconds;

TEST(ThreadPoolTest, RunsEachItemOnce) {
  for (int threads : {1, 2, 3, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int64_t items : {0, 1, 2, 7, 1000, 100000}) {
      std::vector<std::atomic<int>> counts(static_cast<size_t>(items));
      auto count = [&](int64_t begin, int64_t end) {
        for (int64_t item = begin; item < end; ++item) ++counts[static_cast<size_t>(item)];
      };
      pool.Run(items, count);
      for (const auto& c : counts) EXPECT_EQ(c, 1);
    }
  }
}

TEST(ThreadPoolTest, APhaseEndsBeforeTheNextBegins) {
  ThreadPool pool(3);
  for (int round = 0; round < 2000; ++round) {
    std::atomic<int> first{0};
    std::atomic<int> second{0};
    std::atomic<int> third{0};
    std::atomic<bool> ordered{true};
    auto one = [&](int64_t begin, int64_t end) { first += static_cast<int>(end - begin); };
    auto none = [&](int64_t, int64_t) { ordered = false; };
    auto two = [&](int64_t, int64_t) {
      if (first != 5) ordered = false;
      ++second;
    };
    auto three = [&](int64_t begin, int64_t end) {
      if (second != 1) ordered = false;
      third += static_cast<int>(end - begin);
    };
    const Phase phases[] = {{5, one}, {0, none}, {1, two}, {9, three}};
    pool.Run(phases);
    ASSERT_TRUE(ordered);
    ASSERT_EQ(third, 9);
  }
}

// Waiting for a slow range outlasts the spinning.
TEST(ThreadPoolTest, SleepsWhileARangeIsSlow) {
  ThreadPool pool(3, microseconds(10));
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> total{0};
    auto slow = [&](int64_t begin, int64_t) {
      if (begin == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++total;
    };
    auto after = [&](int64_t begin, int64_t end) { total += static_cast<int>(end - begin) * 100; };
    const Phase phases[] = {{3, slow}, {5, after}};
    pool.Run(phases);
    ASSERT_EQ(total % 100, total - 500);
  }
}

// A sleeping pool must wake: each round starts after the threads have parked.
TEST(ThreadPoolTest, WorksAfterSleeping) {
  ThreadPool pool(2, microseconds(0));
  for (int round = 0; round < 50; ++round) {
    std::this_thread::sleep_for(microseconds(200));
    std::atomic<int> total{0};
    auto add = [&](int64_t begin, int64_t end) { total += static_cast<int>(end - begin); };
    pool.Run(40, add);
    ASSERT_EQ(total, 40);
  }
}

TEST(ThreadPoolTest, RunsInlineFromWithinARange) {
  ThreadPool pool(2);
  std::atomic<int> total{0};
  auto inner = [&](int64_t begin, int64_t end) { total += static_cast<int>(end - begin); };
  auto outer = [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) pool.Run(10, inner);
  };
  pool.Run(8, outer);
  EXPECT_EQ(total, 80);
}

TEST(ThreadPoolTest, TwoCallersAtOnce) {
  ThreadPool pool(2);
  const auto caller = [&] {
    for (int round = 0; round < 2000; ++round) {
      std::atomic<int> total{0};
      auto add = [&](int64_t begin, int64_t end) { total += static_cast<int>(end - begin); };
      pool.Run(13, add);
      ASSERT_EQ(total, 13);
    }
  };
  std::thread other(caller);
  caller();
  other.join();
}

// XLA's threads flush subnormals; ranges must not, whichever thread takes them.
TEST(ThreadPoolTest, RangesRunInTheKernelsFloatEnvironment) {
  const unsigned flushing = 0x1f80 | _MM_FLUSH_ZERO_ON | 0x40;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(flushing);
  for (int threads : {1, 3}) {
    ThreadPool pool(threads);
    std::atomic<int> wrong{0};
    auto check = [&](int64_t, int64_t) { wrong += (_mm_getcsr() & ~0x3fu) != 0x1f80; };
    pool.Run(1000, check);
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(_mm_getcsr(), flushing);
  }
  _mm_setcsr(before);
}

TEST(ThreadPool, WorksWithTheThreadsThatItGets) {
  if (!rung::testing::CanLimitThreads()) GTEST_SKIP() << "needs a user of its own";
  for (rlim_t limit : {1, 2, 3}) {
    EXPECT_TRUE(rung::testing::TrueWithThreads(limit, [&] {
      ThreadPool pool(4);
      std::atomic<int64_t> sum = 0;
      auto add = [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) sum += i;
      };
      for (int run = 0; run < 100; ++run) pool.Run(1000, add);
      return sum == 100 * 499500 && pool.threads() == static_cast<int>(limit) &&
             rung::testing::NamesThreadLimit(pool.status(), fmt::format("ulimit -u {}", limit));
    })) << limit;
  }
  EXPECT_TRUE(rung::testing::TrueWithThreads(4, [] { return ThreadPool(4).status().ok(); }));
}

}  // namespace
}  // namespace rung::kernels
