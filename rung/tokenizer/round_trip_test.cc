// Properties over random text, with SmolLM2's vocabulary and a fixed seed.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "rung/base/status.h"
#include "rung/base/utf8.h"
#include "rung/tokenizer/detokenizer.h"
#include "rung/tokenizer/testing/spec_fixture.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::tokenizer {
namespace {

constexpr int kNumCases = 20000;

// SmolLM2 has no token for these controls, nor for the lead bytes F1 and F2 (U+40000..U+BFFFF).
bool HasTokens(char32_t c) {
  switch (c) {
    case 0x04:
    case 0x06:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x1D:
      return false;
    default:
      return (c < 0xD800 || c > 0xDFFF) && (c < 0x40000 || c > 0xBFFFF);
  }
}

class TextGenerator {
 public:
  std::string Next() {
    static constexpr char32_t kEnds[] = {0x80, 0x800, 0x3000, 0x10000, 0x20000, 0x110000};
    static constexpr std::string_view kSnippets[] = {
        "the ",   " '",     "'s",  "  ", "\r\n", "<|im_end|>", "<|im_",
        "\u200d", "\u0301", "123", "\t", "\n\n", "\uFFFD",     " \u00e9"};
    std::string text;
    for (size_t n = random_() % 24; n > 0; --n) {
      if (random_() % 4 == 0) {
        text += kSnippets[random_() % std::size(kSnippets)];
        continue;
      }
      const char32_t c = random_() % kEnds[random_() % std::size(kEnds)];
      if (!HasTokens(c)) continue;
      for (size_t repeat = random_() % 16 == 0 ? 1 + random_() % 70 : 1; repeat > 0; --repeat) {
        AppendCodePoint(c, text);
      }
    }
    return text;
  }

 private:
  std::mt19937 random_{1234567};
};

std::unique_ptr<Tokenizer> MakeTokenizer(const char* family) {
  TokenizerSpec spec = testing::SmolLm2Spec();
  spec.pre_tokenizer = family;
  auto tokenizer = Tokenizer::Create(std::move(spec));
  EXPECT_TRUE(tokenizer.ok()) << Message(tokenizer.status());
  return tokenizer.ok() ? *std::move(tokenizer) : nullptr;
}

TEST(RoundTripTest, DecodingWhatWasEncodedIsTheIdentity) {
  for (const char* family : {"smollm", "gpt-2", "llama-bpe"}) {  // qwen2 normalizes
    const auto tokenizer = MakeTokenizer(family);
    ASSERT_NE(tokenizer, nullptr);
    TextGenerator generator;
    for (int i = 0; i < kNumCases; ++i) {
      const std::string text = generator.Next();
      const bool special = i % 2 == 1;
      const auto ids = tokenizer->Encode(text, {.parse_special = special});
      ASSERT_TRUE(ids.ok()) << Message(ids.status());
      ASSERT_EQ(tokenizer->Decode(*ids, special), text) << absl::CHexEscape(text);
    }
  }
}

TEST(RoundTripTest, WithoutParsingNoTextMakesAControlToken) {
  const auto tokenizer = MakeTokenizer("smollm");
  ASSERT_NE(tokenizer, nullptr);
  TextGenerator generator;
  for (int i = 0; i < kNumCases; ++i) {
    const auto ids = tokenizer->Encode(generator.Next(), {});
    ASSERT_TRUE(ids.ok());
    for (const TokenId id : *ids) ASSERT_EQ(tokenizer->spec().kinds[id], TokenKind::kNormal);
  }
}

// Any ids, so any bytes in any cut: streamed text is the whole text, and every push is valid.
TEST(RoundTripTest, StreamedTextIsTheWholeText) {
  const auto tokenizer = MakeTokenizer("smollm");
  ASSERT_NE(tokenizer, nullptr);
  std::mt19937 random(99);
  for (int i = 0; i < kNumCases; ++i) {
    const bool special = i % 2 == 1;
    StreamDecoder decoder(*tokenizer, special);
    std::vector<TokenId> ids;
    std::string streamed;
    for (size_t n = random() % 30; n > 0; --n) {
      // Ids below 270 are control tokens and single bytes.
      ids.push_back(static_cast<TokenId>(random() % (random() % 4 == 0 ? 49152 : 270)));
      const std::string pushed = decoder.Push(ids.back());
      ASSERT_EQ(FirstInvalidUtf8(pushed), std::nullopt);
      streamed += pushed;
    }
    streamed += decoder.Flush();
    ASSERT_EQ(streamed, tokenizer->Decode(ids, special));
  }
}

}  // namespace
}  // namespace rung::tokenizer
