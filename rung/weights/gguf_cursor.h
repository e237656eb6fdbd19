// Bounds-checked reading of a GGUF file held in memory, with errors that say where it broke off.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "rung/base/status.h"
#include "rung/weights/gguf_types.h"

namespace rung::weights {

static_assert(std::endian::native == std::endian::little, "GGUF values are read as they lie");

// Reads forward over borrowed bytes; allocates only to build an error. Not thread-safe.
class GgufCursor {
 public:
  GgufCursor(std::string_view file_name, std::span<const uint8_t> bytes)
      : file_name_(file_name), bytes_(bytes) {}

  // What errors name from here on: a section ("metadata") and a thing in it ("key"), whose name may
  // come from the file and is borrowed.
  void Enter(std::string_view section) {
    section_ = section;
    ClearThing();
  }
  void SetThing(std::string_view kind, std::string_view name) {
    thing_kind_ = kind;
    thing_name_ = name;
  }
  void ClearThing() { thing_kind_ = thing_name_ = {}; }

  size_t offset() const { return offset_; }
  size_t size() const { return bytes_.size(); }
  size_t remaining() const { return bytes_.size() - offset_; }

  // One little-endian number. `what` names it in the error.
  template <typename T>
  absl::StatusOr<T> Read(std::string_view what) {
    if (remaining() < sizeof(T)) return Truncated(what, sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + offset_, sizeof(T));
    offset_ += sizeof(T);
    return value;
  }

  // `count` bytes, in place.
  absl::StatusOr<std::span<const uint8_t>> ReadBytes(uint64_t count, std::string_view what);

  // A string with its u64 length, in place.
  absl::StatusOr<std::string_view> ReadString(std::string_view what);

  // InvalidArgument: "<file>: <section>: <thing> '<name>': <message>".
  template <typename... Args>
  absl::Status Error(fmt::format_string<Args...> format, Args&&... args) const {
    return InvalidArgument("{}: {}", Where(), fmt::format(format, std::forward<Args>(args)...));
  }
  std::string Where() const;

 private:
  absl::Status Truncated(std::string_view what, uint64_t need) const;

  std::string_view file_name_;
  std::span<const uint8_t> bytes_;
  size_t offset_ = 0;
  std::string_view section_ = "header";
  std::string_view thing_kind_;
  std::string_view thing_name_;
};

}  // namespace rung::weights
