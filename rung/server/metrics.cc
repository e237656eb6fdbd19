#include "rung/server/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <limits>
#include <map>
#include <mutex>
#include <set>

#include "rung/pjrt/live_objects.h"
#include "rung/server/process_stats.h"

namespace rung::server {
namespace {

using prometheus::ClientMetric;
using prometheus::Counter;
using prometheus::Family;
using prometheus::Histogram;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::map<std::string, std::string>;

// Seconds: from one kernel step on a fast device to a long queue on a slow one.
const Histogram::BucketBoundaries kLatencyBuckets = {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
                                                     2.5,   5,    10,    30,   60,  120,  300};
const Histogram::BucketBoundaries kTokenBuckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075,
                                                   0.1,   0.15,   0.2,   0.3,  0.5,   1,    2.5};

// What is refused: codes of api::Error where it has one, else the status.
constexpr const char* kRejectReasons[] = {"bad_request",
                                          "context_length_exceeded",
                                          "unsupported_parameter",
                                          "model_not_found",
                                          "queue_full",
                                          "unavailable",
                                          "http_400",
                                          "http_401",
                                          "http_403",
                                          "http_404",
                                          "http_405",
                                          "http_408",
                                          "http_413",
                                          "http_414",
                                          "http_415",
                                          "http_417",
                                          "http_431",
                                          "http_500",
                                          "http_501",
                                          "http_503",
                                          "http_505"};
constexpr engine::FinishReason kFinishedReasons[] = {engine::FinishReason::kStop,
                                                     engine::FinishReason::kLength};

// Samples that are read from elsewhere at the time of the scrape.
class Snapshot {
 public:
  void Gauge(const std::string& name, const std::string& help, double value, Labels labels = {}) {
    Add(MetricType::Gauge, name, help, std::move(labels)).gauge.value = value;
  }
  void Count(const std::string& name, const std::string& help, double value, Labels labels = {}) {
    Add(MetricType::Counter, name, help, std::move(labels)).counter.value = value;
  }
  std::vector<MetricFamily> Take() { return std::move(families_); }

 private:
  ClientMetric& Add(MetricType type, const std::string& name, const std::string& help,
                    Labels labels) {
    const std::string full_name = name.starts_with("process_") ? name : "rung_" + name;
    if (families_.empty() || families_.back().name != full_name) {
      families_.push_back({full_name, help, type, {}});
    }
    ClientMetric& metric = families_.back().metric.emplace_back();
    for (auto& [label, value] : labels) metric.label.push_back({label, value});
    return metric;
  }

  std::vector<MetricFamily> families_;
};

// The children of one family, one for each capacity: the buckets there are at start, so that they
// show before their first request, and rungs that take the place of a dropped one. Thread-safe.
template <typename Metric>
class ByCapacity {
 public:
  using Make = std::function<Metric*(const Labels&)>;

  ByCapacity() = default;
  ByCapacity(const std::vector<int64_t>& capacities, Make make) : make_(std::move(make)) {
    for (int64_t capacity : capacities) at(capacity);
  }
  Metric* at(int64_t capacity) {
    const std::lock_guard lock(*mutex_);
    Metric*& child = children_[capacity];
    if (child == nullptr) child = make_({{"capacity", std::to_string(capacity)}});
    return child;
  }

 private:
  Make make_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::map<int64_t, Metric*> children_;
};

}  // namespace

