#include "rung/cli/model_locator.h"

#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

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
  EXPECT_EQ(*LocateModel("org/name", search_), file);
  EXPECT_THAT(Error("org/other"), AllOf(HasSubstr("org/other"), HasSubstr("models--org--other")));
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
