#include "rung/cli/prompt_source.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung::cli {
namespace {

using ::testing::HasSubstr;

class PromptFile : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  absl::StatusOr<std::string> Read(std::string_view text) {
    std::ofstream(path_, std::ios::binary) << text;
    GenerateFlags flags;
    flags.prompt_file = path_.string();
    return ReadPrompt(flags);
  }

  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("prompt_source_test." + std::to_string(getpid()));
};

TEST_F(PromptFile, LosesOneLineBreakAtItsEnd) {
  const std::pair<const char*, const char*> cases[] = {
      {"a", "a"},       {"a\n", "a"},   {"a\r\n", "a"}, {"a\n\n", "a\n"},
      {"\na\n", "\na"}, {"a \n", "a "}, {"a\r", "a\r"},
  };
  for (const auto& [text, prompt] : cases) {
    const auto read = Read(text);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(*read, prompt) << testing::PrintToString(text);
  }
}

TEST_F(PromptFile, MustHoldText) {
  EXPECT_THAT(Message(Read("").status()), HasSubstr("holds no text"));
  EXPECT_THAT(Message(Read("\n").status()), HasSubstr("holds nothing but a line break"));
  EXPECT_THAT(Message(Read("a\xff").status()), HasSubstr("not valid UTF-8 at byte 1"));
}

TEST(ReadPrompt, OneSourceAlone) {
  GenerateFlags flags;
  flags.prompt = "a\n";
  EXPECT_EQ(*ReadPrompt(flags), "a\n");  // as it is
  flags.prompt_file = "/dev/null";
  EXPECT_EQ(Message(ReadPrompt(flags).status()), "give -p or -f, not both");
}

}  // namespace
}  // namespace rung::cli
