// The service over a real engine thread with a fake device: no sockets.
#include "rung/server/service.h"

#include <spdlog/spdlog.h>

#include <condition_variable>
#include <deque>
#include <nlohmann/json.hpp>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/engine/testing/fake_runner.h"
#include "rung/server/testing/served_byte_model.h"

namespace rung::server {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

// The test's thread is the io thread: it runs what is posted until a condition holds.
class TestLoop final : public IoLoop {
 public:
  void Post(std::function<void()> function) override {
    {
      const std::lock_guard lock(mutex_);
      posted_.push_back(std::move(function));
    }
    changed_.notify_one();
  }
  void RunUntil(const std::function<bool()>& done) {
    while (!done()) {
      std::function<void()> next;
      {
        std::unique_lock lock(mutex_);
        ASSERT_TRUE(
            changed_.wait_for(lock, std::chrono::seconds(60), [this] { return !posted_.empty(); }));
        next = std::move(posted_.front());
        posted_.pop_front();
      }
      next();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> posted_;
};

struct RecordedExchange final : public Exchange {
  void Respond(Response response) override {
    head = std::move(response);
    ended = true;
  }
  void BeginStream(Response response) override { head = std::move(response); }
  void Write(std::string bytes) override { stream += bytes; }
  void EndStream() override { ended = true; }

  std::optional<Response> head;
  std::string stream;
  bool ended = false;
};

class FakeHost final : public engine::EngineHost {
 public:
  FakeHost(const tokenizer::Tokenizer* tokenizer, std::function<absl::Status()> before_step)
      : engine_(&runner_, tokenizer, &clock_, {.max_queue = 1000}) {
    runner_.fail = [before_step](const auto&) { return before_step(); };
  }
  engine::Engine& engine() override { return engine_; }

 private:
  SteadyClock clock_;
  engine::testing::FakeRunner runner_{engine::testing::kByteVocab};
  engine::Engine engine_;
};

class ServiceTest : public ::testing::Test {
 protected:
  ServiceTest() {
    spdlog::set_level(spdlog::level::off);
    EXPECT_TRUE(engine_.WaitUntilReady().ok());
  }
  // A connection forgets its callbacks when the answer is complete; these hold the job that holds
  // the exchange.
  ~ServiceTest() override {
    for (const auto& exchange : sent_) {
      exchange->on_closed = exchange->on_cut = exchange->on_quiet = nullptr;
      exchange->on_timeout = nullptr;
    }
  }

  std::shared_ptr<RecordedExchange> Send(const std::string& method, const std::string& path,
                                         const std::string& body = "") {
    RequestHead head;
    head.method = method;
    head.path = path;
    auto exchange = sent_.emplace_back(std::make_shared<RecordedExchange>());
    if (auto response = service_.CheckHead(head)) {
      exchange->Respond(*std::move(response));
    } else {
      service_.Handle(head, body, exchange);
    }
    return exchange;
  }
  std::shared_ptr<RecordedExchange> Complete(const std::string& body) {
    auto exchange = Send("POST", "/v1/completions", body);
    loop_.RunUntil([&] { return exchange->ended; });
    return exchange;
  }
  static std::string TextOf(const RecordedExchange& exchange) {
    return Json::parse(exchange.head->body)["choices"][0]["text"];
  }
  // A list of the logprobs of a stream's chunks joined.
  static Json StreamedLogprobs(const RecordedExchange& exchange, const std::string& list) {
    Json joined = Json::array();
    for (size_t at = 0; at < exchange.stream.size();) {
      const size_t end = exchange.stream.find("\n\n", at);
      const std::string data = exchange.stream.substr(at + 6, end - at - 6);
      at = end + 2;
      if (data == "[DONE]") break;
      const Json chunk = Json::parse(data);
      for (const Json& value : chunk["choices"][0]["logprobs"][list]) joined.push_back(value);
    }
    return joined;
  }
  // The texts of a stream's chunks joined; checks what all of them must hold.
  static std::string StreamedText(const RecordedExchange& exchange) {
    std::string text;
    Json first;
    size_t finishes = 0;
    for (size_t at = 0; at < exchange.stream.size();) {
      const size_t end = exchange.stream.find("\n\n", at);
      const std::string event = exchange.stream.substr(at, end - at);
      at = end + 2;
      EXPECT_TRUE(event.starts_with("data: "));
      if (event == "data: [DONE]") break;
      const Json chunk = Json::parse(event.substr(6));
      if (first.is_null()) first = chunk;
      for (const char* same : {"id", "created", "model"}) EXPECT_EQ(chunk[same], first[same]);
      if (chunk["choices"].empty()) continue;
      text += chunk["choices"][0]["text"].get<std::string>();
      EXPECT_EQ(finishes, 0u) << "a chunk after the one with finish_reason";
      if (!chunk["choices"][0]["finish_reason"].is_null()) ++finishes;
    }
    EXPECT_EQ(finishes, 1u);
    return text;
  }

  std::vector<std::shared_ptr<RecordedExchange>> sent_;
  absl::Status step_status_;
  std::mutex step_mutex_;  // held by a test to stop the device
  testing::ServedByteModel served_;
  TestLoop loop_;
  engine::EngineThread engine_{[this] {
                                 return std::make_unique<FakeHost>(served_.tokenizer.get(), [this] {
                                   const std::lock_guard lock(step_mutex_);
                                   return step_status_;
                                 });
                               },
                               72};
  Metrics metrics_{{.capacities = {256, 4096},
                    .engine = [this] { return engine_.snapshot(); },
                    .open_connections = [] { return 0; }}};
  StartPhase phase_;
  Service service_{{}, &served_.model, &engine_, &phase_, &loop_, &metrics_};
};

TEST_F(ServiceTest, CompletesAsTheEngineDoes) {
  const auto exchange = Complete(R"({"prompt":"abc","max_tokens":8,"temperature":0})");
  ASSERT_EQ(exchange->head->status, 200);
  const auto expected =
      engine::testing::FakeRunner(engine::testing::kByteVocab).ExpectedGreedy({97, 98, 99}, 8);
  EXPECT_EQ(TextOf(*exchange), served_.tokenizer->Decode(expected));
  const Json json = Json::parse(exchange->head->body);
  EXPECT_EQ(json["usage"], Json({{"prompt_tokens", 3},
                                 {"completion_tokens", 8},
                                 {"total_tokens", 11},
                                 {"prompt_tokens_details", {{"cached_tokens", 0}}}}));
  EXPECT_EQ(json["choices"][0]["finish_reason"], "length");
}

TEST_F(ServiceTest, StreamedAndUnstreamedAreTheSameBytes) {
  for (int i = 0; i < 20; ++i) {
    const std::string members = R"("prompt":"prompt )" + std::to_string(i) +
                                R"(","max_tokens":40,"temperature":1,"seed":)" + std::to_string(i);
    const auto whole = Complete("{" + members + "}");
    const auto streamed = Complete("{" + members + R"(,"stream":true})");
    EXPECT_EQ(StreamedText(*streamed), TextOf(*whole));
    EXPECT_THAT(streamed->stream, EndsWith("data: [DONE]\n\n"));
    EXPECT_THAT(streamed->stream, Not(HasSubstr("usage")));
    EXPECT_EQ(streamed->head->content_type, "text/event-stream; charset=utf-8");
  }
}

TEST_F(ServiceTest, UsageChunkWhenAskedFor) {
  const auto exchange = Complete(
      R"({"prompt":"abc","max_tokens":4,"stream":true,"stream_options":{"include_usage":true}})");
  StreamedText(*exchange);
  EXPECT_THAT(exchange->stream, HasSubstr(R"("choices":[],"usage":{"prompt_tokens":3)"));
}

TEST_F(ServiceTest, EchoNAndSeveralPrompts) {
  const auto exchange =
      Complete(R"({"prompt":["abc","de"],"n":2,"echo":true,"max_tokens":3,"seed":5})");
  const Json choices = Json::parse(exchange->head->body)["choices"];
  ASSERT_EQ(choices.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(choices[i]["index"], i);
    const std::string text = choices[i]["text"];
    EXPECT_TRUE(text.starts_with(i < 2 ? "abc" : "de")) << text;
  }
  const auto alone = Complete(R"({"prompt":"de","echo":true,"max_tokens":3,"seed":5})");
  EXPECT_EQ(choices[2]["text"], TextOf(*alone));
}

TEST_F(ServiceTest, AnEchoedPromptHasItsLogprobs) {
  for (const std::string prompt : {R"("abc")", "[97,98,99]"}) {
    const auto exchange =
        Complete(R"({"prompt":)" + prompt +
                 R"(,"max_tokens":2,"echo":true,"logprobs":1,"ignore_eos":true})");
    const Json logprobs = Json::parse(exchange->head->body)["choices"][0]["logprobs"];
    EXPECT_EQ(logprobs["tokens"].size(), 5u);
    EXPECT_EQ(logprobs["tokens"][1], "b");
    EXPECT_TRUE(logprobs["token_logprobs"][0].is_null());
    EXPECT_TRUE(logprobs["top_logprobs"][0].is_null());
    EXPECT_LT(logprobs["token_logprobs"][1], 0);
    EXPECT_EQ(logprobs["text_offset"][2], 2);
    EXPECT_EQ(logprobs["text_offset"][3], 3);
  }
  const auto one = Complete(R"({"prompt":"a","max_tokens":0,"echo":true,"logprobs":0})");
  const Json choice = Json::parse(one->head->body)["choices"][0];
  EXPECT_EQ(choice["text"], "a");
  EXPECT_EQ(choice["logprobs"]["token_logprobs"], Json::array({nullptr}));
}

TEST_F(ServiceTest, AStreamThatWaitsSendsComments) {
  std::unique_lock stopped(step_mutex_);
  const auto stream = Send("POST", "/v1/completions",
                           R"({"prompt":"abc","max_tokens":3,"ignore_eos":true,"stream":true})");
  const auto whole = Send("POST", "/v1/completions", R"({"prompt":"abc","max_tokens":3})");
  stream->on_quiet();  // not admitted yet
  EXPECT_FALSE(stream->head);
  loop_.RunUntil([&] {
    stream->on_quiet();
    whole->on_quiet();
    return stream->head.has_value();
  });
  EXPECT_EQ(stream->head->status, 200);
  EXPECT_EQ(stream->stream, ": keep-alive\n\n");
  EXPECT_FALSE(whole->head);
  stopped.unlock();
  loop_.RunUntil([&] { return stream->ended && whole->ended; });
  stream->stream.erase(0, stream->stream.find("data: "));
  StreamedText(*stream);
}

TEST_F(ServiceTest, ZeroTokensIsAnAnswer) {
  const auto exchange = Complete(R"({"prompt":"abc","max_tokens":0,"echo":true})");
  EXPECT_EQ(TextOf(*exchange), "abc");
  EXPECT_EQ(Json::parse(exchange->head->body)["usage"]["completion_tokens"], 0);
}

TEST_F(ServiceTest, LogprobsInTheStreamAreThoseOfTheWhole) {
  const std::string members = R"("prompt":"abc","max_tokens":20,"seed":3,"logprobs":2)";
  const auto whole = Complete("{" + members + "}");
  const Json expected = Json::parse(whole->head->body)["choices"][0]["logprobs"];
  EXPECT_EQ(expected["tokens"].size(), 20u);
  EXPECT_EQ(expected["text_offset"].size(), 20u);
  const auto streamed = Complete("{" + members + R"(,"stream":true})");
  EXPECT_EQ(StreamedLogprobs(*streamed, "tokens"), expected["tokens"]);
  EXPECT_EQ(StreamedLogprobs(*streamed, "text_offset"), expected["text_offset"]);
}

// A prompt of ids may end inside a character, which the reply completes.
TEST_F(ServiceTest, AnEchoAndItsReplyAreOneText) {
  const std::string text = "I feel \xf0\x9f\x98";
  Json prompt = Json::array();
  for (const char byte : text) prompt.push_back(static_cast<uint8_t>(byte));
  Json body = {{"prompt", prompt}, {"max_tokens", 1},    {"temperature", 0},
               {"echo", true},     {"ignore_eos", true}, {"logit_bias", {{"128", 100}}}};
  for (const bool scored : {false, true}) {
    if (scored) body["logprobs"] = 0;
    const auto whole = Complete(body.dump());
    EXPECT_EQ(TextOf(*whole), "I feel \U0001F600");
    body["stream"] = true;
    const auto streamed = Complete(body.dump());
    EXPECT_EQ(StreamedText(*streamed), "I feel \U0001F600");
    body.erase("stream");
    if (!scored) continue;
    const Json offsets = {0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7};
    EXPECT_EQ(Json::parse(whole->head->body)["choices"][0]["logprobs"]["text_offset"], offsets);
    EXPECT_EQ(StreamedLogprobs(*streamed, "text_offset"), offsets);
    EXPECT_EQ(StreamedLogprobs(*streamed, "tokens")[10], "bytes:\\x80");
  }
  body["max_tokens"] = 0;
  EXPECT_EQ(TextOf(*Complete(body.dump())), "I feel \uFFFD");
  body["max_tokens"] = 1;
  body["echo"] = false;
  body.erase("logprobs");
  EXPECT_EQ(TextOf(*Complete(body.dump())), "\uFFFD");
}

TEST_F(ServiceTest, AStopStringWaitsForMinTokens) {
  const std::string members = R"("prompt":"abc","max_tokens":40,"temperature":0,
      "ignore_eos":true,"logit_bias":{"97":50,"98":50})";
  const std::string text = TextOf(*Complete("{" + members + "}"));
  for (const int min_tokens : {0, 1, 2, 16}) {
    // It is complete with the second token, and once more where it stops.
    const Json stop = text.substr(0, 2);
    const std::string stopping =
        members + R"(,"min_tokens":)" + std::to_string(min_tokens) + R"(,"stop":)" + stop.dump();
    const size_t end = text.find(stop.get<std::string>(), std::max(0, min_tokens - 1));
    ASSERT_NE(end, std::string::npos) << text;
    const auto whole = Complete("{" + stopping + "}");
    EXPECT_EQ(TextOf(*whole), text.substr(0, end)) << min_tokens;
    EXPECT_EQ(Json::parse(whole->head->body)["usage"]["completion_tokens"], end + 2);
    const auto streamed = Complete("{" + stopping + R"(,"stream":true})");
    EXPECT_EQ(StreamedText(*streamed), TextOf(*whole)) << min_tokens;
  }
}