struct Metrics::State {
  explicit State(Sources given) : sources(std::move(given)) {
    finished = &prometheus::BuildCounter()
                    .Name("rung_request_success_total")
                    .Help("Sequences that ended by themselves, by reason")
                    .Register(registry);
    rejected = &prometheus::BuildCounter()
                    .Name("rung_requests_rejected_total")
                    .Help("Requests refused before they reached the engine, by reason")
                    .Register(registry);
    hits = Counters("bucket_requests_total", "Sequences admitted to each capacity");
    for (const char* reason : kRejectReasons) rejected->Add({{"reason", reason}});
    for (int64_t capacity : sources.capacities) {
      for (engine::FinishReason reason : kFinishedReasons) Finished(capacity, reason);
    }
    cancelled = Counters("cancelled_total", "Sequences cancelled, mostly by a client that left");
    timed_out = Counters("request_timeouts_total",
                         "Of the cancelled sequences: those of requests over --request-timeout");
    failed = Counters("request_failures_total", "Sequences that ended with an error");
    reserved = Counters("capacity_positions_reserved_total",
                        "Positions reserved by finished sequences: their capacity");
    used = Counters("capacity_positions_used_total",
                    "Positions that finished sequences used: prompt and new tokens");
    first_token = Histograms("time_to_first_token_seconds", "From arrival to the first token",
                             kLatencyBuckets);
    next_token = Histograms("inter_token_latency_seconds", "Between two tokens of a sequence",
                            kTokenBuckets);
    whole = Histograms("e2e_request_latency_seconds", "From arrival to the end", kLatencyBuckets);
    queue = Histograms("request_queue_time_seconds", "Waiting for a row", kLatencyBuckets);
    prefill = Histograms("request_prefill_time_seconds", "From a row to the first token",
                         kLatencyBuckets);
    decode = Histograms("request_decode_time_seconds", "From the first token to the end",
                        kLatencyBuckets);
  }

  ByCapacity<Counter> Counters(const std::string& name, const std::string& help) {
    auto& family = prometheus::BuildCounter().Name("rung_" + name).Help(help).Register(registry);
    return {sources.capacities, [&family](const Labels& labels) { return &family.Add(labels); }};
  }
  ByCapacity<Histogram> Histograms(const std::string& name, const std::string& help,
                                   const Histogram::BucketBoundaries& bounds) {
    auto& family = prometheus::BuildHistogram().Name("rung_" + name).Help(help).Register(registry);
    return {sources.capacities,
            [&family, &bounds](const Labels& labels) { return &family.Add(labels, bounds); }};
  }

  Counter& Finished(int64_t capacity, engine::FinishReason reason) const {
    return finished->Add({{"capacity", std::to_string(capacity)},
                          {"finished_reason", engine::FinishReasonName(reason)}});
  }

  void AddEngine(const engine::EngineSnapshot& engine, Snapshot* out) const;
  void AddTokens(const engine::EngineSnapshot& engine, Snapshot* out) const;
  void AddKv(const engine::KvUsage& kv, Snapshot* out) const;
  void AddDevice(const engine::HostGauges& device, Snapshot* out) const;
  void AddProcess(Snapshot* out) const;

  Sources sources;
  prometheus::Registry registry;
  Family<Counter>* finished;
  Family<Counter>* rejected;
  ByCapacity<Counter> hits, cancelled, timed_out, failed, reserved, used;
  ByCapacity<Histogram> first_token, next_token, whole, queue, prefill, decode;
};

Metrics::Metrics(Sources sources) : state_(std::make_unique<State>(std::move(sources))) {}
Metrics::~Metrics() = default;

void Metrics::OnAdmitted(int64_t capacity) { state_->hits.at(capacity)->Increment(); }

void Metrics::OnRejected(std::string_view reason) {
  state_->rejected->Add({{"reason", std::string(reason)}}).Increment();
}

void Metrics::OnFirstToken(int64_t capacity, double seconds) {
  state_->first_token.at(capacity)->Observe(seconds);
}

void Metrics::OnNextToken(int64_t capacity, double seconds) {
  state_->next_token.at(capacity)->Observe(seconds);
}

void Metrics::OnFinished(const RequestRecord& record, double seconds) {
  const int64_t capacity = record.capacity;
  state_->reserved.at(capacity)->Increment(static_cast<double>(capacity));
  state_->used.at(capacity)->Increment(
      static_cast<double>(record.prompt_tokens + record.new_tokens));
  switch (record.finish) {
    case engine::FinishReason::kCancelled:
      if (record.cancelled_by == "timeout") state_->timed_out.at(capacity)->Increment();
      return state_->cancelled.at(capacity)->Increment();
    case engine::FinishReason::kError:
      return state_->failed.at(capacity)->Increment();
    default:
      break;
  }
  state_->Finished(capacity, record.finish).Increment();
  state_->whole.at(capacity)->Observe(seconds);
  state_->queue.at(capacity)->Observe(record.times.queue_ms / 1e3);
  state_->prefill.at(capacity)->Observe(record.times.prefill_ms / 1e3);
  state_->decode.at(capacity)->Observe(record.times.decode_ms / 1e3);
}

