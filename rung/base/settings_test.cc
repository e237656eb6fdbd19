#include "rung/base/settings.h"

#include <map>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

template <typename T>
std::string ErrorOf(const absl::StatusOr<T>& result) {
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(Message(result.status()));
}

TEST(Settings, AcceptsEachNamedValue) {
  EXPECT_EQ(*ParseBackend("MLXCEL_BACKEND", " xla "), Backend::kXla);
  EXPECT_EQ(*ParsePrecision("P", "f32"), DType::kF32);
  EXPECT_EQ(*ParsePrecision("P", "f16"), DType::kF16);
  EXPECT_EQ(*ParsePrecision("P", "bf16"), DType::kBF16);
  EXPECT_EQ(*ParseKvDtype("P", "f16"), DType::kF16);
  EXPECT_EQ(*ParseTf32("P", "0"), false);
  EXPECT_EQ(*ParseTf32("P", "1"), true);
  EXPECT_EQ(*ParseOnOff("P", "on"), true);
  EXPECT_EQ(*ParseOnOff("P", "off"), false);
  EXPECT_EQ(*ParseLowering("P", "auto"), Lowering::kAuto);
  EXPECT_EQ(*ParseLowering("P", "kernel"), Lowering::kKernel);
  EXPECT_EQ(*ParseLowering("P", "portable"), Lowering::kPortable);
  EXPECT_EQ(*ParseLogLevel("P", "trace"), LogLevel::kTrace);
  EXPECT_EQ(*ParseLogLevel("P", "off"), LogLevel::kOff);
  EXPECT_EQ(*ParseThreads("P", "1"), 1);
  EXPECT_EQ(*ParseThreads("P", "1024"), 1024);
}

TEST(Settings, ErrorsNameSourceValueAndChoices) {
  EXPECT_EQ(ErrorOf(ParseBackend("MLXCEL_BACKEND", "mlx")),
            "MLXCEL_BACKEND must be xla, the only backend; got \"mlx\"");
  EXPECT_EQ(ErrorOf(ParseLowering("--lowering", "Auto")),
            "--lowering must be one of auto, kernel, portable; got \"Auto\"");
  EXPECT_EQ(ErrorOf(ParsePrecision("MLXCEL_XLA_PRECISION", "fp16")),
            "MLXCEL_XLA_PRECISION must be one of f32, f16, bf16; got \"fp16\"");
  EXPECT_EQ(ErrorOf(ParseOnOff("RUNG_GROWTH", "1")),
            "RUNG_GROWTH must be one of on, off; got \"1\"");
  EXPECT_EQ(ErrorOf(ParseTf32("MLX_ENABLE_TF32", "true")),
            "MLX_ENABLE_TF32 must be one of 0, 1; got \"true\"");
  EXPECT_EQ(ErrorOf(ParseKvDtype("RUNG_KV_DTYPE", "q8\n")),
            "RUNG_KV_DTYPE must be one of f32, f16, bf16; got \"q8\\n\"");
  EXPECT_EQ(ErrorOf(ParseLogLevel("RUNG_LOG", "verbose")),
            "RUNG_LOG must be one of trace, debug, info, warn, error, off; got \"verbose\"");
}

TEST(Settings, ThreadsAreOneToOneThousandTwentyFour) {
  for (const char* bad : {"0", "1025", "-1", "+2", "2.0", "two", "", "99999999999999999999"}) {
    EXPECT_THAT(ErrorOf(ParseThreads("RUNG_THREADS", bad)),
                HasSubstr("RUNG_THREADS must be an integer in 1..=1024, got"))
        << bad;
  }
}

TEST(Settings, ByteSizesInFourForms) {
  EXPECT_EQ(*ParseByteSize("S", "1"), 1);
  EXPECT_EQ(*ParseByteSize("S", "536870912"), int64_t{512} << 20);
  EXPECT_EQ(*ParseByteSize("S", "64KiB"), 65536);
  EXPECT_EQ(*ParseByteSize("S", "512MiB"), int64_t{512} << 20);
  EXPECT_EQ(*ParseByteSize("S", " 2 GiB "), int64_t{2} << 30);
  EXPECT_EQ(*ParseByteSize("S", "8589934591GiB"), int64_t{8589934591} << 30);
  EXPECT_EQ(*ParseByteSize("S", "9223372036854775807"), INT64_MAX);
  for (const char* bad : {"", " ", "0", "0GiB", "-1", "+1", "1.5GiB", "2GB", "2gib", "2G", "GiB",
                          "1MiB2", "8589934592GiB", "9223372036854775808", "1e9"}) {
    EXPECT_THAT(
        ErrorOf(ParseByteSize("RUNG_MEMORY_LIMIT", bad)),
        AllOf(HasSubstr("RUNG_MEMORY_LIMIT must be a whole number of bytes, KiB, MiB or GiB"),
              HasSubstr("512MiB"), HasSubstr(std::string("got \"") + bad + "\"")))
        << bad;
  }
}