TEST_F(ServiceTest, ADeadDeviceIsA500AndAnErrorEvent) {
  {
    const std::lock_guard lock(step_mutex_);
    step_status_ = Internal("device lost");
  }
  const auto whole = Complete(R"({"prompt":"abc","max_tokens":4})");
  EXPECT_EQ(whole->head->status, 500);
  EXPECT_THAT(whole->head->body, HasSubstr("server_error"));
  const auto streamed = Complete(R"({"prompt":"abc","max_tokens":4,"stream":true})");
  EXPECT_EQ(streamed->head->status, 500);  // before the first byte
}

TEST_F(ServiceTest, AFailureAfterTheFirstByteIsAnEventWithoutDone) {
  auto exchange = Send("POST", "/v1/completions",
                       R"({"prompt":"abc","max_tokens":4000,"stream":true,"ignore_eos":true})");
  loop_.RunUntil([&] { return !exchange->stream.empty(); });
  {
    const std::lock_guard lock(step_mutex_);
    step_status_ = Internal("device lost");
  }
  loop_.RunUntil([&] { return exchange->ended; });
  EXPECT_EQ(exchange->head->status, 200);
  EXPECT_THAT(exchange->stream, HasSubstr(R"(data: {"error":{"message":"device lost")"));
  EXPECT_THAT(exchange->stream, Not(HasSubstr("[DONE]")));
}

