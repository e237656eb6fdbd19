// Why a step holds rows of any rungs: a thousand random arrivals under four ways to batch, with the
// step costs of a real machine.
#include <algorithm>
#include <deque>
#include <map>
#include <random>

#include "gtest/gtest.h"
#include "rung/context/batch_plan.h"
#include "rung/context/ladder.h"

namespace rung::engine {
namespace {

// What a decode step costs, padding included: a row alone, or base + row * rows, and in both cases
// position * (sum of their capacities). Fitted to the twelve steps that `rung buckets --measure
// --lowering portable` prints for SmolLM2-135M in f32 on 2 cores (AMD Zen 5), means of two runs
// with nothing else running. One row is a product with a vector, which XLA runs another way.
constexpr double kAloneMs = 14.4;
constexpr double kBaseMs = 24.7;
constexpr double kRowMs = 0.75;
constexpr double kPositionMs = 0.0016;
// Growth copies, by position of the target; the dearest that was measured.
constexpr double kCopyMsPerPosition = 0.0018;

struct Measured {
  std::vector<int64_t> rows;
  double ms;
};
const std::vector<Measured> kMeasured = {
    {{256}, 14.3},
    {{512}, 16.2},
    {{1024}, 16.6},
    {{2048}, 17.5},
    {{4096}, 20.3},
    {{256, 256}, 27.4},
    {{256, 256, 256, 256}, 28.0},
    {{256, 256, 256, 256, 256, 256, 256, 256}, 34.2},
    {{256, 4096}, 33.0},
    {{256, 256, 256, 4096}, 34.9},
    {{256, 256, 256, 256, 256, 256, 256, 4096}, 39.6},
    {{4096, 4096}, 39.7},
};

double StepMs(const std::vector<int64_t>& rows) {
  std::vector<context::RowShape> shapes;
  for (int64_t capacity : rows) shapes.push_back({capacity});
  const auto plan = context::PlanDecode(shapes, context::kLadder.front());
  const std::vector<context::RowShape>& padded = plan->key.rows;
  double ms = padded.size() == 1 ? kAloneMs : kBaseMs;
  for (const context::RowShape& row : padded) {
    if (padded.size() > 1) ms += kRowMs;
    ms += kPositionMs * static_cast<double>(row.capacity);
  }
  return ms;
}

enum class Policy { kMixed, kAlwaysLargest, kGroups, kPromotion };

struct Arrival {
  double at_ms;
  int64_t prompt;
  int64_t reply;
};

constexpr int64_t kLargest = 4096;
constexpr size_t kMaxRows = 8;

int64_t RungFor(int64_t length) {
  for (int64_t rung : context::kLadder) {
    if (rung >= length) return rung;
  }
  return kLargest;
}

// One step over rows of these rungs.
double RunStep(Policy policy, const std::vector<int64_t>& rungs) {
  switch (policy) {
    case Policy::kMixed:
      return StepMs(rungs);
    case Policy::kAlwaysLargest:
      return StepMs(std::vector<int64_t>(rungs.size(), kLargest));
    case Policy::kPromotion:
      return StepMs(
          std::vector<int64_t>(rungs.size(), *std::max_element(rungs.begin(), rungs.end())));
    case Policy::kGroups: {
      std::map<int64_t, std::vector<int64_t>> groups;
      for (int64_t rung : rungs) groups[rung].push_back(rung);
      double ms = 0;
      for (const auto& [rung, group] : groups) ms += StepMs(group);
      return ms;
    }
  }
  return 0;
}

// Milliseconds of all steps and copies until the last reply has ended. Prefill costs the same
// everywhere and is left out.
double BusyMs(Policy policy, const std::vector<Arrival>& arrivals) {
  struct Row {
    int64_t length;
    int64_t left;
    int64_t rung;
  };
  double now = 0;
  double busy = 0;
  size_t next = 0;
  std::vector<Row> rows;
  while (next < arrivals.size() || !rows.empty()) {
    while (next < arrivals.size() && rows.size() < kMaxRows && arrivals[next].at_ms <= now) {
      const Arrival& arrival = arrivals[next++];
      rows.push_back({arrival.prompt, arrival.reply, RungFor(arrival.prompt)});
    }
    if (rows.empty()) {
      now = arrivals[next].at_ms;
      continue;
    }
    double step = 0;
    std::vector<int64_t> rungs;
    for (Row& row : rows) {
      const int64_t rung = RungFor(row.length + 1);
      if (rung != row.rung && policy != Policy::kAlwaysLargest) {
        step += kCopyMsPerPosition * static_cast<double>(rung);
      }
      row.rung = rung;
      rungs.push_back(rung);
    }
    step += RunStep(policy, rungs);
    now += step;
    busy += step;
    for (Row& row : rows) {
      ++row.length;
      --row.left;
    }
    std::erase_if(rows, [](const Row& row) { return row.left == 0; });
  }
  return busy;
}

// Mostly short, some long, one in ten with a long prompt: the mixture of a small chat server.
std::vector<Arrival> RandomArrivals(uint32_t seed, double mean_gap_ms) {
  std::mt19937 random(seed);
  std::exponential_distribution<double> gap(1 / mean_gap_ms);
  std::vector<Arrival> arrivals;
  double at = 0;
  for (int i = 0; i < 1000; ++i) {
    at += gap(random);
    const int64_t prompt = random() % 10 == 0 ? 500 + random() % 2000 : 10 + random() % 150;
    const int64_t reply = random() % 8 == 0 ? 200 + random() % 1200 : 10 + random() % 150;
    arrivals.push_back({at, prompt, std::min(reply, kLargest - prompt)});
  }
  return arrivals;
}

TEST(BatchPolicyTest, EveryMeasuredStepIsNearTheFit) {
  for (const Measured& step : kMeasured) {
    EXPECT_NEAR(StepMs(step.rows) / step.ms, 1, 0.12)
        << step.rows.size() << " rows, largest " << step.rows.back();
  }
}

TEST(BatchPolicyTest, MixedStepsTakeTheLeastTimeOverAThousandArrivals) {
  for (const double mean_gap_ms : {100.0, 1000.0, 3000.0}) {
    for (uint32_t seed = 1; seed <= 3; ++seed) {
      const std::vector<Arrival> arrivals = RandomArrivals(seed, mean_gap_ms);
      const double mixed = BusyMs(Policy::kMixed, arrivals);
      const std::string where = "gap " + std::to_string(mean_gap_ms) + ", seed " +
                                std::to_string(seed) + ", mixed " + std::to_string(mixed / 1e3);
      for (const auto& [policy, name] :
           {std::pair(Policy::kAlwaysLargest, "largest"), std::pair(Policy::kGroups, "groups"),
            std::pair(Policy::kPromotion, "promotion")}) {
        const double other = BusyMs(policy, arrivals);
        EXPECT_LT(mixed, other) << where << ", " << name;
        if (seed == 1) {
          RecordProperty(std::string(name) + "_over_mixed_at_gap_" +
                             std::to_string(static_cast<int>(mean_gap_ms)),
                         std::to_string(other / mixed));
        }
      }
    }
  }
}

}  // namespace
}  // namespace rung::engine
