#include "rung/weights/gguf_tokenizer.h"

#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/weights/testing/gguf_writer.h"

namespace rung::weights {
namespace {

using testing::AddTinyTokenizer;
using ::testing::ElementsAre;
using testing::GgufWriter;
using ::testing::IsEmpty;
using tokenizer::TokenizerSpec;
using tokenizer::TokenKind;

constexpr char kDefaultModel[] =
    RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf";

absl::StatusOr<TokenizerSpec> SpecOf(const GgufWriter& writer) {
  const std::vector<uint8_t> bytes = writer.Build();
  const auto file = GgufFile::FromBytes("m.gguf", bytes);
  if (!file.ok()) return file.status();
  return TokenizerSpecFromGguf(**file);
}

TEST(GgufTokenizer, ReadsTheWholeSpec) {
  GgufWriter writer;
  AddTinyTokenizer(writer);
  const auto spec = SpecOf(writer);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->model, "gpt2");
  EXPECT_EQ(spec->pre_tokenizer, "smollm");
  EXPECT_THAT(spec->tokens, ElementsAre("<unk>", "<|im_start|>", "<|im_end|>", "a", "b", "ab"));
  EXPECT_THAT(spec->kinds,
              ElementsAre(TokenKind::kUnknown, TokenKind::kControl, TokenKind::kControl,
                          TokenKind::kNormal, TokenKind::kNormal, TokenKind::kNormal));
  EXPECT_THAT(spec->merges, ElementsAre("a b"));
  EXPECT_EQ(spec->bos_id, 1);
  EXPECT_EQ(spec->eos_id, 2);
  EXPECT_THAT(spec->warnings, IsEmpty());
  EXPECT_THAT(spec->extra_eos_ids, IsEmpty());
  EXPECT_FALSE(spec->add_bos);
  EXPECT_FALSE(spec->add_space_prefix);
}

TEST(GgufTokenizer, MissingOptionalKeysGetTheFamilysDefaults) {
  const std::vector<std::string> tokens = {"a", "b"};
  GgufWriter plain;
  plain.String("tokenizer.ggml.model", "gpt2").String("tokenizer.ggml.pre", "gpt-2");
  plain.Strings("tokenizer.ggml.tokens", tokens).Strings("tokenizer.ggml.merges", {});
  auto spec = SpecOf(plain);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_THAT(spec->kinds, ElementsAre(TokenKind::kNormal, TokenKind::kNormal));
  EXPECT_FALSE(spec->bos_id || spec->eos_id);
  EXPECT_FALSE(spec->add_bos);

  GgufWriter llama3;
  llama3.String("tokenizer.ggml.model", "gpt2").String("tokenizer.ggml.pre", "llama-bpe");
  llama3.Strings("tokenizer.ggml.tokens", tokens).Strings("tokenizer.ggml.merges", {});
  llama3.U32("tokenizer.ggml.bos_token_id", 1);
  spec = SpecOf(llama3);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_TRUE(spec->add_bos);

  GgufWriter sentencepiece;
  sentencepiece.String("tokenizer.ggml.model", "llama").Strings("tokenizer.ggml.tokens", tokens);
  sentencepiece.U32("tokenizer.ggml.bos_token_id", 0);
  spec = SpecOf(sentencepiece);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->pre_tokenizer, "");
  EXPECT_TRUE(spec->add_bos);
  EXPECT_TRUE(spec->add_space_prefix);
}

// Tokens 0 <|endoftext|> (control), 1 <|im_end|> (control), 2 <|eot_id|> (an ordinary word), 3
// <|e|>.
GgufWriter EndTokens() {
  GgufWriter writer;
  writer.String("tokenizer.ggml.model", "gpt2").String("tokenizer.ggml.pre", "qwen2");
  writer.Strings("tokenizer.ggml.tokens", {"<|endoftext|>", "<|im_end|>", "<|eot_id|>", "<|e|>"});
  writer.Array<int32_t>("tokenizer.ggml.token_type", GgufType::kS32, {3, 3, 1, 3});
  writer.Strings("tokenizer.ggml.merges", {});
  return writer;
}

