#include "rung/server/request_log.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>
#include <spdlog/formatter.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <nlohmann/json.hpp>

namespace rung::server {
namespace {

constexpr char kRecordLogger[] = "request";  // its messages are JSON members already
LogFormat log_format = LogFormat::kText;

std::string JsonString(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// {"time":"2026-01-31T10:00:00.123Z","level":"info",...}, one object a line.
class JsonFormatter final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& msg, spdlog::memory_buf_t& dest) override {
    const auto since_epoch = msg.time.time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since_epoch);
    const auto millis =
        std::chrono::duration_cast<std::chrono::milliseconds>(since_epoch - seconds).count();
    const std::string_view name(msg.logger_name.data(), msg.logger_name.size());
    const std::string payload(msg.payload.data(), msg.payload.size());
    const auto level = spdlog::level::to_string_view(msg.level);
    fmt::format_to(std::back_inserter(dest),
                   "{{\"time\":\"{:%Y-%m-%dT%H:%M:%S}.{:03}Z\",\"level\":\"{}\",{}}}\n",
                   fmt::gmtime(static_cast<std::time_t>(seconds.count())), millis,
                   std::string_view(level.data(), level.size()),
                   name == kRecordLogger ? payload : "\"message\":" + JsonString(payload));
  }
  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<JsonFormatter>();
  }
};

}  // namespace

void SetLogFormat(LogFormat format) {
  log_format = format;
  if (format == LogFormat::kText) return;
  const auto main_logger = spdlog::default_logger();
  auto records = std::make_shared<spdlog::logger>(kRecordLogger, main_logger->sinks().begin(),
                                                  main_logger->sinks().end());
  records->set_level(main_logger->level());
  spdlog::register_logger(records);
  spdlog::set_formatter(std::make_unique<JsonFormatter>());
}

std::string TextLine(const RequestRecord& record) {
  std::string line = fmt::format(
      "request id={} choice={} prompt_tokens={} new_tokens={} capacity={} running_capacity={} "
      "rungs={} cached_tokens={} evictions={} "
      "queue_ms={:.1f} prefill_ms={:.1f} decode_ms={:.1f} finish={} seed={}",
      record.id, record.choice, record.prompt_tokens, record.new_tokens, record.capacity,
      record.running_capacity, fmt::join(record.usage.rungs, ","), record.usage.cached_tokens,
      record.usage.evictions, record.times.queue_ms, record.times.prefill_ms,
      record.times.decode_ms, engine::FinishReasonName(record.finish), record.seed);
  if (!record.cancelled_by.empty()) line += " cancelled_by=" + record.cancelled_by;
  if (!record.error.empty()) line += " error=" + JsonString(record.error);
  return line;
}

std::string JsonMembers(const RequestRecord& record) {
  std::string members = fmt::format(
      "\"event\":\"request\",\"id\":{},\"choice\":{},\"prompt_tokens\":{},\"new_tokens\":{},"
      "\"capacity\":{},\"running_capacity\":{},\"rungs\":[{}],\"cached_tokens\":{},"
      "\"evictions\":{},\"queue_ms\":{:.1f},\"prefill_ms\":{:.1f},"
      "\"decode_ms\":{:.1f},\"finish\":\"{}\",\"seed\":{}",
      JsonString(record.id), record.choice, record.prompt_tokens, record.new_tokens,
      record.capacity, record.running_capacity, fmt::join(record.usage.rungs, ","),
      record.usage.cached_tokens, record.usage.evictions, record.times.queue_ms,
      record.times.prefill_ms, record.times.decode_ms, engine::FinishReasonName(record.finish),
      record.seed);
  if (!record.cancelled_by.empty()) {
    members += ",\"cancelled_by\":" + JsonString(record.cancelled_by);
  }
  if (!record.error.empty()) members += ",\"error\":" + JsonString(record.error);
  return members;
}

void LogRequest(const RequestRecord& record) {
  if (log_format == LogFormat::kJson) {
    if (const auto logger = spdlog::get(kRecordLogger)) logger->info("{}", JsonMembers(record));
  } else {
    spdlog::info("{}", TextLine(record));
  }
}

}  // namespace rung::server
