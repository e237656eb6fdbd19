#include "rung/tokenizer/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/tokenizer/testing/byte_spec.h"

namespace rung::tokenizer {
namespace {

using testing::AddToken;
using testing::ByteSpec;
using ::testing::HasSubstr;

std::unique_ptr<Tokenizer> Make(TokenizerSpec spec) {
  auto tokenizer = Tokenizer::Create(std::move(spec));
  EXPECT_TRUE(tokenizer.ok()) << Message(tokenizer.status());
  return tokenizer.ok() ? *std::move(tokenizer) : nullptr;
}

std::vector<TokenId> Encode(const Tokenizer& tokenizer, std::string_view text,
                            const Tokenizer::EncodeOptions& options = {}) {
  const auto ids = tokenizer.Encode(text, options);
  EXPECT_TRUE(ids.ok()) << Message(ids.status());
  return ids.value_or(std::vector<TokenId>{-1});
}

using Ids = std::vector<TokenId>;

// ---- refusals ----

struct BadSpec {
  std::string name;
  std::function<void(TokenizerSpec&)> spoil;
  absl::StatusCode code;
  std::string message;
};

std::vector<BadSpec> BadSpecs() {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  constexpr auto kUnimplemented = absl::StatusCode::kUnimplemented;
  using Spec = TokenizerSpec;
  return {
      {"model", [](Spec& s) { s.model = "llama"; }, kUnimplemented, "model 'llama'"},
      {"pre", [](Spec& s) { s.pre_tokenizer = "viking"; }, kUnimplemented, "'viking'"},
      {"no_tokens", [](Spec& s) { s.tokens.clear(); }, kInvalid, "no tokens"},
      {"kinds", [](Spec& s) { s.kinds.pop_back(); }, kInvalid, "257 tokens but 256 token kinds"},
      {"kind", [](Spec& s) { s.kinds[3] = TokenKind{9}; }, kInvalid, "kinds[3] is 9"},
      {"empty", [](Spec& s) { s.tokens[7].clear(); }, kInvalid, "tokens[7] is empty"},
      {"repeated", [](Spec& s) { s.tokens[256] = "a"; }, kInvalid,
       "tokens[256] 'a' repeats tokens[97]"},
      {"utf8", [](Spec& s) { s.tokens[9] = "a\xff"; }, kInvalid,
       "tokens[9] is not valid UTF-8 at byte 1"},
      {"bos", [](Spec& s) { s.bos_id = 257; }, kInvalid, "bos_id is 257"},
      {"eos", [](Spec& s) { s.eos_id = -1; }, kInvalid, "eos_id is -1"},
      {"unknown", [](Spec& s) { s.unknown_id = 999; }, kInvalid, "unknown_id is 999"},
      {"padding", [](Spec& s) { s.padding_id = 999; }, kInvalid, "padding_id is 999"},
      {"extra",
       [](Spec& s) {
         s.extra_eos_ids = {1, 300};
       },
       kInvalid, "extra_eos_ids[1] is 300"},
      {"add_bos", [](Spec& s) { s.add_bos = true; }, kInvalid, "no bos_id"},
      {"merge_1", [](Spec& s) { s.merges.push_back("ab"); }, kInvalid, "merges[1] 'ab' is not two"},
      {"merge_2", [](Spec& s) { s.merges[0] = " b"; }, kInvalid, "merges[0] ' b' is not two"},
      {"merge_3", [](Spec& s) { s.merges[0] = "a "; }, kInvalid, "merges[0] 'a ' is not two"},
      {"merge_4", [](Spec& s) { s.merges[0] = "a b c"; }, kInvalid, "merges[0] 'a b c' is not two"},
      {"merge_5", [](Spec& s) { s.merges[0] = ""; }, kInvalid, "merges[0] '' is not two"},
      {"merge_left", [](Spec& s) { s.merges[0] = "zz b"; }, kInvalid,
       "a left side that is no token"},
      {"merge_right", [](Spec& s) { s.merges[0] = "b zz"; }, kInvalid,
       "a right side that is no token"},
      {"merge_made", [](Spec& s) { s.merges.push_back("b a"); }, kInvalid,
       "merges[1] 'b a' makes no token"},
      {"one_line", [](Spec& s) { s.merges[0] = "a\nb"; }, kInvalid, "merges[0] 'a\\nb'"},
  };
}

TEST(TokenizerCreateTest, BadSpecsAreRefusedByFieldAndIndex) {
  for (const BadSpec& bad : BadSpecs()) {
    TokenizerSpec spec = ByteSpec({"a b"});
    bad.spoil(spec);
    const auto status = Tokenizer::Create(std::move(spec)).status();
    EXPECT_EQ(status.code(), bad.code) << bad.name;
    EXPECT_THAT(std::string(Message(status)), HasSubstr(bad.message)) << bad.name;
    EXPECT_EQ(Message(status).find('\n'), std::string_view::npos) << bad.name;
  }
}

TEST(TokenizerEncodeTest, InvalidUtf8IsRefusedWithItsOffset) {
  const auto tokenizer = Make(ByteSpec());
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"ab\xff", "byte 2 (0xff)"},
      {"\xc3", "byte 0 (0xc3)"},
      {"\u00e9\xed\xa0\x80", "byte 2 (0xed)"},
      {"twelve bytes\xe2\x82", "byte 12 (0xe2)"},
  };
  for (const auto& [text, message] : cases) {
    const auto status = tokenizer->Encode(text, {}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(Message(status)), HasSubstr(message));
  }
}

