#include "rung/cli/hub_cache.h"

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
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const std::string kOld = "0123456789abcdef0123456789abcdef01234567";
const std::string kNew = "0123456fffffffffffffffffffffffffffffffff";
const std::string kOther = "89abcdef0123456789abcdef0123456789abcdef";

TEST(HubName, IsAnOrganizationAndAName) {
  struct Case {
    std::string model, org, name, parts, quantization;
    bool has_revision = false;
  };
  const std::vector<Case> cases = {
      {"org/name", "org", "name", "", ""},
      {"a-b_c.D/e.f-1_2", "a-b_c.D", "e.f-1_2", "", ""},
      {"org/name/f.gguf", "org", "name", "f.gguf", ""},
      {"org/name/sub/f.gguf", "org", "name", "sub|f.gguf", ""},
      {"org/name/sub dir/f (1).gguf", "org", "name", "sub dir|f (1).gguf", ""},
      {"org/name@main", "org", "name", "main", "", true},
      {"org/name@refs/pr/1/f.gguf", "org", "name", "refs|pr|1|f.gguf", "", true},
      {"org/name:Q4_K_M", "org", "name", "", "Q4_K_M"},
      {"org/name@main:Q4_K_M", "org", "name", "main", "Q4_K_M", true},
  };
  for (const Case& c : cases) {
    const auto hub = ParseHubName(c.model);
    ASSERT_TRUE(hub.ok() && *hub) << c.model;
    std::string parts;
    for (const std::string& part : (*hub)->parts) parts += (parts.empty() ? "" : "|") + part;
    EXPECT_EQ((*hub)->org, c.org) << c.model;
    EXPECT_EQ((*hub)->name, c.name) << c.model;
    EXPECT_EQ(parts, c.parts) << c.model;
    EXPECT_EQ((*hub)->quantization, c.quantization) << c.model;
    EXPECT_EQ((*hub)->has_revision, c.has_revision) << c.model;
  }
}

TEST(HubName, IsNoPath) {
  for (const char* model : {"",
                            "name",
                            "/org/name",
                            "./name",
                            "../name",
                            "org/..",
                            "org/.name",
                            ".org/name",
                            "org/",
                            "/",
                            "org//name",
                            "org/name/",
                            "org/name/file",
                            "dir/file.gguf",
                            "or g/name",
                            "~/name",
                            "org/na\xefme",
                            "org\\x/name",
                            "org/name/../f.gguf",
                            "org/name//f.gguf",
                            "org/name/.f.gguf",
                            "org/name:",
                            "org/name:a/b",
                            "C:/name",
                            "org@main/name"}) {
    const auto hub = ParseHubName(model);
    EXPECT_TRUE(hub.ok() && !*hub) << model;
  }
}

TEST(HubName, ARevisionIsNoPath) {
  for (const char* model :
       {"org/name@", "org/name@/x", "org/name@../x", "org/name@a/../b", "org/name@.hidden",
        "org/name@a//b", "org/name@main/", "org/name@:Q8_0"}) {
    const absl::Status status = ParseHubName(model).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << model;
    EXPECT_THAT(std::string(Message(status)), HasSubstr("a commit, a branch or refs/pr/NUMBER"));
  }
}

TEST(HubCaches, InTheirOrderWithTheHomeExpanded) {
  const auto caches = [](const std::map<std::string, std::string>& variables) {
    return HubCaches(Environment::FromMap(variables));
  };
  EXPECT_THAT(
      caches({{"HF_HUB_CACHE", "/c"}, {"HF_HOME", "/f"}, {"XDG_CACHE_HOME", "/x"}, {"HOME", "/h"}}),
      ElementsAre("/c/", "/f/hub", "/x/huggingface/hub", "/h/.cache/huggingface/hub"));
  EXPECT_THAT(caches({{"HF_HUB_CACHE", "~/c"}, {"HF_HOME", "~"}, {"HOME", "/h"}}),
              ElementsAre("/h/c/", "/h/hub", "/h/.cache/huggingface/hub"));
  EXPECT_THAT(
      caches({{"HF_HUB_CACHE", ""}, {"HF_HOME", " "}, {"XDG_CACHE_HOME", ""}, {"HOME", ""}}),
      IsEmpty());
  EXPECT_THAT(caches({{"HF_HUB_CACHE", "~/c"}}), IsEmpty());
}

class HubCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) /
            ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root_);
    caches_ = {root_ / "hub"};
  }
  void TearDown() override {
    if (fs::exists(root_ / "hub")) chmod((root_ / "hub").c_str(), 0700);
    fs::remove_all(root_);
  }

  // Files are laid out as the hub's libraries do: links to blobs.
  fs::path Add(const std::string& commit, const std::string& file,
               const std::string& cache = "hub") {
    const fs::path repository = root_ / cache / "models--org--name";
    const fs::path path = repository / "snapshots" / commit / file;
    const std::string blob = fmt::format("blob{}", blobs_++);
    fs::create_directories(repository / "blobs");
    fs::create_directories(path.parent_path());
    std::ofstream(repository / "blobs" / blob) << "x";
    fs::create_symlink(fs::relative(repository / "blobs" / blob, path.parent_path()), path);
    return path;
  }
  void AddRef(const std::string& ref, std::string_view text, const std::string& cache = "hub") {
    const fs::path path = root_ / cache / "models--org--name/refs" / ref;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  absl::StatusOr<fs::path> Locate(const std::string& model) {
    const auto hub = ParseHubName(model);
    EXPECT_TRUE(hub.ok() && *hub) << model;
    return LocateInHubCaches(**hub, caches_);
  }
  fs::path Found(const std::string& model) {
    const auto found = Locate(model);
    EXPECT_TRUE(found.ok()) << model << ": " << found.status();
    return found.value_or("");
  }
  std::string Error(const std::string& model) {
    const auto found = Locate(model);
    EXPECT_FALSE(found.ok()) << model;
    return found.ok() ? "" : std::string(Message(found.status()));
  }

  fs::path root_;
  std::vector<fs::path> caches_;
  int blobs_ = 0;
};

TEST_F(HubCacheTest, MainIsWhatRefsMainNames) {
  const fs::path older = Add(kOld, "m.gguf");
  const fs::path newer = Add(kOther, "m.gguf");
  fs::last_write_time(older.parent_path(),
                      fs::file_time_type::clock::now() - std::chrono::hours(9));
  AddRef("main", kOld);
  EXPECT_EQ(Found("org/name"), older);
  AddRef("main", kOther + "\r\n");
  EXPECT_EQ(Found("org/name"), newer);
}

TEST_F(HubCacheTest, WithoutMainTheOnlySnapshot) {
  const fs::path file = Add("plain-name", "m.gguf");
  EXPECT_EQ(Found("org/name"), file);
  Add(kOld, "m.gguf");
  EXPECT_THAT(Error("org/name"),
              AllOf(HasSubstr("2 snapshots"), HasSubstr("no refs/main"),
                    HasSubstr("org/name@COMMIT"), HasSubstr(kOld), HasSubstr("plain-name")));
}

TEST_F(HubCacheTest, ARevisionIsACommitItsBeginningOrARef) {
  const fs::path old_file = Add(kOld, "m.gguf");
  const fs::path new_file = Add(kNew, "m.gguf");
  const fs::path other_file = Add(kOther, "m.gguf");
  AddRef("main", kOther);
  AddRef("v1.0", kOld);
  AddRef("feature/x", kNew);
  AddRef("refs/pr/1", kNew);
  AddRef("89abcde", kOld);  // a branch that looks like a commit is a branch
  const std::vector<std::pair<std::string, fs::path>> cases = {
      {kOld, old_file},         {kOld.substr(0, 9), old_file},
      {"0123456F", new_file},   {"main", other_file},
      {"v1.0", old_file},       {"feature/x", new_file},
      {"refs/pr/1", new_file},  {"89abcde", old_file},
      {"89abcdef", other_file},
  };
  for (const auto& [revision, file] : cases) {
    EXPECT_EQ(Found("org/name@" + revision), file) << revision;
    EXPECT_EQ(Found("org/name@" + revision + "/m.gguf"), file) << revision;
  }
  EXPECT_THAT(Error("org/name@0123456"), HasSubstr("fits 2 snapshots"));
  for (const char* none : {"012345", "v2", "refs/pr/2", "main/x", "refs", "feature",
                           "ffffffffffffffffffffffffffffffffffffffff"}) {
    EXPECT_THAT(Error(std::string("org/name@") + none),
                AllOf(StartsWith(std::string("org/name@") + none + ": no such revision"),
                      HasSubstr("v1.0"), HasSubstr("refs/pr/1"), HasSubstr(kOther)))
        << none;
  }
}

