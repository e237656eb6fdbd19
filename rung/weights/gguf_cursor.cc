#include "rung/weights/gguf_cursor.h"

#include "rung/base/typed_text.h"

namespace rung::weights {

absl::StatusOr<std::span<const uint8_t>> GgufCursor::ReadBytes(uint64_t count,
                                                               std::string_view what) {
  if (count > remaining()) return Truncated(what, count);
  const std::span<const uint8_t> bytes = bytes_.subspan(offset_, count);
  offset_ += count;
  return bytes;
}

absl::StatusOr<std::string_view> GgufCursor::ReadString(std::string_view what) {
  const size_t start = offset_;
  RUNG_ASSIGN_OR_RETURN(const uint64_t length, Read<uint64_t>(what));
  if (length > remaining()) {
    return Error("truncated: the {} at byte {} has length {}, but only {} bytes follow", what,
                 start, length, remaining());
  }
  const auto* data = reinterpret_cast<const char*>(bytes_.data() + offset_);
  offset_ += length;
  return std::string_view(data, length);
}

std::string GgufCursor::Where() const {
  if (thing_kind_.empty()) return fmt::format("{}: {}", file_name_, section_);
  return fmt::format("{}: {}: {} {}", file_name_, section_, thing_kind_, Quoted(thing_name_));
}

absl::Status GgufCursor::Truncated(std::string_view what, uint64_t need) const {
  return Error("truncated: the {} takes {} bytes at byte {}, but the file ends at {}", what, need,
               offset_, bytes_.size());
}

}  // namespace rung::weights
