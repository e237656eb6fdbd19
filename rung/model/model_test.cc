#include "rung/model/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rung/base/status.h"
#include "rung/model/testing/reference_llama.h"

namespace rung::model {
namespace {

using testing::TinyConfig;

std::unique_ptr<Model> Make(const ModelConfig& config, const LoweringOptions& options = {}) {
  absl::StatusOr<std::unique_ptr<Model>> model = CreateModel(config, options);
  EXPECT_TRUE(model.ok()) << Message(model.status());
  return model.ok() ? *std::move(model) : nullptr;
}

// A checkpoint without data.
class FakeSource final : public weights::TensorSource {
 public:
  explicit FakeSource(const Model& model) {
    for (const WeightSpec& spec : model.weights()) {
      for (size_t i = 0; i < spec.parts.size(); ++i) {
        std::vector<int64_t> dims = spec.type.dims;
        dims[0] = spec.part_rows[i];
        Set(spec.parts[i], dims);
      }
    }
  }
  void Set(const std::string& name, std::vector<int64_t> dims) {
    Remove(name);
    tensors_.push_back({.name = name, .dims = std::move(dims)});
  }
  void Remove(const std::string& name) {
    std::erase_if(tensors_, [&name](const weights::TensorInfo& t) { return t.name == name; });
  }
  absl::StatusOr<const weights::TensorInfo*> Find(std::string_view name) const override {
    for (const weights::TensorInfo& tensor : tensors_) {
      if (tensor.name == name) return &tensor;
    }
    return NotFound("checkpoint has no tensor {}", name);
  }
  const std::vector<weights::TensorInfo>& tensors() const override { return tensors_; }

 private:
  std::vector<weights::TensorInfo> tensors_;
};

TEST(ModelTest, RefusesWhatItDoesNotKnow) {
  ModelConfig config = TinyConfig();
  config.architecture = "mamba";
  EXPECT_EQ(Message(CreateModel(config, {}).status()),
            "architecture \"mamba\" is not supported; supported: llama");
  EXPECT_EQ(CreateModel(config, {}).status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_EQ(Message(CreateModel(TinyConfig(), {.precision = DType::kS8}).status()),
            "precision i8 is not one of f32, f16, bf16");
  EXPECT_EQ(Message(CreateModel(TinyConfig(), {.kv_dtype = DType::kU8}).status()),
            "KV cache type ui8 is not one of f32, f16, bf16");
  config = TinyConfig();
  config.heads = 5;
  EXPECT_EQ(Message(CreateModel(config, {}).status()),
            "model config: heads=5 is not a multiple of kv_heads=2");
}

TEST(ModelTest, ManifestStacksWhatOneProductReads) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  std::vector<std::string> lines;
  for (const WeightSpec& spec : model->weights()) {
    std::string line = spec.name + " " + spec.type.ToString();
    for (const std::string& part : spec.parts) line += " " + part;
    lines.push_back(line);
  }
  ASSERT_EQ(lines.size(), 14U);
  EXPECT_EQ(lines[0], "token_embd.weight tensor<11x8xf32> token_embd.weight");
  EXPECT_EQ(lines[1], "blk.0.attn_norm.weight tensor<8xf32> blk.0.attn_norm.weight");
  EXPECT_EQ(lines[2],
            "blk.0.attn_qkv.weight tensor<32x8xf32> blk.0.attn_q.weight blk.0.attn_k.weight "
            "blk.0.attn_v.weight");
  EXPECT_EQ(lines[3], "blk.0.attn_output.weight tensor<8x16xf32> blk.0.attn_output.weight");
  EXPECT_EQ(lines[5],
            "blk.0.ffn_gate_up.weight tensor<24x8xf32> blk.0.ffn_gate.weight blk.0.ffn_up.weight");
  EXPECT_EQ(lines[6], "blk.0.ffn_down.weight tensor<8x12xf32> blk.0.ffn_down.weight");
  EXPECT_EQ(lines[13], "output_norm.weight tensor<8xf32> output_norm.weight");
}

TEST(ModelTest, ManifestFollowsTheConfig) {
  ModelConfig config = TinyConfig();
  config.tied_embedding = false;
  config.rope_factors = true;
  config.qkv_bias = true;
  config.attention_output_bias = true;
  const std::unique_ptr<Model> model = Make(config, {.precision = DType::kBF16});
  std::map<std::string, std::string> types;
  for (const WeightSpec& spec : model->weights()) types[spec.name] = spec.type.ToString();
  EXPECT_EQ(types.size(), 20U);
  EXPECT_EQ(types["output.weight"], "tensor<11x8xbf16>");
  EXPECT_EQ(types["rope_freqs.weight"], "tensor<2xf32>");  // frequencies stay f32
  EXPECT_EQ(types["blk.1.attn_qkv.bias"], "tensor<32xbf16>");
  EXPECT_EQ(types["blk.1.attn_output.bias"], "tensor<8xbf16>");
}

TEST(ModelTest, CountsBytes) {
  const std::unique_ptr<Model> model = Make(TinyConfig(), {.kv_dtype = DType::kF16});
  // 2 layers x (K, V) x [2, 16, 4] x 2 bytes.
  EXPECT_EQ(model->KvBytes(16), 2 * 2 * 2 * 16 * 4 * 2);
  EXPECT_EQ(model->KvTypes(16).size(), 4U);
  EXPECT_EQ(model->KvTypes(16)[3].ToString(), "tensor<2x16x4xf16>");
  const int64_t layer = 8 + 32 * 8 + 8 * 16 + 8 + 24 * 8 + 8 * 12;
  EXPECT_EQ(model->WeightBytes(), 4 * (11 * 8 + 2 * layer + 8));
}

TEST(ModelTest, ChecksTheCheckpoint) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  FakeSource source(*model);
  EXPECT_TRUE(model->CheckCheckpoint(source).ok());
  source.Set("blk.0.attn_rot_embd.weight", {4});  // follows from the metadata
  EXPECT_TRUE(model->CheckCheckpoint(source).ok());