TEST(Settings, FormatsBytes) {
  EXPECT_EQ(FormatBytes(17), "17 bytes");
  EXPECT_EQ(FormatBytes(2048), "2 KiB");
  EXPECT_EQ(FormatBytes(int64_t{512} << 20), "512 MiB");
  EXPECT_EQ(FormatBytes(int64_t{3} << 29), "1.50 GiB");
}

TEST(Settings, DefaultsHaveNoSource) {
  const absl::StatusOr<Settings> settings = ReadSettings(Environment{}, SettingFlags{});
  ASSERT_TRUE(settings.ok());
  EXPECT_EQ(settings->device.value, "cpu");
  EXPECT_FALSE(settings->device.given());
  EXPECT_EQ(settings->precision.value, DType::kF32);
  EXPECT_TRUE(settings->allow_tf32.value);
  EXPECT_TRUE(settings->growth.value);
  EXPECT_EQ(settings->memory_limit.value, std::nullopt);
}

TEST(Settings, FlagWinsOverVariable) {
  const Environment environment =
      Environment::FromMap({{"RUNG_LOWERING", "nonsense"}, {"RUNG_THREADS", "4"}});
  const absl::StatusOr<Settings> settings =
      ReadSettings(environment, SettingFlags{.lowering = "portable"});
  ASSERT_TRUE(settings.ok()) << settings.status();
  EXPECT_EQ(settings->lowering.value, Lowering::kPortable);
  EXPECT_EQ(settings->lowering.source, "--lowering");
  EXPECT_EQ(settings->threads.value, 4);
  EXPECT_EQ(settings->threads.source, "RUNG_THREADS");
}

// Each variable set alone to a bad value is an error that names it, and set to nothing is no error.
TEST(Settings, EveryVariableIsCheckedUnderItsOwnName) {
  for (const char* name :
       {"MLXCEL_BACKEND", "MLXCEL_XLA_PRECISION", "MLX_ENABLE_TF32", "RUNG_LOWERING", "RUNG_GROWTH",
        "RUNG_KV_DTYPE", "RUNG_MEMORY_LIMIT", "RUNG_THREADS", "RUNG_LOG"}) {
    EXPECT_THAT(ErrorOf(ReadSettings(Environment::FromMap({{name, "bogus"}}), {})),
                AllOf(testing::StartsWith(std::string(name) + " must be "),
                      HasSubstr("got \"bogus\""), Not(HasSubstr("\n"))));
    EXPECT_TRUE(ReadSettings(Environment::FromMap({{name, ""}}), {}).ok()) << name;
    EXPECT_TRUE(ReadSettings(Environment::FromMap({{name, " "}}), {}).ok()) << name;
  }
}

TEST(Settings, EveryFlagIsCheckedUnderItsOwnName) {
  const std::pair<const char*, std::optional<std::string> SettingFlags::*> kFlags[] = {
      {"--backend", &SettingFlags::backend},
      {"--device", &SettingFlags::device},
      {"--precision", &SettingFlags::precision},
      {"--tf32", &SettingFlags::tf32},
      {"--plugin-path", &SettingFlags::plugin_path},
      {"--cache-dir", &SettingFlags::cache_dir},
      {"--lowering", &SettingFlags::lowering},
      {"--growth", &SettingFlags::growth},
      {"--kv-dtype", &SettingFlags::kv_dtype},
      {"--memory-limit", &SettingFlags::memory_limit},
      {"--threads", &SettingFlags::threads},
      {"--log", &SettingFlags::log}};
  for (const auto& [name, member] : kFlags) {
    SettingFlags flags;
    flags.*member = "";
    EXPECT_THAT(ErrorOf(ReadSettings(Environment{}, flags)),
                testing::StartsWith(std::string(name) + " must "));
  }
}

TEST(Settings, PathsThatAShellWasMeantToExpand) {
  for (const auto& [variables, flags, source] :
       std::vector<std::tuple<std::map<std::string, std::string>, SettingFlags, std::string>>{
           {{{"RUNG_CACHE_DIR", "~/cache"}}, {}, "RUNG_CACHE_DIR ~/cache"},
           {{{"RUNG_PLUGIN_PATH", "$HOME/p.so"}}, {}, "RUNG_PLUGIN_PATH $HOME/p.so"},
           {{{"MLXCEL_XLA_DEVICE", "~/p.so"}}, {}, "MLXCEL_XLA_DEVICE ~/p.so"},
           {{}, {.cache_dir = "~/cache"}, "--cache-dir ~/cache"},
           {{}, {.plugin_path = "~"}, "--plugin-path ~"}}) {
    EXPECT_THAT(ErrorOf(ReadSettings(Environment::FromMap(variables), flags)),
                AllOf(HasSubstr(source + ": begins with "), HasSubstr("only a shell expands")));
  }
  // The variable is not looked at where the flag was given.
  EXPECT_TRUE(
      ReadSettings(Environment::FromMap({{"RUNG_CACHE_DIR", "~/cache"}}), {.cache_dir = "/c"})
          .ok());
}

}  // namespace
}  // namespace rung
