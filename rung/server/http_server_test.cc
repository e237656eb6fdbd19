// Sockets, limits and timeouts, with a handler that answers by itself.
#include "rung/server/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::server {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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
      server_->Run(&handler_, [] {});
      ended_ = true;
    });
  }
  void TearDown() override {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
    handler_.kept.reset();
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
  uint16_t port_ = 0;
  std::thread thread_;
  std::atomic<bool> ended_ = false;
};

TEST_F(HttpServerTest, KeepsConnectionsAlive) {
  Start({});
  Client client(port_);
  for (int i = 0; i < 3; ++i) {
    client.Send("POST /echo HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi");
    EXPECT_THAT(client.Read("POST hi"), StartsWith("HTTP/1.1 200 OK\r\n"));
  }
  client.Send(
      "POST /echo HTTP/1.1\r\nContent-Length: 1\r\n\r\na"
      "POST /echo HTTP/1.1\r\nContent-Length: 1\r\nConnection: close\r\n\r\nb");
  const std::string both = client.Read();
  EXPECT_THAT(both, HasSubstr("POST a"));
  EXPECT_THAT(both, EndsWith("POST b"));
}

TEST_F(HttpServerTest, StreamsInChunksAndToHttp10WithoutThem) {
  Start({});
  Client client(port_);
  client.Send("GET /stream HTTP/1.1\r\n\r\n");
  const std::string chunked = client.Read("0\r\n\r\n");
  EXPECT_THAT(chunked, HasSubstr("Transfer-Encoding: chunked"));
  EXPECT_THAT(chunked, HasSubstr("one\n"));
  Client old(port_);
  old.Send("GET /stream HTTP/1.0\r\n\r\n");
  EXPECT_THAT(old.Read(), EndsWith("\r\n\r\none\ntwo\n"));
}