TEST_F(ServiceTest, AClosedClientFreesItsRow) {
  auto exchange = Send("POST", "/v1/completions",
                       R"({"prompt":"abc","max_tokens":4000,"ignore_eos":true,"stream":true})");
  loop_.RunUntil([&] { return !exchange->stream.empty(); });
  EXPECT_EQ(engine_.outstanding(), 1);
  exchange->on_closed();
  const std::string written = exchange->stream;
  loop_.RunUntil([&] { return engine_.outstanding() == 0; });
  EXPECT_EQ(exchange->stream, written);
}

TEST_F(ServiceTest, AClosedClientLeavesTheQueueToo) {
  std::vector<std::shared_ptr<RecordedExchange>> exchanges;
  step_mutex_.lock();  // the device stands still, so that the queue fills
  for (int i = 0; i < 20; ++i) {
    exchanges.push_back(
        Send("POST", "/v1/completions", R"({"prompt":"abc","max_tokens":50,"ignore_eos":true})"));
  }
  loop_.RunUntil([&] { return engine_.outstanding() == 20; });
  for (int i = 10; i < 20; ++i) exchanges[i]->on_closed();
  step_mutex_.unlock();
  loop_.RunUntil([&] {
    return std::all_of(exchanges.begin(), exchanges.begin() + 10,
                       [](const auto& exchange) { return exchange->ended; });
  });
  for (int i = 10; i < 20; ++i) EXPECT_FALSE(exchanges[i]->head);
}

