#include "rung/server/request_log.h"

#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::server {
namespace {

RequestRecord Record() {
  return {.id = "cmpl-1",
          .request_id = "trace-77",
          .choice = 2,
          .status = 200,
          .client = "127.0.0.1:4711",
          .stream = true,
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
            "request id=cmpl-1 request_id=trace-77 choice=2 status=200 client=127.0.0.1:4711 "
            "stream=true prompt_tokens=5 new_tokens=8 capacity=4096 "
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
  EXPECT_EQ(json["request_id"], "trace-77");
  EXPECT_EQ(json["status"], 200);
  EXPECT_EQ(json["client"], "127.0.0.1:4711");
  EXPECT_EQ(json["stream"], true);
  EXPECT_EQ(json["queue_ms"], 1.2);
  EXPECT_EQ(TextLine(record).find('\n'), std::string::npos);
}

RefusalRecord Refused() {
  return {.origin = {.request_id = "trace-77",
                     .client = "[::1]:4711",
                     .method = "POST",
                     .path = "/v1/x"},
          .status = 404,
          .refusal = {.code = "unknown_path", .message = "there is no such path"}};
}

TEST(RequestLog, ARefusal) {
  EXPECT_EQ(TextLine(Refused()),
            "refused request_id=trace-77 status=404 code=unknown_path client=[::1]:4711 "
            "method=POST path=/v1/x: there is no such path");
  const auto json = nlohmann::json::parse("{" + JsonMembers(Refused()) + "}");
  EXPECT_EQ(json, nlohmann::json({{"event", "refused"},
                                  {"request_id", "trace-77"},
                                  {"status", 404},
                                  {"code", "unknown_path"},
                                  {"client", "[::1]:4711"},
                                  {"method", "POST"},
                                  {"path", "/v1/x"},
                                  {"message", "there is no such path"}}));
}

TEST(RequestLog, WhatAClientChoseIsShortAndOneLine) {
  RefusalRecord record = Refused();
  record.origin.method = "";
  record.origin.path = "/" + std::string(5000, 'p') + "\n\xff";
  record.refusal = {
      .code = "", .message = "line\ntwo \xff" + std::string(5000, 'm'), .cancelled_by = "shutdown"};
  const std::string line = TextLine(record);
  EXPECT_LT(line.size(), 1000U);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_THAT(line, ::testing::HasSubstr(" code=- "));
  EXPECT_THAT(line, ::testing::HasSubstr(" method=- path=/ppp"));
  EXPECT_THAT(line, ::testing::HasSubstr(" cancelled_by=shutdown: line"));
  EXPECT_LT(JsonMembers(record).size(), 1000U);
  record.origin.path = "/a b\nc";
  EXPECT_THAT(TextLine(record), ::testing::HasSubstr(" path=\"/a b"));
}

TEST(RequestLog, TheDrain) {
  EXPECT_EQ(TextLine(DrainStart{.running = 3, .waiting = 1, .limit_seconds = 30}),
            "draining: 3 requests running, 1 waiting, up to 30 s");
  EXPECT_EQ(TextLine(DrainStart{.limit_seconds = 0.5}),
            "draining: 0 requests running, 0 waiting, up to 0.5 s");
  EXPECT_EQ(TextLine(DrainEnd{.finished = 2, .cut = 2, .seconds = 30.01}),
            "drained: 2 finished, 2 cut, in 30.0 s");
  EXPECT_EQ(TextLine(DrainEnd{.finished = 2, .cut = 0, .cancelled = 1, .seconds = 1.26}),
            "drained: 2 finished, 0 cut, 1 cancelled, in 1.3 s");
}

}  // namespace
}  // namespace rung::server
