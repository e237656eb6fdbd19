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
      {"bos", [](Spec& s) { s.bos_id = 257; }, kInvalid, "bos_id is 257"},
      {"eos", [](Spec& s) { s.eos_id = -1; }, kInvalid, "eos_id is -1"},
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

// ---- vocabularies as they come ----

std::string Warning(const Tokenizer& tokenizer) {
  EXPECT_LE(tokenizer.spec().warnings.size(), 1u);
  return tokenizer.spec().warnings.empty() ? "" : tokenizer.spec().warnings.front();
}

TEST(TokenizerVocabularyTest, WhatIsOddLoadsWithOneWarningThatCounts) {
  struct Case {
    std::string name;
    std::function<void(TokenizerSpec&)> spoil;
    std::string counts;
  };
  using Spec = TokenizerSpec;
  const std::vector<Case> cases = {
      {"sound", [](Spec&) {}, ""},
      {"repeated", [](Spec& s) { AddToken(s, "ab"); }, "1 token repeats another's spelling"},
      {"repeated twice",
       [](Spec& s) {
         AddToken(s, "a");
         AddToken(s, "a", TokenKind::kUnused);
       },
       "2 tokens repeat another's spelling"},
      {"empty", [](Spec& s) { AddToken(s, ""); }, "1 token is empty"},
      {"empties are no repeats",
       [](Spec& s) {
         AddToken(s, "");
         AddToken(s, "", TokenKind::kControl);
         AddToken(s, "", TokenKind::kUserDefined);
       },
       "3 tokens are empty"},
      {"not UTF-8", [](Spec& s) { AddToken(s, "a\xff"); }, "1 token is not valid UTF-8"},
      {"no left side", [](Spec& s) { s.merges.push_back("zz b"); }, "1 merge makes no token"},
      {"no right side", [](Spec& s) { s.merges.push_back("b zz"); }, "1 merge makes no token"},
      {"no result",
       [](Spec& s) {
         s.merges = {"b a", "a b", "c b"};
       },
       "2 merges make no token"},
      {"all of it",
       [](Spec& s) {
         AddToken(s, "a");
         AddToken(s, "");
         AddToken(s, "\xc3");
         s.merges.push_back("b a");
       },
       "1 token repeats another's spelling, 1 token is empty, 1 token is not valid UTF-8, 1 merge "
       "makes no token"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    TokenizerSpec spec = ByteSpec({"a b"});
    c.spoil(spec);
    const auto tokenizer = Make(spec);
    ASSERT_NE(tokenizer, nullptr);
    EXPECT_EQ(Warning(*tokenizer),
              c.counts.empty() ? ""
                               : "vocabulary: " + c.counts +
                                     ": of tokens spelt alike the lowest id encodes, such merges "
                                     "are left out, every token decodes");
    // Text is encoded as without the oddity.
    EXPECT_EQ(Encode(*tokenizer, "ab ba", {.parse_special = true}), (Ids{256, ' ', 'b', 'a'}));
  }
}

TEST(TokenizerVocabularyTest, OfTokensSpeltAlikeTheLowestEncodesAndEachDecodes) {
  for (const char* family : {"gpt-2", "llama-bpe"}) {
    TokenizerSpec spec = ByteSpec({"a b"});
    spec.pre_tokenizer = family;
    AddToken(spec, "ab");
    AddToken(spec, "a");
    AddToken(spec, "\u0120a");  // only a merge could make it
    AddToken(spec, "\u0120a");
    const auto tokenizer = Make(spec);
    EXPECT_EQ(Encode(*tokenizer, "ab"), Ids{256});
    EXPECT_EQ(Encode(*tokenizer, "a"), Ids{'a'});
    EXPECT_EQ(Encode(*tokenizer, " a"),
              family == std::string_view("gpt-2") ? (Ids{' ', 'a'}) : Ids{259});
    EXPECT_EQ(tokenizer->Decode(Ids{256, 257, 'a', 258, 259, 260}), "ababaa a a");
  }
}

// Text would else become a token that the model never saw in text.
TEST(TokenizerVocabularyTest, AnUnusedTokenEncodesOnlyWhereNoOtherIsSpeltSo) {
  for (const TokenKind kind : {TokenKind::kUnused, TokenKind::kControl, TokenKind::kUnknown}) {
    TokenizerSpec spec = ByteSpec();
    spec.tokens[4] = "a";  // below the byte's own
    spec.kinds[4] = kind;
    const auto tokenizer = Make(spec);
    EXPECT_EQ(Encode(*tokenizer, "a"), Ids{'a'});
    EXPECT_EQ(tokenizer->Decode(Ids{4, 'a'}, /*special=*/true), "aa");
  }
  TokenizerSpec spec = ByteSpec();
  spec.kinds['a'] = TokenKind::kUnused;
  EXPECT_EQ(Encode(*Make(spec), "a"), Ids{'a'});
}

TEST(TokenizerVocabularyTest, OfControlTokensSpeltAlikeTheLowestIsParsed) {
  TokenizerSpec spec = ByteSpec();
  AddToken(spec, "<s>", TokenKind::kControl);
  AddToken(spec, "<s>", TokenKind::kControl);
  const auto tokenizer = Make(spec);
  EXPECT_EQ(Encode(*tokenizer, "a<s>", {.parse_special = true}), (Ids{'a', 256}));
  EXPECT_EQ(tokenizer->Decode(Ids{256, 257}, /*special=*/true), "<s><s>");
}

// Cutting half a character out of a text would leave the other half.
TEST(TokenizerVocabularyTest, TokensThatAreNoUtf8DecodeAndAreNeverFound) {
  for (const TokenKind kind :
       {TokenKind::kUserDefined, TokenKind::kControl, TokenKind::kNormal, TokenKind::kUnused}) {
    TokenizerSpec spec = ByteSpec();
    AddToken(spec, "\xc3", kind);
    const auto tokenizer = Make(spec);
    EXPECT_EQ(Encode(*tokenizer, "\u00e9", {.parse_special = true}), (Ids{0xC3, 0xA9}));
    EXPECT_EQ(tokenizer->TokenBytes(256, /*special=*/true), "\xc3");
    EXPECT_EQ(tokenizer->Decode(Ids{256, 0xA9}, /*special=*/true), "\u00e9");
  }
}

// ---- text ----

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

TEST(TokenizerEncodeTest, NoSecondBosInFrontOfATypedOne) {
  TokenizerSpec spec = ByteSpec();
  AddToken(spec, "<s>", TokenKind::kControl);
  AddToken(spec, "<s>!", TokenKind::kControl);
  spec.bos_id = 256;
  const auto tokenizer = Make(spec);
  const Tokenizer::EncodeOptions parsed = {.add_bos = true, .parse_special = true};
  EXPECT_EQ(Encode(*tokenizer, "<s>a", parsed), (Ids{256, 'a'}));
  EXPECT_EQ(Encode(*tokenizer, "<s><s>a", parsed), (Ids{256, 256, 'a'}));
  EXPECT_EQ(Encode(*tokenizer, "a<s>", parsed), (Ids{256, 'a', 256}));
  EXPECT_EQ(Encode(*tokenizer, "<s>!", parsed), (Ids{256, 257}));  // another token
  EXPECT_EQ(Encode(*tokenizer, "<s>a", {.parse_special = true}), (Ids{256, 'a'}));
  // Letters are no BOS.
  EXPECT_EQ(Encode(*tokenizer, "<s>", {.add_bos = true}), (Ids{256, '<', 's', '>'}));
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