TEST(TokenizerEncodeTest, BosIsAddedOnceOrRefused) {
  TokenizerSpec spec = ByteSpec();
  EXPECT_EQ(Make(spec)->Encode("a", {.add_bos = true}).status().code(),
            absl::StatusCode::kFailedPrecondition);
  AddToken(spec, "<s>", TokenKind::kControl);
  spec.bos_id = 256;
  spec.add_bos = true;  // what the caller should ask for; Encode obeys its options alone
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, "a", {.add_bos = true}), (Ids{256, 'a'}));
  EXPECT_EQ(Encode(*tokenizer, "", {.add_bos = true}), Ids{256});
  EXPECT_EQ(Encode(*tokenizer, "a"), Ids{'a'});
}

// ---- added tokens ----

TEST(TokenizerEncodeTest, ControlTokensAreTextUnlessParsed) {
  TokenizerSpec spec = ByteSpec({"< |"});
  AddToken(spec, "<|end|>", TokenKind::kControl);
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, "a<|end|>b"), (Ids{'a', 256, 'e', 'n', 'd', '|', '>', 'b'}));
  EXPECT_EQ(Encode(*tokenizer, "a<|end|>b", {.parse_special = true}), (Ids{'a', 257, 'b'}));
  EXPECT_EQ(Encode(*tokenizer, "<|end|", {.parse_special = true}), (Ids{256, 'e', 'n', 'd', '|'}));
  EXPECT_EQ(tokenizer->TokenBytes(257), "");
  EXPECT_EQ(tokenizer->TokenBytes(257, true), "<|end|>");
}

TEST(TokenizerEncodeTest, UserDefinedTokensAlwaysMatchLongestFirst) {
  TokenizerSpec spec = ByteSpec();
  AddToken(spec, "<img>", TokenKind::kUserDefined);
  AddToken(spec, "<img><img>", TokenKind::kUserDefined);
  AddToken(spec, "<img>!", TokenKind::kControl);
  AddToken(spec, "  \u00e9", TokenKind::kUserDefined);
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, "a<img><img><img>"), (Ids{'a', 257, 256}));
  EXPECT_EQ(Encode(*tokenizer, "<img>!"), (Ids{256, '!'}));
  EXPECT_EQ(Encode(*tokenizer, "<img>!", {.parse_special = true}), Ids{258});
  EXPECT_EQ(Encode(*tokenizer, "   \u00e9"), (Ids{' ', 259}));
  // Written as they are, not in the byte alphabet: U+00E9 would be the byte E9 there.
  EXPECT_EQ(tokenizer->TokenBytes(259), "  \u00e9");
  EXPECT_EQ(tokenizer->Decode(Ids{259, 256}), "  \u00e9<img>");
}

