// Element types shared by graphs, device buffers and checkpoints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rung {

enum class DType : uint8_t { kPred, kU8, kS8, kS32, kU32, kS64, kF16, kBF16, kF32 };

// Bytes of one element. A predicate takes one byte, as on every PJRT plugin.
size_t ByteSize(DType type);

// Name in StableHLO text: "i1", "ui8", "i8", "i32", "ui32", "i64", "f16", "bf16", "f32".
std::string_view HloName(DType type);

bool IsFloat(DType type);

}  // namespace rung
