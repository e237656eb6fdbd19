// The key-value section of a GGUF file: typed, checked access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/weights/gguf_cursor.h"
#include "rung/weights/gguf_types.h"

namespace rung::weights {

// Holds views into the file's bytes, which must outlive it; GgufFile owns both. Immutable after
// Parse, so thread-safe. A lookup is one hash; string arrays cost one view per element.
//
// Each getter fails with InvalidArgument that names file and key when the key is missing or has
// another type. Integers may be stored in any width and sign that holds the value. The ...Or forms
// give `fallback` when the key is missing; a wrong type is still an error.
class GgufMetadata {
 public:
  // Reads `count` pairs; `file_name` stands in front of later errors.
  static absl::StatusOr<GgufMetadata> Parse(GgufCursor& cursor, std::string_view file_name,
                                            uint64_t count);

  bool Has(std::string_view key) const { return index_.contains(key); }
  size_t size() const { return entries_.size(); }

  absl::StatusOr<uint64_t> GetU64(std::string_view key) const;
  absl::StatusOr<uint64_t> GetU64Or(std::string_view key, uint64_t fallback) const;
  absl::StatusOr<int64_t> GetS64(std::string_view key) const;
  absl::StatusOr<float> GetF32(std::string_view key) const;  // f32, or f64 rounded
  absl::StatusOr<float> GetF32Or(std::string_view key, float fallback) const;
  absl::StatusOr<bool> GetBool(std::string_view key) const;
  absl::StatusOr<bool> GetBoolOr(std::string_view key, bool fallback) const;
  absl::StatusOr<std::string_view> GetString(std::string_view key) const;
  absl::StatusOr<std::string_view> GetStringOr(std::string_view key,
                                               std::string_view fallback) const;
  absl::StatusOr<std::vector<std::string_view>> GetStringArray(std::string_view key) const;
  // u64 values above 2^63 - 1 are an error.
  absl::StatusOr<std::vector<int64_t>> GetIntArray(std::string_view key) const;
  absl::StatusOr<std::vector<float>> GetFloatArray(std::string_view key) const;
  bool IsArray(std::string_view key) const;

  // For rules over keys of whatever type. All keys, in the order of the file.
  std::vector<std::string_view> Keys() const;
  // A number, a bool as 0 or 1, or an array of them; empty for an empty array. Nothing for text and
  // for a missing key. Integers above 2^53 are rounded.
  std::optional<std::vector<double>> Numbers(std::string_view key) const;
  // The value on one short line, for messages: text quoted, of an array the first elements.
  std::string ValueText(std::string_view key) const;

  // "<file>: missing key <key>".
  absl::Status Missing(std::string_view key) const;

 private:
  struct Entry {
    std::string_view key;
    GgufType type = GgufType::kU8;
    GgufType element_type = GgufType::kU8;  // arrays
    uint64_t count = 0;                     // arrays
    size_t offset = 0;                      // of the key in the file
    // A scalar's value, a string's characters, an array's elements as they lie.
    std::span<const uint8_t> bytes;
  };

  static absl::Status ParseValue(GgufCursor& cursor, Entry& entry);
  static absl::Status ParseArray(GgufCursor& cursor, Entry& entry);

  absl::StatusOr<const Entry*> Find(std::string_view key) const;
  absl::StatusOr<const Entry*> FindArray(std::string_view key) const;
  absl::Status WrongType(const Entry& entry, std::string_view expected) const;

  std::string file_name_;
  std::vector<Entry> entries_;
  std::unordered_map<std::string_view, size_t> index_;
};

}  // namespace rung::weights
