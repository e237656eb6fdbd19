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
  snapshot.tokens = {{256, {.prompt = 40, .generated = 12}}, {2048, {.prompt = 5, .generated = 1}}};
  snapshot.counters.prefix_queried_tokens = 60;
  snapshot.counters.prefix_hit_tokens = 20;
  snapshot.counters.prefix_lookups = 3;
  snapshot.counters.prefix_hits = 1;
  snapshot.kv = {.live_bytes = 250, .reserved_bytes = 500, .cached_bytes = 700};
  return Metrics({.capacities = {256, 4096},
                  .engine = [snapshot] { return snapshot; },
                  .open_connections = [] { return 7; },
                  .kv_limit_bytes = 1000,
                  .build = {{"version", "1.2"}, {"plugin", "a \"b\""}}});
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

TEST(Metrics, TokensAreTheEngines) {
  const std::string text = MakeMetrics().Render();
  for (const char* line :
       {"rung_prompt_tokens_total{capacity=\"256\"} 40",
        "rung_generation_tokens_total{capacity=\"256\"} 12",
        "rung_prompt_tokens_total{capacity=\"4096\"} 0",
        "rung_generation_tokens_total{capacity=\"4096\"} 0",
        "rung_generation_tokens_total{capacity=\"2048\"} 1", "rung_prefix_cache_queries_total 60",
        "rung_prefix_cache_hits_total 20", "rung_prefix_cache_prompts_total{result=\"hit\"} 1",
        "rung_prefix_cache_prompts_total{result=\"miss\"} 2"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Metrics, KvAsAPartOfItsLimit) {
  const std::string text = MakeMetrics().Render();
  EXPECT_THAT(text, HasSubstr("rung_kv_limit_bytes 1000\n"));
  EXPECT_THAT(text, HasSubstr("rung_kv_cache_usage_perc 0.25\n"));
  const Metrics unlimited({.capacities = {256},
                           .engine = [] { return engine::EngineSnapshot(); },
                           .open_connections = [] { return 0; }});
  EXPECT_THAT(unlimited.Render(), HasSubstr("rung_kv_limit_bytes +Inf\n"));
  EXPECT_THAT(unlimited.Render(), HasSubstr("rung_kv_cache_usage_perc 0\n"));
}

TEST(Metrics, WhatServesAndTheProcess) {
  const std::string text = MakeMetrics().Render();
  EXPECT_THAT(text, HasSubstr("rung_build_info{plugin=\"a \\\"b\\\"\",version=\"1.2\"} 1\n"));
  for (const char* name : {"start_time_seconds", "cpu_seconds_total", "resident_memory_bytes",
                           "virtual_memory_bytes", "open_fds", "max_fds"}) {
    EXPECT_THAT(text, HasSubstr(std::string("\nprocess_") + name + " ")) << name;
  }
}

TEST(Metrics, WhatHasNotHappenedYetIsZero) {
  const std::string text = MakeMetrics().Render();
  for (const char* reason : {"stop", "length"}) {
    for (const char* capacity : {"256", "4096"}) {
      EXPECT_THAT(text, HasSubstr(std::string("rung_request_success_total{capacity=\"") + capacity +
                                  "\",finished_reason=\"" + reason + "\"} 0"));
    }
  }
  for (const char* reason : {"bad_request", "context_length_exceeded", "queue_full", "http_401",
                             "http_404", "http_413", "http_503"}) {
    EXPECT_THAT(
        text, HasSubstr(std::string("rung_requests_rejected_total{reason=\"") + reason + "\"} 0"));
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
