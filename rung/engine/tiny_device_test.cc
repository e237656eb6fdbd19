// Growth, eviction and prefix reuse on a real device, with a model small enough for hundreds of
// requests.
#include "rung/runtime/testing/tiny_device.h"

#include <chrono>
#include <map>
#include <random>
#include <thread>

#include "gtest/gtest.h"
#include "rung/engine/testing/byte_tokenizer.h"
#include "rung/engine/testing/device_engine.h"
#include "rung/pjrt/live_objects.h"

namespace rung::engine {
namespace {

constexpr int64_t kTop = 64;

class TinyDeviceEngineTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    tokenizer_ = testing::MakeByteTokenizer();
    auto client = runtime::testing::TestClient();
    ASSERT_TRUE(client.ok()) << client.status();
    device_ = std::make_unique<runtime::testing::TinyDevice>();
    device_->client = *std::move(client);
    model::ModelConfig config = model::testing::TinyConfig();
    config.vocab = testing::kByteVocab;
    auto model = model::CreateModel(config, {});
    ASSERT_TRUE(model.ok()) << model.status();
    device_->model = *std::move(model);
    device_->values = model::testing::RandomWeights(device_->model->weights(), /*seed=*/7);
    device_->source = std::make_unique<runtime::testing::MemoryTensorSource>(
        device_->model->weights(), device_->values);
    auto weights = runtime::WeightStore::Load(*device_->client, *device_->model, *device_->source);
    ASSERT_TRUE(weights.ok()) << weights.status();
    device_->weights = *std::move(weights);
    device_->programs =
        std::make_unique<runtime::ProgramSet>(device_->client.get(), device_->model.get());
  }
  static void TearDownTestSuite() {
    device_.reset();
    tokenizer_.reset();
    EXPECT_EQ(pjrt::LiveObjects(), pjrt::LiveObjectCounts());
  }

  // An engine over a new runner; one after the other.
  std::unique_ptr<Engine> MakeEngine(std::vector<int64_t> rungs, int64_t kv_limit_bytes,
                                     int64_t prefix_cache_bytes) {
    const absl::Status status = device_->ResetRunner(
        {.capacities = {16, 32, kTop}, .kv_limit_bytes = kv_limit_bytes, .padding_rows = 3});
    EXPECT_TRUE(status.ok()) << status;
    EngineOptions options = testing::DeviceEngineOptions(
        device_->runner.get(), device_->programs.get(), {8, 16}, std::move(rungs));
    options.prefix_cache_bytes = prefix_cache_bytes;
    return std::make_unique<Engine>(device_->runner.get(), tokenizer_.get(), &clock_, options);
  }

  struct Reply {
    std::vector<TokenId> tokens;
    std::optional<FinishReason> finish;
    SequenceUsage usage;
  };
  // Runs all of them, a few new ones at each step.
  std::vector<Reply> Run(Engine* engine, const std::vector<Request>& requests, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<Reply> replies(requests.size());
    size_t next = 0;
    while (next < requests.size() || engine->HasWork()) {
      for (int joins = random() % 3; joins > 0 && next < requests.size(); --joins, ++next) {
        const auto id = engine->Submit(requests[next], [&replies, next](const TokenEvent& event) {
          Reply& reply = replies[next];
          if (event.token) reply.tokens.push_back(*event.token);
          reply.finish = event.finish;
          reply.usage = event.usage;
        });
        EXPECT_TRUE(id.ok()) << id.status();
      }
      engine->Step();
      if (engine->IsBlocked()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return replies;
  }

  static std::unique_ptr<tokenizer::Tokenizer> tokenizer_;
  static std::unique_ptr<runtime::testing::TinyDevice> device_;
  SteadyClock clock_;
};

std::unique_ptr<tokenizer::Tokenizer> TinyDeviceEngineTest::tokenizer_;
std::unique_ptr<runtime::testing::TinyDevice> TinyDeviceEngineTest::device_;

std::vector<Request> RandomRequests(int count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<TokenId>> trunks(4);
  for (auto& trunk : trunks) {
    for (int i = 0; i < 40; ++i) trunk.push_back(static_cast<TokenId>(random() % 256));
  }
  std::vector<Request> requests;
  for (int i = 0; i < count; ++i) {
    Request request;
    request.prompt = trunks[random() % trunks.size()];
    request.prompt.resize(1 + random() % request.prompt.size());
    request.prompt.push_back(static_cast<TokenId>(random() % 256));
    const int64_t room = kTop - static_cast<int64_t>(request.prompt.size());
    request.max_new_tokens = 1 + static_cast<int64_t>(random() % std::min<int64_t>(room, 40));
    const int64_t need = static_cast<int64_t>(request.prompt.size()) + request.max_new_tokens;
    request.capacity = need <= 16 ? 16 : need <= 32 ? 32 : kTop;
    request.sampling.ignore_eos = true;
    request.sampling.temperature = static_cast<double>(random() % 2);
    request.sampling.seed = random();
    requests.push_back(request);
  }
  return requests;
}

// One request at a time, where it reserved: nothing grows, nothing is shared.
TEST_F(TinyDeviceEngineTest, ThreeHundredRequestsInTheMemoryOfTwoTopRungs) {
  // With so little memory the hits depend on the order of steps: over 40 such sets 28 each, from 19
  // to 37. This one has more than most.
  const std::vector<Request> requests = RandomRequests(300, 4);
  std::vector<Reply> expected;
  {
    auto engine = MakeEngine({}, int64_t{1} << 40, 0);
    for (const Request& request : requests) {
      expected.push_back(Run(engine.get(), {request}, 0).front());
    }
  }
  const int64_t limit =
      2 * device_->model->KvBytes(kTop) + 3 * device_->model->KvBytes(16);  // and padding rows
  for (int64_t cache : {int64_t{0}, limit}) {
    auto engine = MakeEngine({16, 32, kTop}, limit, cache);
    const std::vector<Reply> replies = Run(engine.get(), requests, 2);
    for (size_t i = 0; i < requests.size(); ++i) {
      ASSERT_EQ(replies[i].finish, FinishReason::kLength) << i;
      ASSERT_EQ(replies[i].tokens, expected[i].tokens) << i << ", cache of " << cache;
    }
    const EngineCounters& counters = engine->counters();
    EXPECT_GT(counters.evictions, 0);
    EXPECT_GT(counters.growth_copies, 50);
    EXPECT_EQ(counters.failed_steps, 0);
    EXPECT_GE(counters.prefix_hits, cache > 0 ? 20 : 0);
    EXPECT_EQ(engine->kv_usage().live_bytes, 0);
    engine.reset();
    device_->runner.reset();
    EXPECT_EQ(pjrt::LiveObjects().buffers, device_->weights->num_buffers());
  }
}

TEST_F(TinyDeviceEngineTest, AThousandRequestsThatSharePrefixesGetTheSameTextAsWithoutCache) {
  const std::vector<Request> requests = RandomRequests(1000, 3);
  std::vector<Reply> expected;
  {
    auto engine = MakeEngine({16, 32, kTop}, int64_t{1} << 40, 0);
    expected = Run(engine.get(), requests, 4);
  }
  auto engine = MakeEngine({16, 32, kTop}, int64_t{1} << 40, 10 * device_->model->KvBytes(kTop));
  const std::vector<Reply> replies = Run(engine.get(), requests, 4);
  for (size_t i = 0; i < requests.size(); ++i)
    ASSERT_EQ(replies[i].tokens, expected[i].tokens) << i;
  EXPECT_GT(engine->counters().prefix_hits, 300);
}

}  // namespace
}  // namespace rung::engine