TEST_F(ServiceTest, BeyondTheQueueIs429WithRetryAfter) {
  step_mutex_.lock();
  std::vector<std::shared_ptr<RecordedExchange>> exchanges;
  for (int i = 0; i < 72; ++i) {
    exchanges.push_back(Send("POST", "/v1/completions", R"({"prompt":"abc","max_tokens":1})"));
  }
  loop_.RunUntil([&] { return engine_.outstanding() == 72; });
  const auto one_more = Complete(R"({"prompt":"abc","max_tokens":1})");
  EXPECT_EQ(one_more->head->status, 429);
  EXPECT_THAT(one_more->head->headers, ::testing::Contains(::testing::Pair("Retry-After", "1")));
  // Several choices are taken together or not at all.
  const auto several = Complete(R"({"prompt":"abc","max_tokens":1,"n":3})");
  EXPECT_EQ(several->head->status, 429);
  step_mutex_.unlock();
  loop_.RunUntil([&] { return engine_.outstanding() == 0; });
}

TEST_F(ServiceTest, CutEndsAnswersWithAnError) {
  auto streamed = Send("POST", "/v1/completions",
                       R"({"prompt":"abc","max_tokens":4000,"ignore_eos":true,"stream":true})");
  auto whole =
      Send("POST", "/v1/completions", R"({"prompt":"abc","max_tokens":4000,"ignore_eos":true})");
  loop_.RunUntil([&] { return !streamed->stream.empty() && engine_.outstanding() == 2; });
  service_.BeginDrain();
  EXPECT_EQ(Complete(R"({"prompt":"abc"})")->head->status, 503);
  streamed->on_cut();
  whole->on_cut();
  EXPECT_TRUE(streamed->ended && whole->ended);
  EXPECT_THAT(streamed->stream, HasSubstr("shutting down"));
  EXPECT_THAT(streamed->stream, Not(HasSubstr("[DONE]")));
  EXPECT_EQ(whole->head->status, 503);
  EXPECT_FALSE(whole->head->refusal);  // the line of its sequence tells
  loop_.RunUntil([&] { return service_.tally().unfinished == 0; });
  EXPECT_EQ(service_.tally().cut, 2);
}

