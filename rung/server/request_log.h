// One line for every finished sequence, and logs as text or as JSON lines.
#pragma once

#include <cstdint>
#include <string>

#include "rung/engine/request.h"

namespace rung::server {

enum class LogFormat : uint8_t { kText, kJson };

// From now on the process's logs are written in this format. Call once, before threads log.
void SetLogFormat(LogFormat format);

// A sequence at its end.
struct RequestRecord {
  std::string id;  // "cmpl-...", shared by the choices of a request
  int64_t choice = 0;
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

}  // namespace rung::server
