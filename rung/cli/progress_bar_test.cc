#include "rung/cli/progress_bar.h"

#include <cmath>
#include <cstdio>

#include "gtest/gtest.h"

namespace rung::cli {
namespace {

std::string Contents(std::FILE* file) {
  std::fseek(file, 0, SEEK_END);
  std::string text(static_cast<size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

TEST(RenderBar, FillsFromEmptyToFull) {
  EXPECT_EQ(RenderBar("load", 0.0, 4), "load [----]   0 %");
  EXPECT_EQ(RenderBar("load", 0.5, 4), "load [##--]  50 %");
  EXPECT_EQ(RenderBar("load", 0.999, 4), "load [###-]  99 %");
  EXPECT_EQ(RenderBar("load", 1.0, 4), "load [####] 100 %");
  EXPECT_EQ(RenderBar("load", 7.0, 4), "load [####] 100 %");
  EXPECT_EQ(RenderBar("load", std::nan(""), 4), "load [----]   0 %");
}

TEST(ProgressBar, DrawsOnATerminalAndErasesItself) {
  std::FILE* file = std::tmpfile();
  {
    TextOutput output(fileno(file), "progress", TextOutput::Kind::kMessages);
    ProgressBar bar(output, /*is_terminal=*/true);
    bar.Update("upload", 0.25);
    bar.Update("upload", 0.26);  // too soon after the first
    bar.Update("upload", 1.0);   // the end is always drawn
  }
  const std::string text = Contents(file);
  EXPECT_NE(text.find(" 25 %"), std::string::npos);
  EXPECT_EQ(text.find(" 26 %"), std::string::npos);
  EXPECT_NE(text.find("100 %"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\r\x1b[K"));
  std::fclose(file);
}

TEST(ProgressBar, IsSilentElsewhere) {
  std::FILE* file = std::tmpfile();
  {
    TextOutput output(fileno(file), "progress", TextOutput::Kind::kMessages);
    ProgressBar bar(output, /*is_terminal=*/false);
    bar.Update("upload", 0.25);
  }
  EXPECT_EQ(Contents(file), "");
  std::fclose(file);
}

}  // namespace
}  // namespace rung::cli