TEST_F(ServiceTest, TheTimeLimitEndsAnswersWithAnErrorThatNamesIt) {
  auto streamed = Send("POST", "/v1/completions",
                       R"({"prompt":"abc","max_tokens":4000,"ignore_eos":true,"stream":true})");
  auto whole = Send("POST", "/v1/completions",
                    R"({"prompt":"abc","max_tokens":4000,"ignore_eos":true,"n":2})");
  loop_.RunUntil([&] { return !streamed->stream.empty() && engine_.outstanding() == 3; });
  for (const auto& exchange : {streamed, whole}) {
    exchange->on_timeout(std::chrono::milliseconds(1500));
    EXPECT_TRUE(exchange->ended);
  }
  EXPECT_THAT(streamed->stream, HasSubstr("limit of 1.5 s (--request-timeout)"));
  EXPECT_THAT(streamed->stream, Not(HasSubstr("[DONE]")));
  EXPECT_EQ(whole->head->status, 504);
  EXPECT_THAT(whole->head->body, HasSubstr("limit of 1.5 s (--request-timeout)"));
  EXPECT_THAT(whole->head->body, HasSubstr(R"("type":"timeout_error")"));
  EXPECT_THAT(whole->head->body, HasSubstr(R"("code":"request_timeout")"));
  loop_.RunUntil([&] { return engine_.outstanding() == 0; });
}

