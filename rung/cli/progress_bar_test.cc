#include "rung/cli/progress_bar.h"

#include <algorithm>
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
    ProgressBar bar(output, [] { return 80; });
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

TEST(FitBar, LeavesTheLastColumnFree) {
  EXPECT_EQ(FitBar("load", 0.5, 200), RenderBar("load", 0.5, 28));
  EXPECT_EQ(FitBar("load", 0.5, 80), RenderBar("load", 0.5, 28));
  for (int columns = 0; columns < 60; ++columns) {
    EXPECT_LE(FitBar("compiling", 1.0, columns).size(),
              static_cast<size_t>(std::max(columns - 1, 0)))
        << columns;
  }
  EXPECT_EQ(FitBar("compiling", 0.5, 40), "compiling [##########-----------]  50 %");
  EXPECT_EQ(FitBar("compiling", 0.5, 20), "compiling");
  EXPECT_EQ(FitBar("compiling", 0.5, 5), "comp");
}

TEST(ProgressBar, IsSilentWhereThereIsNoWidth) {
  std::FILE* file = std::tmpfile();
  {
    TextOutput output(fileno(file), "progress", TextOutput::Kind::kMessages);
    ProgressBar bar(output);
    bar.Update("upload", 0.25);
  }
  EXPECT_EQ(Contents(file), "");
  std::fclose(file);
}

}  // namespace
}  // namespace rung::cli
