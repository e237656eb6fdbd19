#include "rung/tokenizer/text_offsets.h"

#include <string>

#include "gtest/gtest.h"
#include "rung/tokenizer/testing/byte_spec.h"

namespace rung::tokenizer {
namespace {

using testing::AddToken;
using testing::ByteSpec;
using Offsets = std::vector<int64_t>;

constexpr TokenId kBos = 256;

std::unique_ptr<Tokenizer> Make(TokenizerSpec spec) {
  auto tokenizer = Tokenizer::Create(std::move(spec));
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.status();
  return std::move(*tokenizer);
}

// One token a byte, but for <s>, which is BOS.
TokenizerSpec SpecWithBos() {
  TokenizerSpec spec = ByteSpec();
  AddToken(spec, "<s>", TokenKind::kControl);
  spec.bos_id = kBos;
  return spec;
}

Offsets OffsetsOf(const Tokenizer& tokenizer, std::string_view text,
                  const Tokenizer::EncodeOptions& options = {.add_bos = true,
                                                             .parse_special = true}) {
  const auto tokens = tokenizer.Encode(text, options);
  EXPECT_TRUE(tokens.ok()) << tokens.status();
  return TextOffsets(tokenizer, text, *tokens, tokenizer.AddsBos(text, options));
}

TEST(TextOffsets, CountCharacters) {
  const auto tokenizer = Make(ByteSpec());
  EXPECT_EQ(OffsetsOf(*tokenizer, "ab", {}), (Offsets{0, 1}));
  EXPECT_EQ(OffsetsOf(*tokenizer, "", {}), Offsets{});
  // A character counts when it is whole.
  EXPECT_EQ(OffsetsOf(*tokenizer, "h\u00e9!", {}), (Offsets{0, 1, 1, 2}));
  EXPECT_EQ(OffsetsOf(*tokenizer, "\U0001F600\U0001F600", {}), (Offsets{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(TextOffsets, AnAddedBosHasNoText) {
  const auto tokenizer = Make(SpecWithBos());
  EXPECT_EQ(OffsetsOf(*tokenizer, "ab"), (Offsets{0, 0, 1}));
  EXPECT_EQ(OffsetsOf(*tokenizer, "a<s>b"), (Offsets{0, 0, 1, 4}));
  // Typed it has three characters.
  EXPECT_EQ(OffsetsOf(*tokenizer, "<s>b"), (Offsets{0, 3}));
  // Here it is added, and what is typed is letters.
  EXPECT_EQ(OffsetsOf(*tokenizer, "<s>b", {.add_bos = true}), (Offsets{0, 0, 1, 2, 3}));
  EXPECT_EQ(OffsetsOf(*tokenizer, ""), Offsets{0});
}

TEST(TextOffsets, WhatIsDroppedBelongsToTheNextToken) {
  TokenizerSpec spec = SpecWithBos();
  spec.tokens[4] = "no byte 04";
  spec.tokens[0xF1] = "no byte F1";
  const auto tokenizer = Make(std::move(spec));
  EXPECT_EQ(OffsetsOf(*tokenizer,
                      "a\x04\x04"
                      "b"),
            (Offsets{0, 0, 1}));
  EXPECT_EQ(OffsetsOf(*tokenizer,
                      "\x04"
                      "ab\x04"),
            (Offsets{0, 0, 2}));
  // Three bytes of a character whose first is dropped.
  EXPECT_EQ(OffsetsOf(*tokenizer,
                      "a\xf1\x80\x80\x80"
                      "b"),
            (Offsets{0, 0, 1, 1, 1, 2}));
}

TEST(TextOffsets, ASpaceThatWasPutInFrontHasNoText) {
  TokenizerSpec spec = SpecWithBos();
  spec.add_space_prefix = true;
  const auto tokenizer = Make(std::move(spec));
  EXPECT_EQ(OffsetsOf(*tokenizer, "ab"), (Offsets{0, 0, 0, 1}));
  EXPECT_EQ(OffsetsOf(*tokenizer, " ab"), (Offsets{0, 0, 1, 2}));
  EXPECT_EQ(OffsetsOf(*tokenizer, "a<s>b"), (Offsets{0, 0, 0, 1, 4, 4}));
}

TEST(TextOffsets, WhatNfcComposedCountsAsItWasSent) {
  TokenizerSpec spec = SpecWithBos();
  spec.pre_tokenizer = "qwen2";
  const auto tokenizer = Make(std::move(spec));
  // e and an acute are the two bytes of one character.
  EXPECT_EQ(OffsetsOf(*tokenizer, "e\u0301!"), (Offsets{0, 0, 0, 2}));
  // Marks that change places; q has no composed form.
  EXPECT_EQ(OffsetsOf(*tokenizer, "q\u0301\u0323!"), (Offsets{0, 0, 1, 1, 1, 1, 3}));
  // Three jamo are one syllable; a sign that is another one's double.
  EXPECT_EQ(OffsetsOf(*tokenizer, "\u1100\u1161\u11a8!"), (Offsets{0, 0, 0, 0, 3}));
  EXPECT_EQ(OffsetsOf(*tokenizer, "\u2126!"), (Offsets{0, 0, 0, 1}));
  EXPECT_EQ(OffsetsOf(*tokenizer, "e\u0301<s>e\u0301!"), (Offsets{0, 0, 0, 2, 5, 5, 7}));
}

}  // namespace
}  // namespace rung::tokenizer
