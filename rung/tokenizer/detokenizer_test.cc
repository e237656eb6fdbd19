#include "rung/tokenizer/detokenizer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/tokenizer/testing/byte_spec.h"

namespace rung::tokenizer {
namespace {

std::unique_ptr<Tokenizer> ByteTokenizer() {
  TokenizerSpec spec = testing::ByteSpec();
  testing::AddToken(spec, "<end>", TokenKind::kControl);
  auto tokenizer = Tokenizer::Create(std::move(spec));
  EXPECT_TRUE(tokenizer.ok()) << Message(tokenizer.status());
  return *std::move(tokenizer);
}

// The pushes and the flush, each ended by '|'.
std::string Stream(StreamDecoder& decoder, std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += decoder.Push(static_cast<uint8_t>(byte)) + "|";
  return text + decoder.Flush();
}

TEST(StreamDecoderTest, EmitsWholeCharactersOnly) {
  const auto tokenizer = ByteTokenizer();
  StreamDecoder decoder(*tokenizer);
  EXPECT_EQ(Stream(decoder, "ab"), "a|b|");
  EXPECT_EQ(Stream(decoder, "\u00e9"), "|\u00e9|");
  EXPECT_EQ(Stream(decoder, "\U0001F600!"), "|||\U0001F600|!|");
  EXPECT_EQ(Stream(decoder, "\xf0\x9f\x98"), "|||\uFFFD") << "cut short: one for all three";
  EXPECT_EQ(Stream(decoder,
                   "\xe2\x82"
                   "A"),
            "||\uFFFDA|")
      << "broken off by a letter";
  EXPECT_EQ(Stream(decoder, "\xff\x80"), "\uFFFD|\uFFFD|");
  EXPECT_EQ(Stream(decoder, "\xed\xa0\x80"), "|\uFFFD\uFFFD|\uFFFD|") << "a surrogate";
  EXPECT_EQ(Stream(decoder, ""), "");
}

TEST(StreamDecoderTest, GoesOnFromAnothersPendingBytes) {
  const auto tokenizer = ByteTokenizer();
  const std::string text = "I feel \U0001F600\u00e9\xe2\x82";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    StreamDecoder first(*tokenizer);
    std::string joined;
    for (size_t i = 0; i < cut; ++i) joined += first.Push(static_cast<uint8_t>(text[i]));
    StreamDecoder second(*tokenizer, /*special=*/false, first.pending());
    for (size_t i = cut; i < text.size(); ++i) joined += second.Push(static_cast<uint8_t>(text[i]));
    EXPECT_EQ(joined + second.Flush(), "I feel \U0001F600\u00e9\uFFFD") << cut;
  }
}

TEST(StreamDecoderTest, ControlTokensPrintOnRequestAndDoNotFlush) {
  const auto tokenizer = ByteTokenizer();
  StreamDecoder quiet(*tokenizer);
  EXPECT_EQ(quiet.Push(0xC3), "");
  EXPECT_EQ(quiet.Push(256), "");
  EXPECT_EQ(quiet.Push(0xA9), "\u00e9");
  StreamDecoder loud(*tokenizer, /*special=*/true);
  EXPECT_EQ(loud.Push(0xC3), "");
  EXPECT_EQ(loud.Push(256), "\uFFFD<end>");
  EXPECT_EQ(loud.Push(100000), "") << "no such token";
  EXPECT_EQ(loud.Flush(), "");
}

}  // namespace
}  // namespace rung::tokenizer