TEST_F(HubCacheTest, ARefIsNoPath) {
  Add(kOld, "m.gguf");
  const fs::path outside = root_ / "outside";
  fs::create_directories(outside);
  std::ofstream(outside / "evil.gguf") << "x";
  for (const std::string& text :
       {std::string("../../../outside"), outside.string(), std::string(".."), std::string(),
        std::string("a/b"), std::string(".hidden"), std::string("two words"),
        std::string("a\0b", 3), std::string(1000, 'a'), kOld + std::string(300, ' ')}) {
    AddRef("main", text);
    EXPECT_THAT(Error("org/name"), AllOf(HasSubstr("refs/main: holds"), HasSubstr("no commit")))
        << text;
  }
  const fs::path ref = root_ / "hub/models--org--name/refs/main";
  fs::remove(ref);
  std::ofstream(root_ / "commit") << kOld;
  fs::create_symlink(root_ / "commit", ref);
  EXPECT_THAT(Error("org/name"), HasSubstr("refs/main: cannot be opened"));
  fs::remove(ref);
  ASSERT_EQ(mkfifo(ref.c_str(), 0600), 0);
  EXPECT_THAT(Error("org/name"), HasSubstr("refs/main: is not a regular file"));
}

TEST_F(HubCacheTest, ARefWithoutItsSnapshotIsSaid) {
  Add(kOld, "m.gguf");
  AddRef("main", kNew);
  EXPECT_THAT(Error("org/name"),
              AllOf(HasSubstr("refs/main: names " + kNew), HasSubstr("there is no snapshot"),
                    HasSubstr("org/name@COMMIT: " + kOld)));
  // Half a download in one cache does not hide a whole one in the next.
  caches_.push_back(root_ / "second");
  const fs::path file = Add(kNew, "m.gguf", "second");
  AddRef("main", kNew, "second");
  EXPECT_EQ(Found("org/name"), file);
}

TEST_F(HubCacheTest, OneOfSeveralFilesIsNamed) {
  AddRef("main", kOld);
  Add(kOld, "README.md");
  EXPECT_THAT(Error("org/name"), HasSubstr("holds no .gguf file"));
  const fs::path small = Add(kOld, "name-Q4_K_M.gguf");
  EXPECT_EQ(Found("org/name"), small);
  const fs::path large = Add(kOld, "sub/name.BF16.gguf");
  const fs::path f16 = Add(kOld, "sub/name-f16.gguf");
  EXPECT_THAT(Error("org/name"),
              AllOf(HasSubstr("org/name has 3 .gguf files"), HasSubstr("sub/name-f16.gguf"),
                    HasSubstr("-m org/name/name-Q4_K_M.gguf")));
  EXPECT_THAT(Error("org/name@main"), HasSubstr("-m org/name@main/name-Q4_K_M.gguf"));
  EXPECT_EQ(Found("org/name/sub/name.BF16.gguf"), large);
  EXPECT_EQ(Found("org/name@main/sub/name-f16.gguf"), f16);
  EXPECT_EQ(Found("org/name:q4_k_m"), small);
  EXPECT_EQ(Found("org/name@main:F16"), f16);
  EXPECT_EQ(Found("org/name:bf16"), large);
  EXPECT_THAT(Error("org/name:Q4_K"), AllOf(HasSubstr("no file for Q4_K"), HasSubstr("Q4_K_M")));
  EXPECT_THAT(Error("org/name:name"), HasSubstr("has 3 .gguf files for name"));
  EXPECT_THAT(Error("org/name/gone.gguf"), AllOf(HasSubstr("no file gone.gguf"), HasSubstr("f16")));
}

TEST_F(HubCacheTest, NamesASafetensorsSnapshot) {
  Add(kOld, "config.json");
  EXPECT_THAT(Error("org/name"), HasSubstr("safetensors"));
}

TEST_F(HubCacheTest, AMissingBlobIsSaid) {
  const fs::path file = Add(kOld, "m.gguf");
  fs::remove_all(root_ / "hub/models--org--name/blobs");
  EXPECT_EQ(Error("org/name"), file.string() +
                                   ": links to ../../blobs/blob0, which is not there; download "
                                   "org/name again");
}

TEST_F(HubCacheTest, SaysWhereItLooked) {
  caches_.push_back(root_ / "second");
  EXPECT_THAT(Error("org/name"), AllOf(HasSubstr("neither a path nor in the Hugging Face cache"),
                                       HasSubstr((root_ / "hub/models--org--name").string()),
                                       HasSubstr((root_ / "second/models--org--name").string())));
  caches_.clear();
  EXPECT_THAT(Error("org/name"), HasSubstr("HF_HOME"));
}

TEST_F(HubCacheTest, ACacheThatMayNotBeEnteredIsNotEmpty) {
  Add(kOld, "m.gguf");
  ASSERT_EQ(chmod((root_ / "hub").c_str(), 0), 0);
  const rung::testing::AsNobody nobody;
  const auto found = Locate("org/name");
  EXPECT_EQ(found.status().code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(Message(found.status())),
              HasSubstr("may not enter " + (root_ / "hub").string()));
}

}  // namespace
}  // namespace rung::cli
