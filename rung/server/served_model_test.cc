#include "rung/server/served_model.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/server/testing/served_byte_model.h"

namespace rung::server {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(ModelId, IsTheFilesNameAsTextOfOneLine) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"/a/b/SmolLM2.Q4_1.gguf", "SmolLM2.Q4_1"},
      {"\xe6\x97\xa5.gguf", "\xe6\x97\xa5"},
      {"/a/mod\xe8le.gguf", "mod\xEF\xBF\xBDle"},  // Latin-1
      {"a\nb\tc\x7f.gguf",
       "a\xEF\xBF\xBD"
       "b\xEF\xBF\xBD"
       "c\xEF\xBF\xBD"},
      {"a\xe2\x80\xa8"
       "b\xc2\x85.gguf",
       "a\xEF\xBF\xBD"
       "b\xEF\xBF\xBD"},
      {"it's \"x\" \\.gguf", "it's \"x\" \\"},
      {".gguf", ".gguf"},
  };
  for (const auto& [path, id] : cases) {
    EXPECT_EQ(ModelIdFromFile(path), id);
    EXPECT_TRUE(CheckModelId("--alias", id).ok()) << id;
    testing::ServedByteModel served;
    served.model.names = {ModelIdFromFile(path)};
    EXPECT_TRUE(served.model.CheckName(id).ok());
  }
}

TEST(ModelId, AnAliasIsTextOfOneLine) {
  for (const char* alias : {"mod\xe8le", "a\nb", "a\x1b[0m", "\xe2\x80\xa9"}) {
    const absl::Status status = CheckModelId("--alias", alias);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(Message(status)), AllOf(HasSubstr("--alias \""), HasSubstr("at byte")));
  }
}

}  // namespace
}  // namespace rung::server
