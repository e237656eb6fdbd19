#include "rung/weights/gguf_metadata.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/weights/gguf_file.h"
#include "rung/weights/testing/gguf_writer.h"

namespace rung::weights {
namespace {

using ::testing::ElementsAre;
using testing::GgufWriter;

class GgufMetadataTest : public ::testing::Test {
 protected:
  void Load(const GgufWriter& writer) {
    bytes_ = writer.Build();
    auto file = GgufFile::FromBytes("m.gguf", bytes_);
    ASSERT_TRUE(file.ok()) << file.status();
    file_ = *std::move(file);
  }
  const GgufMetadata& metadata() const { return file_->metadata(); }

  std::vector<uint8_t> bytes_;
  std::unique_ptr<GgufFile> file_;
};

TEST_F(GgufMetadataTest, ReadsIntegersOfEveryWidth) {
  GgufWriter writer;
  writer.Number<uint8_t>("u8", GgufType::kU8, 200)
      .Number<uint16_t>("u16", GgufType::kU16, 60000)
      .Number<uint32_t>("u32", GgufType::kU32, 4000000000)
      .Number<uint64_t>("u64", GgufType::kU64, UINT64_MAX)
      .Number<int8_t>("i8", GgufType::kS8, -100)
      .Number<int16_t>("i16", GgufType::kS16, -30000)
      .Number<int32_t>("i32", GgufType::kS32, -2000000000)
      .Number<int64_t>("i64", GgufType::kS64, std::numeric_limits<int64_t>::min());
  Load(writer);
  EXPECT_EQ(*metadata().GetU64("u8"), 200u);
  EXPECT_EQ(*metadata().GetU64("u16"), 60000u);
  EXPECT_EQ(*metadata().GetU64("u32"), 4000000000u);
  EXPECT_EQ(*metadata().GetU64("u64"), UINT64_MAX);
  EXPECT_EQ(*metadata().GetS64("u32"), 4000000000);
  EXPECT_EQ(*metadata().GetS64("i8"), -100);
  EXPECT_EQ(*metadata().GetS64("i16"), -30000);
  EXPECT_EQ(*metadata().GetS64("i32"), -2000000000);
  EXPECT_EQ(*metadata().GetS64("i64"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(Message(metadata().GetU64("i8").status()),
            "m.gguf: key i8 is -100, expected 0 or more");
  EXPECT_EQ(Message(metadata().GetS64("u64").status()),
            "m.gguf: key u64 is 18446744073709551615, expected at most 9223372036854775807");
}

TEST_F(GgufMetadataTest, ReadsOtherScalars) {
  GgufWriter writer;
  writer.F32("f32", 1.5f).Number("f64", GgufType::kF64, 0.1).Bool("yes", true).Bool("no", false);
  writer.String("text", std::string_view("a\0b", 3)).String("empty", "");
  Load(writer);
  EXPECT_EQ(*metadata().GetF32("f32"), 1.5f);
  EXPECT_EQ(*metadata().GetF32("f64"), 0.1f);
  EXPECT_TRUE(*metadata().GetBool("yes"));
  EXPECT_FALSE(*metadata().GetBool("no"));
  EXPECT_EQ(*metadata().GetString("text"), std::string_view("a\0b", 3));
  EXPECT_EQ(*metadata().GetString("empty"), "");
}

TEST_F(GgufMetadataTest, ReadsArrays) {
  GgufWriter writer;
  writer.Strings("strings", {"one", "", "three"}).Strings("none", {});
  writer.Array<int16_t>("ints", GgufType::kS16, {-1, 0, 300});
  writer.Array<uint64_t>("big", GgufType::kU64, {1, UINT64_MAX});
  writer.Array<float>("floats", GgufType::kF32, {0.5f, -2.0f});
  Load(writer);
  EXPECT_THAT(*metadata().GetStringArray("strings"), ElementsAre("one", "", "three"));
  EXPECT_TRUE(metadata().GetStringArray("none")->empty());
  EXPECT_THAT(*metadata().GetIntArray("ints"), ElementsAre(-1, 0, 300));
  EXPECT_THAT(*metadata().GetFloatArray("floats"), ElementsAre(0.5f, -2.0f));
  EXPECT_TRUE(metadata().IsArray("ints"));
  EXPECT_FALSE(metadata().IsArray("absent"));
  EXPECT_EQ(Message(metadata().GetIntArray("big").status()),
            "m.gguf: key big: element 1 is 18446744073709551615, expected at most "
            "9223372036854775807");
  // Views into the file, not copies.
  const std::string_view first = metadata().GetStringArray("strings")->front();
  EXPECT_GE(static_cast<const void*>(first.data()), bytes_.data());
  EXPECT_LT(static_cast<const void*>(first.data()), bytes_.data() + bytes_.size());
}

TEST_F(GgufMetadataTest, NamesMissingKeysAndWrongTypes) {
  GgufWriter writer;
  writer.U32("number", 1).String("text", "x").Strings("list", {"x"});
  Load(writer);
  const GgufMetadata& m = metadata();
  const std::vector<std::pair<absl::Status, std::string>> cases = {
      {m.GetU64("llama.block_count").status(), "missing key llama.block_count"},
      {m.GetStringArray("absent").status(), "missing key absent"},
      {m.GetU64("text").status(), "key text has type string, expected integer"},
      {m.GetS64("list").status(), "key list has type array of string, expected integer"},
      {m.GetF32("number").status(), "key number has type u32, expected f32"},
      {m.GetBool("number").status(), "key number has type u32, expected bool"},
      {m.GetString("number").status(), "key number has type u32, expected string"},
      {m.GetStringArray("text").status(), "key text has type string, expected array"},
      {m.GetIntArray("list").status(),
       "key list has type array of string, expected array of integers"},
      {m.GetFloatArray("list").status(),
       "key list has type array of string, expected array of f32"},
      {m.GetU64Or("text", 1).status(), "key text has type string, expected integer"},
      {m.GetBoolOr("text", true).status(), "key text has type string, expected bool"},
      {m.GetF32Or("text", 1.0f).status(), "key text has type string, expected f32"},
      {m.GetStringOr("number", "x").status(), "key number has type u32, expected string"},
  };
  for (const auto& [status, message] : cases) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(Message(status), "m.gguf: " + message);
  }
  EXPECT_EQ(*m.GetU64Or("absent", 7), 7u);
  EXPECT_EQ(*m.GetF32Or("absent", 0.5f), 0.5f);
  EXPECT_TRUE(*m.GetBoolOr("absent", true));
  EXPECT_EQ(*m.GetStringOr("absent", "x"), "x");
}

TEST(GgufMetadata, NumbersAndTextsOfEveryType) {
  struct Case {
    std::string key;
    std::optional<std::vector<double>> numbers;
    std::string text;
  };
  GgufWriter writer;
  writer.U32("u", 4294967295).Number<int8_t>("s", GgufType::kS8, -3).F32("f", 0.5f);
  writer.Number<double>("d", GgufType::kF64, 0.1).Bool("b", true).String("t", "a\nb");
  writer.Number<uint64_t>("big", GgufType::kU64, UINT64_MAX);
  writer.Array<int32_t>("list", GgufType::kS32, {-1, 2})
      .Array<uint8_t>("bools", GgufType::kBool, {1, 0});
  writer.Array<float>("long", GgufType::kF32, {1, 2, 3, 4, 5}).Strings("texts", {"x", "y"});
  writer.Strings("none", {}).Array<float>("empty", GgufType::kF32, {});
  const std::vector<uint8_t> bytes = writer.Build();
  const auto file = GgufFile::FromBytes("m.gguf", bytes);
  ASSERT_TRUE(file.ok()) << file.status();
  const GgufMetadata& metadata = (*file)->metadata();
  const std::vector<Case> cases = {
      {"u", {{4294967295.0}}, "4294967295"},
      {"s", {{-3}}, "-3"},
      {"f", {{0.5}}, "0.5"},
      {"d", {{0.1}}, "0.1"},
      {"b", {{1}}, "true"},
      {"t", {}, "\"a\\nb\""},
      {"big", {{18446744073709551616.0}}, "18446744073709551615"},
      {"list", {{-1, 2}}, "[-1, 2]"},
      {"bools", {{1, 0}}, "[true, false]"},
      {"long", {{1, 2, 3, 4, 5}}, "[1, 2, 3, 4, ... (5 in all)]"},
      {"texts", {}, "a list of 2"},
      {"none", std::vector<double>(), "a list of 0"},
      {"empty", std::vector<double>(), "[]"},
  };
  std::vector<std::string_view> keys;
  for (const Case& c : cases) {
    keys.push_back(c.key);
    EXPECT_EQ(metadata.Numbers(c.key), c.numbers) << c.key;
    EXPECT_EQ(metadata.ValueText(c.key), c.text) << c.key;
  }
  EXPECT_EQ(metadata.Keys(), keys);
  EXPECT_EQ(metadata.Numbers("missing"), std::nullopt);
  EXPECT_EQ(metadata.ValueText("missing"), "missing");
}

}  // namespace
}  // namespace rung::weights