void Metrics::State::AddEngine(const engine::EngineSnapshot& engine, Snapshot* out) const {
  std::map<int64_t, engine::CapacityLoad> loads;
  for (int64_t capacity : sources.capacities) loads[capacity].capacity = capacity;
  for (const engine::CapacityLoad& load : engine.loads) loads[load.capacity] = load;
  for (const auto& [capacity, load] : loads) {
    out->Gauge("num_requests_running", "Sequences with a row on the device",
               static_cast<double>(load.running), {{"capacity", std::to_string(capacity)}});
  }
  for (const auto& [capacity, load] : loads) {
    out->Gauge("num_requests_waiting", "Sequences that wait for a row",
               static_cast<double>(load.waiting), {{"capacity", std::to_string(capacity)}});
  }
  AddTokens(engine, out);
  const engine::EngineCounters& counters = engine.counters;
  const auto count = [out](const char* name, const char* help, int64_t value) {
    out->Count(name, help, static_cast<double>(value));
  };
  count("engine_steps_total", "Steps", counters.steps);
  count("engine_failed_steps_total", "Rows whose step failed", counters.failed_steps);
  count("engine_prefilled_tokens_total", "Tokens prefilled, those prefilled anew included",
        counters.prompt_tokens);
  count("engine_generated_tokens_total", "Tokens drawn", counters.generated_tokens);
  count("decode_rows_total", "Rows of all decode programs that ran", counters.decode_rows);
  count("decode_padding_rows_total", "Rows that only filled a decode program up",
        counters.decode_padding_rows);
  count("prefill_padding_tokens_total", "Positions of prefill chunks beyond their tokens",
        counters.prefill_padding_tokens);
  count("growth_copies_total", "Rows moved to a larger rung", counters.growth_copies);
  count("growth_waits_total", "Rows that outgrew a rung before the next was compiled",
        counters.growth_waits);
  count("evictions_total", "Running sequences that gave up their KV to an older one",
        counters.evictions);
  count("overtakes_total", "Sequences that started past one that waited for KV",
        counters.overtakes);
  count("prefix_cache_queries_total", "Tokens of prompts looked up in the prefix cache",
        counters.prefix_queried_tokens);
  count("prefix_cache_hits_total", "Of them: tokens that were there, and not prefilled",
        counters.prefix_hit_tokens);
  const auto prompts = [out](const char* result, int64_t value) {
    out->Count("prefix_cache_prompts_total", "Prompts looked up in the prefix cache, by result",
               static_cast<double>(value), {{"result", result}});
  };
  prompts("hit", counters.prefix_hits);
  prompts("miss", counters.prefix_lookups - counters.prefix_hits);
  AddKv(engine.kv, out);
  count("compiles_waited_for_total", "Sequences and steps that had to wait for a compile",
        counters.compiles_waited_for + engine.gauges.compiles_waited_for);
}

void Metrics::State::AddTokens(const engine::EngineSnapshot& engine, Snapshot* out) const {
  std::map<int64_t, engine::TokenCounts> tokens = engine.tokens;
  for (int64_t capacity : sources.capacities) tokens[capacity];
  for (const auto& [capacity, counts] : tokens) {
    out->Count("prompt_tokens_total",
               "Prompt tokens, at the step that read them or found them "
               "in the prefix cache",
               static_cast<double>(counts.prompt), {{"capacity", std::to_string(capacity)}});
  }
  for (const auto& [capacity, counts] : tokens) {
    out->Count("generation_tokens_total", "Generated tokens, at the step that made them",
               static_cast<double>(counts.generated), {{"capacity", std::to_string(capacity)}});
  }
}

void Metrics::State::AddKv(const engine::KvUsage& kv, Snapshot* out) const {
  const auto bytes = [&](const char* kind, int64_t value) {
    out->Gauge("kv_bytes",
               "KV of running sequences at their rungs (live) and at the buckets they "
               "reserved (reserved), and of finished ones (cached)",
               static_cast<double>(value), {{"kind", kind}});
  };
  bytes("live", kv.live_bytes);
  bytes("reserved", kv.reserved_bytes);
  bytes("cached", kv.cached_bytes);
  const bool is_limited = sources.kv_limit_bytes != std::numeric_limits<int64_t>::max();
  const double limit = is_limited ? static_cast<double>(sources.kv_limit_bytes)
                                  : std::numeric_limits<double>::infinity();
  out->Gauge("kv_limit_bytes", "Most KV of running sequences, cached prefixes and padding together",
             limit);
  out->Gauge("kv_cache_usage_perc",
             "Part of kv_limit_bytes, 0 to 1, that running sequences take; what is cached makes "
             "room for more",
             limit > 0 ? static_cast<double>(kv.live_bytes) / limit : 0);
}

