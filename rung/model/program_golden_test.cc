// The text of programs is a contract (compile caches hash it, pinned runs compare it): a change
// here is a change for every user. RUNG_UPDATE_GOLDENS=1 rewrites the files.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "rung/base/status.h"
#include "rung/model/model.h"
#include "rung/model/testing/reference_llama.h"

namespace rung::model {
namespace {

std::unique_ptr<Model> Make(const ModelConfig& config, const LoweringOptions& options = {}) {
  absl::StatusOr<std::unique_ptr<Model>> model = CreateModel(config, options);
  EXPECT_TRUE(model.ok()) << Message(model.status());
  return model.ok() ? *std::move(model) : nullptr;
}

void CompareWithGolden(const absl::StatusOr<Program>& program, const std::string& file) {
  ASSERT_TRUE(program.ok()) << Message(program.status());
  const std::string path = std::string(RUNG_SOURCE_DIR) + "/rung/model/testdata/" + file;
  if (std::getenv("RUNG_UPDATE_GOLDENS") != nullptr) std::ofstream(path) << program->text;
  std::ifstream stream(path);
  std::stringstream golden;
  golden << stream.rdbuf();
  EXPECT_EQ(program->text, golden.str()) << path;
}

TEST(ProgramGoldenTest, TinyModel) {
  const std::unique_ptr<Model> model = Make(testing::TinyConfig());
  CompareWithGolden(model->Decode(std::vector<int64_t>{8, 16}), "tiny_decode_8_16.mlir");
  CompareWithGolden(model->Prefill(4, 8), "tiny_prefill_4_at_8.mlir");
  CompareWithGolden(model->Grow(8, 16), "tiny_grow_8_to_16.mlir");
}

// The other branches: half-style RoPE over a part of the head, scaled frequencies, biases, a head
// of its own, bf16 with an f16 cache.
TEST(ProgramGoldenTest, TinyModelWithEveryOption) {
  ModelConfig config = testing::TinyConfig();
  config.layers = 1;
  config.head_dim = 6;
  config.rope_style = RopeStyle::kHalf;
  config.rope_factors = true;
  config.qkv_bias = true;
  config.attention_output_bias = true;
  config.tied_embedding = false;
  const std::unique_ptr<Model> model =
      Make(config, {.precision = DType::kBF16, .kv_dtype = DType::kF16, .highest_precision = true});
  CompareWithGolden(model->Decode(std::vector<int64_t>{8}), "tiny_options_decode_8.mlir");
}

// FNV-1a, 64 bits.
uint64_t Fingerprint(const std::string& text) {
  uint64_t hash = 14695981039346656037U;
  for (const unsigned char c : text) hash = (hash ^ c) * 1099511628211U;
  return hash;
}

TEST(ProgramGoldenTest, SmolLm2Decode) {
  ModelConfig config;
  config.architecture = "llama";
  config.layers = 30;
  config.dim = 576;
  config.ffn_dim = 1536;
  config.heads = 9;
  config.kv_heads = 3;
  config.head_dim = 64;
  config.vocab = 49152;
  config.window = 8192;
  config.rms_epsilon = 1e-5F;
  config.rope_theta = 100000;
  config.rope_dims = 64;
  config.rope_style = RopeStyle::kInterleaved;
  config.tied_embedding = true;
  const absl::StatusOr<Program> program = Make(config)->Decode(std::vector<int64_t>{256});
  ASSERT_TRUE(program.ok()) << Message(program.status());
  EXPECT_EQ(program->text.size(), 245116U);
  EXPECT_EQ(Fingerprint(program->text), 6880503588897960226U);
}

TEST(ProgramGoldenTest, TwoModelsMakeOneText) {
  const std::unique_ptr<Model> first = Make(testing::TinyConfig());
  const std::unique_ptr<Model> second = Make(testing::TinyConfig());
  EXPECT_EQ(first->Decode(std::vector<int64_t>{8, 16})->text,
            second->Decode(std::vector<int64_t>{8, 16})->text);
  EXPECT_EQ(first->Prefill(4, 8)->text, second->Prefill(4, 8)->text);
  EXPECT_EQ(first->Prefill(4, 8)->text, first->Prefill(4, 8)->text);
}

}  // namespace
}  // namespace rung::model
