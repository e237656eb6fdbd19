// HTTP/1.1 on one thread: sockets, limits, timeouts, disconnects, graceful end. Knows no paths.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "rung/server/http_options.h"
#include "rung/server/http_types.h"

namespace rung::server {

// The io thread is the one that calls Run. Stop and Post are thread-safe.
class HttpServer : public IoLoop {
 public:
  // Binds and listens; nothing is accepted before Run. FailedPrecondition when the port is taken,
  // InvalidArgument when the host is none of this machine.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Listen(const HttpOptions& options);
  ~HttpServer() override = default;

  // Where it listens.
  virtual uint16_t port() const = 0;
  virtual std::string address() const = 0;  // a number, also where the host is a name
  virtual bool is_on_loopback() const = 0;  // so that only this machine reaches it

  // Serves until Stop, SIGTERM or SIGINT, then drains: no new connections, idle ones closed,
  // answers under way finished or, after the drain timeout or at a second signal, cut. `on_drain`
  // is called when that begins. `handler` is not owned and outlives the call.
  virtual void Run(Handler* handler, std::function<void()> on_drain) = 0;
  // Drains as a signal does.
  virtual void Stop() = 0;

  virtual int64_t open_connections() const = 0;  // thread-safe
};

}  // namespace rung::server
