#include "rung/model/config_gguf.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/model/model.h"
#include "rung/weights/testing/gguf_writer.h"

namespace rung::model {
namespace {

using weights::testing::GgufWriter;

GgufWriter SmallFile(std::string_view architecture = "llama") {
  GgufWriter writer;
  writer.String("general.architecture", architecture);
  writer.U32("llama.block_count", 2);
  writer.U32("llama.context_length", 64);
  writer.U32("llama.embedding_length", 32);
  writer.U32("llama.feed_forward_length", 96);
  writer.U32("llama.attention.head_count", 4);
  writer.U32("llama.attention.head_count_kv", 2);
  writer.U32("llama.vocab_size", 6);
  writer.F32("llama.attention.layer_norm_rms_epsilon", 1e-5F);
  return writer;
}

absl::StatusOr<ModelConfig> Read(const GgufWriter& writer) {
  const std::vector<uint8_t> bytes = writer.Build();
  const auto file = weights::GgufFile::FromBytes("m.gguf", bytes);
  if (!file.ok()) return file.status();
  return ModelConfigFromGguf(**file);
}

weights::testing::TensorSpec Vector(const std::string& name, uint64_t size) {
  return {name, {size}, /*type=*/0, std::vector<uint8_t>(size * 4)};
}

TEST(ConfigGgufTest, ReadsASmallFile) {
  const absl::StatusOr<ModelConfig> config = Read(SmallFile());
  ASSERT_TRUE(config.ok()) << Message(config.status());
  EXPECT_EQ(config->architecture, "llama");
  EXPECT_EQ(config->layers, 2);
  EXPECT_EQ(config->dim, 32);
  EXPECT_EQ(config->ffn_dim, 96);
  EXPECT_EQ(config->heads, 4);
  EXPECT_EQ(config->kv_heads, 2);
  EXPECT_EQ(config->head_dim, 8);
  EXPECT_EQ(config->rope_dims, 8);
  EXPECT_EQ(config->vocab, 6);
  EXPECT_EQ(config->window, 64);
  EXPECT_EQ(config->rope_style, RopeStyle::kInterleaved);
  EXPECT_TRUE(config->tied_embedding);
  EXPECT_FALSE(config->rope_factors);
  EXPECT_FALSE(config->qkv_bias);
  EXPECT_FALSE(config->attention_output_bias);
}

TEST(ConfigGgufTest, TensorsDecideWhatTheMetadataDoesNotSay) {
  GgufWriter writer = SmallFile();
  writer.Tensor(Vector("output.weight", 32)).Tensor(Vector("rope_freqs.weight", 4));
  writer.Tensor(Vector("blk.0.attn_q.bias", 32)).Tensor(Vector("blk.0.attn_output.bias", 32));
  const absl::StatusOr<ModelConfig> config = Read(writer);
  ASSERT_TRUE(config.ok()) << Message(config.status());
  EXPECT_FALSE(config->tied_embedding);
  EXPECT_TRUE(config->rope_factors);
  EXPECT_TRUE(config->qkv_bias);
  EXPECT_TRUE(config->attention_output_bias);
}

TEST(ConfigGgufTest, RefusesByName) {
  EXPECT_EQ(Message(Read(SmallFile("qwen3moe")).status()),
            "m.gguf: architecture \"qwen3moe\" is not supported; supported: llama");
  struct Case {
    std::function<void(GgufWriter&)> change;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {[](GgufWriter& w) { w.U32("llama.expert_count", 8); },
       "m.gguf: llama.expert_count is 8: mixture-of-experts models are not supported"},
      {[](GgufWriter& w) { w.U32("llama.attention.sliding_window", 16); },
       "m.gguf: llama.attention.sliding_window is 16: sliding windows are not supported"},
      {[](GgufWriter& w) {
         w.String("llama.rope.scaling.type", "yarn").F32("llama.rope.scaling.factor", 4);
       },
       "m.gguf: llama.rope.scaling.type is yarn: RoPE scaling is not supported"},
      {[](GgufWriter& w) {
         w.U32("llama.attention.key_length", 8).U32("llama.attention.value_length", 16);
       },
       "m.gguf: llama.attention.key_length is 8 and value_length 16: different lengths are not "
       "supported"},
  };
  for (const Case& c : cases) {
    GgufWriter writer = SmallFile();
    c.change(writer);
    const absl::Status status = Read(writer).status();
    EXPECT_EQ(Message(status), c.expected);
    EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  }
}

TEST(ConfigGgufTest, TheDefaultModelHasEveryTensorOfItsConfig) {
  const auto file =
      weights::GgufFile::Open(RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf");
  ASSERT_TRUE(file.ok()) << Message(file.status());
  const absl::StatusOr<ModelConfig> config = ModelConfigFromGguf(**file);
  ASSERT_TRUE(config.ok()) << Message(config.status());
  EXPECT_EQ(config->layers, 30);
  EXPECT_EQ(config->vocab, 49152);
  EXPECT_EQ(config->window, 8192);
  EXPECT_EQ(config->rope_theta, 100000);
  EXPECT_TRUE(config->tied_embedding);
  const absl::StatusOr<std::unique_ptr<Model>> model = CreateModel(*config, {});
  ASSERT_TRUE(model.ok()) << Message(model.status());
  EXPECT_TRUE((*model)->CheckCheckpoint(**file).ok()) << Message((*model)->CheckCheckpoint(**file));
  EXPECT_EQ((*model)->WeightBytes(), 538060032);
  EXPECT_EQ((*model)->KvBytes(256), 11796480);
}

}  // namespace
}  // namespace rung::model
