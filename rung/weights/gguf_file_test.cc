#include "rung/weights/gguf_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"
#include "rung/weights/architecture_metadata.h"
#include "rung/weights/gguf_tokenizer.h"
#include "rung/weights/testing/gguf_writer.h"

namespace rung::weights {
namespace {

using testing::ByteSink;
using ::testing::ElementsAre;
using testing::GgufWriter;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using testing::TensorSpec;
using testing::TinyCheckpoint;

constexpr char kDefaultModel[] =
    RUNG_BUILD_DIR "/share/rung/models/SmolLM2-135M-Instruct.Q4_1.gguf";

// Everything that a program does with a file after opening it. Only crashes and sanitizer reports
// matter; errors are as good as answers.
void UseAll(const GgufFile& file) {
  (void)TokenizerSpecFromGguf(file);
  (void)ReadArchitectureMetadata(file);
  (void)ChatTemplate(file);
  for (const TensorInfo& info : file.tensors()) {
    std::vector<float> values(static_cast<size_t>(info.num_elements));
    EXPECT_TRUE(Dequantize(info, values).ok());
  }
}

TEST(GgufFile, OpensASmallFileOfEveryType) {
  const GgufWriter writer = TinyCheckpoint();
  const std::string path = ::testing::TempDir() + "gguf_file_tiny.gguf";
  ASSERT_TRUE(writer.WriteTo(path));
  const auto file = GgufFile::Open(path);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->version(), 3u);
  EXPECT_EQ((*file)->path(), path);
  EXPECT_EQ((*file)->data_offset() % 32, 0u);
  ASSERT_EQ((*file)->tensors().size(), 6u);
  for (size_t i = 0; i < 6; ++i) {
    const auto info = (*file)->Find(writer.tensors[i].name);
    ASSERT_TRUE(info.ok()) << info.status();
    EXPECT_EQ(*info, &(*file)->tensors()[i]);
    EXPECT_THAT((*info)->dims, ElementsAre(2, 32));  // slowest first
    EXPECT_EQ((*info)->num_elements, 64);
    EXPECT_EQ(std::vector<uint8_t>((*info)->bytes.begin(), (*info)->bytes.end()),
              writer.tensors[i].data);
    (*file)->ReleasePages(**info);
    EXPECT_EQ((*info)->bytes[0], writer.tensors[i].data[0]);
  }
  const auto missing = (*file)->Find("output.weight");
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(Message(missing.status()), path + ": missing tensor \"output.weight\"");
  UseAll(**file);
  std::filesystem::remove(path);
}

TEST(GgufFile, AcceptsWhatTheFormatAllows) {
  const auto open = [](const GgufWriter& writer) {
    return GgufFile::FromBytes("t", writer.Build()).status();
  };
  GgufWriter version2 = TinyCheckpoint();
  version2.version = 2;
  EXPECT_TRUE(open(version2).ok());

  EXPECT_TRUE(open(GgufWriter()).ok()) << "no keys and no tensors";

  GgufWriter coarse;
  coarse.alignment = 4096;
  coarse.U32("general.alignment", 4096);
  coarse.Tensor({"a", {8}, 0, std::vector<uint8_t>(32)});
  coarse.Tensor({"b", {8}, 0, std::vector<uint8_t>(32)});
  EXPECT_TRUE(open(coarse).ok());

  GgufWriter gap;
  gap.Tensor({"a", {8}, 0, std::vector<uint8_t>(32)});
  gap.Tensor({"b", {8}, 0, std::vector<uint8_t>(96), /*offset=*/96});
  EXPECT_TRUE(open(gap).ok());

  GgufWriter backwards;
  backwards.Tensor({"a", {8}, 0, std::vector<uint8_t>(32), /*offset=*/32});
  backwards.Tensor({"b", {8}, 0, std::vector<uint8_t>(32), /*offset=*/0});
  EXPECT_TRUE(open(backwards).ok());

  std::vector<uint8_t> padded = TinyCheckpoint().Build();
  padded.resize(padded.size() + 100);
  EXPECT_TRUE(GgufFile::FromBytes("t", padded).ok());
}

struct BadFile {
  std::string name;
  std::function<std::vector<uint8_t>()> build;
  std::vector<std::string> message_parts;
};

std::vector<uint8_t> Bytes(std::string_view text) { return {text.begin(), text.end()}; }

// A file with one broken tensor.
std::function<std::vector<uint8_t>()> WithTensor(TensorSpec tensor) {
  return [tensor] { return GgufWriter().Tensor(tensor).Build(); };
}

// A file with one pair whose value is given as it lies in the file.
std::function<std::vector<uint8_t>()> WithPair(std::string key, uint32_t type,
                                               std::vector<uint8_t> value) {
  return [=] { return GgufWriter().Raw(key, type, value).Build(); };
}

std::function<std::vector<uint8_t>()> WithVersion(uint32_t version) {
  return [=] {
    GgufWriter writer = TinyCheckpoint();
    writer.version = version;
    return writer.Build();
  };
}

void ExpectRefused(const std::vector<BadFile>& cases) {
  for (const BadFile& bad : cases) {
    SCOPED_TRACE(bad.name);
    const std::vector<uint8_t> bytes = bad.build();
    const auto file = GgufFile::FromBytes("m.gguf", bytes);
    ASSERT_FALSE(file.ok());
    const std::string message(Message(file.status()));
    EXPECT_THAT(message, StartsWith("m.gguf: "));
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    for (const std::string& part : bad.message_parts) EXPECT_THAT(message, HasSubstr(part));
  }
}

TEST(GgufFile, RefusesOtherKindsOfFiles) {
  const std::string safetensors = "{\"__metadata__\":{}}   ";
  ExpectRefused({
      {"text", [] { return Bytes("hello\nworld"); }, {"not a GGUF file", "starts with \"hell\""}},
      {"one byte", [] { return Bytes("\n"); }, {"not a GGUF file", "\"\\n\""}},
      {"git lfs",
       [] { return Bytes("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"); },
       {"not a GGUF file", "Git LFS pointer", "git lfs pull"}},
      {"html", [] { return Bytes("<!DOCTYPE html><html>"); }, {"not a GGUF file", "web page"}},
      {"safetensors",
       [&] { return ByteSink().Put<uint64_t>(safetensors.size()).PutText(safetensors).bytes; },
       {"not a GGUF file", "safetensors"}},
      {"json", [] { return Bytes("{\"a\": 1}"); }, {"not a GGUF file", "JSON"}},
      {"zip", [] { return Bytes("PK\x03\x04zzzz"); }, {"not a GGUF file", "zip archive"}},
      {"legacy", [] { return Bytes("tjgg\x03zzzz"); }, {"not a GGUF file", "legacy GGML"}},
      {"version 1", WithVersion(1), {"GGUF version 1 is not supported", "2 and 3"}},
      {"version 0", WithVersion(0), {"GGUF version 0"}},
      {"version 4", WithVersion(4), {"GGUF version 4"}},
      {"big endian", WithVersion(0x03000000), {"big-endian", "version 3"}},
      {"split",
       [] { return GgufWriter().Number<uint16_t>("split.count", GgufType::kU16, 4).Build(); },
       {"one of 4 parts", "split.count"}},
  });
}

TEST(GgufFile, RefusesImpossibleCounts) {
  const auto with_counts = [](uint64_t tensors, uint64_t keys) {
    return [=] {
      GgufWriter writer = TinyCheckpoint();
      writer.tensor_count = tensors;
      writer.key_count = keys;
      return writer.Build();
    };
  };
  ExpectRefused({
      {"tensors 2^63", with_counts(uint64_t{1} << 63, 0), {"tensor count 9223372036854775808"}},
      {"tensors 2^64-1", with_counts(UINT64_MAX, 0), {"tensor count 18446744073709551615"}},
      {"tensors 1000", with_counts(1000, 0), {"tensor count 1000", "more than the file can hold"}},
      {"keys 2^63", with_counts(0, uint64_t{1} << 63), {"key count 9223372036854775808"}},
      {"keys 1000", with_counts(0, 1000), {"metadata", "key count 1000"}},
      {"one key too many", with_counts(6, 21), {"tensor directory"}},
      {"one tensor too many", with_counts(7, 20), {"tensor"}},
  });
}

TEST(GgufFile, RefusesBrokenMetadata) {
  const uint64_t huge = uint64_t{1} << 60;
  ExpectRefused({
      {"key length 2^60",
       [=] {
         GgufWriter writer;
         writer.key_count = 1;
         std::vector<uint8_t> bytes = writer.Build();
         const std::vector<uint8_t> more = ByteSink().Put(huge).Put(huge).bytes;
         bytes.insert(bytes.end(), more.begin(), more.end());
         return bytes;
       },
       {"metadata", "key at byte 24", "length 1152921504606846976", "truncated"}},
      {"string length 2^60",
       WithPair("k", 8, ByteSink().Put(huge).bytes),
       {"key \"k\"", "string at byte 37", "1152921504606846976"}},
      {"string length 2^64-1",
       WithPair("k", 8, ByteSink().Put(UINT64_MAX).bytes),
       {"key \"k\"", "18446744073709551615"}},
      {"array count 2^60",
       WithPair("k", 9, ByteSink().Put<uint32_t>(8).Put(huge).bytes),
       {"key \"k\"", "array of 1152921504606846976 string elements"}},
      {"array count 2^62 of u32",
       WithPair("k", 9, ByteSink().Put<uint32_t>(4).Put(uint64_t{1} << 62).bytes),
       {"key \"k\"", "4611686018427387904 u32 elements"}},
      {"array element length",
       WithPair("k", 9, ByteSink().Put<uint32_t>(8).Put<uint64_t>(1).Put(huge).bytes),
       {"key \"k\"", "array element", "1152921504606846976"}},
      {"value type", WithPair("k", 13, {0}), {"key \"k\"", "unknown value type 13 at byte 33"}},
      {"value type 2^32-1", WithPair("k", UINT32_MAX, {0}), {"unknown value type 4294967295"}},
      {"element type",
       WithPair("k", 9, ByteSink().Put<uint32_t>(77).Put<uint64_t>(0).bytes),
       {"key \"k\"", "unknown array element type 77"}},
      {"nested array",
       WithPair("k", 9, ByteSink().Put<uint32_t>(9).Put<uint64_t>(1).Put(huge).bytes),
       {"key \"k\"", "nested arrays are not supported"}},
      {"bool", WithPair("k", 7, {2}), {"key \"k\"", "bool must be 0 or 1", "is 2"}},
      {"empty key", WithPair("", 7, {1}), {"key 1 of 1 at byte 24 is empty"}},
      {"long key", WithPair(std::string(70000, 'x'), 7, {1}), {"70000 bytes", "65535"}},
      {"duplicate key",
       [] { return GgufWriter().U32("same", 1).U32("same", 2).Build(); },
       {"key \"same\"", "occurs twice, at bytes 24 and 44"}},
      {"unprintable key", WithPair("a\nb\xff", 13, {0}), {"key \"a\\nb\\xff\""}},
      {"alignment 0",
       [] { return GgufWriter().U32("general.alignment", 0).Build(); },
       {"general.alignment is 0", "power of two"}},
      {"alignment 48",
       [] { return GgufWriter().U32("general.alignment", 48).Build(); },
       {"general.alignment is 48"}},
      {"alignment 2^31",
       [] { return GgufWriter().U32("general.alignment", 1u << 31).Build(); },
       {"general.alignment is 2147483648"}},
      {"alignment text",
       [] { return GgufWriter().String("general.alignment", "32").Build(); },
       {"general.alignment has type string, expected integer"}},
  });
}

TEST(GgufFile, RefusesBrokenTensors) {
  const std::vector<uint8_t> data(64);
  const uint64_t big = uint64_t{1} << 32;
  ExpectRefused({
      {"no dimension", WithTensor({"w", {}, 0, data}), {"tensor \"w\"", "has 0 dimensions"}},
      {"five dimensions",
       WithTensor({"w", {1, 1, 1, 1, 1}, 0, data}),
       {"tensor \"w\"", "has 5 dimensions, expected 1 to 4"}},
      {"zero-size dimension",
       WithTensor({"w", {4, 0}, 0, data}),
       {"tensor \"w\"", "dimension 2 of 2 is 0"}},
      {"product overflows",
       WithTensor({"w", {big, big}, 0, data}),
       {"tensor \"w\"", "dimension 2 of 2 is 4294967296", "64 bits"}},
      {"dimension 2^63",
       WithTensor({"w", {uint64_t{1} << 63}, 0, data}),
       {"tensor \"w\"", "9223372036854775808"}},
      {"bytes overflow",
       WithTensor({"w", {uint64_t{1} << 62}, 0, data}),
       {"tensor \"w\"", "4611686018427387904 elements of F32"}},
      {"empty name", WithTensor({"", {4}, 0, data}), {"name of tensor 1 of 1", "is empty"}},
      {"long name", WithTensor({std::string(70000, 'x'), {4}, 0, data}), {"70000 bytes"}},
      {"duplicate name",
       [=] {
         return GgufWriter().Tensor({"w", {4}, 0, data}).Tensor({"w", {4}, 0, data}).Build();
       },
       {"tensor \"w\"", "occurs twice"}},
      {"known type",
       WithTensor({"w", {256}, 12, data}),
       {"tensor \"w\"", "type 12 (Q4_K) is not supported", "F32, F16, BF16, Q4_0, Q4_1, Q8_0"}},
      {"integer type", WithTensor({"w", {4}, 26, data}), {"type 26 (I32)"}},
      {"unknown type", WithTensor({"w", {4}, 999, data}), {"type 999 (unknown)"}},
      {"part of a block",
       WithTensor({"w", {48, 2}, 2, data}),
       {"tensor \"w\"", "48 elements", "not a multiple of 32", "Q4_0"}},
      {"offset past the end",
       WithTensor({"w", {4}, 0, data, 1 << 20}),
       {"tensor \"w\"", "16 bytes at data offset 1048576", "64 bytes"}},
      {"offset 2^64-32",
       WithTensor({"w", {4}, 0, data, UINT64_MAX - 31}),
       {"tensor \"w\"", "18446744073709551584"}},
      {"end past the end", WithTensor({"w", {17}, 0, data}), {"tensor \"w\"", "68 bytes"}},
      {"misaligned",
       WithTensor({"w", {4}, 0, data, 8}),
       {"tensor \"w\"", "offset 8 is not a multiple of the alignment 32"}},
      {"overlap",
       [=] {
         return GgufWriter()
             .Tensor({"first", {16}, 0, data})
             .Tensor({"second", {4}, 0, data, 32})
             .Build();
       },
       {"tensor \"second\"", "offset 32 overlaps tensor \"first\" (64 bytes at 0)"}},
      {"same place",
       [=] {
         return GgufWriter()
             .Tensor({"first", {16}, 0, data})
             .Tensor({"second", {16}, 0, data, 0})
             .Build();
       },
       {"overlaps tensor \"first\""}},
  });
}

TEST(GgufFile, RefusesEveryTruncation) {
  const std::vector<uint8_t> whole = TinyCheckpoint().Build();
  ASSERT_TRUE(GgufFile::FromBytes("t", whole).ok());
  size_t named = 0;
  for (size_t size = 0; size < whole.size(); ++size) {
    // A copy of exactly that size, so that a sanitizer sees one byte too many.
    const std::vector<uint8_t> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    const auto file = GgufFile::FromBytes("t", cut);
    ASSERT_FALSE(file.ok()) << size;
    const std::string_view message = Message(file.status());
    if (message.find("truncated") != message.npos || message.find("can hold") != message.npos) {
      ++named;
    }
  }
  EXPECT_EQ(named, whole.size() - 1) << "all but the empty file say what is wrong with them";
}

TEST(GgufFile, TruncationNamesTheSection) {
  const std::vector<uint8_t> whole = TinyCheckpoint().Build();
  const auto file = GgufFile::FromBytes("t", whole);
  ASSERT_TRUE(file.ok());
  const auto message = [&](size_t size) {
    return std::string(Message(GgufFile::FromBytes("t", std::span(whole).first(size)).status()));
  };
  const size_t data = (*file)->data_offset();
  EXPECT_THAT(message(3), HasSubstr("header: truncated: the magic takes 4 bytes at byte 0"));
  EXPECT_THAT(message(7), HasSubstr("header: truncated: the version takes 4 bytes at byte 4"));
  EXPECT_THAT(message(20), HasSubstr("header: truncated: the key count takes 8 bytes at byte 16"));
  EXPECT_THAT(message(600), HasSubstr("metadata: "));
  EXPECT_THAT(message(data - 60), HasSubstr("tensor directory: "));
  EXPECT_THAT(message(data + 1), HasSubstr("tensor data: tensor \"F32.weight\""));
  EXPECT_THAT(message(whole.size() - 1), HasSubstr("tensor data: tensor \"Q8_0.weight\""));
}

TEST(GgufFile, CorruptBytesNeverCrash) {
  const std::vector<uint8_t> whole = TinyCheckpoint().Build();
  const size_t data = (*GgufFile::FromBytes("t", whole))->data_offset();
  std::mt19937 random(20240607);  // NOLINT: the same bytes on every run
  int opened = 0;
  constexpr int kRounds = 20000;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<uint8_t> bytes = whole;
    const int flips = 1 + static_cast<int>(random() % 4);
    for (int i = 0; i < flips; ++i) {
      uint8_t& byte = bytes[random() % data];
      switch (random() % 3) {
        case 0:
          byte = static_cast<uint8_t>(random());
          break;
        case 1:
          byte = static_cast<uint8_t>(byte ^ (1u << (random() % 8)));
          break;
        default:
          byte = random() % 2 == 0 ? 0xff : 0;
      }
    }
    const auto file = GgufFile::FromBytes("t", bytes);
    if (file.ok()) {
      ++opened;
      UseAll(**file);
    } else {
      EXPECT_THAT(std::string(Message(file.status())), Not(HasSubstr("\n")));
    }
  }
  // Both paths must have been walked.
  EXPECT_GT(opened, kRounds / 100);
  EXPECT_LT(opened, kRounds);
}

TEST(GgufFile, OpensTheDefaultModel) {
  const auto file = GgufFile::Open(kDefaultModel);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->tensors().size(), 272u);
  EXPECT_EQ((*file)->metadata().size(), 33u);
  const auto embedding = (*file)->Find("token_embd.weight");
  ASSERT_TRUE(embedding.ok());
  EXPECT_THAT((*embedding)->dims, ElementsAre(49152, 576));
  EXPECT_EQ((*embedding)->storage, StorageType::kQ8_0);
}

TEST(GgufFile, PassesOnFileErrors) {
  EXPECT_EQ(Message(GgufFile::Open("/nonexistent/x.gguf").status()),
            "/nonexistent/x.gguf: no such file");
}

}  // namespace
}  // namespace rung::weights
