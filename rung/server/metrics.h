// What /metrics tells: names are vLLM's with the prefix rung_, and a capacity label; those of the
// process are Prometheus's own.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rung/engine/engine_thread.h"
#include "rung/server/request_log.h"

namespace rung::server {

// Counters and histograms of requests are kept here; the engine's and the device's numbers come
// from a snapshot when /metrics is read. Thread-safe.
class Metrics {
 public:
  struct Sources {
    std::vector<int64_t> capacities;
    std::function<engine::EngineSnapshot()> engine;
    std::function<int64_t()> open_connections;
    int64_t kv_limit_bytes = std::numeric_limits<int64_t>::max();  // that one: no limit
    std::map<std::string, std::string> build;                      // labels of rung_build_info
  };
  explicit Metrics(Sources sources);
  ~Metrics();

  void OnAdmitted(int64_t capacity);
  // "bad_request", "context_length_exceeded", "queue_full", "http_404", ...
  void OnRejected(std::string_view reason);
  void OnFirstToken(int64_t capacity, double seconds_since_arrival);
  void OnNextToken(int64_t capacity, double seconds_since_last);
  void OnFinished(const RequestRecord& record, double seconds_since_arrival);

  // Prometheus text format.
  std::string Render() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rung::server
