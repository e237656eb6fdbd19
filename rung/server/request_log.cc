#include "rung/server/request_log.h"

#include <fmt/chrono.h>
#include <spdlog/formatter.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "rung/base/typed_text.h"

namespace rung::server {
namespace {

constexpr char kRecordLogger[] = "request";  // its messages are JSON members already
LogFormat log_format = LogFormat::kText;

// The fields of a line, in the order in which they are written.
using Fields = nlohmann::ordered_json;

constexpr size_t kMaxPathBytes = 200;
constexpr size_t kMaxMessageBytes = 400;

std::string Dump(const Fields& value) {
  return value.dump(-1, ' ', false, Fields::error_handler_t::replace);
}

// A tenth of a millisecond is enough.
double Rounded(double milliseconds) { return std::nearbyint(milliseconds * 10) / 10; }

// A value as text: words and numbers as they are, lists with commas, the rest in quotes.
std::string TextValue(const Fields& value) {
  if (value.is_array()) {
    std::string list;
    for (const Fields& item : value) list += (list.empty() ? "" : ",") + TextValue(item);
    return list;
  }
  if (!value.is_string()) return Dump(value);
  const std::string& text = value.get_ref<const std::string&>();
  const bool is_word = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c <= '~' && c != '"';
  });
  return is_word ? text : Dump(value);
}

std::string TextFields(const Fields& fields) {
  std::string line;
  for (const auto& [name, value] : fields.items())
    line += fmt::format(" {}={}", name, TextValue(value));
  return line;
}

// The members of an object that begins with the event's name, without braces.
std::string Members(std::string_view event, const Fields& fields) {
  Fields object = {{"event", event}};
  object.update(fields);
  const std::string text = Dump(object);
  return text.substr(1, text.size() - 2);
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
                   name == kRecordLogger ? payload : "\"message\":" + Dump(payload));
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

namespace {

Fields FieldsOf(const RequestRecord& record) {
  Fields fields = {{"id", record.id},
                   {"request_id", record.request_id},
                   {"choice", record.choice},
                   {"status", record.status},
                   {"client", record.client},
                   {"stream", record.stream},
                   {"prompt_tokens", record.prompt_tokens},
                   {"new_tokens", record.new_tokens},
                   {"capacity", record.capacity},
                   {"running_capacity", record.running_capacity},
                   {"rungs", record.usage.rungs},
                   {"cached_tokens", record.usage.cached_tokens},
                   {"evictions", record.usage.evictions},
                   {"queue_ms", Rounded(record.times.queue_ms)},
                   {"prefill_ms", Rounded(record.times.prefill_ms)},
                   {"decode_ms", Rounded(record.times.decode_ms)},
                   {"finish", engine::FinishReasonName(record.finish)},
                   {"seed", record.seed}};
  if (!record.cancelled_by.empty()) fields["cancelled_by"] = record.cancelled_by;
  if (!record.error.empty()) fields["error"] = record.error;
  return fields;
}

// All but the message.
Fields FieldsOf(const RefusalRecord& record) {
  const auto or_none = [](std::string text) { return text.empty() ? "-" : text; };
  Fields fields = {{"request_id", record.origin.request_id},
                   {"status", record.status},
                   {"code", or_none(record.refusal.code)},
                   {"client", record.origin.client},
                   {"method", or_none(ShortLine(record.origin.method, 20))},
                   {"path", or_none(ShortLine(record.origin.path, kMaxPathBytes))}};
  if (!record.refusal.cancelled_by.empty()) fields["cancelled_by"] = record.refusal.cancelled_by;
  return fields;
}

std::string MessageOf(const RefusalRecord& record) {
  return ShortLine(record.refusal.message, kMaxMessageBytes);
}

// `members`: makes what a JSON line holds.
template <typename Record>
void Log(const Record& record, std::string (*members)(const Record&)) {
  if (log_format == LogFormat::kText) return spdlog::info("{}", TextLine(record));
  if (const auto logger = spdlog::get(kRecordLogger)) logger->info("{}", members(record));
}

}  // namespace

RequestOrigin OriginOf(const RequestHead& head) {
  return {.request_id = head.request_id,
          .client = head.client,
          .method = head.method,
          .path = head.path};
}

std::string TextLine(const RequestRecord& record) {
  return "request" + TextFields(FieldsOf(record));
}

std::string JsonMembers(const RequestRecord& record) {
  return Members("request", FieldsOf(record));
}

void LogRequest(const RequestRecord& record) { Log<RequestRecord>(record, JsonMembers); }

std::string TextLine(const RefusalRecord& record) {
  return fmt::format("refused{}: {}", TextFields(FieldsOf(record)), MessageOf(record));
}

std::string JsonMembers(const RefusalRecord& record) {
  Fields fields = FieldsOf(record);
  fields["message"] = MessageOf(record);
  return Members("refused", fields);
}

void LogRefusal(const RefusalRecord& record) { Log<RefusalRecord>(record, JsonMembers); }

std::string TextLine(const DrainStart& start) {
  return fmt::format("draining: {} requests running, {} waiting, up to {} s", start.running,
                     start.waiting, start.limit_seconds);
}

std::string TextLine(const DrainEnd& end) {
  return fmt::format("drained: {} finished, {} cut{}, in {:.1f} s", end.finished, end.cut,
                     end.cancelled > 0 ? fmt::format(", {} cancelled", end.cancelled) : "",
                     end.seconds);
}

void LogDrain(const DrainStart& start) {
  Log<DrainStart>(start, [](const DrainStart& drain) {
    return Members("draining", {{"message", TextLine(drain)},
                                {"running", drain.running},
                                {"waiting", drain.waiting},
                                {"limit_s", drain.limit_seconds}});
  });
}

void LogDrain(const DrainEnd& end) {
  Log<DrainEnd>(end, [](const DrainEnd& drain) {
    return Members("drained", {{"message", TextLine(drain)},
                               {"finished", drain.finished},
                               {"cut", drain.cut},
                               {"cancelled", drain.cancelled},
                               {"seconds", Rounded(drain.seconds)}});
  });
}

}  // namespace rung::server
