#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/weights/gguf_file.h"
#include "rung/weights/tensor_source.h"

namespace rung::weights {
namespace {

using ::testing::HasSubstr;

constexpr char kDefaultModel[] =
    RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf";
constexpr char kTestData[] = RUNG_SOURCE_DIR "/rung/weights/testdata/";

uint32_t Bits(float value) {
  return std::isnan(value) ? 0x7fc00000u : std::bit_cast<uint32_t>(value);
}

// The hash of tools/oracle/dequant_goldens.py.
uint64_t PositionHash(const std::vector<float>& values) {
  uint64_t hash = 0;
  for (uint64_t i = 0; i < values.size(); ++i) hash += Bits(values[i]) * (2 * i + 1);
  return hash;
}

// The golden's lines, split at spaces, without comments.
std::vector<std::vector<std::string>> ReadGolden(const std::string& name) {
  std::ifstream in(kTestData + name);
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    std::vector<std::string>& fields = lines.emplace_back();
    for (std::string word; words >> word;) fields.push_back(word);
  }
  return lines;
}

std::vector<uint8_t> FromHex(const std::string& hex) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

TensorInfo Info(StorageType storage, int64_t elements, const std::vector<uint8_t>& bytes) {
  TensorInfo info;
  info.name = "w";
  info.storage = storage;
  info.dims = {elements};
  info.num_elements = elements;
  info.bytes = bytes;
  return info;
}

StorageType StorageNamed(const std::string& name) {
  for (StorageType type : {StorageType::kF32, StorageType::kF16, StorageType::kBF16,
                           StorageType::kQ4_0, StorageType::kQ4_1, StorageType::kQ8_0}) {
    if (StorageName(type) == name) return type;
  }
  ADD_FAILURE() << "unknown storage type " << name;
  return StorageType::kF32;
}

TEST(Dequantize, EqualsTheOracleOnHandMadeBlocks) {
  std::map<std::string, int> checked;
  for (const std::vector<std::string>& line : ReadGolden("dequant_blocks.txt")) {
    ASSERT_EQ(line.size(), 3u);
    const StorageType storage = StorageNamed(line[0]);
    ++checked[line[0]];
    if (line[1] == "all") {
      std::vector<uint8_t> bytes;
      for (uint32_t value = 0; value < 65536; ++value) {
        bytes.push_back(static_cast<uint8_t>(value));
        bytes.push_back(static_cast<uint8_t>(value >> 8));
      }
      std::vector<float> values(65536);
      ASSERT_TRUE(Dequantize(Info(storage, 65536, bytes), values).ok());
      EXPECT_EQ(PositionHash(values), std::stoull(line[2], nullptr, 16)) << line[0];
      continue;
    }
    const std::vector<uint8_t> bytes = FromHex(line[1]);
    std::vector<float> values(32);
    const absl::Status status = Dequantize(Info(storage, 32, bytes), values);
    ASSERT_TRUE(status.ok()) << status;
    std::string hex;
    for (float value : values) hex += fmt::format("{:08x}", Bits(value));
    EXPECT_EQ(hex, line[2]) << line[0] << " " << line[1];
  }
  EXPECT_GE(checked["Q4_0"], 50);
  EXPECT_GE(checked["Q4_1"], 100);
  EXPECT_GE(checked["Q8_0"], 50);
  EXPECT_EQ(checked["F16"], 1);
  EXPECT_EQ(checked["BF16"], 1);
}

TEST(Dequantize, EqualsTheOracleOnEveryTensorOfTheDefaultModel) {
  const auto file = GgufFile::Open(kDefaultModel);
  ASSERT_TRUE(file.ok()) << file.status();
  const auto lines = ReadGolden("dequant_model.txt");
  ASSERT_EQ(lines.size(), 272u);
  ASSERT_EQ(lines.size(), (*file)->tensors().size());
  for (const std::vector<std::string>& line : lines) {
    ASSERT_EQ(line.size(), 4u);
    const auto info = (*file)->Find(line[0]);
    ASSERT_TRUE(info.ok()) << info.status();
    EXPECT_EQ(StorageName((*info)->storage), line[1]);
    ASSERT_EQ(std::to_string((*info)->num_elements), line[2]);
    std::vector<float> values(static_cast<size_t>((*info)->num_elements));
    ASSERT_TRUE(Dequantize(**info, values).ok());
    EXPECT_EQ(PositionHash(values), std::stoull(line[3], nullptr, 16)) << line[0];
  }
}

TEST(Dequantize, CopiesF32) {
  const std::vector<uint8_t> bytes = FromHex("0000803f000000800000c07f");
  std::vector<float> values(3);
  ASSERT_TRUE(Dequantize(Info(StorageType::kF32, 3, bytes), values).ok());
  EXPECT_EQ(values[0], 1.0f);
  EXPECT_EQ(std::bit_cast<uint32_t>(values[1]), 0x80000000u);
  EXPECT_TRUE(std::isnan(values[2]));
}

TEST(Dequantize, HandlesSeveralBlocksAndNeverWritesPastTheEnd) {
  for (StorageType storage : {StorageType::kQ4_0, StorageType::kQ4_1, StorageType::kQ8_0}) {
    const BlockLayout block = LayoutOf(storage);
    std::vector<uint8_t> bytes;
    for (int i = 0; i < 5 * block.bytes; ++i) bytes.push_back(static_cast<uint8_t>(i * 37 & 0x3b));
    std::vector<float> whole(160);
    ASSERT_TRUE(Dequantize(Info(storage, 160, bytes), whole).ok());
    for (int b = 0; b < 5; ++b) {
      const std::vector<uint8_t> one(bytes.begin() + b * block.bytes,
                                     bytes.begin() + (b + 1) * block.bytes);
      std::vector<float> values(33, -77.0f);
      ASSERT_TRUE(Dequantize(Info(storage, 32, one), std::span(values).first(32)).ok());
      EXPECT_TRUE(std::equal(values.begin(), values.begin() + 32, whole.begin() + 32 * b));
      EXPECT_EQ(values[32], -77.0f);
    }
  }
}

TEST(Dequantize, RefusesSizesThatDoNotMatch) {
  std::vector<uint8_t> bytes(40);
  std::vector<float> values(32);
  EXPECT_THAT(std::string(Message(Dequantize(Info(StorageType::kQ4_0, 64, bytes), values))),
              HasSubstr("tensor \"w\": the output holds 32 floats, expected 64"));
  EXPECT_THAT(std::string(Message(Dequantize(Info(StorageType::kQ4_1, 32, bytes), values))),
              HasSubstr("tensor \"w\": 40 bytes do not hold 32 elements of Q4_1"));
  values.resize(20);
  bytes.resize(18);
  EXPECT_THAT(std::string(Message(Dequantize(Info(StorageType::kQ4_0, 20, bytes), values))),
              HasSubstr("18 bytes do not hold 20 elements of Q4_0"));
}

}  // namespace
}  // namespace rung::weights
