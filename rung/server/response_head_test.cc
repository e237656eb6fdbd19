#include "rung/server/response_head.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ResponseHead, IsWhole) {
  const Response response{.status = 429, .headers = {{"Retry-After", "1"}}, .body = "{}"};
  EXPECT_EQ(ResponseHead(response, {{"X-Request-Id", "a"}}, {.keep_alive = true}),
            "HTTP/1.1 429 Too Many Requests\r\n"
            "Server: rung\r\n"
            "Content-Type: application/json\r\n"
            "Retry-After: 1\r\n"
            "X-Request-Id: a\r\n"
            "Content-Length: 2\r\n\r\n");
}

TEST(ResponseHead, PersistenceIsSaidWhereTheVersionDoesNot) {
  const auto head = [](int version, bool keep_alive) {
    return ResponseHead({}, {}, {.version = version, .keep_alive = keep_alive});
  };
  EXPECT_THAT(head(11, true), Not(HasSubstr("Connection")));
  EXPECT_THAT(head(11, false), HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(head(10, true), HasSubstr("Connection: keep-alive\r\n"));
  EXPECT_THAT(head(10, false), HasSubstr("Connection: close\r\n"));
}

TEST(ResponseHead, StreamsHaveNoLength) {
  const std::string chunked = ResponseHead({}, {}, {.keep_alive = true, .is_stream = true});
  EXPECT_THAT(chunked, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(chunked, HasSubstr("Cache-Control: no-cache\r\n"));
  EXPECT_THAT(chunked, Not(HasSubstr("Content-Length")));
  const std::string old = ResponseHead({}, {}, {.version = 10, .is_stream = true});
  EXPECT_THAT(old, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_THAT(old, Not(HasSubstr("Content-Length")));
}

TEST(ResponseHead, NoContentHasNeitherTypeNorLength) {
  EXPECT_EQ(ResponseHead({.status = 204, .content_type = ""}, {}, {.keep_alive = true}),
            "HTTP/1.1 204 No Content\r\nServer: rung\r\n\r\n");
}

}  // namespace
}  // namespace rung::server
