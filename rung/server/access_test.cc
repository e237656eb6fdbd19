#include "rung/server/access.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::server {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

RequestHead From(const std::string& host, const std::string& origin = "") {
  RequestHead head;
  head.host = host;
  head.origin = origin;
  return head;
}

AccessOptions Access(std::vector<std::string> origins, const std::vector<std::string>& hosts,
                     bool on_loopback) {
  return *MakeAccess({}, std::move(origins), hosts, on_loopback);
}

TEST(Access, Hosts) {
  struct Case {
    std::vector<std::string> allowed;
    bool on_loopback;
    const char* host;
    bool is_allowed;
  };
  const Case cases[] = {
      // On the loopback: its names, and those that are given.
      {{}, true, "localhost:8080", true},
      {{}, true, "[::1]:8080", true},
      {{}, true, "127.0.0.1", true},
      {{}, true, "", true},  // no page can leave it out
      {{}, true, "page.example", false},
      {{}, true, "page.example:8080", false},
      {{}, true, "10.0.0.1", false},
      {{"page.example"}, true, "Page.Example.:8080", true},
      {{"page.example"}, true, "other.example", false},
      {{"page.example"}, true, "a.page.example", false},
      {{"page.example"}, true, "localhost", true},
      {{"page.example:8443"}, true, "page.example:8443", true},
      {{"page.example:8443"}, true, "page.example", false},
      {{"page.example:443"}, true, "page.example", true},  // browsers leave that port out
      {{"fe80::1"}, true, "[fe80::1]:80", true},
      {{"*"}, true, "page.example", true},
      {{"a.example", "*"}, true, "page.example", true},
      // Elsewhere: any, unless some are given.
      {{}, false, "page.example", true},
      {{"page.example"}, false, "page.example", true},
      {{"page.example"}, false, "other.example", false},
      {{"page.example"}, false, "localhost", true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(IsHostAllowed(From(c.host), Access({}, c.allowed, c.on_loopback)), c.is_allowed)
        << c.host << " on_loopback=" << c.on_loopback;
  }
}

TEST(Access, AllowedHostsMustBeHosts) {
  for (const char* text : {"", "http://page.example", "page.example/x", "a b", "page.example:x"}) {
    EXPECT_THAT(std::string(Message(MakeAccess({}, {}, {text}, true).status())),
                HasSubstr("--allowed-host \"" + std::string(text) + "\""));
  }
}

TEST(Access, Origins) {
  struct Case {
    std::vector<std::string> origins;
    bool on_loopback;
    const char* origin;
    bool is_allowed;
  };
  const Case cases[] = {
      // The loopback's own pages, at any port.
      {{}, true, "http://localhost:3000", true},
      {{}, true, "https://localhost", true},
      {{}, true, "http://app.localhost:1", true},
      {{}, true, "http://127.1.2.3:5173", true},
      {{}, true, "http://[::1]:8080", true},
      {{}, true, "https://page.example", false},
      {{}, true, "null", false},
      {{}, true, "", false},
      {{}, true, "http://localhost.page.example", false},
      {{}, true, "http://localhost@page.example", false},
      {{}, true, "http://localhost/", false},
      {{}, true, "ftp://localhost", false},
      {{}, true, "file://localhost", false},
      {{}, true, "localhost", false},
      // What is given takes the place of that.
      {{"*"}, true, "https://page.example", true},
      {{"*"}, true, "null", true},
      {{"https://page.example"}, true, "https://page.example", true},
      {{"https://page.example"}, true, "http://localhost:3000", false},
      {{"https://page.example", "loopback"}, true, "http://localhost:3000", true},
      {{"none"}, true, "http://localhost:3000", false},
      // Elsewhere: any page.
      {{}, false, "https://page.example", true},
      {{"https://page.example"}, false, "https://other.example", false},
      {{"loopback"}, false, "https://page.example", false},
      {{"none"}, false, "https://page.example", false},
  };
  for (const Case& c : cases) {
    const AccessOptions access = Access(c.origins, {}, c.on_loopback);
    const RequestHead head = From("", c.origin);
    EXPECT_EQ(IsOriginAllowed(head, access), c.is_allowed) << c.origin;
    const auto allows = Contains(Pair("Access-Control-Allow-Origin", ::testing::_));
    if (c.is_allowed) {
      EXPECT_THAT(CorsHeaders(head, access), allows) << c.origin;
    } else if (*c.origin != '\0') {
      EXPECT_THAT(CorsHeaders(head, access), Not(allows)) << c.origin;
    }
  }
}

TEST(Access, AnswersThatDependOnTheOriginSaySo) {
  const auto vary = Contains(Pair("Vary", "Origin"));
  for (const char* origin : {"", "http://localhost:3000", "https://page.example"}) {
    const RequestHead head = From("", origin);
    EXPECT_THAT(CorsHeaders(head, Access({}, {}, true)), vary) << origin;
    EXPECT_THAT(CorsHeaders(head, Access({"https://page.example"}, {}, true)), vary) << origin;
    // The same for all pages.
    EXPECT_THAT(CorsHeaders(head, Access({"*"}, {}, true)),
                ElementsAre(Pair("Access-Control-Allow-Origin", "*"),
                            Pair("Access-Control-Expose-Headers", "X-Request-Id")));
    EXPECT_THAT(CorsHeaders(head, Access({"none"}, {}, true)), ElementsAre());
  }
}

TEST(Access, Keys) {
  const AccessOptions access = *MakeAccess({"first", "second"}, {}, {}, true);
  RequestHead head;
  EXPECT_FALSE(HasKey(head, access));
  for (const char* wrong : {"Bearer", "Bearer ", "Bearer firs", "Bearer first ", "Bearer firstx",
                            "Basic first", "first"}) {
    head.authorization = wrong;
    EXPECT_FALSE(HasKey(head, access)) << wrong;
  }
  for (const char* right : {"Bearer first", "bearer second"}) {
    head.authorization = right;
    EXPECT_TRUE(HasKey(head, access)) << right;
    EXPECT_FALSE(HasKey(head, AccessOptions())) << "without keys none is right";
  }
}

}  // namespace
}  // namespace rung::server
