// One line for every finished sequence, for every refusal and for the end of the server; logs as
// text or as JSON lines.
#pragma once

#include <cstdint>
#include <string>

#include "rung/engine/request.h"
#include "rung/server/http_types.h"

namespace rung::server {

enum class LogFormat : uint8_t { kText, kJson };

// From now on the process's logs are written in this format. Call once, before threads log.
void SetLogFormat(LogFormat format);

// Whose request it is.
struct RequestOrigin {
  std::string request_id;
  std::string client;
  std::string method;
  std::string path;
};
RequestOrigin OriginOf(const RequestHead& head);

// Of an answer that never began, since its client had left: as nginx writes it.
inline constexpr int kClientClosedRequest = 499;

// A sequence at its end.
struct RequestRecord {
  std::string id;  // "cmpl-...", shared by the choices of a request
  std::string request_id;
  int64_t choice = 0;
  int status = 200;  // of the answer
  std::string client;
  bool stream = false;
  int64_t prompt_tokens = 0;
  int64_t new_tokens = 0;
  int64_t capacity = 0;          // reserved: the bucket of the whole budget
  int64_t running_capacity = 0;  // the rung that it ran at last
  engine::SequenceUsage usage;
  engine::RequestTimes times;
  engine::FinishReason finish = engine::FinishReason::kStop;
  std::string cancelled_by;  // of one that was: "client", "timeout", "shutdown", "failure" of
                             // another choice, "server"; else empty
  uint64_t seed = 0;
  std::string error;
};

// "request id=cmpl-1 choice=0 prompt_tokens=5 ...".
std::string TextLine(const RequestRecord& record);
// The same as the members of a JSON object, without braces.
std::string JsonMembers(const RequestRecord& record);

void LogRequest(const RequestRecord& record);

// A request that got no further than its refusal: "refused request_id=... status=404 ...: message".
struct RefusalRecord {
  RequestOrigin origin;
  int status = 400;
  Refusal refusal;
};
std::string TextLine(const RefusalRecord& record);
std::string JsonMembers(const RefusalRecord& record);
void LogRefusal(const RefusalRecord& record);

// Sequences when the port is closed, and until when they may run.
struct DrainStart {
  int64_t running = 0;
  int64_t waiting = 0;
  double limit_seconds = 0;
};
std::string TextLine(const DrainStart& start);
void LogDrain(const DrainStart& start);

// What became of them.
struct DrainEnd {
  int64_t finished = 0;
  int64_t cut = 0;
  int64_t cancelled = 0;  // otherwise: by a client that left, by a time limit
  double seconds = 0;
};
std::string TextLine(const DrainEnd& end);
void LogDrain(const DrainEnd& end);

}  // namespace rung::server
