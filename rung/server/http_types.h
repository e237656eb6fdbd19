// The seam between sockets and service: requests, responses and the exchange of one for the other.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rung/server/route.h"

namespace rung::server {

// What is known of a request when its headers are read. Header values are as sent; empty: absent.
struct RequestHead {
  std::string method;
  std::string path;  // the target without its query; "*" of OPTIONS *
  std::string host;  // whom it is meant for: the target's authority, else the Host header
  std::string content_type;
  std::string content_encoding;
  std::string authorization;
  std::string origin;
  std::string request_id;                     // X-Request-Id; checked or made by the connection
  std::string access_control_request_method;  // of a CORS preflight, as the next one
  std::string access_control_request_headers;
  std::string
      client;   // who sent it: "127.0.0.1:40312", "[::1]:40312"; a proxy's where there is one
  Route route;  // once CheckHead has let it pass
};

using Headers = std::vector<std::pair<std::string, std::string>>;

// What the log says of a request that is refused.
struct Refusal {
  std::string code;  // the error's; empty: none
  std::string message;
  std::string cancelled_by;  // "shutdown", "timeout": it was given up; else empty
};

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  Headers headers;
  std::string body;
  // Nothing where the answer is none, or where lines of its sequences tell of it.
  std::optional<Refusal> refusal;
};

// The answer to one request: either one Respond, or BeginStream, Writes and EndStream. Io thread
// only. Calls after the client has gone do nothing.
class Exchange {
 public:
  virtual ~Exchange() = default;

  virtual void Respond(Response response) = 0;
  // 200 and these headers; the body follows in pieces (chunked, where the client knows that).
  virtual void BeginStream(Response head) = 0;
  // A client that does not take its bytes is cut off once too many are waiting for it.
  virtual void Write(std::string bytes) = 0;
  virtual void EndStream() = 0;

  // At most one of them is called, once, before the answer is complete: the client is gone; or the
  // answer has to end now, since the server shuts down and its deadline has passed, or since it
  // has taken longer than `limit`, the server's for a request.
  std::function<void()> on_closed;
  std::function<void()> on_cut;
  std::function<void(std::chrono::milliseconds limit)> on_timeout;
  // Called again and again while the answer is not complete and nothing of it is sent for a while.
  std::function<void()> on_quiet;
};

// Decides what a request gets. Io thread only; must not block.
class Handler {
 public:
  virtual ~Handler() = default;

  // Before the body is read: an answer that needs none (and closes the connection if one comes).
  virtual std::optional<Response> CheckHead(RequestHead& head) = 0;
  // Answers now or later, from the io thread.
  virtual void Handle(RequestHead head, std::string body, std::shared_ptr<Exchange> exchange) = 0;
  // For what goes wrong below: 400, 408, 413, 414, 417, 431, 501, 503, 505.
  virtual Response ErrorResponse(int status, const std::string& message) = 0;
  // What the answer to this request has besides its own headers, whoever made it. Of a head that
  // has not arrived whole, what is missing is empty.
  virtual Headers CommonHeaders(const RequestHead& head) = 0;
  // A whole answer, no stream, is on its way; of every request that gets one, once.
  virtual void Answered(const RequestHead& head, const Response& response) = 0;
};

// Runs functions on the io thread, in order. Thread-safe.
class IoLoop {
 public:
  virtual ~IoLoop() = default;
  virtual void Post(std::function<void()> function) = 0;
};

}  // namespace rung::server
