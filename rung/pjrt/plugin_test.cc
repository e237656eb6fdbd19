#include "rung/pjrt/plugin.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/base/testing/as_nobody.h"
#include "rung/pjrt/client.h"
#include "rung/pjrt/live_objects.h"
#include "rung/pjrt/plugin_search.h"

namespace rung::pjrt {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Fake(std::string_view name) {
  return fmt::format("{}/rung/pjrt/fake_plugins/{}.so", RUNG_BUILD_DIR, name);
}

std::string WriteFile(std::string_view name, std::string_view content) {
  const std::string path = fmt::format("{}/{}", ::testing::TempDir(), name);
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

struct BadPlugin {
  std::string name;
  std::string path;
  absl::StatusCode code;
  std::string says;
};

TEST(Plugin, SaysInOneLineWhyAFileIsNoPlugin) {
  const std::vector<BadPlugin> cases = {
      {"missing", "/nonexistent/plugin.so", absl::StatusCode::kNotFound, "no such file"},
      {"empty path", "", absl::StatusCode::kInvalidArgument, "not a path"},
      {"directory", "/", absl::StatusCode::kInvalidArgument, "is a directory"},
      {"text", WriteFile("text.so", "this is text, not a library, and longer than an ELF header"),
       absl::StatusCode::kInvalidArgument, "not a PJRT plugin"},
      {"empty", WriteFile("empty.so", ""), absl::StatusCode::kInvalidArgument, "not a PJRT plugin"},
      {"no symbol", Fake("no_symbol"), absl::StatusCode::kInvalidArgument, "no symbol GetPjrtApi"},
      {"no table", Fake("no_table"), absl::StatusCode::kFailedPrecondition, "returned nothing"},
      {"tiny table", Fake("tiny_table"), absl::StatusCode::kInvalidArgument, "only 8 bytes"},
      {"too old", Fake("api_0_80"), absl::StatusCode::kFailedPrecondition,
       "speaks PJRT API 0.80, but 0.81 or newer is needed"},
      {"major", Fake("api_1_0"), absl::StatusCode::kFailedPrecondition,
       "speaks PJRT API 1.0, but major version 0 is needed"},
      {"initialize", Fake("initialize_fails"), absl::StatusCode::kUnavailable,
       "PJRT_Plugin_Initialize: no driver"},
  };
  for (const BadPlugin& bad : cases) {
    const absl::Status status = Plugin::Load(bad.path).status();
    EXPECT_EQ(status.code(), bad.code) << bad.name;
    EXPECT_THAT(std::string(Message(status)),
                AllOf(HasSubstr(bad.says), HasSubstr(bad.path), Not(HasSubstr("\n"))))
        << bad.name;
  }
}

TEST(Plugin, SaysThatAFileMayNotBeRead) {
  const std::string directory = ::testing::TempDir() + "/private-plugins";
  std::filesystem::create_directories(directory);
  const std::string path = WriteFile("private-plugins/plugin.so", "x");
  ASSERT_EQ(chmod(directory.c_str(), 0), 0);
  {
    const rung::testing::AsNobody nobody;
    const absl::Status status = Plugin::Load(path).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
    EXPECT_THAT(std::string(Message(status)),
                AllOf(HasSubstr("Permission denied"), HasSubstr("may not enter " + directory)));
  }
  ASSERT_EQ(chmod(directory.c_str(), 0700), 0);
  std::filesystem::remove_all(directory);
}

TEST(Plugin, ErrorsBecomeStatusesAndAreDestroyed) {
  const absl::StatusOr<const Plugin*> plugin = Plugin::Load(Fake("api_0_99"));
  ASSERT_TRUE(plugin.ok()) << plugin.status();
  EXPECT_EQ((*plugin)->ApiVersion(), "0.99");
  EXPECT_TRUE((*plugin)->attributes().empty());
  EXPECT_EQ((*plugin)->FindExtension(5), nullptr);

  const absl::Status status = Client::Create(**plugin).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(Message(status)), EndsWith("PJRT_Client_Create: out of devices"));
  EXPECT_EQ(LiveObjects(), LiveObjectCounts());

  void* library = dlopen(Fake("api_0_99").c_str(), RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(reinterpret_cast<int (*)()>(dlsym(library, "FakeLiveErrors"))(), 0);
}

TEST(Plugin, AnEntryPastTheEndOfTheTableIsUnimplemented) {
  const absl::StatusOr<const Plugin*> plugin = Plugin::Load(Fake("short_table"));
  ASSERT_TRUE(plugin.ok()) << plugin.status();
  const absl::Status status = Client::Create(**plugin).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(Message(status)), HasSubstr("PJRT_Client_Create: not offered"));
}

TEST(Plugin, LoadingTwiceGivesTheSamePlugin) {
  const auto first = Plugin::Load(Fake("api_0_99"));
  const auto second = Plugin::Load(Fake("../fake_plugins/api_0_99"));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(*first, *second);
}

TEST(LoadFirstPlugin, TakesTheFirstThatLoads) {
  const auto plugin = LoadFirstPlugin({"cpu", "default", {"/no/a.so", Fake("api_0_99")}});
  ASSERT_TRUE(plugin.ok()) << plugin.status();
  EXPECT_EQ((*plugin)->path(), Fake("api_0_99"));
}

TEST(LoadFirstPlugin, NamesEveryPathTried) {
  const absl::Status status =
      LoadFirstPlugin({"cpu", "default", {"/no/a.so", Fake("api_0_80")}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Message(status),
            fmt::format("no PJRT plugin for device cpu could be loaded; tried /no/a.so: no such "
                        "file, {}: speaks PJRT API 0.80, but 0.81 or newer is needed; name one "
                        "with --plugin-path or RUNG_PLUGIN_PATH",
                        Fake("api_0_80")));
}

TEST(LoadFirstPlugin, AGivenPathIsNamedWithWhoGaveIt) {
  const absl::Status status = LoadFirstPlugin({"", "RUNG_PLUGIN_PATH", {"/no/a.so"}}).status();
  EXPECT_EQ(
      Message(status),
      "RUNG_PLUGIN_PATH: /no/a.so: no such file; name a PJRT plugin .so with --plugin-path or "
      "RUNG_PLUGIN_PATH");
}

}  // namespace
}  // namespace rung::pjrt
