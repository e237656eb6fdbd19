// Limits, timeouts, disconnects, the end; with a handler that answers by itself.
#include "rung/server/http_server.h"

#include <signal.h>

#include "gmock/gmock.h"
#include "rung/base/status.h"
#include "rung/server/testing/http_server_fixture.h"

namespace rung::server {
namespace {

using testing::Client;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::HttpServerTest;
using ::testing::StartsWith;
using testing::TestHandler;

TEST_F(HttpServerTest, AStreamThatIsReadLateIsWhole) {
  Start({.max_unread_bytes = 64 << 20});
  std::string expected;
  for (int i = 0; i < TestHandler::kDripPieces; ++i) expected += TestHandler::DripPiece(i);
  Client plain(port_);
  plain.Send("GET /drip HTTP/1.0\r\n\r\n");
  Client chunked(port_);
  chunked.Send("GET /drip HTTP/1.1\r\nHost: localhost\r\n\r\n");
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

// Sends it all before it reads, as Python's http.client does.

TEST_F(HttpServerTest, BodiesShareTheirMemory) {
  Start({.max_body_bytes = 800, .max_body_memory = 1000});
  const std::string body(700, 'x');
  Client first(port_);
  first.Send("POST /never HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700\r\n\r\n" + body);
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  Client second(port_);
  second.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700\r\n\r\n" + body);
  const std::string refused = second.Read();
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503"));
  EXPECT_THAT(refused, HasSubstr("request bodies of 1400 bytes are held"));
  EXPECT_THAT(refused, HasSubstr("is 1000 "));
  Client small(port_);
  small.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi");
  EXPECT_THAT(small.Read("POST hi"), StartsWith("HTTP/1.1 200"));
  // An answer that has begun, or a client that has gone, gives its part back.
  server_->Post([&] { handler_.kept->Respond({.body = "done"}); });
  EXPECT_THAT(first.Read("done"), StartsWith("HTTP/1.1 200"));
  for (int i = 0; i < 3; ++i) {
    Client next(port_);
    next.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700\r\n\r\n" + body);
    EXPECT_THAT(next.Read("xxx"), StartsWith("HTTP/1.1 200"));
    Client gone(port_);
    gone.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700\r\n\r\n" +
              body.substr(1));
    gone.Close();
    ASSERT_TRUE(Eventually([&] { return server_->open_connections() <= 3 + i; }));
  }
}

TEST_F(HttpServerTest, AQuietAnswerIsToldAgainAndAgain) {
  Start({.quiet_interval = std::chrono::milliseconds(50)});
  Client client(port_);
  client.Send("GET /quiet HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string answer = client.Read("0\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(handler_.quiet, 3);
  client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_THAT(client.Read("GET "), HasSubstr("200"));
}

TEST_F(HttpServerTest, AnAnswerOverTheTimeLimitIsEnded) {
  Start({.request_timeout = std::chrono::milliseconds(100)});
  Client client(port_);
  for (int i = 1; i <= 2; ++i) {  // and the connection goes on
    client.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_THAT(client.Read("over 100"), StartsWith("HTTP/1.1 504"));
    client.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody");
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
  headers.Send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
  Client body(port_);
  body.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx");
  Client idle(port_);
  EXPECT_THAT(headers.Read(), StartsWith("HTTP/1.1 408"));
  EXPECT_THAT(body.Read(), StartsWith("HTTP/1.1 408"));
  EXPECT_EQ(idle.Read(), "");
}

TEST_F(HttpServerTest, AClientThatHangsUpIsNoticed) {
  Start({});
  Client client(port_);
  client.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  client.Close();
  EXPECT_TRUE(Eventually([&] { return handler_.closed == 1; }));
  EXPECT_TRUE(Eventually([&] { return server_->open_connections() == 0; }));
}

TEST_F(HttpServerTest, AHangUpBehindPipelinedBytesIsNoticedToo) {
  Start({});
  Client client(port_);
  client.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(handler_.closed, 0);
  client.Close();
  EXPECT_TRUE(Eventually([&] { return handler_.closed == 1; }));
}

TEST_F(HttpServerTest, AClientThatDoesNotReadIsCutOff) {
  Start({.max_unread_bytes = 8 << 20});
  Client client(port_);
  client.Send("GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(Eventually([&] { return handler_.closed == 1; }));
}

TEST_F(HttpServerTest, AnIdleConnectionMakesRoom) {
  Start({.max_connections = 3});
  Client a(port_), b(port_), c(port_);
  ASSERT_TRUE(Eventually([&] { return server_->open_connections() == 3; }));
  Client d(port_);
  d.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(d.Read(), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(a.Read(), "");  // the one that was idle longest
}

TEST_F(HttpServerTest, StopClosesIdleAndLetsAnswersEnd) {
  Start({.drain_timeout = std::chrono::seconds(60)});
  Client idle(port_), busy(port_);
  busy.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
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
  busy.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  server_->Stop();
  EXPECT_THAT(busy.Read(), EndsWith("cut"));
  EXPECT_EQ(handler_.cut, 1);
  EXPECT_TRUE(Eventually([&] { return ended_.load(); }));
}

TEST_F(HttpServerTest, ThePortStaysOpenForTheDrainDelay) {
  std::atomic<int> ends = 0, drains = 0;
  events_ = {.on_end = [&] { return ++ends == 1; }, .on_drain = [&] { ++drains; }};
  Start({.drain_delay = std::chrono::hours(1)});
  AwaitServing();
  kill(getpid(), SIGTERM);
  ASSERT_TRUE(Eventually([&] { return ends == 1; }));
  for (int i = 0; i < 2; ++i) {
    Client client(port_);
    client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string answer = client.Read("GET ");
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(answer, ::testing::Not(HasSubstr("Connection: close")));
  }
  Client busy(port_);
  busy.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  EXPECT_EQ(drains, 0);
  kill(getpid(), SIGTERM);
  EXPECT_THAT(busy.Read(), EndsWith("cut"));
  EXPECT_TRUE(Eventually([&] { return ended_.load(); }));
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(drains, 1);
}

TEST_F(HttpServerTest, TheDrainDelayPassesAndIsSkippedWhereNothingIsServed) {
  for (const bool serves : {true, false}) {
    events_ = {.on_end = [serves] { return serves; }};
    ended_ = false;
    Start({.drain_delay = serves ? std::chrono::milliseconds(50)
                                 : std::chrono::milliseconds(std::chrono::hours(1))});
    AwaitServing();
    kill(getpid(), SIGINT);
    EXPECT_TRUE(Eventually([&] { return ended_.load(); })) << serves;
    TearDown();
  }
}

TEST_F(HttpServerTest, SighupReloadsAndEndsNothing) {
  std::atomic<int> reloads = 0;
  events_ = {.on_reload = [&] { ++reloads; }};
  // Held back until the server runs, as `rung serve` does.
  sigset_t hangup;
  sigemptyset(&hangup);
  sigaddset(&hangup, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &hangup, nullptr);
  kill(getpid(), SIGHUP);
  Start({});
  EXPECT_TRUE(Eventually([&] { return reloads == 1; }));
  Client busy(port_);
  busy.Send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(Eventually([&] { return handler_.started == 1; }));
  kill(getpid(), SIGHUP);
  EXPECT_TRUE(Eventually([&] { return reloads == 2; }));
  server_->Post([&] { handler_.kept->Respond({.body = "whole"}); });
  EXPECT_THAT(busy.Read("whole"), StartsWith("HTTP/1.1 200"));
  EXPECT_FALSE(ended_);
}

TEST_F(HttpServerTest, KnowsWhereItListens) {
  struct Case {
    const char* host;
    const char* address;
    bool is_on_loopback;
  };
  for (const Case& c : {Case{"127.0.0.1", "127.0.0.1", true}, Case{"127.1.2.3", "127.1.2.3", true},
                        Case{"0.0.0.0", "0.0.0.0", false}}) {
    const auto server = HttpServer::Listen({.host = c.host, .port = 0});
    ASSERT_TRUE(server.ok()) << server.status();
    EXPECT_EQ((*server)->address(), c.address);
    EXPECT_EQ((*server)->is_on_loopback(), c.is_on_loopback) << c.host;
  }
  const auto name = HttpServer::Listen({.host = "localhost", .port = 0});
  ASSERT_TRUE(name.ok()) << name.status();
  EXPECT_TRUE((*name)->is_on_loopback());
  for (const char* host : {"::1", "[::1]"}) {
    const auto v6 = HttpServer::Listen({.host = host, .port = 0});
    if (!v6.ok()) continue;  // a machine without IPv6
    EXPECT_EQ((*v6)->address(), "::1");
    EXPECT_TRUE((*v6)->is_on_loopback());
  }
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