  source.Set("blk.1.attn_k.weight", {9, 8});
  EXPECT_EQ(Message(model->CheckCheckpoint(source)),
            "checkpoint tensor blk.1.attn_k.weight has shape [9, 8], the config asks for [8, 8]");
  source.Remove("blk.1.attn_k.weight");
  EXPECT_EQ(Message(model->CheckCheckpoint(source)),
            "checkpoint has no tensor blk.1.attn_k.weight");
  source.Set("blk.1.attn_k.weight", {8, 8});
  source.Set("blk.0.attn_q_norm.weight", {4});
  EXPECT_EQ(Message(model->CheckCheckpoint(source)),
            "checkpoint tensor blk.0.attn_q_norm.weight has no place in the llama architecture as "
            "built here");
}

// Each would change what the model computes.
TEST(ModelTest, RefusesTensorsThatNobodyReads) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  for (const char* name : {"output.bias",
                           "output_norm.bias",
                           "token_embd_norm.weight",
                           "position_embd.weight",
                           "token_types.weight",
                           "rope_freqs.weight",
                           "rope_factors_long.weight",
                           "rope_factors_short.weight",
                           "cls.weight",
                           "cls.output.weight",
                           "dense_2.weight",
                           "d2t",
                           "blk.0.attn_k_norm.weight",
                           "blk.0.post_attention_norm.weight",
                           "blk.0.ffn_gate.bias",
                           "blk.0.ffn_up.scale",
                           "blk.0.attn_output.scale",
                           "blk.0.layer_output_scale.weight",
                           "blk.0.attn_sinks.weight",
                           "blk.9.attn_q.weight",
                           "v.blk.0.attn_q.weight"}) {
    FakeSource source(*model);
    source.Set(name, {4});
    const absl::Status status = model->CheckCheckpoint(source);
    EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << name;
    EXPECT_NE(Message(status).find(name), std::string_view::npos) << Message(status);
  }
}

TEST(ModelTest, ProgramsNameABadSize) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  const auto decode = [&model](std::vector<int64_t> rows) {
    return std::string(Message(model->Decode(rows).status()));
  };
  EXPECT_EQ(decode({}), "decode over 0 rows: 1..=64 are possible");
  EXPECT_EQ(decode(std::vector<int64_t>(65, 8)), "decode over 65 rows: 1..=64 are possible");
  EXPECT_EQ(decode({0}), "context capacity 0 is outside 1..=2147483647");
  EXPECT_EQ(decode({int64_t{1} << 31}), "context capacity 2147483648 is outside 1..=2147483647");
  EXPECT_EQ(decode({16, 8}), "decode over row capacities 16_8: they must ascend");
  EXPECT_EQ(Message(model->Prefill(0, 8).status()),
            "prefill chunk 0 is outside 1..=8, the capacity");
  EXPECT_EQ(Message(model->Prefill(9, 8).status()),
            "prefill chunk 9 is outside 1..=8, the capacity");
  EXPECT_EQ(Message(model->Prefill(4, -1).status()),
            "context capacity -1 is outside 1..=2147483647");
  EXPECT_EQ(Message(model->Grow(8, 8).status()),
            "grow from capacity 8 to 8: the second must be larger");
  EXPECT_EQ(Message(model->Copy(8, 0).status()), "context capacity 0 is outside 1..=2147483647");
}

