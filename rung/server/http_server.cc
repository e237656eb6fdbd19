// The one file that includes Boost.Beast, which takes 20 s to compile.
#include "rung/server/http_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <csignal>
#include <list>
#include <string_view>
#include <unordered_set>

#include "rung/base/status.h"
#include "rung/server/file_limit.h"
#include "rung/server/pending_answer.h"

namespace rung::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;
using boost::system::error_code;

constexpr auto kNoThrow = net::as_tuple(net::use_awaitable);
constexpr std::chrono::milliseconds kPeerPoll(50);     // while pipelined bytes hide a hang-up
constexpr std::chrono::milliseconds kAcceptRetry(50);  // out of file descriptors
constexpr std::chrono::milliseconds kLinger(1000);     // for a client that still sends
constexpr std::chrono::milliseconds kAfterCut(2000);   // for the last bytes of a cut answer
constexpr size_t kLingerBytes = 1 << 20;

class Connection;

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
  net::io_context io{1};  // last: it destroys connections, which use the rest
};

class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub* hub, tcp::socket socket)
      : hub_(hub),
        stream_(std::move(socket)),
        buffer_(static_cast<size_t>(hub->options.max_header_bytes) + (128 << 10)),
        deadline_(hub->io),
        quiet_(hub->io),
        request_deadline_(hub->io) {
    error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    hub_->connections.insert(this);
    ++hub_->open;
  }
  ~Connection() {
    HoldBody(0);
    hub_->connections.erase(this);
    --hub_->open;
    if (hub_->connections.empty() && hub_->on_empty) hub_->on_empty();
  }

  net::awaitable<void> Run() {
    const auto self = shared_from_this();
    while (co_await ServeOne()) {
    }
    LeaveIdle();
    Close();
  }

  void Close() {
    if (answer_) answer_->Closed();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
  }
  // Nobody waits for an answer.
  bool is_quiet() const { return answer_ == nullptr; }
  void Cut() {
    if (answer_) answer_->Cut();
  }

 private:
  using Parser = http::request_parser<http::string_body>;

  // One request and its answer; false when the connection is to be closed.
  net::awaitable<bool> ServeOne() {
    if (!co_await AwaitRequest()) co_return false;
    Parser parser;
    parser.header_limit(static_cast<uint32_t>(hub_->options.max_header_bytes));
    parser.body_limit(static_cast<uint64_t>(hub_->options.max_body_bytes));

    SetDeadline(hub_->options.header_timeout);
    {
      const auto [error, bytes] =
          co_await http::async_read_header(stream_, buffer_, parser, kNoThrow);
      ClearDeadline();
      if (error) co_return co_await Refuse(error, "headers");
    }
    RequestHead head = HeadOf(parser.get());
    const bool is_head_method = parser.get().method() == http::verb::head;
    if (auto response = hub_->handler->CheckHead(head)) {
      const bool has_body = !parser.is_done();
      co_await Send(*std::move(response), is_head_method, !has_body && KeepAlive(parser));
      if (has_body) co_await Linger();
      co_return !has_body && KeepAlive(parser);
    }
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      stream_.expires_after(hub_->options.write_timeout);
      static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
      const auto [error, bytes] =
          co_await net::async_write(stream_, net::buffer(kContinue), kNoThrow);
      if (error) co_return false;
    }
    if (!co_await ReadBody(parser)) co_return false;
    co_return co_await Answer(std::move(head), parser);
  }

  // False when there is none: then that is answered.
  net::awaitable<bool> ReadBody(Parser& parser) {
    parser.eager(true);
    SetDeadline(hub_->options.body_timeout);
    error_code error;
    while (!error && !parser.is_done()) {
      const auto [failure, bytes] =
          co_await http::async_read_some(stream_, buffer_, parser, kNoThrow);
      error = failure;
      if (HoldBody(parser.get().body().size())) continue;
      ClearDeadline();
      const std::string message = fmt::format(
          "request bodies of {} bytes are held, and the limit for all together is {} "
          "(--max-body-memory): retry later",
          hub_->body_bytes, hub_->options.max_body_memory);
      HoldBody(0);
      co_await Send(hub_->handler->ErrorResponse(503, message), false, /*keep_alive=*/false);
      co_await Linger();
      co_return false;
    }
    ClearDeadline();
    if (error) co_return co_await Refuse(error, "body");
    co_return true;
  }

  // This connection's part of the memory for bodies; false when all together have too much.
  bool HoldBody(size_t bytes) {
    hub_->body_bytes += static_cast<int64_t>(bytes) - held_body_;
    held_body_ = static_cast<int64_t>(bytes);
    return hub_->body_bytes <= hub_->options.max_body_memory;
  }

  // Waits for the first byte of a request.
  net::awaitable<bool> AwaitRequest() {
    if (hub_->draining) co_return false;
    if (buffer_.size() > 0) co_return true;
    EnterIdle();
    SetDeadline(hub_->options.idle_timeout);
    const auto [error, bytes] = co_await stream_.async_read_some(buffer_.prepare(4096), kNoThrow);
    ClearDeadline();
    LeaveIdle();
    if (error) co_return false;
    buffer_.commit(bytes);
    co_return true;
  }

  net::awaitable<bool> Answer(RequestHead head, Parser& parser) {
    answer_ = std::make_shared<PendingAnswer>(
        hub_->io, static_cast<size_t>(hub_->options.max_unread_bytes), [this] { stream_.close(); });
    const auto answer = answer_;
    hub_->handler->Handle(std::move(head), std::move(parser.get().body()), answer);
    if (!answer->ended) {
      net::co_spawn(hub_->io, WatchPeer(shared_from_this(), answer), net::detached);
      if (answer->on_quiet) {
        net::co_spawn(hub_->io, WatchQuiet(shared_from_this(), answer), net::detached);
      }
      if (answer->on_timeout && hub_->options.request_timeout.count() > 0) {
        net::co_spawn(hub_->io, WatchTime(shared_from_this(), answer), net::detached);
      }
    }
    const bool is_head_method = parser.get().method() == http::verb::head;
    const bool sent = co_await Deliver(answer.get(), parser, is_head_method);
    if (!sent) answer->Closed();
    answer->Finish();
    answer_.reset();
    HoldBody(0);
    quiet_.cancel();
    request_deadline_.cancel();
    error_code ignored;
    if (sent) stream_.socket().cancel(ignored);  // the watch
    co_return sent && !close_after_ && KeepAlive(parser);
  }

  net::awaitable<bool> Deliver(PendingAnswer* answer, Parser& parser, bool is_head_method) {
    while (!answer->over() && !answer->ended && !answer->streaming) co_await answer->Wait();
    if (answer->over()) co_return false;
    HoldBody(0);
    stream_.expires_never();
    if (!answer->streaming) {
      co_return co_await Send(*std::move(answer->head), is_head_method, KeepAlive(parser));
    }
    const bool chunked = parser.get().version() >= 11;
    if (!co_await SendStreamHead(*answer->head, chunked, chunked && KeepAlive(parser))) {
      co_return false;
    }
    while (!answer->over()) {
      if (!unsent_.empty()) {
        if (!co_await SendUnsent()) co_return false;
      } else if (!answer->buffer.empty()) {
        const std::string bytes = std::exchange(answer->buffer, {});
        if (!co_await SendPiece(bytes, chunked)) co_return false;
      } else if (answer->ended) {
        if (!chunked) {  // the end of the connection ends the body
          close_after_ = true;
          co_return true;
        }
        stream_.expires_after(hub_->options.write_timeout);
        const auto [error, sent] =
            co_await net::async_write(stream_, http::make_chunk_last(), kNoThrow);
        co_return !error;
      } else {
        answer->send_now = [this, answer, chunked](std::string_view bytes) {
          return TrySend(answer, bytes, chunked);
        };
        co_await answer->Wait();
        answer->send_now = nullptr;
      }
    }
    co_return false;
  }

  // Sends without waiting, as works for nearly every token: no timer, no coroutine. What the socket
  // does not take of a piece is left in unsent_.
  bool TrySend(PendingAnswer* answer, std::string_view bytes, bool chunked) {
    if (!unsent_.empty()) return false;
    std::string framed;
    if (chunked) {
      framed = fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
      bytes = framed;
    }
    const ssize_t sent = send(stream_.socket().native_handle(), bytes.data(), bytes.size(),
                              MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0) return false;  // full or broken: the write that waits will tell
    unsent_ = bytes.substr(static_cast<size_t>(sent));
    if (!unsent_.empty()) answer->Wake();
    return true;
  }

  net::awaitable<bool> SendUnsent() {
    const std::string bytes = std::exchange(unsent_, {});
    stream_.expires_after(hub_->options.write_timeout);
    const auto [error, sent] = co_await net::async_write(stream_, net::buffer(bytes), kNoThrow);
    co_return !error;
  }

  net::awaitable<bool> SendPiece(const std::string& bytes, bool chunked) {
    stream_.expires_after(hub_->options.write_timeout);
    if (chunked) {
      const auto [error, sent] = co_await net::async_write(
          stream_, http::make_chunk(net::const_buffer(bytes.data(), bytes.size())), kNoThrow);
      co_return !error;
    }
    const auto [error, sent] = co_await net::async_write(stream_, net::buffer(bytes), kNoThrow);
    co_return !error;
  }

  net::awaitable<bool> SendStreamHead(const Response& head, bool chunked, bool keep_alive) {
    http::response<http::empty_body> message;
    FillHeaders(head, keep_alive, &message);
    message.set(http::field::cache_control, "no-cache");
    if (chunked) message.chunked(true);
    http::response_serializer<http::empty_body> serializer(message);
    stream_.expires_after(hub_->options.write_timeout);
    const auto [error, sent] = co_await http::async_write_header(stream_, serializer, kNoThrow);
    co_return !error;
  }

  net::awaitable<bool> Send(Response response, bool is_head_method, bool keep_alive) {
    http::response<http::string_body> message;
    FillHeaders(response, keep_alive, &message);
    const bool no_content = response.status == 204;
    if (!no_content) message.content_length(response.body.size());
    if (!is_head_method && !no_content) message.body() = std::move(response.body);
    http::response_serializer<http::string_body> serializer(message);
    stream_.expires_after(hub_->options.write_timeout);
    if (is_head_method || no_content) {
      const auto [error, sent] = co_await http::async_write_header(stream_, serializer, kNoThrow);
      co_return !error;
    }
    const auto [error, sent] = co_await http::async_write(stream_, serializer, kNoThrow);
    co_return !error;
  }

  template <typename Message>
  void FillHeaders(const Response& response, bool keep_alive, Message* message) {
    message->version(11);
    message->result(static_cast<unsigned>(response.status));
    message->set(http::field::server, "rung");
    if (!response.content_type.empty()) {
      message->set(http::field::content_type, response.content_type);
    }
    for (const auto& [name, value] : response.headers) message->set(name, value);
    message->keep_alive(keep_alive);
  }

  bool KeepAlive(const Parser& parser) const {
    return parser.get().keep_alive() && !hub_->draining;
  }

  // Tells a client what is wrong with its bytes, where anyone is left to read it.
  net::awaitable<bool> Refuse(error_code error, std::string_view part) {
    int status = 400;
    std::string message = fmt::format("the request is not valid HTTP: {}", error.message());
    if (timed_out_) {
      status = 408;
      message = fmt::format("the request's {} did not arrive in time", part);
    } else if (error == http::error::body_limit) {
      status = 413;
      message = fmt::format("the body is larger than the limit of {} bytes",
                            hub_->options.max_body_bytes);
    } else if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      status = 431;
      message = fmt::format("the headers are larger than the limit of {} bytes",
                            hub_->options.max_header_bytes);
    } else if (error.category() != make_error_code(http::error::bad_method).category() ||
               error == http::error::end_of_stream || error == http::error::partial_message) {
      co_return false;  // the peer has gone
    }
    co_await Send(hub_->handler->ErrorResponse(status, message), false, /*keep_alive=*/false);
    co_await Linger();
    co_return false;
  }

  // Reads on for a moment: closing at once would reset the connection, and the client that is still
  // sending would never read its answer.
  net::awaitable<void> Linger() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLinger);
    char discarded[4096];
    for (size_t total = 0; total < kLingerBytes;) {
      const auto [error, bytes] =
          co_await stream_.async_read_some(net::buffer(discarded), kNoThrow);
      if (error) co_return;
      total += bytes;
    }
  }

  // Sees the client hang up while its answer is being made.
  static net::awaitable<void> WatchPeer(std::shared_ptr<Connection> self,
                                        std::shared_ptr<PendingAnswer> answer) {
    net::steady_timer pause(self->hub_->io);
    while (!answer->over()) {
      tcp::socket& socket = self->stream_.socket();
      const auto [error] = co_await socket.async_wait(tcp::socket::wait_read, kNoThrow);
      if (answer->over()) co_return;
      pollfd peer{.fd = socket.native_handle(), .events = POLLRDHUP, .revents = 0};
      if (error || (poll(&peer, 1, 0) > 0 && peer.revents != 0)) {
        answer->Closed();
        self->stream_.close();
        co_return;
      }
      // The next request came early and keeps the socket readable.
      pause.expires_after(kPeerPoll);
      co_await pause.async_wait(kNoThrow);
    }
  }

  // Tells whoever makes the answer that nothing of it was sent for a while.
  static net::awaitable<void> WatchQuiet(std::shared_ptr<Connection> self,
                                         std::shared_ptr<PendingAnswer> answer) {
    while (true) {
      answer->active = false;
      self->quiet_.expires_after(self->hub_->options.quiet_interval);
      co_await self->quiet_.async_wait(kNoThrow);
      if (answer->over() || answer->ended) co_return;
      if (!answer->active) answer->on_quiet();
    }
  }

  // Ends an answer that takes longer than a request may.
  static net::awaitable<void> WatchTime(std::shared_ptr<Connection> self,
                                        std::shared_ptr<PendingAnswer> answer) {
    const std::chrono::milliseconds limit = self->hub_->options.request_timeout;
    self->request_deadline_.expires_after(limit);
    co_await self->request_deadline_.async_wait(kNoThrow);
    if (!answer->over() && !answer->ended) answer->TimeOut(limit);
  }

  static RequestHead HeadOf(const http::request<http::string_body>& request) {
    const auto field = [&](auto name) {
      const auto value = request[name];
      return std::string(value.data(), value.size());
    };
    RequestHead head;
    head.method = std::string(request.method_string());
    const std::string target(request.target());
    head.path = target.substr(0, target.find('?'));
    head.content_type = field(http::field::content_type);
    head.content_encoding = field(http::field::content_encoding);
    head.authorization = field(http::field::authorization);
    head.origin = field(http::field::origin);
    head.request_id = field("X-Request-Id");
    head.access_control_request_headers = field(http::field::access_control_request_headers);
    return head;
  }

  // What is read next is given up after `limit`; the socket stays open for an answer, which
  // tcp_stream's own timeout would not leave.
  void SetDeadline(std::chrono::milliseconds limit) {
    timed_out_ = false;
    stream_.expires_never();
    deadline_.expires_after(limit);
    deadline_.async_wait([weak = weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (error || !self || !self->deadline_set_) return;
      self->timed_out_ = true;
      self->stream_.cancel();
    });
    deadline_set_ = true;
  }
  void ClearDeadline() {
    deadline_set_ = false;
    deadline_.cancel();
  }

  void EnterIdle() {
    is_idle_ = true;
    idle_place_ = hub_->idle.insert(hub_->idle.end(), this);
  }
  void LeaveIdle() {
    if (is_idle_) hub_->idle.erase(idle_place_);
    is_idle_ = false;
  }

  Hub* hub_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  net::steady_timer deadline_;
  net::steady_timer quiet_;
  net::steady_timer request_deadline_;
  bool deadline_set_ = false;
  bool timed_out_ = false;
  bool close_after_ = false;
  std::shared_ptr<PendingAnswer> answer_;
  int64_t held_body_ = 0;
  std::string unsent_;  // of a piece that is partly sent, as it goes on the wire
  bool is_idle_ = false;
  std::list<Connection*>::iterator idle_place_;
};

