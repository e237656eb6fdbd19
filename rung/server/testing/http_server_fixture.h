// A handler that answers by itself, a blocking client, and a server on a thread of its own.
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "rung/server/http_server.h"

namespace rung::server::testing {

// "/echo" answers with the body, "/stream" in two pieces, "/never" not at all, "/flood" with more
// than anyone reads.
class TestHandler final : public Handler {
 public:
  std::optional<Response> CheckHead(RequestHead& head) override {
    if (head.path != "/refuse") return std::nullopt;
    return Response{.status = 401, .body = "no"};
  }
  void Handle(RequestHead head, std::string body, std::shared_ptr<Exchange> exchange) override {
    exchange->on_closed = [this] { ++closed; };
    exchange->on_cut = [this, exchange = exchange.get()] {
      ++cut;
      exchange->Respond({.status = 503, .body = "cut"});
    };
    exchange->on_timeout = [this, exchange = exchange.get()](std::chrono::milliseconds limit) {
      ++timed_out;
      exchange->Respond({.status = 504, .body = fmt::format("over {}", limit.count())});
    };
    if (head.path == "/stream") {
      exchange->BeginStream({.content_type = "text/event-stream"});
      exchange->Write("one\n");
      exchange->Write("two\n");
      exchange->EndStream();
    } else if (head.path == "/drip") {
      exchange->BeginStream({.content_type = "text/event-stream"});
      Drip(exchange, 0);
    } else if (head.path == "/flood") {
      exchange->BeginStream({.content_type = "text/event-stream"});
      for (int i = 0; i < 200; ++i) exchange->Write(std::string(1 << 20, 'x'));
    } else if (head.path == "/quiet") {
      exchange->on_quiet = [this, exchange = exchange.get()] {
        if (quiet++ == 0) exchange->BeginStream({.content_type = "text/event-stream"});
        exchange->Write(": quiet\n\n");
        if (quiet == 3) exchange->EndStream();
      };
    } else if (head.path == "/never") {
      kept = exchange;
      ++started;
    } else {
      exchange->Respond({.body = head.method + " " + body});
    }
  }
  Response ErrorResponse(int status, const std::string& message) override {
    return {.status = status, .body = message};
  }
  Headers CommonHeaders(const RequestHead& head) override {
    return {{"X-Origin", head.origin}, {"X-Path", head.path}, {"X-Host", head.host}};
  }
  void Answered(const RequestHead& head, const Response& response) override {
    const std::lock_guard lock(mutex);
    answered.push_back(
        fmt::format("{} {} {} {}", response.status, head.method, head.path, head.request_id));
    client = head.client;
  }

  // Piece after piece, each when the one before is on its way.
  void Drip(std::shared_ptr<Exchange> exchange, int piece) {
    if (piece == kDripPieces) return exchange->EndStream();
    exchange->Write(DripPiece(piece));
    loop->Post([this, exchange, piece] { Drip(exchange, piece + 1); });
  }
  static constexpr int kDripPieces = 300;
  static std::string DripPiece(int piece) {
    return std::string(static_cast<size_t>(1 + piece * 397 % 100'000),
                       static_cast<char>('a' + piece % 26));
  }

  std::mutex mutex;                   // guards what follows
  std::vector<std::string> answered;  // "401 GET /refuse id"
  std::string client;

  IoLoop* loop = nullptr;
  std::shared_ptr<Exchange> kept;
  std::atomic<int> started = 0;
  std::atomic<int> closed = 0;
  std::atomic<int> cut = 0;
  std::atomic<int> timed_out = 0;
  std::atomic<int> quiet = 0;
};

// A blocking client.
class Client {
 public:
  explicit Client(uint16_t port) : fd_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ~Client() { Close(); }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
  bool Send(std::string_view text) {
    return send(fd_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }
  // Until the peer closes, `end` has come or 20 s have passed.
  std::string Read(std::string_view end = "\x01") {
    std::string text;
    while (!text.ends_with(end)) {
      pollfd ready{.fd = fd_, .events = POLLIN, .revents = 0};
      if (poll(&ready, 1, 20'000) <= 0) return text + "<timeout>";
      char bytes[4096];
      const ssize_t count = recv(fd_, bytes, sizeof(bytes), 0);
      if (count <= 0) return text;
      text.append(bytes, static_cast<size_t>(count));
    }
    return text;
  }

 private:
  int fd_;
};

class HttpServerTest : public ::testing::Test {
 protected:
  void Start(HttpOptions options) {
    options.port = 0;
    auto server = HttpServer::Listen(options);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    handler_.loop = server_.get();
    port_ = server_->port();
    thread_ = std::thread([this] {
      server_->Run(&handler_, events_);
      ended_ = true;
    });
  }
  void TearDown() override {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
    handler_.kept.reset();
  }
  // Signals are the server's from now on.
  void AwaitServing() const {
    Client client(port_);
    client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_TRUE(client.Read("GET ").starts_with("HTTP/1.1 200"));
  }
  static bool Eventually(const std::function<bool()>& condition) {
    for (int i = 0; i < 2000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  std::unique_ptr<HttpServer> server_;
  TestHandler handler_;
  HttpEvents events_;
  uint16_t port_ = 0;
  std::thread thread_;
  std::atomic<bool> ended_ = false;
};

}  // namespace rung::server::testing
