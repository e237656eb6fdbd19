// The Llama programs on a real plugin against plain loops: every branch of the graph, KV in place,
// and what padding must not do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/model/model.h"
#include "rung/model/testing/reference_llama.h"
#include "rung/pjrt/client.h"
#include "rung/pjrt/hlo_proto.h"
#include "rung/runtime/tensor_type.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using model::ArgRole;
using model::Argument;
using model::ModelConfig;
using model::Program;

// f32 on the host, in a program's order.
using KvValues = std::vector<std::vector<float>>;

// One model with random f32 weights; programs are compiled on first use.
class Subject {
 public:
  Subject(const pjrt::Client* client, const ModelConfig& config) : client_(client) {
    auto made = model::CreateModel(config, {});
    EXPECT_TRUE(made.ok()) << Message(made.status());
    model_ = *std::move(made);
    weights_ = model::testing::RandomWeights(model_->weights(), /*seed=*/11);
  }

  model::testing::ReferenceLlama Reference() const { return {model_->config(), weights_}; }
  const model::Model& model() const { return *model_; }

  KvValues EmptyKv(int64_t capacity, float fill = 0) const {
    KvValues kv;
    for (const hlo::TensorType& type : model_->KvTypes(capacity)) {
      kv.emplace_back(type.NumElements(), fill);
    }
    return kv;
  }

  // Runs `program`; `kv` holds the rows' buffers one after the other and is replaced by the
  // results.
  std::vector<float> Run(const absl::StatusOr<Program>& program, KvValues& kv,
                         const std::map<ArgRole, std::vector<int32_t>>& inputs) {
    EXPECT_TRUE(program.ok()) << Message(program.status());
    const pjrt::Executable* executable = Compiled(*program);
    if (executable == nullptr) return {};
    std::vector<pjrt::Buffer> buffers;
    size_t next_kv = 0;
    for (const Argument& argument : program->arguments) {
      if (argument.role == ArgRole::kWeight) {
        buffers.push_back(Upload(weights_.at(model_->weights()[argument.index].name), argument));
      } else if (argument.role == ArgRole::kKvCache) {
        buffers.push_back(Upload(kv[next_kv++], argument));
      } else {
        buffers.push_back(Upload(inputs.at(argument.role), argument));
      }
    }
    std::vector<const pjrt::Buffer*> pointers;
    for (const pjrt::Buffer& buffer : buffers) pointers.push_back(&buffer);
    auto outcome = executable->Execute(pointers);
    EXPECT_TRUE(outcome.ok()) << Message(outcome.status());
    if (!outcome.ok()) return {};
    std::vector<std::vector<float>> results;
    for (size_t i = 0; i < program->results.size(); ++i) {
      results.emplace_back(program->results[i].type.NumElements());
      EXPECT_TRUE(outcome->results[i].ToHost(std::span(results.back())).ok());
    }
    std::vector<float> logits;
    if (program->results.back().role == model::ResultRole::kLogits) {
      logits = results.back();
      results.pop_back();
    }
    kv = std::move(results);
    return logits;
  }

  std::vector<float> Prefill(KvValues& kv, const std::vector<int32_t>& tokens, int32_t start,
                             int64_t chunk, int64_t capacity, int32_t padding = 0) {
    std::vector<int32_t> padded = tokens;
    padded.resize(chunk, padding);
    return Run(model_->Prefill(chunk, capacity), kv,
               {{ArgRole::kTokens, padded},
                {ArgRole::kPosition, {start}},
                {ArgRole::kValid, {static_cast<int32_t>(tokens.size())}}});
  }

  const pjrt::Executable* Compiled(const Program& program) {
    std::unique_ptr<pjrt::Executable>& executable = executables_[program.name];
    if (executable != nullptr) return executable.get();
    std::vector<pjrt::ArgumentSpec> specs;
    const bool donates = program.text.find("tf.aliasing_output") != std::string::npos;
    for (const Argument& argument : program.arguments) {
      specs.push_back({ToBufferType(argument.type), donates && argument.role == ArgRole::kKvCache});
    }
    auto compiled = client_->Compile(program.text, std::move(specs));
    EXPECT_TRUE(compiled.ok()) << Message(compiled.status());
    if (compiled.ok()) executable = *std::move(compiled);
    return executable.get();
  }

 private:
  template <typename T>
  pjrt::Buffer Upload(const std::vector<T>& values, const Argument& argument) const {
    auto buffer = client_->BufferFromHost(std::span<const T>(values), ToBufferType(argument.type));
    EXPECT_TRUE(buffer.ok()) << Message(buffer.status());
    return buffer.ok() ? *std::move(buffer) : pjrt::Buffer();
  }

