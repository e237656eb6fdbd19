#include "rung/pjrt/hlo_proto.h"

#include "gtest/gtest.h"

namespace rung::pjrt {
namespace {

using namespace std::string_literals;

// A field with length-delimited content.
std::string Field(int number, const std::string& bytes) {
  return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(bytes.size()) +
         bytes;
}

std::string Module() {
  const std::string shape = "\x10\x0b"s + Field(3, "\x03\x80\x02"s);  // f32[3,256]
  const std::string copy = Field(1, "copy.1") + Field(2, "copy") + Field(3, shape);
  const std::string unpacked = Field(1, "add.2") + Field(2, "add") + Field(3, "\x18\x07\x18\x08"s);
  const std::string computation = Field(1, "main") + Field(2, copy) + Field(2, unpacked);
  return Field(1, "module") + Field(3, computation) + Field(8, Field(1, "") + Field(1, ""));
}

void ExpectModule(const absl::StatusOr<HloModule>& module) {
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(module->name, "module");
  EXPECT_EQ(module->num_aliases, 2);
  ASSERT_EQ(module->instructions.size(), 2u);
  EXPECT_EQ(module->instructions[0].computation, "main");
  EXPECT_EQ(module->instructions[1].dims, (std::vector<int64_t>{7, 8}));
  EXPECT_EQ(module->Find("copy", {3, 256}).size(), 1u);
  EXPECT_TRUE(module->Find("copy", {256, 3}).empty());
}

TEST(ParseHloModule, WithAndWithoutConfig) {
  ExpectModule(ParseHloModule(Module()));
  ExpectModule(ParseHloModule(Field(1, Module()) + Field(2, "config")));
}

TEST(ParseHloModule, EveryTruncationIsAnErrorOrASmallerModule) {
  const std::string bytes = Module();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto module = ParseHloModule(std::string_view(bytes).substr(0, size));
    if (module.ok()) {
      EXPECT_LT(module->num_aliases, 2) << size;
    }
  }
  EXPECT_FALSE(ParseHloModule("").ok());
  EXPECT_FALSE(ParseHloModule("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s).ok());
}

}  // namespace
}  // namespace rung::pjrt
