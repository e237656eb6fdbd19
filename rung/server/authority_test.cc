#include "rung/server/authority.h"

#include "gtest/gtest.h"

namespace rung::server {
namespace {

TEST(Authority, HostsAndPorts) {
  struct Case {
    const char* text;
    const char* host;
    const char* port;
  };
  const Case cases[] = {
      {"localhost", "localhost", ""},
      {"LocalHost:8080", "localhost", "8080"},
      {"page.example.", "page.example", ""},
      {"page.example.:443", "page.example", "443"},
      {"localhost:", "localhost", ""},
      {"127.0.0.1:0", "127.0.0.1", "0"},
      {"[::1]", "::1", ""},
      {"[::1]:65535", "::1", "65535"},
      {"[FE80::1%eth0]:80", "fe80::1", "80"},
      {"under_score.example", "under_score.example", ""},
  };
  for (const Case& c : cases) {
    const auto authority = ParseAuthority(c.text);
    ASSERT_TRUE(authority) << c.text;
    EXPECT_EQ(authority->host, c.host) << c.text;
    EXPECT_EQ(authority->port, c.port) << c.text;
  }
}

TEST(Authority, WhatIsNoHost) {
  for (const char* text :
       {"",        ".",           ":80",      "a b",   "a/b",         "user@host", "a:b",
        "a:65536", "a:-1",        "a:80:80",  "::1",   "[::1",        "[::1]x",    "[]",
        "[host]",  "[127.0.0.1]", "http://a", "a,b c", "h\xc3\xb6st", "a\tb",      "a?b",
        "a#b",     "a\"b"}) {
    EXPECT_FALSE(ParseAuthority(text)) << text;
  }
}

TEST(Authority, TheLoopbacksNames) {
  for (const char* text :
       {"localhost", "LOCALHOST.:1", "app.localhost", "127.0.0.1", "127.255.1.2:80", "[::1]:8080",
        "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]"}) {
    EXPECT_TRUE(NamesLoopback(*ParseAuthority(text))) << text;
  }
  for (const char* text : {"localhost.example", "notlocalhost", "localhos", "128.0.0.1", "0.0.0.0",
                           "127.0.0.1.example", "127.0.0", "0x7f.1", "2130706433", "[::]", "[::2]",
                           "[::ffff:10.0.0.1]", "127.0.0.1.nip.io"}) {
    EXPECT_FALSE(NamesLoopback(*ParseAuthority(text))) << text;
  }
}

TEST(Authority, UrlsPutIpv6IntoBrackets) {
  EXPECT_EQ(HttpUrl("127.0.0.1", 8080), "http://127.0.0.1:8080");
  EXPECT_EQ(HttpUrl("localhost", 1), "http://localhost:1");
  EXPECT_EQ(HttpUrl("::1", 8080), "http://[::1]:8080");
  EXPECT_EQ(HttpUrl("[::1]", 8080), "http://[::1]:8080");
  EXPECT_EQ(HttpUrl("fe80::1%eth0", 8080), "http://[fe80::1%25eth0]:8080");
}

}  // namespace
}  // namespace rung::server