  const pjrt::Client* client_;
  std::unique_ptr<model::Model> model_;
  model::testing::WeightValues weights_;
  std::map<std::string, std::unique_ptr<pjrt::Executable>> executables_;
};

void ExpectNear(const std::vector<float>& actual, const std::vector<float>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) ASSERT_NEAR(actual[i], expected[i], 2e-5) << i;
}

void ExpectSameBits(const std::vector<float>& actual, const std::vector<float>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(float)), 0);
}

std::vector<float> Row(const std::vector<float>& logits, int64_t row, int64_t vocab) {
  return {logits.begin() + row * vocab, logits.begin() + (row + 1) * vocab};
}

class ModelExecutionTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto client = testing::TestClient();
    ASSERT_TRUE(client.ok()) << Message(client.status());
    client_ = *std::move(client);
  }
  static void TearDownTestSuite() { client_.reset(); }
  void SetUp() override { ASSERT_NE(client_, nullptr); }

  // A prompt in two chunks, the second one short of its size, then decode steps.
  static void CheckAgainstReference(const ModelConfig& config) {
    Subject subject(client_.get(), config);
    model::testing::ReferenceLlama reference = subject.Reference();
    KvValues kv = subject.EmptyKv(16);
    const std::vector<int32_t> first = {3, 1, 4, 1};
    const std::vector<int32_t> second = {5, 9, 2};
    ExpectNear(subject.Prefill(kv, first, 0, 4, 16), reference.Run(first));
    ExpectNear(subject.Prefill(kv, second, 4, 4, 16), reference.Run(second));
    for (int32_t position = 7; position < 16; ++position) {
      const int32_t token = position % 11;
      const std::vector<float> logits =
          subject.Run(subject.model().Decode(std::vector<int64_t>{16}), kv,
                      {{ArgRole::kTokens, {token}}, {ArgRole::kPosition, {position}}});
      ExpectNear(logits, reference.Step(token));
    }
  }

  static std::unique_ptr<pjrt::Client> client_;
};

std::unique_ptr<pjrt::Client> ModelExecutionTest::client_;

TEST_F(ModelExecutionTest, TinyModel) { CheckAgainstReference(model::testing::TinyConfig()); }

TEST_F(ModelExecutionTest, HalfRopeOverPartOfTheHead) {
  ModelConfig config = model::testing::TinyConfig();
  config.head_dim = 6;
  config.rope_style = model::RopeStyle::kHalf;
  CheckAgainstReference(config);
}

TEST_F(ModelExecutionTest, InterleavedRopeOverPartOfTheHead) {
  ModelConfig config = model::testing::TinyConfig();
  config.head_dim = 6;
  CheckAgainstReference(config);
}

TEST_F(ModelExecutionTest, BiasesScaledFrequenciesAndAHeadOfItsOwn) {
  ModelConfig config = model::testing::TinyConfig();
  config.qkv_bias = true;
  config.attention_output_bias = true;
  config.rope_factors = true;
  config.tied_embedding = false;
  CheckAgainstReference(config);
}

TEST_F(ModelExecutionTest, OneKvHeadAndOneKvHeadPerHead) {
  ModelConfig config = model::testing::TinyConfig();
  config.kv_heads = 1;
  CheckAgainstReference(config);
  config.kv_heads = config.heads;
  CheckAgainstReference(config);
}

TEST_F(ModelExecutionTest, RowsOfDifferentCapacitiesDoNotMix) {
  Subject subject(client_.get(), model::testing::TinyConfig());
  const int64_t vocab = subject.model().config().vocab;
  model::testing::ReferenceLlama short_row = subject.Reference();
  model::testing::ReferenceLlama long_row = subject.Reference();
  KvValues kv = subject.EmptyKv(8);
  KvValues long_kv = subject.EmptyKv(16);
  const std::vector<int32_t> short_prompt = {1, 2, 3};
  const std::vector<int32_t> long_prompt = {9, 8, 7, 6, 5, 4, 3, 2};
  short_row.Run(short_prompt);
  long_row.Run(long_prompt);
  subject.Prefill(kv, short_prompt, 0, 8, 8);
  subject.Prefill(long_kv, long_prompt, 0, 8, 16);
  kv.insert(kv.end(), long_kv.begin(), long_kv.end());
  for (int32_t step = 0; step < 4; ++step) {
    const std::vector<int32_t> tokens = {step + 2, 10 - step};
    const std::vector<float> logits =
        subject.Run(subject.model().Decode(std::vector<int64_t>{8, 16}), kv,
                    {{ArgRole::kTokens, tokens}, {ArgRole::kPosition, {3 + step, 8 + step}}});
    ExpectNear(Row(logits, 0, vocab), short_row.Step(tokens[0]));
    ExpectNear(Row(logits, 1, vocab), long_row.Step(tokens[1]));
  }
}