class BeastServer final : public HttpServer {
 public:
  explicit BeastServer(const HttpOptions& options)
      : hub_(options), acceptor_(hub_.io), signals_(hub_.io), deadline_(hub_.io) {}

  absl::Status Bind() {
    const HttpOptions& options = hub_.options;
    error_code error;
    tcp::resolver resolver(hub_.io);
    const auto found =
        resolver.resolve(options.host, std::to_string(options.port), tcp::resolver::passive, error);
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
    port_ = acceptor_.local_endpoint().port();  // asked for after the acceptor is closed, too
    return absl::OkStatus();
  }

  uint16_t port() const override { return port_; }
  int64_t open_connections() const override { return hub_.open; }
  void Post(std::function<void()> function) override { net::post(hub_.io, std::move(function)); }
  void Stop() override {
    net::post(hub_.io, [this] { Drain(); });
  }

  void Run(Handler* handler, std::function<void()> on_drain) override {
    hub_.handler = handler;
    on_drain_ = std::move(on_drain);
    error_code ignored;
    signals_.add(SIGTERM, ignored);
    signals_.add(SIGINT, ignored);
    net::co_spawn(hub_.io, AwaitSignals(), net::detached);
    net::co_spawn(hub_.io, Accept(), net::detached);
    hub_.io.run();
    hub_.on_empty = nullptr;
  }

 private:
  net::awaitable<void> AwaitSignals() {
    while (true) {
      const auto [error, signal] = co_await signals_.async_wait(kNoThrow);
      if (error) co_return;
      if (hub_.draining) {
        CutAll();
      } else {
        Drain();
      }
    }
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
      net::co_spawn(hub_.io, Serve(std::make_shared<Connection>(&hub_, std::move(socket))),
                    net::detached);
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
    if (on_drain_) on_drain_();
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
  uint16_t port_ = 0;
  net::signal_set signals_;
  net::steady_timer deadline_;
  std::function<void()> on_drain_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Listen(const HttpOptions& options) {
  RaiseFileLimit();
  auto server = std::make_unique<BeastServer>(options);
  RUNG_RETURN_IF_ERROR(server->Bind());
  return server;
}

}  // namespace rung::server
