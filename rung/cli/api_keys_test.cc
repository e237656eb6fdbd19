#include "rung/cli/api_keys.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/testing/as_nobody.h"

namespace rung::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string WriteKeys(std::string_view text) {
  // Its own of each process: tests of several builds may run at once.
  const std::string path = ::testing::TempDir() + "/" + std::to_string(getpid()) + ".keys.txt";
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
  return path;
}

std::string ErrorOf(const std::string& path) {
  const auto keys = ReadApiKeys({}, path);
  EXPECT_FALSE(keys.ok());
  return std::string(Message(keys.status()));
}

TEST(ApiKeys, OneALine) {
  for (const std::string_view text :
       {"one\ntwo\n", "one\r\ntwo", "\xEF\xBB\xBFone\r\n\r\n  two\t\r\n", "\n\none\n\ntwo\n\n"}) {
    EXPECT_THAT(*ReadApiKeys({}, WriteKeys(text)), ElementsAre("one", "two")) << text;
  }
  EXPECT_THAT(*ReadApiKeys({"zero", " padded\r"}, WriteKeys("one")),
              ElementsAre("zero", "padded", "one"));
  EXPECT_THAT(*ReadApiKeys({}, std::nullopt), IsEmpty());
  EXPECT_THAT(*ReadApiKeys({}, WriteKeys("sk-\xc3\xa9\n")), ElementsAre("sk-\xc3\xa9"));
}

TEST(ApiKeys, RefusesWhatNoHeaderCarriesByItsLine) {
  for (const std::string& key :
       {std::string("sec ret"), std::string("sec\0ret", 7), std::string("sec\tret"),
        std::string("sec\rret"), std::string("sec\x1bret"), std::string("sec\x7fret")}) {
    EXPECT_THAT(ErrorOf(WriteKeys("one\n\n" + key + "\n")),
                AllOf(HasSubstr("keys.txt: line 3 holds"), Not(HasSubstr("ret:"))));
    EXPECT_THAT(std::string(Message(ReadApiKeys({key}, std::nullopt).status())),
                AllOf(HasSubstr("--api-key"), Not(HasSubstr("sec"))));
  }
  EXPECT_FALSE(ReadApiKeys({""}, std::nullopt).ok());
  EXPECT_FALSE(ReadApiKeys({" "}, std::nullopt).ok());
}

TEST(ApiKeys, RefusesAFileWithoutKeys) {
  for (const std::string_view text : {"", "\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF \r\n"}) {
    EXPECT_THAT(ErrorOf(WriteKeys(text)), HasSubstr("holds no key")) << text;
  }
  EXPECT_THAT(ErrorOf(WriteKeys(std::string_view("\xFF\xFEk\0\n\0", 6))), HasSubstr("UTF-16"));
  EXPECT_THAT(ErrorOf(::testing::TempDir()), HasSubstr("is a directory"));
  EXPECT_THAT(ErrorOf("/nonexistent/keys"), HasSubstr("--api-key-file /nonexistent/keys: no such"));
  EXPECT_THAT(ErrorOf("~/keys"), HasSubstr("only a shell expands"));
  EXPECT_THAT(ErrorOf("/dev/zero"), HasSubstr("larger than"));
}

TEST(ApiKeys, SaysThatAFileMayNotBeRead) {
  const std::string path = WriteKeys("one\n");
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  {
    const rung::testing::AsNobody nobody;
    EXPECT_THAT(ErrorOf(path), HasSubstr("Permission denied"));
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace rung::cli