TEST_F(ModelExecutionTest, GarbageInPaddingChangesNoBit) {
  Subject subject(client_.get(), model::testing::TinyConfig());
  const std::vector<int32_t> prompt = {3, 1, 4};
  const auto run = [&](float fill, int32_t padding) {
    KvValues kv = subject.EmptyKv(16, fill);
    std::vector<float> all = subject.Prefill(kv, prompt, 0, 8, 16, padding);
    for (int32_t position = 3; position < 6; ++position) {
      const std::vector<float> logits =
          subject.Run(subject.model().Decode(std::vector<int64_t>{16}), kv,
                      {{ArgRole::kTokens, {position}}, {ArgRole::kPosition, {position}}});
      all.insert(all.end(), logits.begin(), logits.end());
    }
    return all;
  };
  const std::vector<float> clean = run(0, 0);
  for (const float fill : {1.0F, -1e6F, 1e30F, std::numeric_limits<float>::max(),
                           -std::numeric_limits<float>::max(), 1e-42F}) {
    ExpectSameBits(run(fill, 7), clean);
  }
}

TEST_F(ModelExecutionTest, AnotherRowChangesNothing) {
  Subject subject(client_.get(), model::testing::TinyConfig());
  const int64_t vocab = subject.model().config().vocab;
  const std::vector<int32_t> prompt = {3, 1, 4};
  const auto run = [&](float fill, int32_t token, int32_t position) {
    KvValues kv = subject.EmptyKv(8);
    subject.Prefill(kv, prompt, 0, 8, 8);
    const KvValues other = subject.EmptyKv(16, fill);
    kv.insert(kv.end(), other.begin(), other.end());
    const std::vector<float> logits =
        subject.Run(subject.model().Decode(std::vector<int64_t>{8, 16}), kv,
                    {{ArgRole::kTokens, {5, token}}, {ArgRole::kPosition, {3, position}}});
    return Row(logits, 0, vocab);
  };
  const std::vector<float> alone = run(0, 0, 0);
  ExpectSameBits(run(0.5F, 3, 9), alone);
  ExpectSameBits(run(1e20F, 10, 15), alone);
}

TEST_F(ModelExecutionTest, GrowCopiesAndGoesOn) {
  Subject subject(client_.get(), model::testing::TinyConfig());
  model::testing::ReferenceLlama reference = subject.Reference();
  const std::vector<int32_t> prompt = {1, 2, 3, 4, 5, 6, 7, 8};
  KvValues kv = subject.EmptyKv(8);
  ExpectNear(subject.Prefill(kv, prompt, 0, 8, 8), reference.Run(prompt));
  subject.Run(subject.model().Grow(8, 16), kv, {});
  ASSERT_EQ(kv[0].size(), 2U * 16 * 4);
  EXPECT_EQ(kv[0][8 * 4], 0.0F);  // the tail of the first head
  const std::vector<float> logits =
      subject.Run(subject.model().Decode(std::vector<int64_t>{16}), kv,
                  {{ArgRole::kTokens, {9}}, {ArgRole::kPosition, {8}}});
  ExpectNear(logits, reference.Step(9));
}

// A copied cache costs its whole size at every step and nobody notices but the user.
TEST_F(ModelExecutionTest, KvStaysInPlace) {
  Subject subject(client_.get(), model::testing::TinyConfig());
  const model::Model& model = subject.model();
  for (const absl::StatusOr<Program>& program :
       {model.Decode(std::vector<int64_t>{16}), model.Decode(std::vector<int64_t>{8, 16}),
        model.Prefill(4, 16)}) {
    ASSERT_TRUE(program.ok()) << Message(program.status());
    const pjrt::Executable* executable = subject.Compiled(*program);
    ASSERT_NE(executable, nullptr);
    int64_t kv_buffers = 0;
    int64_t kv_bytes = 0;
    for (const Argument& argument : program->arguments) {
      if (argument.role != ArgRole::kKvCache) continue;
      ++kv_buffers;
      kv_bytes += argument.type.ByteCount();
    }
    const auto stats = executable->MemoryStats();
    ASSERT_TRUE(stats.ok()) << Message(stats.status());
    EXPECT_EQ(stats->alias_bytes, kv_bytes) << program->name;
    const auto bytes = executable->OptimizedProgram();
    ASSERT_TRUE(bytes.ok()) << Message(bytes.status());
    const auto module = pjrt::ParseHloModule(*bytes);
    ASSERT_TRUE(module.ok()) << Message(module.status());
    EXPECT_EQ(module->num_aliases, kv_buffers) << program->name;
    for (const int64_t capacity : {8, 16}) {
      EXPECT_TRUE(module->Find("copy", {2, capacity, 4}).empty()) << program->name;
    }
  }
}

}  // namespace
}  // namespace rung::runtime