void Metrics::State::AddDevice(const engine::HostGauges& device, Snapshot* out) const {
  out->Count("compiles_total", "Programs compiled", static_cast<double>(device.compiles_total));
  out->Gauge("compiling", "1 while programs compile in the background", device.compiling ? 1 : 0);
  out->Count("compiles_failed_total", "Programs that failed to compile",
             static_cast<double>(device.compiles_failed));
  out->Count("compile_cache_hits_total", "Programs that came from the compile cache",
             static_cast<double>(device.cache_hits));
  out->Count("compile_cache_misses_total", "Programs that the compile cache did not have",
             static_cast<double>(device.cache_misses));
  out->Count("compile_seconds_total", "Time spent compiling, over all compile threads",
             device.compile_seconds);
  const std::set<int64_t> compiled(device.compiled_capacities.begin(),
                                   device.compiled_capacities.end());
  std::set<int64_t> capacities = compiled;
  capacities.insert(sources.capacities.begin(), sources.capacities.end());
  for (int64_t capacity : capacities) {
    out->Gauge("capacity_compiled", "1 where a capacity's own programs are all there",
               compiled.contains(capacity) ? 1 : 0, {{"capacity", std::to_string(capacity)}});
  }
  out->Gauge("kv_cache_bytes", "KV of sequences", static_cast<double>(device.kv_bytes));
  out->Gauge("kv_padding_bytes", "KV of the rows that fill programs up",
             static_cast<double>(device.padding_kv_bytes));
  out->Gauge("kv_spare_bytes", "KV buffers of sequences that ended, kept while others run",
             static_cast<double>(device.spare_kv_bytes));
  out->Gauge("pjrt_resident_programs", "Programs compiled or loaded from the cache",
             static_cast<double>(device.resident_programs));
  out->Gauge("pjrt_resident_buffers",
             "Device buffers of weights and of padding, cached and spare rows",
             static_cast<double>(device.resident_buffers));
  const pjrt::LiveObjectCounts live = pjrt::LiveObjects();
  const std::pair<const char*, int64_t> kinds[] = {{"client", live.clients},
                                                   {"buffer", live.buffers},
                                                   {"executable", live.executables},
                                                   {"event", live.events}};
  for (const auto& [kind, value] : kinds) {
    out->Gauge("pjrt_live_objects", "Live PJRT objects by kind", static_cast<double>(value),
               {{"kind", kind}});
  }
}

void Metrics::State::AddProcess(Snapshot* out) const {
  const ProcessStats stats = ReadProcessStats();
  const auto gauge = [out](const char* name, const char* help, const auto& value) {
    if (value) out->Gauge(name, help, static_cast<double>(*value));
  };
  gauge("process_start_time_seconds", "When the process was started, in seconds since 1970",
        stats.start_time_seconds);
  gauge("process_resident_memory_bytes", "Resident memory", stats.resident_bytes);
  gauge("process_virtual_memory_bytes", "Virtual memory", stats.virtual_bytes);
  gauge("process_open_fds", "Open file descriptors", stats.open_fds);
  gauge("process_max_fds", "Most file descriptors that may be open", stats.max_fds);
  if (stats.cpu_seconds) {
    out->Count("process_cpu_seconds_total", "CPU time in user and system mode", *stats.cpu_seconds);
  }
}

std::string Metrics::Render() const {
  Snapshot snapshot;
  const engine::EngineSnapshot engine = state_->sources.engine();
  state_->AddEngine(engine, &snapshot);
  state_->AddDevice(engine.gauges, &snapshot);
  snapshot.Gauge("http_connections", "Open connections",
                 static_cast<double>(state_->sources.open_connections()));
  snapshot.Gauge("build_info", "What serves: the value is 1, the labels tell", 1,
                 state_->sources.build);
  state_->AddProcess(&snapshot);
  std::vector<MetricFamily> families = snapshot.Take();
  for (MetricFamily& family : state_->registry.Collect()) families.push_back(std::move(family));
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace rung::server
