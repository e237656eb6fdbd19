// Limits of the HTTP server; each but the last is a flag of `rung serve`.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace rung::server {

struct HttpOptions {
  std::string host = "127.0.0.1";
  uint16_t port = 8080;  // 0: any that is free

  int64_t max_connections = 2048;  // an idle one is closed for one more
  int64_t max_header_bytes = 16 << 10;
  int64_t max_body_bytes = 8 << 20;
  // Of all bodies whose answer has not begun, as far as they have arrived.
  int64_t max_body_memory = 256 << 20;
  // Bytes that a client may leave unread before it is cut off.
  int64_t max_unread_bytes = 1 << 20;

  std::chrono::milliseconds header_timeout{10'000};  // first byte of a request to end of headers
  std::chrono::milliseconds body_timeout{30'000};    // the whole body
  std::chrono::milliseconds idle_timeout{75'000};    // between two requests
  std::chrono::milliseconds write_timeout{30'000};   // one piece of an answer
  std::chrono::milliseconds drain_delay{0};          // from SIGTERM until the port is closed
  std::chrono::milliseconds drain_timeout{30'000};   // from there to the cut
  std::chrono::milliseconds request_timeout{0};  // end of the body to end of the answer; 0: none
  std::chrono::milliseconds quiet_interval{15'000};  // without a byte until on_quiet; no flag
};

}  // namespace rung::server
