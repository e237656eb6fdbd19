#include "rung/api/choice_logprobs.h"

#include "gtest/gtest.h"

namespace rung::api {
namespace {

// Token id = index into `pieces`.
class PieceTokenizer final : public tokenizer::Tokenizer {
 public:
  explicit PieceTokenizer(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}
  absl::StatusOr<std::vector<TokenId>> Encode(std::string_view,
                                              const EncodeOptions&) const override {
    return std::vector<TokenId>{};
  }
  bool AddsBos(std::string_view, const EncodeOptions&) const override { return false; }
  std::string_view TokenBytes(TokenId id, bool) const override { return pieces_[id]; }
  const tokenizer::TokenizerSpec& spec() const override { return spec_; }

 private:
  std::vector<std::string> pieces_;
  tokenizer::TokenizerSpec spec_;
};

engine::TokenLogprobs Token(TokenId id) { return {.chosen = {id, -0.1f * (id + 1)}, .top = {}}; }

std::vector<int64_t> Offsets(const std::vector<LogprobEntry>& entries) {
  std::vector<int64_t> offsets;
  for (const LogprobEntry& entry : entries) offsets.push_back(entry.text_offset);
  return offsets;
}

TEST(TokenText, BytesWhereItIsNoText) {
  const PieceTokenizer tokenizer({"a\xc3\xa9", "\xf0\x9f", ""});
  EXPECT_EQ(TokenText(tokenizer, 0), "a\xc3\xa9");
  EXPECT_EQ(TokenText(tokenizer, 1), "bytes:\\xf0\\x9f");
  EXPECT_EQ(TokenText(tokenizer, 2), "");
}

TEST(ChoiceLogprobs, OffsetsCountCharacters) {
  const PieceTokenizer tokenizer({"h\xc3\xa9", "\xf0\x9f", "\x98\x80", "!"});
  ChoiceLogprobs logprobs(&tokenizer, /*offset=*/10);
  for (TokenId id = 0; id < 4; ++id) logprobs.AddToken(Token(id));
  logprobs.Show(4);
  EXPECT_EQ(Offsets(logprobs.Take(/*finished=*/true, /*stopped=*/false)),
            (std::vector<int64_t>{10, 12, 12, 13}));
}

TEST(ChoiceLogprobs, EntriesComeWithTheirText) {
  const PieceTokenizer tokenizer({"a", "\xf0\x9f", "\x98\x80"});
  ChoiceLogprobs logprobs(&tokenizer, 0);
  logprobs.AddToken(Token(0));
  logprobs.Show(1);
  EXPECT_EQ(logprobs.Take(false, false).size(), 1u);
  logprobs.AddToken(Token(1));  // half a character: nothing is shown
  EXPECT_EQ(logprobs.Take(false, false).size(), 0u);
  logprobs.AddToken(Token(2));
  logprobs.Show(1);
  EXPECT_EQ(logprobs.Take(false, false).size(), 2u);
}

TEST(ChoiceLogprobs, APromptComesWholeAndItsFirstTokenHasNone) {
  const PieceTokenizer tokenizer({"a", "\xf0\x9f", "\x98\x80", ""});
  ChoiceLogprobs logprobs(&tokenizer, /*offset=*/2);
  const std::vector<TokenId> prompt = {0, 1, 2, 3};
  const std::vector<engine::TokenLogprobs> scores = {Token(1), Token(2), Token(3)};
  logprobs.AddPrompt(prompt, std::vector<int64_t>{0, 1, 1, 2}, scores);
  logprobs.AddToken(Token(0));
  logprobs.Show(1);
  const auto entries = logprobs.Take(/*finished=*/true, /*stopped=*/true);
  EXPECT_EQ(Offsets(entries), (std::vector<int64_t>{0, 1, 1, 2, 2}));
  EXPECT_FALSE(entries[0].logprob || !entries[0].top.empty());
  EXPECT_EQ(entries[2].logprob, Token(2).chosen.logprob);
  EXPECT_EQ(entries[2].token, "bytes:\\x98\\x80");
  EXPECT_TRUE(logprobs.Take(true, true).empty());
}

TEST(ChoiceLogprobs, ACharacterMayBeginInThePrompt) {
  const PieceTokenizer tokenizer({"ab", "\xf0\x9f", "\x98\x80", "!"});
  ChoiceLogprobs logprobs(&tokenizer, /*offset=*/2, /*unfinished=*/"\xf0\x9f");
  logprobs.AddPrompt(std::vector<TokenId>{0, 1}, std::vector<int64_t>{0, 2},
                     std::vector<engine::TokenLogprobs>{Token(1)});
  logprobs.AddToken(Token(2));
  logprobs.Show(1);
  EXPECT_EQ(Offsets(logprobs.Take(false, false)), (std::vector<int64_t>{0, 2, 2}));
  logprobs.AddToken(Token(3));
  logprobs.Show(1);
  EXPECT_EQ(Offsets(logprobs.Take(true, false)), (std::vector<int64_t>{3}));
}

TEST(ChoiceLogprobs, WhatAStopCutsOffHasNone) {
  const PieceTokenizer tokenizer({"ab", "cS", "TO", "P"});
  ChoiceLogprobs logprobs(&tokenizer, 0);
  for (TokenId id = 0; id < 4; ++id) logprobs.AddToken(Token(id));
  logprobs.Show(3);  // "abc", then the stop string STOP
  EXPECT_EQ(Offsets(logprobs.Take(/*finished=*/true, /*stopped=*/true)),
            (std::vector<int64_t>{0, 2}));
}

TEST(ChoiceLogprobs, TheChosenTokenIsAmongTheTop) {
  const PieceTokenizer tokenizer({"a", "b"});
  ChoiceLogprobs logprobs(&tokenizer, 0);
  logprobs.AddToken({.chosen = {1, -3}, .top = {{0, -0.1f}}});
  logprobs.Show(1);
  const auto entries = logprobs.Take(true, false);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].top, (std::vector<std::pair<std::string, float>>{{"a", -0.1f}, {"b", -3}}));
}

}  // namespace
}  // namespace rung::api
