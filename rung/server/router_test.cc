#include "rung/server/router.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

using ::testing::Contains;
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
      {"POST", "/v1/chat/completions", 501},
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

TEST(Router, NotAllowedSaysWhatIs) {
  const auto routed = RouteRequest(Head("GET", "/v1/completions"), {});
  EXPECT_THAT(std::get<Response>(routed).headers, Contains(Pair("Allow", "POST, OPTIONS")));
}

TEST(Router, ModelIdsAreDecoded) {
  const auto routed = RouteRequest(Head("GET", "/v1/models/org%2Fname%zz"), {});
  EXPECT_EQ(std::get<Route>(routed).argument, "org/name%zz");
}

TEST(Router, Keys) {
  const AccessOptions access{.api_keys = {"first", "second"}, .cors_origins = {}};
  RequestHead head = Head("POST", "/v1/completions");
  EXPECT_EQ(StatusOf(head, access), 401);
  for (const char* wrong : {"Bearer", "Bearer ", "Bearer firs", "Bearer first ", "Bearer firstx",
                            "Basic first", "first"}) {
    head.authorization = wrong;
    EXPECT_EQ(StatusOf(head, access), 401) << wrong;
  }
  for (const char* right : {"Bearer first", "bearer second"}) {
    head.authorization = right;
    EXPECT_EQ(StatusOf(head, access), 0) << right;
  }
  EXPECT_EQ(StatusOf(Head("GET", "/health"), access), 0);
  EXPECT_EQ(StatusOf(Head("GET", "/"), access), 0);
  EXPECT_EQ(StatusOf(Head("OPTIONS", "/v1/completions"), access), 204);
  EXPECT_EQ(StatusOf(Head("GET", "/metrics"), access), 401);
  EXPECT_EQ(StatusOf(Head("GET", "/v1/models"), access), 401);
  EXPECT_EQ(StatusOf(Head("GET", "/v1/completions"), access), 405);
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

TEST(Router, Cors) {
  RequestHead head = Head("OPTIONS", "/v1/completions");
  head.origin = "https://a.example";
  head.access_control_request_headers = "authorization,x-stainless-os";
  const auto any = RouteRequest(head, {.api_keys = {"k"}, .cors_origins = {"*"}});
  EXPECT_THAT(std::get<Response>(any).headers,
              Contains(Pair("Access-Control-Allow-Headers", "authorization,x-stainless-os")));
  EXPECT_THAT(CorsHeaders(head, {.cors_origins = {"*"}}),
              Contains(Pair("Access-Control-Allow-Origin", "*")));
  EXPECT_THAT(CorsHeaders(head, {.cors_origins = {"https://a.example"}}),
              Contains(Pair("Access-Control-Allow-Origin", "https://a.example")));
  EXPECT_TRUE(CorsHeaders(head, {.cors_origins = {"https://b.example"}}).empty());
  EXPECT_TRUE(CorsHeaders(head, {}).empty());
  head.origin.clear();
  EXPECT_TRUE(CorsHeaders(head, {.cors_origins = {"*"}}).empty());
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