// ---- merges ----

TEST(TokenizerEncodeTest, ATokenThatItsMergesDoNotMakeIsNotFoundWhole) {
  // "ab" merges first, so "abc" is never made from "a" and "bc".
  TokenizerSpec spec = ByteSpec({"a b", "b c", "a bc"});
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, "abc"), (Ids{256, 'c'}));
  spec.pre_tokenizer = "llama-bpe";  // ignores merges for whole pieces
  EXPECT_EQ(Encode(*Make(spec), "abc"), Ids{258});
  EXPECT_EQ(Encode(*Make(spec), "abcb"), (Ids{256, 'c', 'b'}));
}

TEST(TokenizerEncodeTest, BytesWithoutATokenAreDropped) {
  TokenizerSpec spec = ByteSpec({"a b"});
  spec.tokens[4] = "unused";
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, "\x04"), Ids{});
  EXPECT_EQ(Encode(*tokenizer,
                   "a\x04"
                   "b"),
            (Ids{'a', 'b'}))
      << "two pieces";
  EXPECT_EQ(Encode(*tokenizer, "!\x04!"), (Ids{'!', '!'}));
}

TEST(TokenizerEncodeTest, Qwen2ComposesAndTheOthersDoNot) {
  TokenizerSpec spec = ByteSpec();
  EXPECT_EQ(Encode(*Make(spec), "e\u0301"), (Ids{'e', 0xCC, 0x81}));
  spec.pre_tokenizer = "qwen2";
  EXPECT_EQ(Encode(*Make(spec), "e\u0301"), (Ids{0xC3, 0xA9}));
}

TEST(TokenizerEncodeTest, SpacePrefixGoesBeforeEachStretchOfText) {
  TokenizerSpec spec = ByteSpec();
  AddToken(spec, "<u>", TokenKind::kUserDefined);
  spec.add_space_prefix = true;
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, ""), Ids{});
  EXPECT_EQ(Encode(*tokenizer, "a<u>b"), (Ids{' ', 'a', 256, ' ', 'b'}));
  EXPECT_EQ(Encode(*tokenizer, " a"), (Ids{' ', 'a'}));
  EXPECT_EQ(Encode(*tokenizer, "\na"), (Ids{' ', '\n', 'a'}));
}

TEST(TokenizerEncodeTest, ALongRunOfOneLetterIsQuickAndRight) {
  std::vector<std::string> merges;
  for (std::string half = "a"; half.size() < 64; half += half) merges.push_back(half + " " + half);
  const auto tokenizer = Make(ByteSpec(merges));
  EXPECT_EQ(Encode(*tokenizer, std::string(64 * 10000, 'a')), Ids(10000, 261));
}

// ---- other ----

TEST(TokenizerTest, IdsOutsideTheVocabularyHaveNoBytes) {
  const auto tokenizer = Make(ByteSpec());
  EXPECT_EQ(tokenizer->TokenBytes(-1), "");
  EXPECT_EQ(tokenizer->TokenBytes(256), "");
  EXPECT_EQ(tokenizer->TokenBytes(INT32_MAX, true), "");
  EXPECT_EQ(tokenizer->TokenBytes(' '), " ");
  EXPECT_EQ(tokenizer->TokenBytes(0), std::string_view("\0", 1));
  EXPECT_EQ(tokenizer->vocab_size(), 256);
}

TEST(TokenizerTest, EndOfGenerationIsEosOrAnExtraOne) {
  TokenizerSpec spec = ByteSpec();
  EXPECT_FALSE(Make(spec)->IsEndOfGeneration(0));
  spec.eos_id = 2;
  spec.extra_eos_ids = {5, 6};
  const auto tokenizer = Make(spec);
  for (const TokenId id : {2, 5, 6}) EXPECT_TRUE(tokenizer->IsEndOfGeneration(id));
  for (const TokenId id : {-1, 0, 3, 7}) EXPECT_FALSE(tokenizer->IsEndOfGeneration(id));
}

}  // namespace
}  // namespace rung::tokenizer
