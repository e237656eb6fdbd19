#include "rung/base/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/testing/as_nobody.h"

namespace rung {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class MappedFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "mapped_file_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string Write(const std::string& name, const std::string& content) {
    const std::string path = directory_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  void ExpectRefused(const std::string& path, absl::StatusCode code, const std::string& reason) {
    const absl::StatusOr<MappedFile> file = MappedFile::Open(path);
    ASSERT_FALSE(file.ok()) << path;
    EXPECT_EQ(file.status().code(), code) << file.status();
    const std::string message(Message(file.status()));
    EXPECT_THAT(message, HasSubstr(reason));
    EXPECT_THAT(message, Not(HasSubstr("\n")));
  }

  std::string directory_;
};

TEST_F(MappedFileTest, HoldsTheBytesOfTheFile) {
  const std::string content("abc\0def", 7);
  absl::StatusOr<MappedFile> file = MappedFile::Open(Write("data", content));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(std::string(file->bytes().begin(), file->bytes().end()), content);

  const uint8_t* data = file->bytes().data();
  MappedFile moved = *std::move(file);
  EXPECT_EQ(moved.bytes().data(), data);
  absl::StatusOr<MappedFile> other = MappedFile::Open(Write("other", "xyz"));
  ASSERT_TRUE(other.ok());
  moved = *std::move(other);
  EXPECT_EQ(std::string(moved.bytes().begin(), moved.bytes().end()), "xyz");
}

TEST_F(MappedFileTest, RefusesWhatIsNotAFileWithContent) {
  const std::string missing = directory_ + "/missing.gguf";
  ExpectRefused(missing, absl::StatusCode::kNotFound, missing + ": no such file");
  ExpectRefused(directory_, absl::StatusCode::kInvalidArgument, ": is a directory");
  ExpectRefused(Write("empty", ""), absl::StatusCode::kInvalidArgument, ": the file is empty");
  ExpectRefused("", absl::StatusCode::kInvalidArgument, "path is empty");
  ExpectRefused(std::string("a\0b", 3), absl::StatusCode::kInvalidArgument, "NUL byte");
  ExpectRefused(Write("file", "x") + "/below", absl::StatusCode::kInvalidArgument,
                "cannot be opened");
  const std::string pipe = directory_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  ExpectRefused(pipe, absl::StatusCode::kInvalidArgument, "is not a regular file");
}

TEST_F(MappedFileTest, RefusesAnUnreadableFile) {
  const std::string path = Write("secret", "x");
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  const rung::testing::AsNobody nobody;
  ExpectRefused(path, absl::StatusCode::kPermissionDenied, path + ": cannot be opened");
}

TEST_F(MappedFileTest, AdviceNeverChangesTheContent) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  std::string content(3 * page + 100, '\0');
  for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 31 / 7);
  absl::StatusOr<MappedFile> file = MappedFile::Open(Write("data", content));
  ASSERT_TRUE(file.ok());
  using Advice = MappedFile::Advice;
  const std::vector<std::pair<size_t, size_t>> ranges = {
      {0, content.size()},        {1, page},      {page, page},    {content.size(), 1},
      {content.size() + page, 1}, {10, SIZE_MAX}, {3 * page, 100}, {page - 1, 2}};
  for (const auto& [offset, size] : ranges) {
    for (Advice advice : {Advice::kWillNeed, Advice::kDontNeed}) {
      file->Advise(offset, size, advice);
      EXPECT_TRUE(std::equal(content.begin(), content.end(), file->bytes().begin(),
                             [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; }));
    }
  }
}

}  // namespace
}  // namespace rung