// The text's argument list and Program::arguments must tell the same story.
void CheckProgram(const Program& program) {
  size_t at = program.text.find("@main(");
  for (const Argument& argument : program.arguments) {
    at = program.text.find(": " + argument.type.ToString(), at + 1);
    ASSERT_NE(at, std::string::npos) << program.name;
  }
  EXPECT_LT(at, program.text.find(") -> ("));
  at = program.text.find(") -> (");
  for (const Result& result : program.results) {
    at = program.text.find(result.type.ToString(), at + 1);
    ASSERT_NE(at, std::string::npos) << program.name;
  }
  EXPECT_TRUE(program.text.starts_with("module @" + program.name + " {\n"));
}

TEST(ModelTest, DecodeBindsRowByRow) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  const absl::StatusOr<Program> program = model->Decode(std::vector<int64_t>{8, 16});
  ASSERT_TRUE(program.ok()) << Message(program.status());
  EXPECT_EQ(program->name, "decode_8_16");
  CheckProgram(*program);
  const size_t weights = model->weights().size();
  ASSERT_EQ(program->arguments.size(), weights + 8 + 2);
  EXPECT_EQ(program->arguments[0].role, ArgRole::kWeight);
  EXPECT_EQ(program->arguments[weights + 5].role, ArgRole::kKvCache);
  EXPECT_EQ(program->arguments[weights + 5].row, 1);
  EXPECT_EQ(program->arguments[weights + 5].index, 1);
  EXPECT_EQ(program->arguments[weights + 5].type.ToString(), "tensor<2x16x4xf32>");
  EXPECT_EQ(program->arguments[weights + 8].role, ArgRole::kTokens);
  EXPECT_EQ(program->arguments[weights + 9].role, ArgRole::kPosition);
  ASSERT_EQ(program->results.size(), 9U);
  EXPECT_EQ(program->results[7].row, 1);
  EXPECT_EQ(program->results[8].role, ResultRole::kLogits);
  EXPECT_EQ(program->results[8].type.ToString(), "tensor<2x11xf32>");
}

TEST(ModelTest, PrefillAndGrowBind) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  const absl::StatusOr<Program> prefill = model->Prefill(4, 8);
  ASSERT_TRUE(prefill.ok()) << Message(prefill.status());
  CheckProgram(*prefill);
  const size_t weights = model->weights().size();
  ASSERT_EQ(prefill->arguments.size(), weights + 4 + 3);
  EXPECT_EQ(prefill->arguments[weights + 4].type.ToString(), "tensor<4xi32>");
  EXPECT_EQ(prefill->arguments[weights + 5].role, ArgRole::kPosition);
  EXPECT_EQ(prefill->arguments[weights + 6].role, ArgRole::kValid);
  EXPECT_EQ(prefill->results.back().type.ToString(), "tensor<11xf32>");

  const absl::StatusOr<Program> grow = model->Grow(8, 16);
  ASSERT_TRUE(grow.ok()) << Message(grow.status());
  EXPECT_EQ(grow->name, "grow_8_to_16");
  CheckProgram(*grow);
  EXPECT_EQ(grow->arguments.size(), 4U);
  EXPECT_EQ(grow->results.size(), 4U);
  EXPECT_FALSE(grow->keeps_kv);
}

TEST(ModelTest, CopyTakesTheBeginningAndDonatesNothing) {
  const std::unique_ptr<Model> model = Make(TinyConfig());
  for (const int64_t to : {8, 16}) {
    const absl::StatusOr<Program> copy = model->Copy(16, to);
    ASSERT_TRUE(copy.ok()) << Message(copy.status());
    CheckProgram(*copy);
    EXPECT_TRUE(copy->keeps_kv);
    EXPECT_EQ(copy->text.find("aliasing"), std::string::npos);
    ASSERT_EQ(copy->results.size(), 4U);
    EXPECT_EQ(copy->results[3].type.dims[1], to);
  }
}

TEST(ModelTest, HighestPrecisionReachesEveryProduct) {
  const std::unique_ptr<Model> model = Make(TinyConfig(), {.highest_precision = true});
  const absl::StatusOr<Program> program = model->Decode(std::vector<int64_t>{8});
  ASSERT_TRUE(program.ok());
  const auto count = [&program](std::string_view word) {
    int64_t found = 0;
    for (size_t at = 0; (at = program->text.find(word, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("dot_general"), 2 * 6 + 1);
  EXPECT_EQ(count("precision = [HIGHEST, HIGHEST]"), count("dot_general"));
}

}  // namespace
}  // namespace rung::model
