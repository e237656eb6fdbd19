#include "rung/server/request_head.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

using ::testing::HasSubstr;

SentHead Sent(std::string method, std::string target, Headers fields, int version = 11) {
  return {std::move(method), std::move(target), version, std::move(fields)};
}

// 0: nothing is wrong.
int StatusOf(const SentHead& sent) {
  const CheckedHead read = ReadHead(sent);
  return read.problem ? read.problem->status : 0;
}

TEST(RequestHead, Targets) {
  struct Case {
    const char* method;
    const char* target;
    int status;
    const char* path;
    const char* host;
  };
  const Case cases[] = {
      {"GET", "/health", 0, "/health", "sent.example"},
      {"GET", "/health?a=/b", 0, "/health", "sent.example"},
      {"GET", "//x", 0, "//x", "sent.example"},
      {"POST", "http://Other.example:80/v1/completions?x", 0, "/v1/completions",
       "Other.example:80"},
      {"GET", "HTTPS://[::1]:8080", 0, "/", "[::1]:8080"},
      {"GET", "http://other.example?x", 0, "/", "other.example"},
      {"OPTIONS", "*", 0, "*", "sent.example"},
      {"OPTIONS", "http://other.example", 0, "*", "other.example"},
      {"GET", "*", 400, nullptr, nullptr},
      {"GET", "v1/models", 400, nullptr, nullptr},
      {"GET", "other.example:80", 400, nullptr, nullptr},
      {"GET", "ftp://other.example/", 400, nullptr, nullptr},
      {"GET", "http:///v1/models", 400, nullptr, nullptr},
      {"GET", "http://user@other.example/", 400, nullptr, nullptr},
      {"GET", "http://[::1/", 400, nullptr, nullptr},
      {"CONNECT", "other.example:443", 501, nullptr, nullptr},
  };
  for (const Case& c : cases) {
    const SentHead sent = Sent(c.method, c.target, {{"Host", "sent.example"}});
    EXPECT_EQ(StatusOf(sent), c.status) << c.method << " " << c.target;
    if (c.status != 0) continue;
    EXPECT_EQ(ReadHead(sent).head.path, c.path) << c.target;
    EXPECT_EQ(ReadHead(sent).head.host, c.host) << c.target;
  }
}

TEST(RequestHead, HostsAndFraming) {
  struct Case {
    Headers fields;
    int status11;
    int status10;
  };
  const std::pair<std::string, std::string> host = {"host", "x"};
  const Case cases[] = {
      {{host}, 0, 0},
      {{}, 400, 0},
      {{{"Host", ""}}, 0, 0},
      {{host, {"HOST", "x"}}, 400, 400},
      {{{"Host", "a b"}}, 400, 400},
      {{{"Host", "user@x"}}, 400, 400},
      {{{"Host", "x, y"}}, 400, 400},
      {{host, {"Transfer-Encoding", "chunked"}}, 0, 400},
      {{host, {"Transfer-Encoding", "Chunked "}}, 0, 400},
      {{host, {"Transfer-Encoding", "gzip"}}, 501, 400},
      {{host, {"Transfer-Encoding", "gzip, chunked"}}, 501, 400},
      {{host, {"Transfer-Encoding", "gzip"}, {"Transfer-Encoding", "chunked"}}, 501, 400},
      {{host, {"Transfer-Encoding", "identity"}}, 501, 400},
      {{host, {"Transfer-Encoding", "chunked;q=1"}}, 501, 400},
      {{host, {"Transfer-Encoding", "chunked, gzip"}}, 400, 400},
      {{host, {"Transfer-Encoding", "chunked, chunked"}}, 400, 400},
      {{host, {"Transfer-Encoding", ""}}, 400, 400},
      {{host, {"Expect", "100-Continue"}}, 0, 0},
      {{host, {"Expect", "200-ok"}}, 417, 0},
      {{host, {"Expect", "100-continue, more"}}, 417, 0},
  };
  for (const Case& c : cases) {
    const std::string last = c.fields.empty() ? "" : c.fields.back().first + c.fields.back().second;
    EXPECT_EQ(StatusOf(Sent("POST", "/", c.fields, 11)), c.status11) << last;
    EXPECT_EQ(StatusOf(Sent("POST", "/", c.fields, 10)), c.status10) << last;
  }
}

TEST(RequestHead, Persistence) {
  struct Case {
    const char* connection;
    bool at11;
    bool at10;
  };
  for (const Case& c : {Case{"", true, false}, Case{"close", false, false},
                        Case{"Keep-Alive", true, true}, Case{"x, keep-alive", true, true},
                        Case{"keep-alive, Close", false, false}, Case{"upgrade", true, false}}) {
    const Headers fields = {{"Connection", c.connection}};
    EXPECT_EQ(ReadHead(Sent("GET", "/", fields, 11)).is_persistent, c.at11) << c.connection;
    EXPECT_EQ(ReadHead(Sent("GET", "/", fields, 10)).is_persistent, c.at10) << c.connection;
  }
  const Headers two = {{"Connection", "keep-alive"}, {"Connection", "close"}};
  EXPECT_FALSE(ReadHead(Sent("GET", "/", two)).is_persistent);
}

TEST(RequestHead, Http10KnowsNoContinue) {
  const Headers fields = {{"Host", "x"}, {"Expect", "100-continue"}};
  EXPECT_TRUE(ReadHead(Sent("POST", "/", fields, 11)).expects_continue);
  EXPECT_FALSE(ReadHead(Sent("POST", "/", fields, 10)).expects_continue);
}

TEST(RequestHead, WhatIsWrongHidesNothingElse) {
  const CheckedHead read =
      ReadHead(Sent("POST", "nowhere", {{"Origin", "http://localhost"}, {"x-request-id", "mine"}}));
  EXPECT_EQ(read.problem->status, 400);
  EXPECT_THAT(read.problem->message, HasSubstr("\"nowhere\""));
  EXPECT_EQ(read.head.origin, "http://localhost");
  EXPECT_EQ(read.head.request_id, "mine");
}

TEST(RequestHead, LongValuesAreCutInMessages) {
  const std::string name(5000, 'n');
  const CheckedHead read = ReadHead(Sent("GET", "/", {{"Host", name + " "}}));
  EXPECT_LT(read.problem->message.size(), 200u);
  EXPECT_LT(ReadHead(Sent("GET", name, {{"Host", "x"}})).problem->message.size(), 200u);
}

TEST(RequestHead, OtherVersions) {
  EXPECT_TRUE(NamesOtherVersion("GET / HTTP/2.0\r\n\r\n"));
  EXPECT_TRUE(NamesOtherVersion("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
  EXPECT_TRUE(NamesOtherVersion("GET / HTTP/0.9\r\n"));
  for (const char* bytes : {"GET / HTTP/1.1\r\n", "GET / HTTP/1.0\r\n", "GET / HTTP/2.0",
                            "GET /\r\n", "GET / HTTP/x.y\r\n", "GET / http/2.0\r\n", "", "\r\n"}) {
    EXPECT_FALSE(NamesOtherVersion(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace rung::server
