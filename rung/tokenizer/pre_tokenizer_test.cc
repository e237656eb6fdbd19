#include "rung/tokenizer/pre_tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rung/base/status.h"

namespace rung::tokenizer {
namespace {

using ::testing::HasSubstr;

std::string Split(std::string_view family, std::string_view text) {
  const auto pre_tokenizer = PreTokenizer::Create(family);
  EXPECT_TRUE(pre_tokenizer.ok()) << Message(pre_tokenizer.status());
  PreTokenizer::Cursor cursor(**pre_tokenizer, text);
  std::string joined;
  for (auto piece = cursor.Next(); !piece.empty(); piece = cursor.Next()) {
    if (!joined.empty()) joined += '|';
    joined += piece;
  }
  return joined;
}

TEST(PreTokenizerTest, SplitsAsItsFamily) {
  struct Case {
    std::string text, gpt2, llama, qwen, smollm;
  };
  const std::vector<Case> cases = {
      {"", "", "", "", ""},
      {"Hello world", "Hello| world", "Hello| world", "Hello| world", "Hello| world"},
      {"it's IT'S", "it|'s| IT|'|S", "it|'s| IT|'S", "it|'s| IT|'S", "it|'s| IT|'|S"},
      {"a'\u017f", "a|'|\u017f", "a|'\u017f", "a|'\u017f", "a|'|\u017f"},
      {"x1234567", "x|1234567", "x|123|456|7", "x|1|2|3|4|5|6|7", "x|1|2|3|4|5|6|7"},
      {"a 12", "a| 12", "a| |12", "a| |1|2", "a| |1|2"},
      {"a  1", "a| | 1", "a| | |1", "a| | |1", "a|  |1"},
      {"a   b", "a|  | b", "a|  | b", "a|  | b", "a|  | b"},
      {"a  ", "a|  ", "a|  ", "a|  ", "a|  "},
      {"(foo)!!\n\nx", "(|foo|)!!|\n|\n|x", "(foo|)!!\n\n|x", "(foo|)!!\n\n|x",
       "(|foo|)!!|\n|\n|x"},
      {"a \n \n b", "a| \n \n| b", "a| \n \n| b", "a| \n \n| b", "a| \n \n| b"},
      {"\tx", "\t|x", "\tx", "\tx", "\t|x"},
      {"\u4e2d\u6587\u3002ok", "\u4e2d\u6587|\u3002|ok", "\u4e2d\u6587|\u3002ok",
       "\u4e2d\u6587|\u3002ok", "\u4e2d\u6587|\u3002|ok"},
      // U+180E is no space; U+31350 a letter since Unicode 15; U+11DE0 a digit since 17.
      {"a \u180e", "a| \u180e", "a| \u180e", "a| \u180e", "a| \u180e"},
      {"a\U00031350", "a\U00031350", "a\U00031350", "a\U00031350", "a\U00031350"},
      {"!\U00011DE0", "!\U00011DE0", "!\U00011DE0", "!\U00011DE0", "!|\U00011DE0"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Split("gpt-2", c.text), c.gpt2);
    EXPECT_EQ(Split("llama-bpe", c.text), c.llama);
    EXPECT_EQ(Split("qwen2", c.text), c.qwen);
    EXPECT_EQ(Split("smollm", c.text), c.smollm);
  }
}

TEST(PreTokenizerTest, LongRunsAreOnePiece) {
  for (const char* family : {"gpt-2", "llama-bpe", "qwen2", "smollm"}) {
    for (const char c : {' ', '\n', 'a', '-'}) {
      const std::string run(3'000'000, c);
      EXPECT_TRUE(Split(family, run) == run) << family << " splits a run of " << int{c};
    }
  }
}

TEST(PreTokenizerTest, UnknownNameIsRefused) {
  for (const char* name : {"", "gpt2", "tekken", "GPT-2"}) {
    const auto status = PreTokenizer::Create(name).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
    EXPECT_THAT(std::string(Message(status)), HasSubstr(fmt::format("'{}'", name)));
    EXPECT_THAT(std::string(Message(status)), HasSubstr("gpt-2, llama-bpe, qwen2, smollm"));
  }
}

}  // namespace
}  // namespace rung::tokenizer
