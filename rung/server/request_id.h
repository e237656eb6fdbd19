// One name for a request, from its header to its log lines.
#pragma once

#include <string>
#include <string_view>

namespace rung::server {

// `prefix` and 24 random hex digits: "cmpl-0f...". Thread-safe.
std::string NewId(std::string_view prefix);

// The request's id: what its X-Request-Id says, if that is clean (CleanRequestId), else a new one.
std::string RequestIdFor(std::string_view sent);

}  // namespace rung::server
