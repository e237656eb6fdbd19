#include "rung/weights/architecture_metadata.h"

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/weights/testing/gguf_writer.h"

namespace rung::weights {
namespace {

using testing::AddTinyLlama;
using testing::GgufWriter;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kDefaultModel[] =
    RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf";

absl::StatusOr<ArchitectureMetadata> Read(const GgufWriter& writer) {
  const std::vector<uint8_t> bytes = writer.Build();
  const auto file = GgufFile::FromBytes("m.gguf", bytes);
  if (!file.ok()) return file.status();
  return ReadArchitectureMetadata(**file);
}

// The least that a model must say; each test adds to it. Skips the key `without`.
GgufWriter Minimal(std::string_view without = "") {
  GgufWriter writer;
  writer.String("general.architecture", "llama");
  const auto number = [&](std::string_view key, uint32_t value) {
    if (key != without) writer.U32(key, value);
  };
  number("llama.block_count", 2);
  number("llama.context_length", 64);
  number("llama.embedding_length", 32);
  number("llama.feed_forward_length", 96);
  number("llama.attention.head_count", 4);
  number("llama.vocab_size", 6);
  if (without != "llama.attention.layer_norm_rms_epsilon") {
    writer.F32("llama.attention.layer_norm_rms_epsilon", 1e-5f);
  }
  return writer;
}

TEST(ArchitectureMetadata, ReadsEveryNumber) {
  GgufWriter writer;
  AddTinyLlama(writer);
  writer.U32("llama.attention.key_length", 16).U32("llama.attention.value_length", 12);
  writer.String("llama.rope.scaling.type", "yarn").F32("llama.rope.scaling.factor", 4.0f);
  writer.U32("llama.expert_count", 8);
  writer.U32("llama.attention.sliding_window", 48);
  writer.Tensor({"rope_freqs.weight", {4}, 0, std::vector<uint8_t>(16)});
  const auto meta = Read(writer);
  ASSERT_TRUE(meta.ok()) << meta.status();
  EXPECT_EQ(meta->architecture, "llama");
  EXPECT_EQ(meta->block_count, 2);
  EXPECT_EQ(meta->context_length, 64);
  EXPECT_EQ(meta->embedding_length, 32);
  EXPECT_EQ(meta->feed_forward_length, 96);
  EXPECT_EQ(meta->head_count, 4);
  EXPECT_EQ(meta->head_count_kv, 2);
  EXPECT_EQ(meta->key_length, 16);
  EXPECT_EQ(meta->value_length, 12);
  EXPECT_EQ(meta->rope_dimension_count, 8);
  EXPECT_EQ(meta->vocab_size, 6);
  EXPECT_EQ(meta->rope_freq_base, 50000.0f);
  EXPECT_EQ(meta->rms_epsilon, 1e-5f);
  EXPECT_EQ(meta->rope_scaling.type, "yarn");
  EXPECT_EQ(meta->rope_scaling.factor, 4.0f);
  EXPECT_TRUE(meta->has_rope_factors);
  EXPECT_EQ(meta->expert_count, 8);
  EXPECT_EQ(meta->sliding_window, 48);
}

TEST(ArchitectureMetadata, FillsInDefaults) {
  const auto meta = Read(Minimal());
  ASSERT_TRUE(meta.ok()) << meta.status();
  EXPECT_EQ(meta->head_count_kv, 4);
  EXPECT_EQ(meta->key_length, 8);
  EXPECT_EQ(meta->value_length, 8);
  EXPECT_EQ(meta->rope_dimension_count, 8);
  EXPECT_EQ(meta->rope_freq_base, 10000.0f);
  EXPECT_EQ(meta->rope_scaling.type, "none");
  EXPECT_EQ(meta->rope_scaling.factor, 1.0f);
  EXPECT_FALSE(meta->has_rope_factors);
  EXPECT_EQ(meta->expert_count, 0);
  EXPECT_EQ(meta->sliding_window, 0);
}

TEST(ArchitectureMetadata, TakesEqualSizesPerLayerAndTheOldScalingKey) {
  GgufWriter writer = Minimal();
  writer.Array<int32_t>("llama.attention.head_count_kv", GgufType::kS32, {2, 2});
  writer.F32("llama.rope.scale_linear", 2.0f);
  const auto meta = Read(writer);
  ASSERT_TRUE(meta.ok()) << meta.status();
  EXPECT_EQ(meta->head_count_kv, 2);
  EXPECT_EQ(meta->rope_scaling.type, "linear");
  EXPECT_EQ(meta->rope_scaling.factor, 2.0f);
}

TEST(ArchitectureMetadata, ARopeFactorCountsUnlessTheTypeSaysNone) {
  struct Case {
    std::function<void(GgufWriter&)> add;
    std::string type;
    float factor;
  };
  constexpr std::string_view kType = "llama.rope.scaling.type";
  constexpr std::string_view kFactor = "llama.rope.scaling.factor";
  const std::vector<Case> cases = {
      {[&](GgufWriter& w) { w.F32(kFactor, 4.0f); }, "linear", 4.0f},
      {[&](GgufWriter& w) { w.F32(kFactor, 1.0f); }, "none", 1.0f},
      {[&](GgufWriter& w) { w.F32(kFactor, 0.0f); }, "none", 1.0f},  // 0: not given
      {[&](GgufWriter& w) { w.F32("llama.rope.scale_linear", 0.0f); }, "none", 1.0f},
      {[&](GgufWriter& w) { w.String(kType, "none").F32(kFactor, 4.0f); }, "none", 4.0f},
      {[&](GgufWriter& w) { w.String(kType, "yarn"); }, "yarn", 1.0f},
  };
  for (const Case& c : cases) {
    GgufWriter writer = Minimal();
    c.add(writer);
    const auto meta = Read(writer);
    ASSERT_TRUE(meta.ok()) << meta.status();
    EXPECT_EQ(meta->rope_scaling.type, c.type);
    EXPECT_EQ(meta->rope_scaling.factor, c.factor);
  }
}

TEST(ArchitectureMetadata, AsksNothingOfWhatNobodyReads) {
  GgufWriter writer = Minimal();
  writer.U32("general.name", 1).U32("llama.expert_used_count", UINT32_MAX);
  writer.String("llama.rope.scaling.original_context_length", "long");
  writer.U32("llama.attention.sliding_window", UINT32_MAX);
  const auto meta = Read(writer);
  EXPECT_TRUE(meta.ok()) << meta.status();
}

TEST(ArchitectureMetadata, CountsTokensWhereVocabSizeIsMissing) {
  GgufWriter writer = Minimal("llama.vocab_size");
  writer.Strings("tokenizer.ggml.tokens", {"a", "b", "c"});
  const auto meta = Read(writer);
  ASSERT_TRUE(meta.ok()) << meta.status();
  EXPECT_EQ(meta->vocab_size, 3);
}

TEST(ArchitectureMetadata, NamesMissingKeys) {
  for (std::string_view key :
       {"llama.block_count", "llama.context_length", "llama.embedding_length",
        "llama.feed_forward_length", "llama.attention.head_count", "llama.vocab_size",
        "llama.attention.layer_norm_rms_epsilon"}) {
    EXPECT_EQ(Message(Read(Minimal(key)).status()), "m.gguf: missing key " + std::string(key));
  }
  EXPECT_EQ(Message(Read(GgufWriter()).status()), "m.gguf: missing key general.architecture");
}

TEST(ArchitectureMetadata, NamesBadValues) {
  struct Case {
    std::string_view key;  // replaced in the minimal file, or added to it
    std::function<void(GgufWriter&, std::string_view)> add;
    std::string message;
  };
  const auto number = [](uint32_t value) {
    return [value](GgufWriter& writer, std::string_view key) { writer.U32(key, value); };
  };
  const auto real = [](float value) {
    return [value](GgufWriter& writer, std::string_view key) { writer.F32(key, value); };
  };
  const std::vector<Case> cases = {
      {"llama.block_count", number(0), "llama.block_count is 0, expected 1 to 4096"},
      {"llama.block_count", number(5000), "llama.block_count is 5000, expected 1 to 4096"},
      {"llama.block_count", real(2.0f), "key llama.block_count has type f32, expected integer"},
      {"llama.context_length", number(UINT32_MAX), "llama.context_length is 4294967295"},
      {"llama.embedding_length", number(30),
       "llama.embedding_length is 30, not a multiple of llama.attention.head_count, which is 4"},
      {"llama.feed_forward_length", number(1u << 30), "llama.feed_forward_length is 1073741824"},
      {"llama.attention.head_count", number(0), "llama.attention.head_count is 0"},
      {"llama.attention.head_count_kv", number(3),
       "llama.attention.head_count is 4, not a multiple of llama.attention.head_count_kv, which "
       "is 3"},
      {"llama.attention.head_count_kv",
       [](GgufWriter& w, std::string_view key) {
         w.Array<int32_t>(key, GgufType::kS32, {2, 4});
       },
       "llama.attention.head_count_kv differs between layers (2 in layer 0, 4 in layer 1)"},
      {"llama.attention.head_count_kv",
       [](GgufWriter& w, std::string_view key) { w.Array<int32_t>(key, GgufType::kS32, {}); },
       "llama.attention.head_count_kv is an empty list"},
      {"llama.rope.dimension_count", number(10),
       "llama.rope.dimension_count is 10, expected 1 to 8"},
      {"llama.rope.dimension_count", number(5),
       "llama.rope.dimension_count is 5, expected an even number"},
      {"llama.rope.freq_base", real(0.0f), "llama.rope.freq_base is 0, expected a number above 0"},
      {"llama.rope.freq_base", real(INFINITY), "llama.rope.freq_base is inf"},
      {"llama.rope.scaling.factor", real(-1.0f), "llama.rope.scaling.factor is -1"},
      {"llama.attention.layer_norm_rms_epsilon", real(NAN),
       "llama.attention.layer_norm_rms_epsilon is nan"},
      {"llama.expert_count", number(1u << 20), "llama.expert_count is 1048576"},
      {"tokenizer.ggml.tokens",
       [](GgufWriter& w, std::string_view key) {
         w.Strings(key, std::vector<std::string>(7, "x"));
       },
       "llama.vocab_size is 6, but tokenizer.ggml.tokens has 7 entries"},
  };
  for (const Case& c : cases) {
    GgufWriter writer = Minimal(c.key);
    c.add(writer, c.key);
    const auto meta = Read(writer);
    ASSERT_FALSE(meta.ok()) << c.message;
    EXPECT_THAT(std::string(Message(meta.status())), StartsWith("m.gguf: "));
    EXPECT_THAT(std::string(Message(meta.status())), HasSubstr(c.message));
  }
}

TEST(ArchitectureMetadata, NamesTheArchitectureEvenOfAnUnknownModel) {
  const auto name = [](std::string_view value) {
    const std::vector<uint8_t> bytes = GgufWriter().String("general.architecture", value).Build();
    const auto file = GgufFile::FromBytes("m.gguf", bytes);
    const auto result = ArchitectureName(**file);
    return result.ok() ? std::string(*result) : std::string(Message(result.status()));
  };
  EXPECT_EQ(name("mamba"), "mamba");
  EXPECT_EQ(name("gpt-oss"), "gpt-oss");
  EXPECT_EQ(name("a\nb"),
            "m.gguf: general.architecture is \"a\\nb\", expected a plain lower-case name");
  EXPECT_EQ(name(""), "m.gguf: general.architecture is \"\", expected a plain lower-case name");
}

TEST(ArchitectureMetadata, ReadsTheDefaultModel) {
  const auto file = GgufFile::Open(kDefaultModel);
  ASSERT_TRUE(file.ok()) << file.status();
  const auto meta = ReadArchitectureMetadata(**file);
  ASSERT_TRUE(meta.ok()) << meta.status();
  EXPECT_EQ(meta->architecture, "llama");
  EXPECT_EQ(meta->block_count, 30);
  EXPECT_EQ(meta->context_length, 8192);
  EXPECT_EQ(meta->embedding_length, 576);
  EXPECT_EQ(meta->feed_forward_length, 1536);
  EXPECT_EQ(meta->head_count, 9);
  EXPECT_EQ(meta->head_count_kv, 3);
  EXPECT_EQ(meta->key_length, 64);
  EXPECT_EQ(meta->rope_dimension_count, 64);
  EXPECT_EQ(meta->vocab_size, 49152);
  EXPECT_EQ(meta->rope_freq_base, 100000.0f);
  EXPECT_EQ(meta->rms_epsilon, 1e-5f);
  EXPECT_EQ(meta->rope_scaling.type, "none");
  const auto chat_template = ChatTemplate(**file);
  ASSERT_TRUE(chat_template.ok() && chat_template->has_value());
  EXPECT_THAT(std::string(**chat_template), HasSubstr("<|im_start|>assistant"));
}

TEST(ChatTemplate, IsOptional) {
  const std::vector<uint8_t> bytes = GgufWriter().Build();
  const auto file = GgufFile::FromBytes("m.gguf", bytes);
  ASSERT_TRUE(file.ok());
  const auto chat_template = ChatTemplate(**file);
  ASSERT_TRUE(chat_template.ok());
  EXPECT_FALSE(chat_template->has_value());
}

}  // namespace
}  // namespace rung::weights