TEST_F(HttpServerTest, AStreamThatIsReadLateIsWhole) {
  Start({.max_unread_bytes = 64 << 20});
  std::string expected;
  for (int i = 0; i < TestHandler::kDripPieces; ++i) expected += TestHandler::DripPiece(i);
  Client plain(port_);
  plain.Send("GET /drip HTTP/1.0\r\n\r\n");
  Client chunked(port_);
  chunked.Send("GET /drip HTTP/1.1\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the sockets fill up meanwhile
  EXPECT_TRUE(plain.Read().ends_with("\r\n\r\n" + expected));
  std::string body = chunked.Read("\r\n0\r\n\r\n");
  body.erase(0, body.find("\r\n\r\n") + 4);
  std::string joined;
  while (!body.empty()) {
    const size_t line = body.find("\r\n");
    const size_t size = std::stoul(body.substr(0, line), nullptr, 16);
    joined += body.substr(line + 2, size);
    ASSERT_EQ(body.substr(line + 2 + size, 2), "\r\n");
    body.erase(0, line + 4 + size);
  }
  EXPECT_TRUE(joined == expected);
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  Start({});
  Client client(port_);
  client.Send("HEAD /echo HTTP/1.1\r\nConnection: close\r\n\r\n");
  const std::string answer = client.Read();
  EXPECT_THAT(answer, HasSubstr("Content-Length: 5"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\n"));
}

TEST_F(HttpServerTest, ExpectContinue) {
  Start({});
  Client client(port_);
  client.Send("POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.Read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("hi");
  EXPECT_THAT(client.Read("POST hi"), StartsWith("HTTP/1.1 200"));
}

TEST_F(HttpServerTest, LimitsAndNonsense) {
  Start({.max_header_bytes = 1024, .max_body_bytes = 1000});
  struct Case {
    std::string request;
    std::string status;
  };
  const std::string post = "POST /echo HTTP/1.1\r\n";
  const Case cases[] = {
      {post + "Content-Length: 100000000000\r\n\r\n", "413"},
      {post + "Transfer-Encoding: chunked\r\n\r\n1000\r\n" + std::string(4096, 'x'), "413"},
      {"GET / HTTP/1.1\r\nX: " + std::string(2000, 'x') + "\r\n\r\n", "431"},
      {"GET /" + std::string(2000, 'x') + " HTTP/1.1\r\n\r\n", "431"},
      {"nonsense\r\n\r\n", "400"},
      {post + "Content-Length: -5\r\n\r\n", "400"},
      {post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "400"},
      {post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
      {"GET / HTTP/9.9\r\n\r\n", "400"},
      {"POST /refuse HTTP/1.1\r\nContent-Length: 500\r\n\r\n", "401"},
  };
  for (const Case& c : cases) {
    Client client(port_);
    client.Send(c.request);
    EXPECT_THAT(client.Read(), StartsWith("HTTP/1.1 " + c.status)) << c.request.substr(0, 60);
  }
}

TEST_F(HttpServerTest, BodiesShareTheirMemory) {
  Start({.max_body_bytes = 800, .max_body_memory = 1000});
  const std::string body(700, 'x');
  Client first(port_);
  first.Send("POST /never HTTP/1.1\r\nContent-Length: 700\r\n\r\n" + body);
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  Client second(port_);
  second.Send("POST /echo HTTP/1.1\r\nContent-Length: 700\r\n\r\n" + body);
  const std::string refused = second.Read();
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(refused, HasSubstr("request bodies of 1400 bytes are held"));
  EXPECT_THAT(refused, HasSubstr("is 1000 "));
  Client small(port_);
  small.Send("POST /echo HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi");
  EXPECT_THAT(small.Read("POST hi"), StartsWith("HTTP/1.1 200"));
  // An answer that has begun, or a client that has gone, gives its part back.
  server_->Post([&] { handler_.kept->Respond({.body = "done"}); });
  EXPECT_THAT(first.Read("done"), StartsWith("HTTP/1.1 200"));
  for (int i = 0; i < 3; ++i) {
    Client next(port_);
    next.Send("POST /echo HTTP/1.1\r\nContent-Length: 700\r\n\r\n" + body);
    EXPECT_THAT(next.Read("xxx"), StartsWith("HTTP/1.1 200"));
    Client gone(port_);
    gone.Send("POST /echo HTTP/1.1\r\nContent-Length: 700\r\n\r\n" + body.substr(1));
    gone.Close();
    ASSERT_TRUE(Eventually([&] { return server_->open_connections() <= 3 + i; }));
  }
}

TEST_F(HttpServerTest, AQuietAnswerIsToldAgainAndAgain) {
  Start({.quiet_interval = std::chrono::milliseconds(50)});
  Client client(port_);
  client.Send("GET /quiet HTTP/1.1\r\n\r\n");
  const std::string answer = client.Read("0\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(handler_.quiet, 3);
  client.Send("GET /echo HTTP/1.1\r\n\r\n");
  EXPECT_THAT(client.Read("GET "), HasSubstr("200"));
}

TEST_F(HttpServerTest, AnAnswerOverTheTimeLimitIsEnded) {
  Start({.request_timeout = std::chrono::milliseconds(100)});
  Client client(port_);
  for (int i = 1; i <= 2; ++i) {  // and the connection goes on
    client.Send("GET /never HTTP/1.1\r\n\r\n");
    EXPECT_THAT(client.Read("over 100"), StartsWith("HTTP/1.1 504"));
    client.Send("POST /echo HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody");
    EXPECT_THAT(client.Read("body"), HasSubstr("200"));
    EXPECT_EQ(handler_.timed_out, i);
  }
  EXPECT_EQ(handler_.closed, 0);
}

TEST_F(HttpServerTest, SlowClientsAreGivenUp) {
  Start({.header_timeout = std::chrono::milliseconds(300),
         .body_timeout = std::chrono::milliseconds(300),
         .idle_timeout = std::chrono::milliseconds(300)});
  Client headers(port_);
  headers.Send("GET / HTTP/1.1\r\nX: ");
  Client body(port_);
  body.Send("POST /echo HTTP/1.1\r\nContent-Length: 100\r\n\r\nx");
  Client idle(port_);
  EXPECT_THAT(headers.Read(), StartsWith("HTTP/1.1 408"));
  EXPECT_THAT(body.Read(), StartsWith("HTTP/1.1 408"));
  EXPECT_EQ(idle.Read(), "");
}

TEST_F(HttpServerTest, AClientThatHangsUpIsNoticed) {
  Start({});
  Client client(port_);
  client.Send("GET /never HTTP/1.1\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  client.Close();
  EXPECT_TRUE(Eventually([&] { return handler_.closed == 1; }));
  EXPECT_TRUE(Eventually([&] { return server_->open_connections() == 0; }));
}

TEST_F(HttpServerTest, AHangUpBehindPipelinedBytesIsNoticedToo) {
  Start({});
  Client client(port_);
  client.Send("GET /never HTTP/1.1\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  client.Send("GET /echo HTTP/1.1\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(handler_.closed, 0);
  client.Close();
  EXPECT_TRUE(Eventually([&] { return handler_.closed == 1; }));
}

TEST_F(HttpServerTest, AClientThatDoesNotReadIsCutOff) {
  Start({.max_unread_bytes = 8 << 20});
  Client client(port_);
  client.Send("GET /flood HTTP/1.1\r\n\r\n");
  EXPECT_TRUE(Eventually([&] { return handler_.closed == 1; }));
}

TEST_F(HttpServerTest, AnIdleConnectionMakesRoom) {
  Start({.max_connections = 3});
  Client a(port_), b(port_), c(port_);
  ASSERT_TRUE(Eventually([&] { return server_->open_connections() == 3; }));
  Client d(port_);
  d.Send("GET /echo HTTP/1.1\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(d.Read(), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(a.Read(), "");  // the one that was idle longest
}

TEST_F(HttpServerTest, StopClosesIdleAndLetsAnswersEnd) {
  Start({.drain_timeout = std::chrono::seconds(60)});
  Client idle(port_), busy(port_);
  busy.Send("GET /never HTTP/1.1\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  server_->Stop();
  EXPECT_EQ(idle.Read(), "");
  server_->Post([&] { handler_.kept->Respond({.body = "late"}); });
  const std::string answer = busy.Read();
  EXPECT_THAT(answer, EndsWith("late"));
  EXPECT_THAT(answer, HasSubstr("Connection: close"));
  EXPECT_TRUE(Eventually([&] { return ended_.load(); }));
}

TEST_F(HttpServerTest, TheDrainDeadlineCutsAnswers) {
  Start({.drain_timeout = std::chrono::milliseconds(200)});
  Client busy(port_);
  busy.Send("GET /never HTTP/1.1\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  server_->Stop();
  EXPECT_THAT(busy.Read(), EndsWith("cut"));
  EXPECT_EQ(handler_.cut, 1);
  EXPECT_TRUE(Eventually([&] { return ended_.load(); }));
}

TEST_F(HttpServerTest, APortInUseAndAForeignHost) {
  Start({});
  HttpOptions options;
  options.port = port_;
  EXPECT_THAT(std::string(Message(HttpServer::Listen(options).status())), HasSubstr("is in use"));
  options.host = "no.such.host.invalid";
  EXPECT_TRUE(absl::IsInvalidArgument(HttpServer::Listen(options).status()));
}

}  // namespace
}  // namespace rung::server
