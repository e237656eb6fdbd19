// The one file that includes Boost.Beast, which takes 20 s to compile.
#include "rung/server/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string_view>

#include "rung/base/status.h"
#include "rung/server/pending_answer.h"
#include "rung/server/request_head.h"
#include "rung/server/request_id.h"
#include "rung/server/response_head.h"

namespace rung::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;

constexpr auto kNoThrow = net::as_tuple(net::use_awaitable);
constexpr milliseconds kPeerPoll(50);        // while pipelined bytes hide a hang-up
constexpr milliseconds kLinger(1000);        // for a client that may send on, or pauses
constexpr int64_t kDiscardBytes = 64 << 20;  // of what is refused and sent all the same
constexpr size_t kDiscardPiece = 64 << 10;
constexpr int kEmptyLines = 8;             // before a request
constexpr size_t kMaxFieldBytes = 0xfff0;  // more makes Beast throw

std::string_view View(beast::string_view text) { return {text.data(), text.size()}; }

// Beast's, but for fields that are too long for it, and for trailers, which nobody asks for
// (RFC 9112 7.1.2).
class RequestParser final : public http::request_parser<http::string_body> {
 private:
  void on_field_impl(http::field name, beast::string_view name_text, beast::string_view value,
                     error_code& error) override {
    if (is_header_done()) return;
    if (name_text.size() > kMaxFieldBytes || value.size() > kMaxFieldBytes) {
      error = http::error::header_limit;
      return;
    }
    get().insert(name, name_text, value);
  }
};

// "127.0.0.1:40312"; "-" of a client that has gone already.
std::string PeerName(const tcp::socket& socket) {
  error_code error;
  const tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) return "-";
  const std::string address = peer.address().to_string();
  return fmt::format("{}:{}", peer.address().is_v6() ? "[" + address + "]" : address, peer.port());
}

// RFC 9112 7.1.
std::string Chunk(std::string_view bytes) {
  return fmt::format("{:x}\r\n{}\r\n", bytes.size(), bytes);
}

SentHead SentHeadOf(const RequestParser& parser) {
  const auto& message = parser.get();
  SentHead sent{.method = std::string(View(message.method_string())),
                .target = std::string(View(message.target())),
                .version = static_cast<int>(message.version())};
  for (const auto& field : message) {
    sent.fields.emplace_back(View(field.name_string()), View(field.value()));
  }
  return sent;
}

