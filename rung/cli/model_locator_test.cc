#include "rung/cli/model_locator.h"

#include <sys/stat.h>

#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/testing/as_nobody.h"

namespace rung::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class ModelLocatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) /
            ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root_);
    search_.hub_caches = {root_ / "hub"};
    search_.bundled_models = root_ / "bundled";
    fs::create_directories(search_.bundled_models);
  }
  void TearDown() override { fs::remove_all(root_); }

  fs::path Touch(const fs::path& relative) {
    const fs::path path = root_ / relative;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "x";
    return path;
  }
  std::string Error(const std::string& model) {
    const auto found = LocateModel(model, search_);
    EXPECT_FALSE(found.ok()) << model;
    return found.ok() ? "" : std::string(Message(found.status()));
  }

  fs::path root_;
  ModelSearch search_;
};

TEST_F(ModelLocatorTest, TakesAFileAsItIs) {
  const fs::path file = Touch("a.bin");  // what it holds is the reader's business
  EXPECT_EQ(*LocateModel(file.string(), search_), file);
}

TEST_F(ModelLocatorTest, TakesTheOnlyGgufOfADirectory) {
  const fs::path file = Touch("dir/a.gguf");
  EXPECT_EQ(*LocateModel((root_ / "dir").string(), search_), file);
  Touch("dir/b.gguf");
  EXPECT_THAT(Error((root_ / "dir").string()), AllOf(HasSubstr("2 .gguf"), HasSubstr("b.gguf")));
}

TEST_F(ModelLocatorTest, NamesASafetensorsDirectory) {
  Touch("st/config.json");
  EXPECT_THAT(Error((root_ / "st").string()), HasSubstr("safetensors"));
}

TEST_F(ModelLocatorTest, FindsAHubSnapshot) {
  const fs::path file = Touch("hub/models--org--name/snapshots/abc/m.gguf");
  for (const char* model : {"org/name", "org/name/m.gguf", "org/name@abc", "org/name@abc/m.gguf"}) {
    EXPECT_EQ(*LocateModel(model, search_), file) << model;
  }
  EXPECT_THAT(Error("org/other"), AllOf(HasSubstr("org/other"), HasSubstr("models--org--other")));
  EXPECT_THAT(Error("org/name@../abc"), HasSubstr("no such file, and behind the @"));
}

TEST_F(ModelLocatorTest, APathWinsOverAHubName) {
  Touch("hub/models--org--name/snapshots/abc/m.gguf");
  Touch("org/name/local.gguf");
  const fs::path before = fs::current_path();
  fs::current_path(root_);
  EXPECT_EQ(*LocateModel("org/name", search_), "org/name/local.gguf");
  fs::remove_all("org");
  Touch("org");  // a file where the path would have a directory says nothing about the hub
  EXPECT_TRUE(LocateModel("org/name", search_).ok());
  fs::current_path(before);
}

TEST_F(ModelLocatorTest, SaysThatADirectoryMayNotBeEntered) {
  const fs::path file = Touch("private/m.gguf");
  const fs::path folder = file.parent_path();
  Touch("bundled/SmolLM2.gguf");
  ASSERT_EQ(chmod(folder.c_str(), 0), 0);
  ASSERT_EQ(chmod((root_ / "bundled").c_str(), 0), 0);
  {
    const rung::testing::AsNobody nobody;
    for (const std::string& model :
         {file.string(), folder.string(), (folder / "gone.gguf").string(), std::string("smol")}) {
      const absl::Status status = LocateModel(model, search_).status();
      EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied) << model << status;
      EXPECT_THAT(std::string(Message(status)), HasSubstr("Permission denied"));
    }
    EXPECT_THAT(Error(file.string()), HasSubstr("may not enter " + folder.string()));
  }
  // A name is found from a directory that one may not enter; a path is not.
  const fs::path hub = Touch("hub/models--org--name/snapshots/abc/m.gguf");
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  {
    const rung::testing::AsNobody nobody;
    EXPECT_EQ(*LocateModel("org/name", search_), hub);
    EXPECT_THAT(Error("org/gone"), HasSubstr("Permission denied"));
    EXPECT_THAT(Error("./m.gguf"), HasSubstr("may not enter ."));
  }
  fs::current_path(before);
  ASSERT_EQ(chmod(folder.c_str(), 0700), 0);
  ASSERT_EQ(chmod((root_ / "bundled").c_str(), 0700), 0);
}

TEST_F(ModelLocatorTest, SaysWhatALinkLacksAndWhatAShellWouldHaveExpanded) {
  fs::create_symlink("gone", root_ / "link.gguf");
  EXPECT_THAT(Error((root_ / "link.gguf").string()),
              HasSubstr("links to gone, which is not there"));
  EXPECT_THAT(Error("~/m.gguf"),
              AllOf(HasSubstr("-m ~/m.gguf"), HasSubstr("only a shell expands")));
  EXPECT_THAT(Error(std::string(300, 'a')), HasSubstr("File name too long"));
}

TEST_F(ModelLocatorTest, FindsABundledModelByPrefix) {
  const fs::path file = Touch("bundled/SmolLM2-135M.gguf");
  EXPECT_EQ(*LocateModel("", search_), file);
  EXPECT_EQ(*LocateModel("smollm2", search_), file);
  EXPECT_THAT(Error("nothere"), HasSubstr("nothere"));
  Touch("bundled/SmolLM2-360M.gguf");
  EXPECT_THAT(Error("smollm2"), HasSubstr("fits 2 bundled models"));
}

TEST_F(ModelLocatorTest, SaysThatThereIsNothing) {
  EXPECT_THAT(Error(""), HasSubstr("pass -m MODEL"));
  EXPECT_THAT(Error("./gone.gguf"), HasSubstr("no such file or directory: ./gone.gguf"));
  EXPECT_THAT(Error("dir/gone.gguf"), HasSubstr("no such file or directory"));
}

}  // namespace
}  // namespace rung::cli
