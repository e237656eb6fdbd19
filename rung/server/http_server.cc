#include "rung/server/http_server.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <utility>
#include <vector>

#include "rung/base/status.h"
#include "rung/server/authority.h"
#include "rung/server/connection.h"
#include "rung/server/file_limit.h"

namespace rung::server {
namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;
using boost::system::error_code;

constexpr auto kNoThrow = net::as_tuple(net::use_awaitable);
constexpr std::chrono::milliseconds kAcceptRetry(50);  // out of file descriptors
constexpr std::chrono::milliseconds kAfterCut(2000);   // for the last bytes of a cut answer

void AllowReload() {
  sigset_t reload;
  sigemptyset(&reload);
  sigaddset(&reload, SIGHUP);
  pthread_sigmask(SIG_UNBLOCK, &reload, nullptr);
}

class AsioServer final : public HttpServer {
 public:
  explicit AsioServer(const HttpOptions& options)
      : hub_(options), acceptor_(hub_.io), signals_(hub_.io), deadline_(hub_.io) {}

  absl::Status Bind() {
    const HttpOptions& options = hub_.options;
    error_code error;
    tcp::resolver resolver(hub_.io);
    const auto found = resolver.resolve(WithoutBrackets(options.host), std::to_string(options.port),
                                        tcp::resolver::passive, error);
    if (error || found.empty()) {
      return InvalidArgument("--host {}: not an address or a name of this machine: {}",
                             options.host, error.message());
    }
    const tcp::endpoint endpoint = found.begin()->endpoint();
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(net::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(net::socket_base::max_listen_connections, error);
    if (error == net::error::address_in_use) {
      return FailedPrecondition("port {} of {} is in use: choose another with --port, or 0 for any",
                                options.port, options.host);
    }
    if (error) {
      return FailedPrecondition("cannot listen on {} port {}: {}", options.host, options.port,
                                error.message());
    }
    bound_ = acceptor_.local_endpoint();  // asked for after the acceptor is closed, too
    return absl::OkStatus();
  }

  uint16_t port() const override { return bound_.port(); }
  std::string address() const override { return bound_.address().to_string(); }
  bool is_on_loopback() const override { return NamesLoopback({.host = address()}); }
  int64_t open_connections() const override { return hub_.open; }
  void Post(std::function<void()> function) override { net::post(hub_.io, std::move(function)); }
  void Stop() override {
    net::post(hub_.io, [this] { Drain(); });
  }

  void Run(Handler* handler, HttpEvents events) override {
    hub_.handler = handler;
    events_ = std::move(events);
    error_code ignored;
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) signals_.add(signal, ignored);
    AllowReload();
    net::co_spawn(hub_.io, AwaitSignals(), net::detached);
    net::co_spawn(hub_.io, Accept(), net::detached);
    hub_.io.run();
    hub_.on_empty = nullptr;
  }
  void RunPosted() override {
    hub_.io.restart();
    hub_.io.poll();
  }

 private:
  net::awaitable<void> AwaitSignals() {
    while (true) {
      const auto [error, signal] = co_await signals_.async_wait(kNoThrow);
      if (error) co_return;
      if (signal == SIGHUP) {
        if (events_.on_reload) events_.on_reload();
      } else if (std::exchange(ending_, true) || hub_.draining) {  // the second
        Drain();
        CutAll();
      } else {
        End();
      }
    }
  }

  void End() {
    const bool serves = !events_.on_end || events_.on_end();
    if (!serves || hub_.options.drain_delay.count() == 0) return Drain();
    deadline_.expires_after(hub_.options.drain_delay);
    deadline_.async_wait([this](error_code error) {
      if (!error) Drain();
    });
  }

  net::awaitable<void> Accept() {
    net::steady_timer pause(hub_.io);
    while (acceptor_.is_open()) {
      auto [error, socket] = co_await acceptor_.async_accept(kNoThrow);
      if (error == net::error::operation_aborted || !acceptor_.is_open()) co_return;
      if (error) {  // mostly too many open files
        CloseLongestIdle();
        pause.expires_after(kAcceptRetry);
        co_await pause.async_wait(kNoThrow);
        continue;
      }
      if (hub_.open >= hub_.options.max_connections && !CloseLongestIdle()) continue;
      net::co_spawn(hub_.io, Serve(Connection::Make(&hub_, std::move(socket))), net::detached);
    }
  }
  static net::awaitable<void> Serve(std::shared_ptr<Connection> connection) {
    co_await connection->Run();
  }

  bool CloseLongestIdle() {
    if (hub_.idle.empty()) return false;
    hub_.idle.front()->Close();
    return true;
  }

  void Drain() {
    if (hub_.draining) return;
    hub_.draining = true;
    error_code ignored;
    acceptor_.close(ignored);
    if (events_.on_drain) events_.on_drain();
    hub_.on_empty = [this] { net::post(hub_.io, [this] { hub_.io.stop(); }); };
    for (Connection* connection : hub_.connections) {
      if (connection->is_quiet()) connection->Close();
    }
    if (hub_.connections.empty()) return hub_.io.stop();
    deadline_.expires_after(hub_.options.drain_timeout);
    deadline_.async_wait([this](error_code error) {
      if (!error) CutAll();
    });
  }

  void CutAll() {
    const std::vector<Connection*> all(hub_.connections.begin(), hub_.connections.end());
    for (Connection* connection : all) connection->Cut();
    deadline_.expires_after(kAfterCut);
    deadline_.async_wait([this](error_code error) {
      if (!error) hub_.io.stop();
    });
  }

  Hub hub_;
  tcp::acceptor acceptor_;
  tcp::endpoint bound_;
  net::signal_set signals_;
  net::steady_timer deadline_;
  HttpEvents events_;
  bool ending_ = false;  // by a signal
};

}  // namespace

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Listen(const HttpOptions& options) {
  RaiseFileLimit();
  auto server = std::make_unique<AsioServer>(options);
  RUNG_RETURN_IF_ERROR(server->Bind());
  return server;
}

}  // namespace rung::server
