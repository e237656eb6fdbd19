#include "rung/weights/gguf_header.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::weights {
namespace {

constexpr std::string_view kMagic = "GGUF";

struct Lookalike {
  std::string_view start;  // lower case
  std::string_view hint;
};
constexpr Lookalike kLookalikes[] = {
    {"version https://git-lfs", "a Git LFS pointer: fetch the real file with 'git lfs pull'"},
    {"<!doctype", "a web page: the download saved an HTML answer instead of the file"},
    {"<html", "a web page: the download saved an HTML answer instead of the file"},
    {"<?xml", "an XML answer: the download was refused"},
    {"pk\x03\x04", "a zip archive, perhaps a PyTorch checkpoint: convert it to GGUF"},
    {"\x1f\x8b", "gzip data: decompress it first"},
    {"\x28\xb5\x2f\xfd", "zstd data: decompress it first"},
    {"{", "JSON text: pass the checkpoint's directory or its .gguf file"},
    {"lmgg", "a legacy GGML file: convert the model to GGUF again"},
    {"fmgg", "a legacy GGML file: convert the model to GGUF again"},
    {"tjgg", "a legacy GGML file: convert the model to GGUF again"},
};

// A safetensors file starts with the u64 length of a JSON header.
bool LooksLikeSafetensors(std::span<const uint8_t> bytes) {
  if (bytes.size() < 9 || bytes[8] != '{') return false;
  uint64_t header_bytes = 0;
  std::memcpy(&header_bytes, bytes.data(), sizeof(header_bytes));
  return header_bytes <= bytes.size() - 8;
}

absl::Status NotGguf(std::string_view file_name, std::span<const uint8_t> bytes) {
  if (LooksLikeSafetensors(bytes)) {
    return InvalidArgument("{}: not a GGUF file, but a safetensors file: convert it to GGUF",
                           file_name);
  }
  std::string start(bytes.begin(), bytes.begin() + std::min<size_t>(bytes.size(), 32));
  for (char& c : start) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const Lookalike& entry : kLookalikes) {
    if (start.starts_with(entry.start)) {
      return InvalidArgument("{}: not a GGUF file, but {}", file_name, entry.hint);
    }
  }
  const std::string_view magic(reinterpret_cast<const char*>(bytes.data()),
                               std::min<size_t>(bytes.size(), kMagic.size()));
  return InvalidArgument("{}: not a GGUF file: it starts with {}, expected 'GGUF'", file_name,
                         Quoted(magic));
}

}  // namespace

absl::StatusOr<GgufHeader> ParseGgufHeader(GgufCursor& cursor, std::string_view file_name,
                                           std::span<const uint8_t> bytes) {
  const size_t known = std::min(bytes.size(), kMagic.size());
  if (known == 0 || !std::equal(bytes.begin(), bytes.begin() + known, kMagic.begin())) {
    return NotGguf(file_name, bytes);
  }
  RUNG_RETURN_IF_ERROR(cursor.ReadBytes(kMagic.size(), "magic").status());
  GgufHeader header;
  RUNG_ASSIGN_OR_RETURN(header.version, cursor.Read<uint32_t>("version"));
  const uint32_t swapped = __builtin_bswap32(header.version);
  if (swapped >= 1 && swapped <= 3) {
    return Unimplemented(
        "{}: a big-endian GGUF file (version {}) is not supported: convert it to little-endian",
        file_name, swapped);
  }
  if (header.version != 2 && header.version != 3) {
    return Unimplemented(
        "{}: GGUF version {} is not supported (2 and 3 are): convert the model again with a "
        "current tool",
        file_name, header.version);
  }
  RUNG_ASSIGN_OR_RETURN(header.tensor_count, cursor.Read<uint64_t>("tensor count"));
  RUNG_ASSIGN_OR_RETURN(header.key_count, cursor.Read<uint64_t>("key count"));
  return header;
}

}  // namespace rung::weights
