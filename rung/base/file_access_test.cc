#include "rung/base/file_access.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/testing/as_nobody.h"

namespace rung {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class FileAccessTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = (fs::path(::testing::TempDir()) /
             ::testing::UnitTest::GetInstance()->current_test_info()->name())
                .string();
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override {
    if (fs::exists(root_ + "/private")) chmod((root_ + "/private").c_str(), 0700);
    fs::remove_all(root_);
  }
  std::string Write(const std::string& name, std::string_view text) {
    fs::create_directories(fs::path(root_ + "/" + name).parent_path());
    std::ofstream(root_ + "/" + name, std::ios::binary) << text;
    return root_ + "/" + name;
  }
  // A directory that nobody may enter or list, with a file in it.
  std::string WritePrivate() {
    Write("private/sub/file", "x");
    EXPECT_EQ(chmod((root_ + "/private").c_str(), 0), 0);
    return root_ + "/private/sub/file";
  }

  std::string root_;
};

TEST_F(FileAccessTest, TellsWhatLiesAtAPath) {
  const std::string file = Write("file", "x");
  fs::create_symlink("file", root_ + "/link");
  fs::create_symlink("gone", root_ + "/broken");
  ASSERT_EQ(mkfifo((root_ + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(*ProbeFile(file), FileKind::kFile);
  EXPECT_EQ(*ProbeFile(root_ + "/link"), FileKind::kFile);
  EXPECT_EQ(*ProbeFile(root_), FileKind::kDirectory);
  EXPECT_EQ(*ProbeFile(root_ + "/pipe"), FileKind::kOther);
  EXPECT_EQ(*ProbeFile("/dev/null"), FileKind::kOther);
  EXPECT_EQ(*ProbeFile(root_ + "/broken"), FileKind::kBrokenLink);
  EXPECT_EQ(*ProbeFile(root_ + "/gone"), FileKind::kAbsent);
  EXPECT_EQ(*ProbeFile(file + "/below"), FileKind::kAbsent);
  EXPECT_EQ(*ProbeFile(""), FileKind::kAbsent);
}

TEST_F(FileAccessTest, WhatCannotBeKnownIsNotAbsent) {
  fs::create_symlink("loop", root_ + "/loop");
  const absl::Status loop = ProbeFile(root_ + "/loop").status();
  EXPECT_EQ(loop.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(Message(loop)), HasSubstr("Too many levels of symbolic links"));
  const absl::Status name = ProbeFile(root_ + "/" + std::string(300, 'a')).status();
  EXPECT_THAT(std::string(Message(name)), HasSubstr("File name too long"));
  EXPECT_FALSE(ProbeFile(std::string("a\0b", 3)).ok());

  const std::string file = WritePrivate();
  const rung::testing::AsNobody nobody;
  for (const absl::Status& status : {ProbeFile(file).status(), ReadFile(file).status(),
                                     ProbeFile(root_ + "/private/gone").status()}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
    EXPECT_THAT(std::string(Message(status)),
                AllOf(StartsWith(root_ + "/private/"), HasSubstr("Permission denied"),
                      HasSubstr("may not enter " + root_ + "/private)")));
  }
}

TEST_F(FileAccessTest, ListsADirectoryOrSaysWhyNot) {
  Write("b", "");
  Write("a", "");
  EXPECT_THAT(*ListDirectory(root_), ElementsAre("a", "b"));
  EXPECT_EQ(ListDirectory(root_ + "/gone").status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(Message(ListDirectory(root_ + "/a").status())),
              EndsWith("cannot be listed: Not a directory"));
  WritePrivate();
  const rung::testing::AsNobody nobody;
  const absl::Status status = ListDirectory(root_ + "/private").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(Message(status)),
              StartsWith(root_ + "/private: cannot be listed: Permission denied"));
}

TEST_F(FileAccessTest, ReadsAFileOrSaysWhyNot) {
  const std::string text("a\0\r\n\xff", 5);
  EXPECT_EQ(*ReadFile(Write("file", text)), text);
  EXPECT_EQ(*ReadFile("/dev/null"), "");
  EXPECT_EQ(*ReadFile(root_ + "/file", 5), text);
  EXPECT_THAT(std::string(Message(ReadFile(root_ + "/file", 4).status())),
              HasSubstr("larger than 4 bytes"));
  EXPECT_FALSE(ReadFile("/dev/zero", 1000).ok());
  EXPECT_THAT(std::string(Message(ReadFile(root_).status())), HasSubstr("is a directory"));
  fs::create_symlink("../blobs/1", root_ + "/broken");
  EXPECT_THAT(std::string(Message(ReadFileOf("-f", root_ + "/broken").status())),
              "-f " + root_ + "/broken: links to ../blobs/1, which is not there");
  EXPECT_EQ(std::string(Message(ReadFileOf("-f", root_ + "/gone").status())),
            "-f " + root_ + "/gone: no such file");
}

TEST_F(FileAccessTest, RefusesWhatAShellWasMeantToExpand) {
  for (const char* path : {"~", "~/cache", "~user/cache", " ~/cache", "$HOME", "$HOME/cache",
                           "${XDG_DATA_HOME}/cache", "$_x"}) {
    const absl::Status status = CheckExpanded("RUNG_CACHE_DIR", path);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << path;
    EXPECT_THAT(
        std::string(Message(status)),
        AllOf(StartsWith(std::string("RUNG_CACHE_DIR ") + path), HasSubstr("only a shell")));
  }
  for (const char* path : {"", "/a/~/b", "a~", "~draft.gguf", "./~/cache", "$", "$1/x", "a$HOME"}) {
    EXPECT_TRUE(CheckExpanded("-m", path).ok()) << path;
  }
  const fs::path before = fs::current_path();
  fs::current_path(root_);
  Write("~/file", "x");
  EXPECT_TRUE(CheckExpanded("-f", "~/file").ok());
  EXPECT_FALSE(CheckExpanded("-f", "~/other").ok());
  fs::current_path(before);
}

}  // namespace
}  // namespace rung
