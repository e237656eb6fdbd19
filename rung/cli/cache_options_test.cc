#include "rung/cli/cache_options.h"

#include "gtest/gtest.h"

namespace rung::cli {
namespace {

std::string Directory(const std::map<std::string, std::string>& variables,
                      std::optional<std::string> flag = std::nullopt) {
  const Environment environment = Environment::FromMap(variables);
  const auto settings = ReadSettings(environment, {.cache_dir = std::move(flag)});
  EXPECT_TRUE(settings.ok()) << settings.status();
  return CacheDirectory(environment, *settings);
}

TEST(CacheOptions, WhereTheCacheLies) {
  EXPECT_EQ(Directory({{"HOME", "/h/u"}}), "/h/u/.cache/rung/programs");
  EXPECT_EQ(Directory({{"HOME", "/h/u"}, {"XDG_CACHE_HOME", "/x"}}), "/x/rung/programs");
  EXPECT_EQ(Directory({{"HOME", "/h/u"}, {"XDG_CACHE_HOME", "relative"}}),
            "/h/u/.cache/rung/programs");
  EXPECT_EQ(Directory({{"HOME", "/h/u"}, {"XDG_CACHE_HOME", "~/c"}}), "/h/u/c/rung/programs");
  EXPECT_EQ(Directory({{"XDG_CACHE_HOME", "~/c"}}), "");
  EXPECT_EQ(Directory({{"HOME", "/h/u"}, {"RUNG_CACHE_DIR", "/c"}}), "/c");
  EXPECT_EQ(Directory({{"RUNG_CACHE_DIR", "/c"}}, "/flag"), "/flag");
  EXPECT_EQ(Directory({{"HOME", "/h/u"}, {"RUNG_CACHE_DIR", "off"}}), "");
  EXPECT_EQ(Directory({{"RUNG_CACHE_DIR", "/c"}}, "off"), "");
  EXPECT_EQ(Directory({{"HOME", "/h/u"}, {"RUNG_CACHE_DIR", ""}}), "/h/u/.cache/rung/programs");
  EXPECT_EQ(Directory({}), "");
  EXPECT_EQ(Directory({{"HOME", ""}}), "");
}

TEST(CacheOptions, XlaFlagsArePartOfTheKey) {
  const Environment environment = Environment::FromMap({{"XLA_FLAGS", "--a=b"}, {"HOME", "/h"}});
  const auto settings = ReadSettings(environment, {});
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(CacheOptions(environment, *settings).xla_flags, "--a=b");
}

}  // namespace
}  // namespace rung::cli
