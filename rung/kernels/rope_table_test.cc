#include "rung/kernels/rope_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace rung::kernels {
namespace {

TEST(RopeTableTest, AnglesAreRoundedToFloatFirst) {
  const std::vector<float> frequencies = {1.0f, 0.3f, 1e-4f};
  RopeTable table(frequencies);
  EXPECT_EQ(table.half(), 3);
  for (int64_t position : {0, 1, 255, 256, 4095, 100000}) {
    const float* row = table.Row(position);
    for (size_t i = 0; i < 3; ++i) {
      const float angle = static_cast<float>(position) * frequencies[i];
      EXPECT_EQ(row[i], static_cast<float>(std::cos(static_cast<double>(angle))));
      EXPECT_EQ(row[3 + i], static_cast<float>(std::sin(static_cast<double>(angle))));
    }
  }
}

TEST(RopeTableTest, RowsDoNotMoveAndGrowFromManyThreads) {
  RopeTable table({1.0f, 0.5f});
  const float* first = table.Row(3);
  std::vector<std::thread> threads;
  std::vector<const float*> seen(4);
  for (size_t t = 0; t < seen.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int64_t p = 0; p < 5000; ++p) seen[t] = table.Row(p);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const float* row : seen) EXPECT_EQ(row, seen[0]);
  EXPECT_EQ(table.Row(3), first);
}

}  // namespace
}  // namespace rung::kernels
