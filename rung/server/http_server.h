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

// What happens to the server; called on the io thread. Each may be empty.
struct HttpEvents {
  // The first SIGTERM or SIGINT. True: the port stays open for the drain delay.
  std::function<bool()> on_end;
  // The port is closed, no request comes any more.
  std::function<void()> on_drain;
  // SIGHUP.
  std::function<void()> on_reload;
};

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

  // Serves until Stop, SIGTERM or SIGINT, and for the drain delay after a signal; then drains: no
  // new connections, idle ones closed, answers under way finished or, after the drain timeout or at
  // a second signal, cut. `handler` is not owned and outlives the call. Lets SIGHUP through where
  // the caller has blocked it.
  virtual void Run(Handler* handler, HttpEvents events) = 0;
  // Drains at once.
  virtual void Stop() = 0;
  // After Run, on its thread: runs what was posted since. Nobody is answered any more.
  virtual void RunPosted() = 0;

  virtual int64_t open_connections() const = 0;  // thread-safe
};

}  // namespace rung::server
