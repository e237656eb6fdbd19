// One client's connection, and what all of them share.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <unordered_set>

#include "rung/server/http_options.h"
#include "rung/server/http_types.h"

namespace rung::server {

struct Hub;

// Serves the requests of one socket, one after the other. Io thread only.
class Connection {
 public:
  // `hub` outlives it.
  static std::shared_ptr<Connection> Make(Hub* hub, boost::asio::ip::tcp::socket socket);
  virtual ~Connection() = default;

  // Until the client has had enough or is given up; whoever runs it holds it.
  virtual boost::asio::awaitable<void> Run() = 0;
  virtual void Close() = 0;
  // Nobody waits for an answer.
  virtual bool is_quiet() const = 0;
  // The answer under way, if any, has to end.
  virtual void Cut() = 0;
};

// What connections need of their server.
struct Hub {
  explicit Hub(const HttpOptions& server_options) : options(server_options) {}

  const HttpOptions options;
  Handler* handler = nullptr;
  bool draining = false;
  std::unordered_set<Connection*> connections;
  std::list<Connection*> idle;  // longest idle first
  std::atomic<int64_t> open = 0;
  int64_t body_bytes = 0;  // of all connections
  std::function<void()> on_empty;
  boost::asio::io_context io{1};  // last: it destroys connections, which use the rest
};

}  // namespace rung::server
