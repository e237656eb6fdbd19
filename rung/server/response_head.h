// The first bytes of an answer: status line and headers (RFC 9112).
#pragma once

#include <string>

#include "rung/server/http_types.h"

namespace rung::server {

struct ResponseFraming {
  int version = 11;         // the client's: 10 or 11
  bool keep_alive = false;  // the connection stays open behind the answer
  bool is_stream = false;   // the body follows in pieces: chunked, to 1.0 up to the end
};

// Up to and with the empty line. `common` comes behind the response's own headers.
std::string ResponseHead(const Response& response, const Headers& common,
                         const ResponseFraming& framing);

}  // namespace rung::server
