#include "rung/server/router.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

RequestHead Head(std::string method, std::string path) {
  RequestHead head;
  head.method = std::move(method);
  head.path = std::move(path);
  return head;
}

// The status of the refusal; 0 when the request is let through.
int StatusOf(const RequestHead& head, const AccessOptions& access = {}) {
  const auto routed = RouteRequest(head, access);
  const auto* response = std::get_if<Response>(&routed);
  return response == nullptr ? 0 : response->status;
}

TEST(Router, Table) {
  struct Case {
    const char* method;
    const char* path;
    int status;
  };
  const Case cases[] = {
      {"GET", "/", 0},
      {"HEAD", "/health", 0},
      {"GET", "/health/", 0},
      {"GET", "/metrics", 0},
      {"GET", "/v1/models", 0},
      {"POST", "/v1/completions", 0},
      {"POST", "/tokenize", 0},
      {"POST", "/detokenize", 0},
      {"GET", "/v1/completions", 405},
      {"HEAD", "/v1/completions", 405},
      {"DELETE", "/v1/models", 405},
      {"POST", "/v1/models/x", 405},
      {"POST", "/v1/chat/completions", 404},
      {"GET", "/v1/chat/completions", 405},
      {"POST", "/v1/embeddings", 404},
      {"GET", "/v1", 404},
      {"GET", "", 404},
      {"OPTIONS", "/v1/completions", 204},
      {"OPTIONS", "/nowhere", 404},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(StatusOf(Head(c.method, c.path)), c.status) << c.method << " " << c.path;
  }
}

// Clients repeat what fails with a 5xx, and this fails every time.
TEST(Router, WhatIsNotServedYetIsNotFound) {
  const auto routed = RouteRequest(Head("POST", "/v1/chat/completions"), {});
  const Response& response = std::get<Response>(routed);
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(
      response.body,
      R"({"error":{"message":"/v1/chat/completions is not supported by this version: use )"
      R"(/v1/completions","type":"not_supported_error","param":null,"code":"not_supported"}})");
}

TEST(Router, NotAllowedSaysWhatIs) {
  const auto routed = RouteRequest(Head("GET", "/v1/completions"), {});
  EXPECT_THAT(std::get<Response>(routed).headers, Contains(Pair("Allow", "POST, OPTIONS")));
}

TEST(Router, ModelIdsAreDecoded) {
  const auto routed = RouteRequest(Head("GET", "/v1/models/org%2Fname%zz"), {});
  EXPECT_EQ(std::get<Route>(routed).argument, "org/name%zz");
}

TEST(Router, KeysAreForAllButOpenPathsAndPreflights) {
  const AccessOptions access{.api_keys = {"key"}};
  RequestHead head = Head("POST", "/v1/completions");
  EXPECT_EQ(StatusOf(head, access), 401);
  head.authorization = "Bearer key";
  EXPECT_EQ(StatusOf(head, access), 0);
  EXPECT_EQ(StatusOf(Head("GET", "/health"), access), 0);
  EXPECT_EQ(StatusOf(Head("GET", "/"), access), 0);
  EXPECT_EQ(StatusOf(Head("OPTIONS", "/v1/completions"), access), 204);
  EXPECT_EQ(StatusOf(Head("GET", "/metrics"), access), 401);
  EXPECT_EQ(StatusOf(Head("GET", "/v1/models"), access), 401);
  EXPECT_EQ(StatusOf(Head("GET", "/v1/completions"), access), 405);
}

TEST(Router, AForeignHostIsRefusedOnEveryPath) {
  const AccessOptions access = *MakeAccess({}, {}, {}, /*on_loopback=*/true);
  for (const auto& [method, path] : {std::pair{"GET", "/"},
                                     {"GET", "/health"},
                                     {"GET", "/metrics"},
                                     {"POST", "/v1/completions"},
                                     {"GET", "/nowhere"},
                                     {"OPTIONS", "*"},
                                     {"OPTIONS", "/health"}}) {
    RequestHead head = Head(method, path);
    head.host = "page.example:8080";
    const auto routed = RouteRequest(head, access);
    const auto* response = std::get_if<Response>(&routed);
    ASSERT_NE(response, nullptr) << path;
    EXPECT_EQ(response->status, 403) << path;
    EXPECT_THAT(response->body, HasSubstr(R"(Host \"page.example:8080\" is not this server's)"));
    EXPECT_THAT(response->body, HasSubstr("--allowed-host"));
  }
  RequestHead head = Head("GET", "/health");
  head.host = std::string(5000, 'h');
  EXPECT_LT(std::get<Response>(RouteRequest(head, access)).body.size(), 500u);
}

