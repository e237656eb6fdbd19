#include "rung/cli/logits_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "rung/base/status.h"

namespace rung::cli {
namespace {

class LogitsFileTest : public ::testing::Test {
 protected:
  void SetUp() override { path_ = ::testing::TempDir() + "/logits_file_test.bin"; }
  void TearDown() override { std::filesystem::remove(path_); }

  void Write() {
    auto file = LogitsFile::Create(path_, text_, /*vocab=*/2);
    ASSERT_TRUE(file.ok()) << Message(file.status());
    for (int64_t row = text_.rows() - 1; row >= 0; --row) {
      const float values[] = {static_cast<float>(row), 0.5f};
      ASSERT_TRUE(file->WriteRow(row, values).ok());
    }
    ASSERT_TRUE(file->Close().ok());
  }
  std::string OpenError(const TextChunks& text, int64_t vocab) {
    const auto file = LogitsFile::Open(path_, text, vocab);
    return file.ok() ? "" : std::string(Message(file.status()));
  }

  std::string path_;
  const TextChunks text_ = {.tokens = {1, 2, 3, 4, 5, 6, 7, 8}, .chunk = 3};
};

TEST_F(LogitsFileTest, Chunks) {
  EXPECT_EQ(text_.count(), 3);
  EXPECT_EQ(text_.rows(), 5);
  EXPECT_EQ(text_.Chunk(2).size(), 2U);
  EXPECT_EQ(text_.Chunk(2)[0], 7);
  EXPECT_EQ(text_.Row(2, 0), 4);
  const TextChunks even = {.tokens = {1, 2, 3, 4}, .chunk = 2};
  EXPECT_EQ(even.count(), 2);
  EXPECT_EQ(even.rows(), 2);
  // A last chunk of one token has nothing to foretell.
  const TextChunks odd = {.tokens = {1, 2, 3, 4, 5}, .chunk = 2};
  EXPECT_EQ(odd.rows(), 2);
}

TEST_F(LogitsFileTest, RowsComeBackInAnyOrder) {
  Write();
  auto file = LogitsFile::Open(path_, text_, 2);
  ASSERT_TRUE(file.ok()) << Message(file.status());
  for (const int64_t row : {4, 0, 3, 3}) {
    const auto logits = file->ReadRow(row);
    ASSERT_TRUE(logits.ok()) << Message(logits.status());
    EXPECT_EQ((*logits)[0], static_cast<float>(row));
    EXPECT_EQ((*logits)[1], 0.5f);
  }
}

TEST_F(LogitsFileTest, OtherTextsAreRefused) {
  Write();
  TextChunks other = text_;
  other.tokens[7] = 9;
  EXPECT_NE(OpenError(other, 2).find("another text"), std::string::npos);
  other = text_;
  other.chunk = 4;
  EXPECT_NE(OpenError(other, 2).find("another text"), std::string::npos);
  EXPECT_NE(OpenError(text_, 3).find("another text"), std::string::npos);
}

TEST_F(LogitsFileTest, BrokenFilesAreRefused) {
  EXPECT_NE(OpenError(text_, 2).find("cannot read"), std::string::npos);
  std::ofstream(path_) << "something else entirely";
  EXPECT_NE(OpenError(text_, 2).find("holds no logits"), std::string::npos);
  Write();
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 1);
  EXPECT_NE(OpenError(text_, 2).find("not whole"), std::string::npos);
  const auto file = LogitsFile::Create(::testing::TempDir() + "/no/such/folder", text_, 2);
  EXPECT_NE(Message(file.status()).find("cannot write"), std::string_view::npos);
}

TEST_F(LogitsFileTest, AFullDiskIsToldByTheEnd) {
  for (const int64_t rows : {1, 20000}) {  // less and more than is kept back
    auto file = LogitsFile::Create("/dev/full", text_, 2);
    absl::Status status = file.status();
    const std::vector<float> logits = {0, 1};
    for (int64_t row = 0; status.ok() && row < rows; ++row) {
      status = file->WriteRow(row % 5, logits);
    }
    if (status.ok()) status = file->Close();
    EXPECT_EQ(Message(status), "cannot write the logits to /dev/full: No space left on device");
  }
}

}  // namespace
}  // namespace rung::cli
