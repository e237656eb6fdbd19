#include "rung/cli/unknown_variables.h"

#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace rung::cli {
namespace {

using testing::HasSubstr;

std::vector<UnknownVariable> Of(const std::string& name, const std::string& value = "1") {
  return UnknownVariables(Environment::FromMap({{name, value}}));
}

TEST(UnknownVariables, NamesTheNearest) {
  const struct {
    const char* typed;
    const char* meant;
  } kCases[] = {
      {"RUNG_THREAD", "RUNG_THREADS"},
      {"RUNG_MEM_LIMIT", "RUNG_MEMORY_LIMIT"},
      {"RUNG_CACHE", "RUNG_CACHE_DIR"},
      {"RUNG_PLUGIN", "RUNG_PLUGIN_PATH"},
      {"RUNG_LOGS", "RUNG_LOG"},
      {"RUNG_KV_TYPE", "RUNG_KV_DTYPE"},
      {"RUNG_DEVICE", "MLXCEL_XLA_DEVICE"},
      {"RUNG_CONTEXT_BUCKETS", "MLXCEL_XLA_CONTEXT_BUCKETS"},
      {"MLXCEL_XLA_LOWERING", "RUNG_LOWERING"},
      {"MLXCEL_XLA_CONTEXT_CAPCITY", "MLXCEL_XLA_CONTEXT_CAPACITY"},
      {"MLXCEL_CONTEXT_CAPACITY", "MLXCEL_XLA_CONTEXT_CAPACITY"},
      {"MLXCEL_XLA_PRECISON", "MLXCEL_XLA_PRECISION"},
      {"MLXCEL_BACKENDS", "MLXCEL_BACKEND"},
      {"MLX_ENABLE_TF23", "MLX_ENABLE_TF32"},
  };
  for (const auto& c : kCases) {
    const std::vector<UnknownVariable> unknown = Of(c.typed);
    ASSERT_EQ(unknown.size(), 1) << c.typed;
    EXPECT_EQ(unknown[0].name, c.typed);
    EXPECT_EQ(unknown[0].warning, std::string("the environment variable ") + c.typed +
                                      " is not one of this program and is ignored; did you mean " +
                                      c.meant + "?");
  }
}

TEST(UnknownVariables, WarnsOfOurPrefixesWithoutANearNameToo) {
  for (const char* name : {"RUNG_FOO", "RUNG_HOST", "RUNG_", "RUNG_X", "MLXCEL_XLA_ZZZZZ"}) {
    const std::vector<UnknownVariable> unknown = Of(name);
    ASSERT_EQ(unknown.size(), 1) << name;
    EXPECT_THAT(unknown[0].warning, HasSubstr("docs/environment.md"));
  }
  EXPECT_EQ(Of("RUNG_PORT", "8080").size(), 1);
}

TEST(UnknownVariables, LeavesOthersAlone) {
  for (const char* name : {"PATH", "RUNGS_THREADS", "MLX_METAL_DEBUG", "MLX_ENABLE_NAX",
                           "MLX_THREADS", "MLXCEL_TEMPLATE_DIRECTORY", "RUN_PROMPT", "HF_HOMES",
                           "RUNG_FAULT_PLAN", "RUNG_A\x1b[0m"}) {
    EXPECT_TRUE(Of(name).empty()) << name;
  }
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    EXPECT_TRUE(Of(variable.name).empty()) << variable.name;
  }
}

TEST(UnknownVariables, LeavesWhatKubernetesSetsAlone) {
  EXPECT_TRUE(UnknownVariables(Environment::FromMap({
                                   {"RUNG_SERVICE_HOST", "10.0.0.1"},
                                   {"RUNG_SERVICE_PORT", "8080"},
                                   {"RUNG_SERVICE_PORT_HTTP", "8080"},
                                   {"RUNG_PORT", "tcp://10.0.0.1:8080"},
                                   {"RUNG_PORT_8080_TCP", "tcp://10.0.0.1:8080"},
                                   {"RUNG_PORT_8080_TCP_ADDR", "10.0.0.1"},
                                   {"RUNG_API_PORT", "tcp://10.0.0.1:8080"},
                               }))
                  .empty());
}

}  // namespace
}  // namespace rung::cli
