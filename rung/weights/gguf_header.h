// The fixed start of a GGUF file, and what a file that is none may be instead.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "rung/weights/gguf_cursor.h"

namespace rung::weights {

struct GgufHeader {
  uint32_t version = 0;
  uint64_t tensor_count = 0;
  uint64_t key_count = 0;
};

// Reads 24 bytes. InvalidArgument "not a GGUF file" with a guess at what it is; Unimplemented for
// version 1, an unknown version, or a big-endian file. Counts are not judged here.
absl::StatusOr<GgufHeader> ParseGgufHeader(GgufCursor& cursor, std::string_view file_name,
                                           std::span<const uint8_t> bytes);

}  // namespace rung::weights
