#include "rung/server/metrics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

using ::testing::HasSubstr;

Metrics MakeMetrics() {
  engine::EngineSnapshot snapshot;
  snapshot.loads = {{.capacity = 256, .running = 3, .waiting = 2}};
  snapshot.counters.compiles_waited_for = 1;
  snapshot.gauges.compiles_waited_for = 2;
  snapshot.gauges.compiled_capacities = {256};
  snapshot.gauges.cache_hits = 5;
  snapshot.gauges.cache_misses = 4;
  return Metrics({.capacities = {256, 4096},
                  .engine = [snapshot] { return snapshot; },
                  .open_connections = [] { return 7; }});
}

TEST(Metrics, EveryCapacityStandsThereFromTheStart) {
  const std::string text = MakeMetrics().Render();
  for (const char* line :
       {"rung_num_requests_running{capacity=\"256\"} 3",
        "rung_num_requests_running{capacity=\"4096\"} 0",
        "rung_num_requests_waiting{capacity=\"256\"} 2",
        "rung_bucket_requests_total{capacity=\"4096\"} 0", "rung_compiles_waited_for_total 3",
        "rung_capacity_compiled{capacity=\"256\"} 1", "rung_capacity_compiled{capacity=\"4096\"} 0",
        "rung_compile_cache_hits_total 5", "rung_compile_cache_misses_total 4",
        "rung_http_connections 7", "# TYPE rung_time_to_first_token_seconds histogram",
        "# TYPE rung_compiles_total counter"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Metrics, CountsRequests) {
  Metrics metrics = MakeMetrics();
  metrics.OnAdmitted(4096);
  metrics.OnFirstToken(4096, 0.2);
  metrics.OnNextToken(4096, 0.03);
  metrics.OnFinished({.prompt_tokens = 415,
                      .new_tokens = 8,
                      .capacity = 4096,
                      .finish = engine::FinishReason::kLength},
                     1.5);
  metrics.OnFinished(
      {.prompt_tokens = 5, .capacity = 256, .finish = engine::FinishReason::kCancelled}, 1.5);
  metrics.OnFinished({.prompt_tokens = 6,
                      .capacity = 256,
                      .finish = engine::FinishReason::kCancelled,
                      .cancelled_by = "timeout"},
                     1.5);
  metrics.OnRejected("queue_full");
  metrics.OnRejected("queue_full");
  const std::string text = metrics.Render();
  for (const char* line :
       {"rung_bucket_requests_total{capacity=\"4096\"} 1",
        "rung_request_success_total{capacity=\"4096\",finished_reason=\"length\"} 1",
        "rung_prompt_tokens_total{capacity=\"4096\"} 415",
        "rung_capacity_positions_reserved_total{capacity=\"4096\"} 4096",
        "rung_capacity_positions_used_total{capacity=\"4096\"} 423",
        "rung_cancelled_total{capacity=\"256\"} 2",
        "rung_request_timeouts_total{capacity=\"256\"} 1",
        "rung_request_timeouts_total{capacity=\"4096\"} 0",
        "rung_requests_rejected_total{reason=\"queue_full\"} 2",
        "rung_time_to_first_token_seconds_count{capacity=\"4096\"} 1"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

// A rung that takes the place of a bucket that did not compile was not there at start.
TEST(Metrics, CountsCapacitiesThatComeLater) {
  Metrics metrics = MakeMetrics();
  metrics.OnAdmitted(2048);
  metrics.OnFirstToken(2048, 0.2);
  metrics.OnNextToken(2048, 0.03);
  metrics.OnFinished({.capacity = 2048, .finish = engine::FinishReason::kLength}, 1.5);
  EXPECT_THAT(metrics.Render(), HasSubstr("rung_bucket_requests_total{capacity=\"2048\"} 1"));
}

}  // namespace
}  // namespace rung::server
