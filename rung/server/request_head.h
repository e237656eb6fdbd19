// A request's head as RFC 9112 reads it: target, Host, framing, persistence. Pure; the bytes have
// been split into lines before.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rung/server/http_types.h"

namespace rung::server {

// As it was sent; where it broke off, the rest is missing.
struct SentHead {
  std::string method;
  std::string target;
  int version = 11;  // 10 or 11
  Headers fields;
};

// What the server itself finds wrong with a request.
struct HttpProblem {
  int status = 400;
  std::string message;
};

struct CheckedHead {
  RequestHead head;
  int version = 11;
  bool is_persistent = false;          // the client goes on with this connection
  bool expects_continue = false;       // it waits for 100 before it sends the body
  std::optional<HttpProblem> problem;  // then how the body is framed is not known either
};

// Fills `head` with what there is, whether or not something is wrong with it.
CheckedHead ReadHead(const SentHead& sent);

// Whether `bytes` begin with a request line of a version that is not served: "HTTP/2.0".
bool NamesOtherVersion(std::string_view bytes);

}  // namespace rung::server