TEST_F(ServiceTest, TheTimeLimitHoldsInTheQueueAndBeforeIt) {
  step_mutex_.lock();  // the device stands still, so that the queue fills
  std::vector<std::shared_ptr<RecordedExchange>> exchanges;
  for (int i = 0; i < 20; ++i) {
    exchanges.push_back(
        Send("POST", "/v1/completions", R"({"prompt":"abc","max_tokens":50,"ignore_eos":true})"));
  }
  loop_.RunUntil([&] { return engine_.outstanding() == 20; });
  // Parsed on a worker, or on its way from there: not admitted any more.
  exchanges.push_back(Send("POST", "/v1/completions", R"({"prompt":"abc","max_tokens":50})"));
  for (int i = 10; i < 21; ++i) exchanges[i]->on_timeout(std::chrono::milliseconds(1500));
  step_mutex_.unlock();
  loop_.RunUntil([&] {
    return engine_.outstanding() == 0 &&
           std::ranges::all_of(exchanges, [](const auto& exchange) { return exchange->ended; });
  });
  for (int i = 0; i < 21; ++i) EXPECT_EQ(exchanges[i]->head->status, i < 10 ? 200 : 504) << i;
  EXPECT_THAT(metrics_.Render(), HasSubstr("rung_request_timeouts_total{capacity=\"256\"} 10"));
}

TEST_F(ServiceTest, OtherEndpoints) {
  EXPECT_EQ(Send("GET", "/health")->head->status, 200);
  EXPECT_EQ(Json::parse(Send("GET", "/v1/models")->head->body)["data"][0]["id"], "bytes");
  EXPECT_EQ(Json::parse(Send("GET", "/v1/models/alias")->head->body)["id"], "alias");
  EXPECT_EQ(Send("GET", "/v1/models/other")->head->status, 404);
  EXPECT_EQ(Send("GET", "/")->head->status, 200);
  EXPECT_THAT(Send("GET", "/metrics")->head->body, HasSubstr("rung_num_requests_running"));
  auto tokens = Send("POST", "/tokenize", R"({"content":"hi"})");
  loop_.RunUntil([&] { return tokens->ended; });
  EXPECT_EQ(tokens->head->body, R"({"count":2,"tokens":[104,105]})");
  auto text = Send("POST", "/detokenize", R"({"tokens":[104,105]})");
  loop_.RunUntil([&] { return text->ended; });
  EXPECT_EQ(text->head->body, R"({"content":"hi"})");
}

TEST_F(ServiceTest, HealthTellsOfTheEndWhileRequestsAreServed) {
  service_.AnnounceEnd();
  const auto health = Send("GET", "/health");
  EXPECT_EQ(health->head->status, 503);
  EXPECT_EQ(Json::parse(health->head->body)["status"], "draining");
  EXPECT_FALSE(health->head->refusal);
  EXPECT_EQ(Complete(R"({"prompt":"abc","max_tokens":1})")->head->status, 200);
}

}  // namespace
}  // namespace rung::server
