// HTTP as one client speaks it: versions, framing, refusals (RFC 9112).
#include "rung/server/connection.h"

#include "gmock/gmock.h"
#include "rung/server/testing/http_server_fixture.h"

namespace rung::server {
namespace {

using testing::Client;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using ConnectionTest = testing::HttpServerTest;

TEST_F(ConnectionTest, KeepsConnectionsAlive) {
  Start({});
  Client client(port_);
  for (int i = 0; i < 3; ++i) {
    client.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi");
    EXPECT_THAT(client.Read("POST hi"), StartsWith("HTTP/1.1 200 OK\r\n"));
  }
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na"
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nConnection: close\r\n\r\nb");
  const std::string both = client.Read();
  EXPECT_THAT(both, HasSubstr("POST a"));
  EXPECT_THAT(both, EndsWith("POST b"));
}

// Whoever made it: the head's check, the handler, the connection itself.
TEST_F(ConnectionTest, EveryWholeAnswerIsToldOnceWithTheIdOfItsRequest) {
  Start({.max_header_bytes = 1000, .max_body_bytes = 100});
  const std::string id = "Host: localhost\r\nX-Request-Id: mine\r\n";
  const struct {
    std::string request;
    std::string told;
  } cases[] = {
      {"GET /refuse HTTP/1.1\r\n" + id + "\r\n", "401 GET /refuse mine"},
      {"POST /echo HTTP/1.1\r\n" + id + "Content-Length: 1\r\n\r\na", "200 POST /echo mine"},
      {"POST /echo HTTP/1.1\r\n" + id + "Content-Length: 101\r\n\r\n", "413 POST /echo mine"},
      {"GET /echo HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n", "400 GET /echo mine"},
      {"GET /echo HTTP/1.1\r\n" + id + "X: " + std::string(2000, 'x'), "431 GET /echo mine"},
      {"GET /stream HTTP/1.1\r\n" + id + "\r\n", ""},
  };
  for (const auto& c : cases) {
    Client client(port_);
    client.Send(c.request);
    client.Read(c.told.empty() ? "0\r\n\r\n" : c.told.starts_with("200") ? "a" : "\x01");
    const std::lock_guard lock(handler_.mutex);
    EXPECT_THAT(std::exchange(handler_.answered, {}),
                c.told.empty() ? std::vector<std::string>() : std::vector<std::string>{c.told});
    EXPECT_THAT(handler_.client, StartsWith("127.0.0.1:"));
  }
  Client anonymous(port_);
  anonymous.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: not mine\r\n\r\n");
  anonymous.Read("GET ");
  const std::lock_guard lock(handler_.mutex);
  EXPECT_THAT(handler_.answered, ::testing::ElementsAre(StartsWith("200 GET /echo req-")));
}

TEST_F(ConnectionTest, StreamsInChunksAndToHttp10WithoutThem) {
  Start({});
  Client client(port_);
  client.Send("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string chunked = client.Read("0\r\n\r\n");
  EXPECT_THAT(chunked, HasSubstr("Transfer-Encoding: chunked"));
  EXPECT_THAT(chunked, HasSubstr("one\n"));
  Client old(port_);
  old.Send("GET /stream HTTP/1.0\r\n\r\n");
  EXPECT_THAT(old.Read(), EndsWith("\r\n\r\none\ntwo\n"));
}

TEST_F(ConnectionTest, Http10IsKeptOpenWhereItAsks) {
  Start({});
  Client kept(port_);
  for (int i = 0; i < 2; ++i) {
    kept.Send("GET /echo HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
    const std::string answer = kept.Read("GET ");
    EXPECT_THAT(answer, HasSubstr("Connection: keep-alive\r\n"));
    EXPECT_THAT(answer, HasSubstr("Content-Length: 4\r\n"));
  }
  // A stream's end is the connection's, whatever was asked.
  kept.Send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  const std::string stream = kept.Read();
  EXPECT_THAT(stream, HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(stream, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_THAT(stream, EndsWith("\r\n\r\none\ntwo\n"));
  for (const char* connection : {"", "Connection: close\r\n"}) {
    Client closed(port_);
    closed.Send(fmt::format("GET /echo HTTP/1.0\r\n{}\r\n", connection));
    const std::string answer = closed.Read();
    EXPECT_THAT(answer, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(answer, EndsWith("GET "));
  }
  Client expecting(port_);  // 1.0 knows no 100
  expecting.Send("POST /echo HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi");
  EXPECT_THAT(expecting.Read(), StartsWith("HTTP/1.1 200"));
}

TEST_F(ConnectionTest, EmptyLinesBeforeARequestAreSkipped) {
  Start({});
  Client client(port_);
  client.Send("\r\n\r\nPOST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na\r\n");
  EXPECT_THAT(client.Read("POST a"), StartsWith("HTTP/1.1 200"));
  client.Send("\r");
  client.Send(
      "\nPOST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nb\r\n"
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nc");
  const std::string both = client.Read("POST c");
  EXPECT_THAT(both, HasSubstr("POST b"));
  EXPECT_THAT(both, Not(HasSubstr("400")));
  Client endless(port_);
  std::string lines;
  for (int i = 0; i < 9; ++i) lines += "\r\n";
  endless.Send(lines);
  EXPECT_THAT(endless.Read(), StartsWith("HTTP/1.1 400"));
}

TEST_F(ConnectionTest, AnEmptyLineAloneIsNoRequest) {
  Start({.header_timeout = std::chrono::milliseconds(50),
         .idle_timeout = std::chrono::milliseconds(200)});
  Client client(port_);
  client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n");
  EXPECT_THAT(client.Read("GET "), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(client.Read(), "") << "closed as an idle one, not answered with 408";
}

TEST_F(ConnectionTest, AUrlForATargetNamesTheHost) {
  Start({});
  Client client(port_);
  client.Send(
      "POST http://other.example:80/echo?x HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Length: 1\r\n\r\na");
  const std::string answer = client.Read("POST a");
  EXPECT_THAT(answer, HasSubstr("X-Path: /echo\r\n"));
  EXPECT_THAT(answer, HasSubstr("X-Host: other.example:80\r\n"));
}

TEST_F(ConnectionTest, TrailersAreDropped) {
  Start({});
  Client client(port_);
  const std::string head =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n";
  client.Send(head + "Connection: close\r\nX: y\r\n\r\n");
  EXPECT_THAT(client.Read("POST a"), StartsWith("HTTP/1.1 200"));
  client.Send(head + "X: " + std::string(70'000, 'y') + "\r\n\r\n");  // longer than a field may be
  EXPECT_THAT(client.Read("POST a"), StartsWith("HTTP/1.1 200"));
  client.Send(head + "X: " + std::string(200'000, 'y'));
  EXPECT_THAT(client.Read(), StartsWith("HTTP/1.1 431"));
}

TEST_F(ConnectionTest, AFieldOf64KiBIsTooLarge) {
  Start({.max_header_bytes = 1 << 20});
  Client client(port_);
  client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(70'000, 'x') +
              "\r\n\r\n");
  EXPECT_THAT(client.Read(), StartsWith("HTTP/1.1 431"));
}

TEST_F(ConnectionTest, ErrorsFromBelowHaveTheHeadersOfAll) {
  Start({.max_header_bytes = 1024,
         .max_body_bytes = 1000,
         .max_body_memory = 500,
         .header_timeout = std::chrono::milliseconds(300),
         .body_timeout = std::chrono::milliseconds(300)});
  const std::string head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a\r\n";
  const std::string rests[] = {
      "Content-Length: x\r\n\r\n",                            // 400
      "X: ",                                                  // 408
      "Content-Length: 10\r\n\r\nx",                          // 408
      "Content-Length: 2000\r\n\r\n",                         // 413
      "Expect: nothing\r\n\r\n",                              // 417
      "X: " + std::string(2000, 'x') + "\r\n\r\n",            // 431
      "Transfer-Encoding: gzip\r\n\r\n",                      // 501
      "Content-Length: 600\r\n\r\n" + std::string(600, 'x'),  // 503
  };
  for (const std::string& rest : rests) {
    Client client(port_);
    client.Send(head + rest);
    const std::string answer = client.Read();
    EXPECT_THAT(answer, HasSubstr("X-Origin: http://a\r\n")) << rest.substr(0, 30);
    EXPECT_THAT(answer, Not(HasSubstr(" 200 "))) << rest.substr(0, 30);
  }
}

TEST_F(ConnectionTest, ARefusalOfABodyThatIsSentWholeCanBeRead) {
  Start({.max_body_bytes = 1000, .max_body_memory = 900});
  const std::string body(24 << 20, 'x');
  const auto length = [](size_t bytes) { return fmt::format("Content-Length: {}\r\n\r\n", bytes); };
  const std::string host = "Host: localhost\r\n";
  const std::pair<std::string, std::string> cases[] = {
      {"POST /echo HTTP/1.1\r\n" + host + length(body.size()) + body, "413"},
      {"POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n1800000\r\n" + body,
       "413"},
      {"POST /refuse HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n1800000\r\n" + body,
       "401"},
      {"POST /echo HTTP/1.1\r\n" + length(body.size()) + body, "413"},
      {"POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1800000\r\n" + body, "400"},
      {"POST /echo HTTP/1.1\r\n" + host + length(950) + body, "503"},  // and what comes behind it
      {"nonsense\r\n\r\n" + body, "400"},
  };
  for (const auto& [request, status] : cases) {
    Client client(port_);
    EXPECT_TRUE(client.Send(request)) << status;
    EXPECT_THAT(client.Read(), StartsWith("HTTP/1.1 " + status));
  }
}

TEST_F(ConnectionTest, ABodyWithoutEndIsCut) {
  Start({});
  Client client(port_);
  client.Send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n");
  const std::string piece(1 << 20, 'x');
  int pieces = 0;
  while (pieces < 1000 && client.Send(piece)) ++pieces;
  EXPECT_GE(pieces, 60);  // 64 MiB, and what the sockets hold
  EXPECT_LT(pieces, 200);
}

TEST_F(ConnectionTest, HeadHasNoBody) {
  Start({});
  Client client(port_);
  Client refused(port_);
  refused.Send("HEAD /echo HTTP/1.1\r\nHost: a b\r\n\r\n");
  EXPECT_THAT(refused.Read(), EndsWith("\r\n\r\n"));
  client.Send("HEAD /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string answer = client.Read();
  EXPECT_THAT(answer, HasSubstr("Content-Length: 5"));
  EXPECT_THAT(answer, EndsWith("\r\n\r\n"));
}

TEST_F(ConnectionTest, ExpectContinue) {
  Start({});
  Client client(port_);
  client.Send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: "
      "2\r\n\r\n");
  EXPECT_EQ(client.Read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("hi");
  EXPECT_THAT(client.Read("POST hi"), StartsWith("HTTP/1.1 200"));
  // Without a body there is nothing to wait for.
  client.Send("GET /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_THAT(client.Read("GET "), StartsWith("HTTP/1.1 200"));
}

TEST_F(ConnectionTest, LimitsAndNonsense) {
  Start({.max_header_bytes = 1024, .max_body_bytes = 1000});
  struct Case {
    std::string request;
    std::string status;
  };
  const std::string post = "POST /echo HTTP/1.1\r\nHost: localhost\r\n";
  const Case cases[] = {
      {post + "Content-Length: 100000000000\r\n\r\n", "413"},
      {post + "Transfer-Encoding: chunked\r\n\r\n1000\r\n" + std::string(4096, 'x'), "413"},
      {"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + std::string(2000, 'x') + "\r\n\r\n", "431"},
      {"GET /" + std::string(2000, 'x') + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "414"},
      {"nonsense\r\n\r\n", "400"},
      {post + "Content-Length: -5\r\n\r\n", "400"},
      {post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n", "400"},
      {post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n", "400"},
      {post + "Transfer-Encoding: gzip\r\n\r\n", "501"},
      {post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n", "400"},
      {post + "Expect: 200-ok\r\nContent-Length: 5\r\n\r\n", "417"},
      {"GET / HTTP/9.9\r\n\r\n", "505"},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"},
      {"GET / HTTP/1.x\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n Host: a\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", "400"},
      {"GET / HTTP/1.1\nHost: a\n\n", "400"},
      {std::string("GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", 29), "400"},
      {"GET nowhere HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
      {"CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", "501"},
      {"POST /refuse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n", "401"},
  };
  for (const Case& c : cases) {
    Client client(port_);
    client.Send(c.request);
    EXPECT_THAT(client.Read(), StartsWith("HTTP/1.1 " + c.status)) << c.request.substr(0, 60);
  }
}

}  // namespace
}  // namespace rung::server
