// Names and sizes of the GGUF format, version 3 (the specification is docs/gguf.md of ggml).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rung/weights/tensor_source.h"

namespace rung::weights {

// Type of a metadata value; the numbers stand in the file.
enum class GgufType : uint32_t {
  kU8 = 0,
  kS8 = 1,
  kU16 = 2,
  kS16 = 3,
  kU32 = 4,
  kS32 = 5,
  kF32 = 6,
  kBool = 7,
  kString = 8,
  kArray = 9,
  kU64 = 10,
  kS64 = 11,
  kF64 = 12,
};
inline constexpr uint32_t kGgufTypeCount = 13;

std::string_view GgufTypeName(GgufType type);  // "u32", "string", ...
bool IsInteger(GgufType type);
// Bytes of a value of fixed width; 0 for strings and arrays.
size_t GgufTypeWidth(GgufType type);

// The storage type behind ggml's number, if this program can read it.
std::optional<StorageType> StorageFromGgml(uint32_t ggml_type);
// "Q4_K"; "unknown" for a number that ggml has not given out.
std::string_view GgmlTypeName(uint32_t ggml_type);
// "F32, F16, BF16, Q4_0, Q4_1, Q8_0": for error messages.
std::string SupportedStorageNames();

}  // namespace rung::weights
