#include "rung/server/request_log.h"

#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

RequestRecord Record() {
  return {.id = "cmpl-1",
          .choice = 2,
          .prompt_tokens = 5,
          .new_tokens = 8,
          .capacity = 4096,
          .running_capacity = 512,
          .usage = {.cached_tokens = 3, .rungs = {256, 512}, .evictions = 1},
          .times = {1.25, 30.5, 200},
          .finish = engine::FinishReason::kLength,
          .seed = 18446744073709551615u};
}

TEST(RequestLog, Text) {
  EXPECT_EQ(TextLine(Record()),
            "request id=cmpl-1 choice=2 prompt_tokens=5 new_tokens=8 capacity=4096 "
            "running_capacity=512 rungs=256,512 cached_tokens=3 evictions=1 queue_ms=1.2 "
            "prefill_ms=30.5 decode_ms=200.0 finish=length "
            "seed=18446744073709551615");
}

TEST(RequestLog, WhoCancelled) {
  RequestRecord record = Record();
  record.finish = engine::FinishReason::kCancelled;
  record.cancelled_by = "timeout";
  EXPECT_THAT(TextLine(record), ::testing::EndsWith(" cancelled_by=timeout"));
  const auto json = nlohmann::json::parse("{" + JsonMembers(record) + "}");
  EXPECT_EQ(json["finish"], "cancelled");
  EXPECT_EQ(json["cancelled_by"], "timeout");
}

TEST(RequestLog, JsonHasTheSame) {
  RequestRecord record = Record();
  record.finish = engine::FinishReason::kError;
  record.error = "line\n\"two\" \xff";
  const auto json = nlohmann::json::parse("{" + JsonMembers(record) + "}");
  EXPECT_EQ(json["event"], "request");
  EXPECT_EQ(json["capacity"], 4096);
  EXPECT_EQ(json["rungs"], nlohmann::json({256, 512}));
  EXPECT_EQ(json["cached_tokens"], 3);
  EXPECT_EQ(json["seed"], 18446744073709551615u);
  EXPECT_EQ(json["finish"], "error");
  EXPECT_EQ(json["error"], "line\n\"two\" \xef\xbf\xbd");
  EXPECT_EQ(TextLine(record).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace rung::server