class BeastConnection final : public Connection,
                              public std::enable_shared_from_this<BeastConnection> {
 public:
  BeastConnection(Hub* hub, tcp::socket socket)
      : hub_(hub),
        stream_(std::move(socket)),
        client_(PeerName(stream_.socket())),
        buffer_(static_cast<size_t>(hub->options.max_header_bytes) + (128 << 10)),
        deadline_(hub->io),
        quiet_(hub->io),
        request_deadline_(hub->io) {
    error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    hub_->connections.insert(this);
    ++hub_->open;
  }
  ~BeastConnection() override {
    HoldBody(0);
    hub_->connections.erase(this);
    --hub_->open;
    if (hub_->connections.empty() && hub_->on_empty) hub_->on_empty();
  }

  net::awaitable<void> Run() override {
    const auto self = shared_from_this();
    while (co_await ServeOne()) {
    }
    LeaveIdle();
    Close();
  }

  void Close() override {
    if (answer_) answer_->Closed();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
  }
  bool is_quiet() const override { return answer_ == nullptr; }
  void Cut() override {
    if (answer_) answer_->Cut();
  }

 private:
  // One request and its answer; false when the connection is to be closed.
  net::awaitable<bool> ServeOne() {
    request_ = {};
    if (!co_await AwaitRequest()) co_return false;
    RequestParser parser;
    parser.header_limit(static_cast<uint32_t>(hub_->options.max_header_bytes));
    parser.body_limit(static_cast<uint64_t>(hub_->options.max_body_bytes));

    SetDeadline(hub_->options.header_timeout);
    const auto [error, bytes] =
        co_await http::async_read_header(stream_, buffer_, parser, kNoThrow);
    ClearDeadline();
    request_ = ReadHead(SentHeadOf(parser));
    request_.head.request_id = RequestIdFor(request_.head.request_id);
    request_.head.client = client_;
    if (error) {
      if (auto problem = ProblemOf(error, "headers")) co_await Refuse(*problem, parser);
      co_return false;
    }
    if (request_.problem) {
      co_await Refuse(*request_.problem, parser);
      co_return false;
    }
    if (auto response = hub_->handler->CheckHead(request_.head)) {
      const bool keep_alive = parser.is_done() && KeepAlive();
      co_await Send(*std::move(response), keep_alive);
      if (!parser.is_done()) co_await Discard();
      co_return keep_alive;
    }
    if (!co_await ReadBody(parser)) co_return false;
    co_return co_await Answer(std::move(parser.get().body()));
  }

  // False when there is none: then that is answered.
  net::awaitable<bool> ReadBody(RequestParser& parser) {
    if (parser.is_done()) co_return true;
    if (request_.expects_continue) {
      if (!co_await Write("HTTP/1.1 100 Continue\r\n\r\n")) co_return false;
    }
    parser.eager(true);
    SetDeadline(hub_->options.body_timeout);
    std::optional<HttpProblem> problem;
    error_code error;
    while (!error && !problem && !parser.is_done()) {
      const auto [failure, bytes] =
          co_await http::async_read_some(stream_, buffer_, parser, kNoThrow);
      error = failure;
      if (HoldBody(parser.get().body().size())) continue;
      problem = {503, fmt::format("request bodies of {} bytes are held, and the limit for all "
                                  "together is {} (--max-body-memory): retry later",
                                  hub_->body_bytes, hub_->options.max_body_memory)};
    }
    ClearDeadline();
    if (!error && !problem) co_return true;
    if (!problem) problem = ProblemOf(error, "body");
    if (problem) co_await Refuse(*problem, parser);
    co_return false;
  }

  // This connection's part of the memory for bodies; false when all together have too much.
  bool HoldBody(size_t bytes) {
    hub_->body_bytes += static_cast<int64_t>(bytes) - held_body_;
    held_body_ = static_cast<int64_t>(bytes);
    return hub_->body_bytes <= hub_->options.max_body_memory;
  }

  // Waits for the first byte of a request. Empty lines before it are skipped (RFC 9112 2.2): some
  // clients send one behind a body.
  net::awaitable<bool> AwaitRequest() {
    for (int skipped = 0; !hub_->draining;) {
      while (skipped < kEmptyLines && Buffered().starts_with("\r\n")) {
        buffer_.consume(2);
        ++skipped;
      }
      if (!Buffered().empty() && Buffered() != "\r") co_return true;
      EnterIdle();
      SetDeadline(hub_->options.idle_timeout);
      const auto [error, bytes] = co_await stream_.async_read_some(buffer_.prepare(4096), kNoThrow);
      ClearDeadline();
      LeaveIdle();
      if (error) co_return false;
      buffer_.commit(bytes);
    }
    co_return false;
  }
  std::string_view Buffered() const {
    const net::const_buffer bytes = buffer_.data();
    return {static_cast<const char*>(bytes.data()), bytes.size()};
  }

  net::awaitable<bool> Answer(std::string body) {
    answer_ = std::make_shared<PendingAnswer>(
        hub_->io, static_cast<size_t>(hub_->options.max_unread_bytes), [this] { stream_.close(); });
    const auto answer = answer_;
    hub_->handler->Handle(request_.head, std::move(body), answer);
    if (!answer->ended) {
      net::co_spawn(hub_->io, WatchPeer(shared_from_this(), answer), net::detached);
      if (answer->on_quiet) {
        net::co_spawn(hub_->io, WatchQuiet(shared_from_this(), answer), net::detached);
      }
      if (answer->on_timeout && hub_->options.request_timeout.count() > 0) {
        net::co_spawn(hub_->io, WatchTime(shared_from_this(), answer), net::detached);
      }
    }
    const bool sent = co_await Deliver(answer.get());
    if (!sent) answer->Closed();
    answer->Finish();
    answer_.reset();
    HoldBody(0);
    quiet_.cancel();
    request_deadline_.cancel();
    error_code ignored;
    if (sent) stream_.socket().cancel(ignored);  // the watch
    co_return sent && !close_after_ && KeepAlive();
  }

  net::awaitable<bool> Deliver(PendingAnswer* answer) {
    while (!answer->over() && !answer->ended && !answer->streaming) co_await answer->Wait();
    if (answer->over()) co_return false;
    HoldBody(0);
    stream_.expires_never();
    if (!answer->streaming) co_return co_await Send(*std::move(answer->head), KeepAlive());
    const bool chunked = request_.version >= 11;
    close_after_ = !chunked;  // the end of the connection ends the body
    const std::string head =
        Head(*answer->head, {.keep_alive = chunked && KeepAlive(), .is_stream = true});
    if (!co_await Write(head)) co_return false;
    while (!answer->over()) {
      if (!unsent_.empty()) {
        const std::string bytes = std::exchange(unsent_, {});
        if (!co_await Write(bytes)) co_return false;
      } else if (!answer->buffer.empty()) {
        const std::string bytes = std::exchange(answer->buffer, {});
        if (!co_await SendPiece(bytes, chunked)) co_return false;
      } else if (answer->ended) {
        if (!chunked) co_return true;
        co_return co_await Write("0\r\n\r\n");
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
      framed = Chunk(bytes);
      bytes = framed;
    }
    const ssize_t sent = send(stream_.socket().native_handle(), bytes.data(), bytes.size(),
                              MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0) return false;  // full or broken: the write that waits will tell
    unsent_ = bytes.substr(static_cast<size_t>(sent));
    if (!unsent_.empty()) answer->Wake();
    return true;
  }

  net::awaitable<bool> SendPiece(std::string_view bytes, bool chunked) {
    if (!chunked) co_return co_await Write(bytes);
    const std::string chunk = Chunk(bytes);
    co_return co_await Write(chunk);
  }

  net::awaitable<bool> Send(Response response, bool keep_alive) {
    hub_->handler->Answered(request_.head, response);
    const std::string head = Head(response, {.keep_alive = keep_alive});
    const bool has_body = request_.head.method != "HEAD" && response.status != 204;
    co_return co_await Write(head, has_body ? std::string_view(response.body) : "");
  }

  std::string Head(const Response& response, ResponseFraming framing) const {
    framing.version = request_.version;
    return ResponseHead(response, hub_->handler->CommonHeaders(request_.head), framing);
  }

  // Both parts live until it is done.
  net::awaitable<bool> Write(std::string_view first, std::string_view second = {}) {
    stream_.expires_after(hub_->options.write_timeout);
    const std::array<net::const_buffer, 2> parts = {net::buffer(first), net::buffer(second)};
    const auto [error, sent] = co_await net::async_write(stream_, parts, kNoThrow);
    co_return !error;
  }

  bool KeepAlive() const { return request_.is_persistent && !hub_->draining; }

  // What to tell a client of its bytes; nothing when it has gone.
  std::optional<HttpProblem> ProblemOf(error_code error, std::string_view part) const {
    if (timed_out_) {
      return HttpProblem{408, fmt::format("the request's {} did not arrive in time", part)};
    }
    if (error == http::error::body_limit) {
      return HttpProblem{413, fmt::format("the body is larger than the limit of {} bytes",
                                          hub_->options.max_body_bytes)};
    }
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      if (request_.head.method.empty()) {
        return HttpProblem{414, fmt::format("the request line is larger than the limit of {} bytes",
                                            hub_->options.max_header_bytes)};
      }
      return HttpProblem{
          431, fmt::format("the headers are larger than the limit of {} bytes, or one than {}",
                           hub_->options.max_header_bytes, kMaxFieldBytes)};
    }
    if (error == http::error::bad_version && NamesOtherVersion(Buffered())) {
      return HttpProblem{505, "only HTTP/1.1 and HTTP/1.0 are supported"};
    }
    const bool is_http = error.category() == make_error_code(http::error::bad_method).category();
    if (!is_http || error == http::error::end_of_stream || error == http::error::partial_message) {
      return std::nullopt;
    }
    return HttpProblem{400, fmt::format("the request is not valid HTTP: {}", error.message())};
  }

  // Answers what no handler sees, and gives the connection up.
  net::awaitable<void> Refuse(const HttpProblem& problem, RequestParser& parser) {
    HoldBody(0);
    parser.get().body() = std::string();  // its memory too
    Response response = hub_->handler->ErrorResponse(problem.status, problem.message);
    if (!co_await Send(std::move(response), /*keep_alive=*/false)) co_return;
    co_await Discard();
  }

  // Reads on: closing at once would reset the connection, and a client that sends its whole body
  // before it reads would never see its answer. As long and as much as a body may take; a client
  // that was too slow before gets a moment.
  net::awaitable<void> Discard() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    const milliseconds limit =
        timed_out_ || hub_->draining ? kLinger : std::max(kLinger, hub_->options.body_timeout);
    const auto end = std::chrono::steady_clock::now() + limit;
    int64_t left = std::max(kDiscardBytes, hub_->options.max_body_bytes);
    buffer_.clear();
    while (left > 0) {
      stream_.expires_at(std::min(end, std::chrono::steady_clock::now() + kLinger));
      const auto [error, bytes] =
          co_await stream_.async_read_some(buffer_.prepare(kDiscardPiece), kNoThrow);
      if (error) co_return;
      left -= static_cast<int64_t>(bytes);
    }
  }

  // Sees the client hang up while its answer is being made.
  static net::awaitable<void> WatchPeer(std::shared_ptr<BeastConnection> self,
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
  static net::awaitable<void> WatchQuiet(std::shared_ptr<BeastConnection> self,
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
  static net::awaitable<void> WatchTime(std::shared_ptr<BeastConnection> self,
                                        std::shared_ptr<PendingAnswer> answer) {
    const milliseconds limit = self->hub_->options.request_timeout;
    self->request_deadline_.expires_after(limit);
    co_await self->request_deadline_.async_wait(kNoThrow);
    if (!answer->over() && !answer->ended) answer->TimeOut(limit);
  }

  // What is read next is given up after `limit`; the socket stays open for an answer, which
  // tcp_stream's own timeout would not leave.
  void SetDeadline(milliseconds limit) {
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
  CheckedHead request_;  // the one that is being answered, as far as it has arrived
  beast::tcp_stream stream_;
  const std::string client_;
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

}  // namespace

std::shared_ptr<Connection> Connection::Make(Hub* hub, tcp::socket socket) {
  return std::make_shared<BeastConnection>(hub, std::move(socket));
}

}  // namespace rung::server
