#include "rung/base/environment.h"

#include <cstdlib>
#include <set>

#include "gtest/gtest.h"

namespace rung {
namespace {

TEST(Environment, ReadsEachVariableIntoItsOwnPlace) {
  std::map<std::string, std::string> variables;
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    variables[variable.name] = std::string("value of ") + variable.name;
  }
  const Environment environment = Environment::FromMap(variables);
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    EXPECT_EQ(environment.*variable.value, variables[variable.name]);
  }
  EXPECT_EQ(environment.context_capacity, "value of MLXCEL_XLA_CONTEXT_CAPACITY");
  EXPECT_EQ(environment.memory_limit, "value of RUNG_MEMORY_LIMIT");
}

TEST(Environment, TellsUnsetFromEmpty) {
  const Environment environment =
      Environment::FromMap({{"RUNG_LOG", ""}, {"MLXCEL_BACKEND", " xla "}, {"OTHER", "1"}});
  EXPECT_EQ(environment.log, "");
  EXPECT_EQ(environment.backend, " xla ");
  EXPECT_EQ(environment.growth, std::nullopt);
}

TEST(Environment, KeepsWhatItDoesNotRead) {
  const Environment environment =
      Environment::FromMap({{"RUNG_LOG", "debug"}, {"OTHER", "1"}, {"RUNG_LOGS", ""}});
  const std::map<std::string, std::string> others = {{"OTHER", "1"}, {"RUNG_LOGS", ""}};
  EXPECT_EQ(environment.others, others);
  ASSERT_EQ(setenv("RUNG_LOGS", "a=b", 1), 0);
  EXPECT_EQ(Environment::FromProcess().others.at("RUNG_LOGS"), "a=b");
  ASSERT_EQ(unsetenv("RUNG_LOGS"), 0);
}

TEST(Environment, ReadsTheProcess) {
  ASSERT_EQ(setenv("RUNG_THREADS", "3", 1), 0);
  ASSERT_EQ(unsetenv("RUNG_GROWTH"), 0);
  const Environment environment = Environment::FromProcess();
  EXPECT_EQ(environment.threads, "3");
  EXPECT_EQ(environment.growth, std::nullopt);
  ASSERT_EQ(unsetenv("RUNG_THREADS"), 0);
  EXPECT_EQ(environment.threads, "3");  // a copy, not a pointer into the process
}

TEST(Environment, DirectoriesWithTheHomeExpanded) {
  EXPECT_EQ(DirectoryOf("/c", "/h"), "/c");
  EXPECT_EQ(DirectoryOf(" c ", std::nullopt), "c");
  EXPECT_EQ(DirectoryOf("~", "/h"), "/h");
  EXPECT_EQ(DirectoryOf("~/c", "/h"), "/h/c");
  EXPECT_EQ(DirectoryOf("~c", "/h"), "~c");
  const std::string long_path =
      "/" + std::string(500, 'c');  // longer than a string holds in itself
  EXPECT_EQ(DirectoryOf(long_path, "/h"), long_path);
  for (const auto& home : {std::optional<std::string>(), std::optional<std::string>(""),
                           std::optional<std::string>("relative")}) {
    EXPECT_EQ(DirectoryOf("~/c", home), std::nullopt);
  }
  EXPECT_EQ(DirectoryOf(" ", "/h"), std::nullopt);
  EXPECT_EQ(DirectoryOf(std::nullopt, "/h"), std::nullopt);
}

TEST(Environment, ChildrenDoNotSpeakForThisProcess) {
  ASSERT_EQ(setenv("NOTIFY_SOCKET", "@manager", 1), 0);
  EXPECT_EQ(Environment::FromProcess().notify_socket, "@manager");
  for (char* const* entry = Environment::ForChild(); *entry != nullptr; ++entry) {
    EXPECT_FALSE(std::string(*entry).starts_with("NOTIFY_SOCKET="));
  }
}

TEST(Environment, NamesAreDistinct) {
  std::set<std::string> names;
  for (const EnvironmentVariable& variable : EnvironmentVariables()) names.insert(variable.name);
  EXPECT_EQ(names.size(), EnvironmentVariables().size());
}

}  // namespace
}  // namespace rung