TEST(Router, AKeyLetsAForeignHostIn) {
  const AccessOptions access = *MakeAccess({"key"}, {}, {}, /*on_loopback=*/true);
  RequestHead head = Head("POST", "/v1/completions");
  head.host = "page.example";
  EXPECT_EQ(StatusOf(head, access), 403);
  head.authorization = "Bearer wrong";
  EXPECT_EQ(StatusOf(head, access), 403);
  EXPECT_EQ(StatusOf(head, *MakeAccess({}, {}, {}, true)), 403) << "there are no keys";
  head.authorization = "Bearer key";
  EXPECT_EQ(StatusOf(head, access), 0);
}

TEST(Router, APreflightMayNameAnyHost) {
  // It carries no key; whether the page may go on is up to its origin.
  const AccessOptions access =
      *MakeAccess({"key"}, {"https://page.example"}, {}, /*on_loopback=*/true);
  RequestHead head = Head("OPTIONS", "/v1/completions");
  head.host = "proxy.example";
  head.origin = "https://page.example";
  EXPECT_EQ(StatusOf(head, access), 403) << "no preflight";
  head.access_control_request_method = "POST";
  const auto allowed = RouteRequest(head, access);
  EXPECT_EQ(std::get<Response>(allowed).status, 204);
  EXPECT_THAT(std::get<Response>(allowed).headers,
              Contains(Pair("Access-Control-Allow-Methods", "POST, OPTIONS")));
  head.origin = "https://other.example";
  const auto other = RouteRequest(head, access);
  EXPECT_EQ(std::get<Response>(other).status, 204);
  EXPECT_THAT(std::get<Response>(other).headers,
              Not(Contains(Pair("Access-Control-Allow-Methods", ::testing::_))));
}

TEST(Router, OptionsOfTheWholeServer) {
  const auto routed = RouteRequest(Head("OPTIONS", "*"), {});
  EXPECT_THAT(std::get<Response>(routed).headers,
              Contains(Pair("Allow", "GET, HEAD, POST, OPTIONS")));
}

TEST(Router, ContentTypes) {
  RequestHead head = Head("POST", "/v1/completions");
  for (const char* right :
       {"", "application/json", "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"", "application/json; charset=utf-8; profile=x"}) {
    head.content_type = right;
    EXPECT_EQ(StatusOf(head), 0) << right;
  }
  for (const char* wrong :
       {"text/plain", "application/x-www-form-urlencoded", "application/json; charset=gbk",
        "application/json; charset=utf-8x", "multipart/form-data"}) {
    head.content_type = wrong;
    EXPECT_EQ(StatusOf(head), 415) << wrong;
  }
  head.content_type.clear();
  head.content_encoding = "gzip";
  EXPECT_EQ(StatusOf(head), 415);
}

// A page can send such a request without a preflight.
TEST(Router, ForeignPagesMustSayThatTheySendJson) {
  const AccessOptions access = *MakeAccess({}, {}, {}, /*on_loopback=*/true);
  RequestHead head = Head("POST", "/v1/completions");
  for (const char* foreign : {"https://page.example", "null"}) {
    head.origin = foreign;
    head.content_type.clear();
    EXPECT_EQ(StatusOf(head, access), 415) << foreign;
    head.content_type = "text/plain";
    EXPECT_EQ(StatusOf(head, access), 415) << foreign;
    head.content_type = "application/json";
    EXPECT_EQ(StatusOf(head, access), 0) << foreign;
  }
  head.content_type.clear();
  head.origin = "http://localhost:3000";
  EXPECT_EQ(StatusOf(head, access), 0);
}

TEST(Router, PreflightsAllowWhatIsAskedFor) {
  RequestHead head = Head("OPTIONS", "/v1/completions");
  head.origin = "https://a.example";
  head.access_control_request_headers = "authorization,x-stainless-os";
  const auto any = RouteRequest(head, {.api_keys = {"k"}, .cors_origins = {"*"}});
  EXPECT_THAT(std::get<Response>(any).headers,
              Contains(Pair("Access-Control-Allow-Headers", "authorization,x-stainless-os")));
}

TEST(CleanRequestId, TakesOnlyPlainOnes) {
  EXPECT_EQ(CleanRequestId("a-B_9.:"), "a-B_9.:");
  EXPECT_EQ(CleanRequestId(""), std::nullopt);
  EXPECT_EQ(CleanRequestId("a b"), std::nullopt);
  EXPECT_EQ(CleanRequestId("a\nb"), std::nullopt);
  EXPECT_EQ(CleanRequestId(std::string(129, 'a')), std::nullopt);
}

}  // namespace
}  // namespace rung::server