TEST(GgufTokenizer, EndsAreTheUnionOfIdsAndTheTemplatesEndOfTurn) {
  struct Case {
    std::string name;
    std::function<void(GgufWriter&)> add;
    std::optional<TokenId> eos;
    std::vector<TokenId> extra;
  };
  const std::string_view kEos = "tokenizer.ggml.eos_token_id";
  const std::string_view kTemplate = "tokenizer.chat_template";
  const std::vector<Case> cases = {
      {"nothing named", [](GgufWriter&) {}, std::nullopt, {}},
      {"eos alone", [&](GgufWriter& w) { w.U32(kEos, 0); }, 0, {}},
      {"eot and eom",
       [&](GgufWriter& w) {
         w.U32(kEos, 0).U32("tokenizer.ggml.eot_token_id", 1).U32("tokenizer.ggml.eom_token_id", 3);
       },
       0,
       {1, 3}},
      {"eot repeats eos",
       [&](GgufWriter& w) { w.U32(kEos, 1).U32("tokenizer.ggml.eot_token_id", 1); },
       1,
       {}},
      {"the template ends turns with another token",
       [&](GgufWriter& w) { w.U32(kEos, 0).String(kTemplate, "x<|im_end|>y"); },
       0,
       {1}},
      {"the template's token is the eos",
       [&](GgufWriter& w) { w.U32(kEos, 1).String(kTemplate, "x<|im_end|>y"); },
       1,
       {}},
      {"an ordinary word is no end of turn",
       [&](GgufWriter& w) { w.U32(kEos, 0).String(kTemplate, "x<|eot_id|>"); },
       0,
       {}},
      {"end of text counts only where the metadata says so",
       [&](GgufWriter& w) { w.U32(kEos, 1).String(kTemplate, "<|endoftext|>"); },
       1,
       {}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    GgufWriter writer = EndTokens();
    c.add(writer);
    const auto spec = SpecOf(writer);
    ASSERT_TRUE(spec.ok()) << spec.status();
    EXPECT_EQ(spec->eos_id, c.eos);
    EXPECT_EQ(spec->extra_eos_ids, c.extra);
  }
}

TEST(GgufTokenizer, IdsThatNobodyReadsMayBeAnything) {
  for (const uint32_t id : {4u, 4294967295u, 4294967294u}) {  // the vocabulary has 4 tokens
    for (const std::string key : {"padding", "unknown", "seperator", "cls", "mask", "bos"}) {
      GgufWriter writer = EndTokens();
      writer.U32("tokenizer.ggml.eos_token_id", 0);
      writer.U32("tokenizer.ggml." + key + "_token_id", id);
      const auto spec = SpecOf(writer);
      ASSERT_TRUE(spec.ok()) << key << ": " << spec.status();
      EXPECT_EQ(spec->bos_id, std::nullopt);
      EXPECT_THAT(spec->warnings, IsEmpty());
    }
  }
  GgufWriter writer = EndTokens();
  writer.String("tokenizer.ggml.padding_token_id", "1").F32("tokenizer.ggml.bos_token_id", 1);
  EXPECT_TRUE(SpecOf(writer).ok());
}

TEST(GgufTokenizer, AnEndMayBeGivenAsNone) {
  struct Case {
    std::function<void(GgufWriter&)> add;
    std::optional<TokenId> eos;
    std::vector<TokenId> extra;
    std::vector<std::string> warnings;
  };
  const std::string_view kEos = "tokenizer.ggml.eos_token_id";
  const std::string_view kEot = "tokenizer.ggml.eot_token_id";
  const std::string kNoEnd = ": no token ends a reply, it runs to its limit";
  const std::vector<Case> cases = {
      {[&](GgufWriter& w) { w.U32(kEos, UINT32_MAX); },
       {},
       {},
       {std::string(kEos) + " is 4294967295" + kNoEnd}},
      {[&](GgufWriter& w) { w.Number<int32_t>(kEos, GgufType::kS32, -1); },
       {},
       {},
       {std::string(kEos) + " is -1" + kNoEnd}},
      {[&](GgufWriter& w) { w.U32(kEos, UINT32_MAX).U32(kEot, 1); }, {}, {1}, {}},
      {[&](GgufWriter& w) { w.U32(kEos, 0).U32(kEot, UINT32_MAX); }, 0, {}, {}},
  };
  for (const Case& c : cases) {
    GgufWriter writer = EndTokens();
    c.add(writer);
    const auto spec = SpecOf(writer);
    ASSERT_TRUE(spec.ok()) << spec.status();
    EXPECT_EQ(spec->eos_id, c.eos);
    EXPECT_EQ(spec->extra_eos_ids, c.extra);
    EXPECT_EQ(spec->warnings, c.warnings);
  }
}

// Any of them may be the one that the model learnt.
TEST(GgufTokenizer, EveryTokenSpeltAsTheTemplatesEndEnds) {
  GgufWriter writer;
  writer.String("tokenizer.ggml.model", "gpt2").String("tokenizer.ggml.pre", "qwen2");
  writer.Strings("tokenizer.ggml.tokens", {"<|im_end|>", "<s>", "<|im_end|>", "<|im_end|>"});
  writer.Array<int32_t>("tokenizer.ggml.token_type", GgufType::kS32, {1, 3, 3, 3});
  writer.Strings("tokenizer.ggml.merges", {}).String("tokenizer.chat_template", "<|im_end|>");
  const auto spec = SpecOf(writer);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_THAT(spec->extra_eos_ids, ElementsAre(2, 3));
}

TEST(GgufTokenizer, SaysThatNoEndIsPutBehindAPrompt) {
  for (const bool adds : {false, true}) {
    GgufWriter writer = EndTokens();
    writer.Bool("tokenizer.ggml.add_eos_token", adds);
    const auto spec = SpecOf(writer);
    ASSERT_TRUE(spec.ok()) << spec.status();
    EXPECT_EQ(spec->warnings.size(), adds ? 1u : 0u);
  }
}

TEST(GgufTokenizer, NamesWhatIsWrong) {
  const auto start = [] {
    GgufWriter writer;
    writer.String("tokenizer.ggml.model", "gpt2").String("tokenizer.ggml.pre", "gpt-2");
    return writer;
  };
  const auto vocabulary = [&] {
    GgufWriter writer = start();
    writer.Strings("tokenizer.ggml.tokens", {"a", "b"});
    return writer;
  };
  const auto whole = [&] {
    GgufWriter writer = vocabulary();
    writer.Strings("tokenizer.ggml.merges", {"a b"});
    return writer;
  };
  const std::vector<std::pair<GgufWriter, std::string>> cases = {
      {GgufWriter(), "missing key tokenizer.ggml.model"},
      {GgufWriter().U32("tokenizer.ggml.model", 1),
       "key tokenizer.ggml.model has type u32, expected string"},
      {start(), "missing key tokenizer.ggml.tokens"},
      {start().Strings("tokenizer.ggml.tokens", {}),
       "tokenizer.ggml.tokens has 0 entries, expected 1 to 2147483647"},
      {start().Array<int32_t>("tokenizer.ggml.tokens", GgufType::kS32, {1}),
       "key tokenizer.ggml.tokens has type array of i32, expected array of string"},
      {vocabulary(), "missing key tokenizer.ggml.merges"},
      {GgufWriter().String("tokenizer.ggml.model", "gpt2").Strings("tokenizer.ggml.tokens", {"a"}),
       "missing key tokenizer.ggml.pre"},
      {vocabulary().Strings("tokenizer.ggml.merges", {"a b", "ab"}),
       "tokenizer.ggml.merges: entry 1 is \"ab\", expected two parts"},
      {vocabulary().Strings("tokenizer.ggml.merges", {"a "}),
       "tokenizer.ggml.merges: entry 0 is \"a \", expected two parts"},
      {whole().Array<int32_t>("tokenizer.ggml.token_type", GgufType::kS32, {1}),
       "tokenizer.ggml.token_type has 1 entries, but tokenizer.ggml.tokens has 2"},
      {whole().Array<int32_t>("tokenizer.ggml.token_type", GgufType::kS32, {1, 7}),
       "tokenizer.ggml.token_type of token 1 is 7, expected 0 to 6"},
      {whole().Bool("tokenizer.ggml.add_bos_token", true).U32("tokenizer.ggml.bos_token_id", 2),
       "tokenizer.ggml.bos_token_id is 2, outside the vocabulary of 2 tokens"},
      {whole()
           .Bool("tokenizer.ggml.add_bos_token", true)
           .U32("tokenizer.ggml.bos_token_id", UINT32_MAX),
       "tokenizer.ggml.bos_token_id is 4294967295, outside the vocabulary of 2 tokens"},
      {whole().U32("tokenizer.ggml.eos_token_id", 2),
       "tokenizer.ggml.eos_token_id is 2, outside the vocabulary of 2 tokens"},
      {whole().Number<int32_t>("tokenizer.ggml.eot_token_id", GgufType::kS32, -2),
       "tokenizer.ggml.eot_token_id is -2, outside the vocabulary of 2 tokens"},
      {whole().String("tokenizer.ggml.eom_token_id", "1"),
       "key tokenizer.ggml.eom_token_id has type string, expected integer"},
      {whole().Bool("tokenizer.ggml.add_bos_token", true),
       "missing key tokenizer.ggml.bos_token_id, which add_bos_token asks for"},
  };
  for (const auto& [writer, message] : cases) {
    const auto spec = SpecOf(writer);
    ASSERT_FALSE(spec.ok()) << message;
    EXPECT_EQ(Message(spec.status()), "m.gguf: " + message);
  }
}

TEST(GgufTokenizer, ReadsTheDefaultModel) {
  const auto file = GgufFile::Open(kDefaultModel);
  ASSERT_TRUE(file.ok()) << file.status();
  const auto spec = TokenizerSpecFromGguf(**file);
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->tokens.size(), 49152u);
  EXPECT_EQ(spec->merges.size(), 48900u);
  EXPECT_EQ(spec->pre_tokenizer, "smollm");
  EXPECT_EQ(spec->tokens[2], "<|im_end|>");
  EXPECT_EQ(spec->kinds[2], TokenKind::kControl);
  EXPECT_EQ(spec->bos_id, 1);
  EXPECT_EQ(spec->eos_id, 2);
  EXPECT_THAT(spec->extra_eos_ids, IsEmpty());
  EXPECT_FALSE(spec->add_bos);
}

}  // namespace
}  // namespace rung::weights
