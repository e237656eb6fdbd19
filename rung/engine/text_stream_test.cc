#include "rung/engine/text_stream.h"

#include <gtest/gtest.h>

#include "rung/engine/testing/byte_tokenizer.h"

namespace rung::engine {
namespace {

// A token is a byte; pieces are ended by '|', a stop by '!'.
std::string Stream(TextStream& stream, std::string_view bytes) {
  std::string shown;
  for (const char byte : bytes) {
    const TextStream::Piece piece = stream.Push(static_cast<uint8_t>(byte));
    shown += piece.text + (piece.stopped ? "!" : "|");
    if (piece.stopped) return shown;
  }
  const TextStream::Piece rest = stream.Finish();
  return shown + rest.text + (rest.stopped ? "!" : "");
}

TEST(TextStream, StopStringsCountBehindMinTokens) {
  const auto tokenizer = testing::MakeByteTokenizer();
  const auto stream = [&](int64_t min_tokens, std::vector<std::string> stop,
                          std::string_view bytes) {
    SamplingParams sampling;
    sampling.min_tokens = min_tokens;
    sampling.stop = std::move(stop);
    TextStream text(tokenizer.get(), sampling);
    return Stream(text, bytes);
  };
  EXPECT_EQ(stream(0, {"bc"}, "abcd"), "a||!");
  EXPECT_EQ(stream(2, {"bc"}, "abcd"), "a||!") << "it ends in the third token's text";
  EXPECT_EQ(stream(3, {"bc"}, "abcd"), "a||bc|d|");
  EXPECT_EQ(stream(3, {"bc"}, "abcdbce"), "a||bc|d||!");
  EXPECT_EQ(stream(4, {"\u20ac"}, "a\xe2\x82\xac"), "a|||\u20ac|") << "of the fourth token";
  EXPECT_EQ(stream(3, {"\u20ac"}, "a\xe2\x82\xac"), "a|||!");
  EXPECT_EQ(stream(0, {"\uFFFD"}, "a\xe2"), "a||!");
  EXPECT_EQ(stream(2, {"\uFFFD"}, "a\xe2"), "a||\uFFFD");
}

TEST(TextStream, GoesOnFromAnUnfinishedCharacter) {
  const auto tokenizer = testing::MakeByteTokenizer();
  const auto stream = [&](std::string unfinished, std::string_view bytes) {
    TextStream text(tokenizer.get(), {}, std::move(unfinished));
    return Stream(text, bytes);
  };
  EXPECT_EQ(stream("\xf0\x9f\x98", "\x80!"), "\U0001F600|!|");
  EXPECT_EQ(stream("\xf0\x9f", "\x98\x80"), "|\U0001F600|");
  EXPECT_EQ(stream("\xf0\x9f", "a"), "\uFFFDa|");
  EXPECT_EQ(stream("\xf0\x9f", ""), "\uFFFD");
}

}  // namespace
}  // namespace rung::engine
