#include "rung/weights/gguf_types.h"

#include <array>

namespace rung::weights {
namespace {

struct ValueType {
  std::string_view name;
  size_t width;
};
constexpr std::array<ValueType, kGgufTypeCount> kValueTypes = {{{"u8", 1},
                                                                {"i8", 1},
                                                                {"u16", 2},
                                                                {"i16", 2},
                                                                {"u32", 4},
                                                                {"i32", 4},
                                                                {"f32", 4},
                                                                {"bool", 1},
                                                                {"string", 0},
                                                                {"array", 0},
                                                                {"u64", 8},
                                                                {"i64", 8},
                                                                {"f64", 8}}};

// By ggml's number. The empty names were never given out; the "removed" ones no longer load
// anywhere.
constexpr std::array<std::string_view, 42> kGgmlTypes = {"F32",
                                                         "F16",
                                                         "Q4_0",
                                                         "Q4_1",
                                                         "Q4_2 (removed)",
                                                         "Q4_3 (removed)",
                                                         "Q5_0",
                                                         "Q5_1",
                                                         "Q8_0",
                                                         "Q8_1",
                                                         "Q2_K",
                                                         "Q3_K",
                                                         "Q4_K",
                                                         "Q5_K",
                                                         "Q6_K",
                                                         "Q8_K",
                                                         "IQ2_XXS",
                                                         "IQ2_XS",
                                                         "IQ3_XXS",
                                                         "IQ1_S",
                                                         "IQ4_NL",
                                                         "IQ3_S",
                                                         "IQ2_S",
                                                         "IQ4_XS",
                                                         "I8",
                                                         "I16",
                                                         "I32",
                                                         "I64",
                                                         "F64",
                                                         "IQ1_M",
                                                         "BF16",
                                                         "Q4_0_4_4 (removed)",
                                                         "Q4_0_4_8 (removed)",
                                                         "Q4_0_8_8 (removed)",
                                                         "TQ1_0",
                                                         "TQ2_0",
                                                         "IQ4_NL_4_4 (removed)",
                                                         "IQ4_NL_4_8 (removed)",
                                                         "IQ4_NL_8_8 (removed)",
                                                         "MXFP4",
                                                         "NVFP4",
                                                         "Q1_0"};

struct Supported {
  StorageType storage;
  uint32_t ggml_type;
};
constexpr std::array<Supported, 6> kSupported = {{{StorageType::kF32, 0},
                                                  {StorageType::kF16, 1},
                                                  {StorageType::kBF16, 30},
                                                  {StorageType::kQ4_0, 2},
                                                  {StorageType::kQ4_1, 3},
                                                  {StorageType::kQ8_0, 8}}};

}  // namespace

std::string_view GgufTypeName(GgufType type) { return kValueTypes[static_cast<size_t>(type)].name; }

size_t GgufTypeWidth(GgufType type) { return kValueTypes[static_cast<size_t>(type)].width; }

bool IsInteger(GgufType type) {
  return GgufTypeWidth(type) != 0 && type != GgufType::kBool && type != GgufType::kF32 &&
         type != GgufType::kF64;
}

std::optional<StorageType> StorageFromGgml(uint32_t ggml_type) {
  for (const Supported& entry : kSupported) {
    if (entry.ggml_type == ggml_type) return entry.storage;
  }
  return std::nullopt;
}

std::string_view GgmlTypeName(uint32_t ggml_type) {
  return ggml_type < kGgmlTypes.size() ? kGgmlTypes[ggml_type] : "unknown";
}

std::string SupportedStorageNames() {
  std::string names;
  for (const Supported& entry : kSupported) {
    if (!names.empty()) names += ", ";
    names += StorageName(entry.storage);
  }
  return names;
}

}  // namespace rung::weights
