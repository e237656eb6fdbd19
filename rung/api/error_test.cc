#include "rung/api/error.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/context/bucket_set.h"

namespace rung::api {
namespace {

using ::testing::HasSubstr;

TEST(ErrorFrom, Table) {
  struct Case {
    absl::Status status;
    int http_status;
    std::string type;
    std::string code;
    bool retry;
  };
  const Case cases[] = {
      {absl::InvalidArgumentError("m"), 400, "invalid_request_error", "", false},
      {absl::OutOfRangeError("m"), 400, "invalid_request_error", "", false},
      {absl::UnimplementedError("m"), 400, "invalid_request_error", "", false},
      {UnsupportedField("suffix", "m"), 400, "invalid_request_error", "unsupported_parameter",
       false},
      {UnknownModel("a", "b"), 404, "invalid_request_error", "model_not_found", false},
      {absl::ResourceExhaustedError("m"), 429, "rate_limit_error", "queue_full", true},
      {absl::UnavailableError("m"), 503, "unavailable_error", "unavailable", true},
      {absl::DeadlineExceededError("m"), 504, "timeout_error", "request_timeout", false},
      {absl::InternalError("m"), 500, "server_error", "", false},
      {absl::UnknownError("m"), 500, "server_error", "", false},
  };
  for (const Case& c : cases) {
    const Error error = ErrorFrom(c.status);
    EXPECT_EQ(error.http_status, c.http_status) << c.status;
    EXPECT_EQ(error.type, c.type) << c.status;
    EXPECT_EQ(error.code, c.code) << c.status;
    EXPECT_EQ(error.retry_after_seconds > 0, c.retry) << c.status;
  }
}

TEST(ErrorFrom, CapacityRefusalNamesTheNumbers) {
  const auto set = context::BucketSet::Make(8192, {}, std::nullopt);
  ASSERT_TRUE(set.ok());
  const Error error = ErrorFrom(set->RouteRequest(4096, 1).status());
  EXPECT_EQ(error.http_status, 400);
  EXPECT_EQ(error.code, "context_length_exceeded");
  EXPECT_EQ(error.param, "prompt");
  for (const char* part :
       {"effective_prompt_len=4096", "max_new_tokens=1", "context_capacity=4096", "[256, 4096]"}) {
    EXPECT_THAT(error.message, HasSubstr(part));
  }
}

TEST(ErrorFrom, TheFieldIsTheParam) {
  EXPECT_EQ(ErrorFrom(FieldError("stop", "stop must not be empty")).param, "stop");
  EXPECT_EQ(ErrorFrom(absl::InvalidArgumentError("top_p must be above 0")).param, "top_p");
  EXPECT_EQ(ErrorFrom(absl::InvalidArgumentError("the body is empty")).param, std::nullopt);
}

TEST(ErrorBody, HasTheFourMembersAndIsValidUtf8) {
  EXPECT_EQ(
      ErrorBody(ErrorFrom(FieldError("n", "n must be 1"))),
      R"({"error":{"message":"n must be 1","type":"invalid_request_error","param":"n","code":null}})");
  EXPECT_THAT(ErrorBody(HttpError(400, "bad \xff byte")), HasSubstr("bad \xef\xbf\xbd byte"));
}

}  // namespace
}  // namespace rung::api
