#include "rung/weights/gguf_metadata.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::weights {
namespace {

// Far above any checkpoint; keeps a hostile count from filling memory with entries.
constexpr uint64_t kMostKeys = 65536;
constexpr size_t kLongestKey = 65535;        // the format's own limit
constexpr size_t kSmallestPair = 8 + 4 + 1;  // key length, type, one-byte value

template <typename T>
T Load(const uint8_t* data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

// An integer of any width: its 64 bits, and whether those mean a negative number.
struct Integer {
  uint64_t bits = 0;
  bool negative = false;
};

Integer FromSigned(int64_t value) { return {static_cast<uint64_t>(value), value < 0}; }

Integer LoadInteger(GgufType type, const uint8_t* data) {
  switch (type) {
    case GgufType::kU8:
      return {Load<uint8_t>(data)};
    case GgufType::kU16:
      return {Load<uint16_t>(data)};
    case GgufType::kU32:
      return {Load<uint32_t>(data)};
    case GgufType::kU64:
      return {Load<uint64_t>(data)};
    case GgufType::kS8:
      return FromSigned(Load<int8_t>(data));
    case GgufType::kS16:
      return FromSigned(Load<int16_t>(data));
    case GgufType::kS32:
      return FromSigned(Load<int32_t>(data));
    case GgufType::kS64:
      return FromSigned(Load<int64_t>(data));
    default:
      return {};  // callers check IsInteger first
  }
}

float LoadFloat(GgufType type, const uint8_t* data) {
  return type == GgufType::kF32 ? Load<float>(data) : static_cast<float>(Load<double>(data));
}

bool IsFloating(GgufType type) { return type == GgufType::kF32 || type == GgufType::kF64; }

// Of a type of fixed width.
double LoadDouble(GgufType type, const uint8_t* data) {
  if (type == GgufType::kF32) return Load<float>(data);
  if (type == GgufType::kF64) return Load<double>(data);
  if (type == GgufType::kBool) return data[0] != 0 ? 1 : 0;
  const Integer value = LoadInteger(type, data);
  return value.negative ? static_cast<double>(static_cast<int64_t>(value.bits))
                        : static_cast<double>(value.bits);
}

std::string NumberText(GgufType type, const uint8_t* data) {
  if (type == GgufType::kF32) return fmt::format("{}", Load<float>(data));
  if (type == GgufType::kF64) return fmt::format("{}", Load<double>(data));
  if (type == GgufType::kBool) return data[0] != 0 ? "true" : "false";
  const Integer value = LoadInteger(type, data);
  return value.negative ? fmt::format("{}", static_cast<int64_t>(value.bits))
                        : fmt::format("{}", value.bits);
}

}  // namespace

absl::StatusOr<GgufMetadata> GgufMetadata::Parse(GgufCursor& cursor, std::string_view file_name,
                                                 uint64_t count) {
  if (count > kMostKeys || count > cursor.remaining() / kSmallestPair) {
    return cursor.Error("key count {} is more than the file can hold ({} bytes follow, limit {})",
                        count, cursor.remaining(), kMostKeys);
  }
  GgufMetadata metadata;
  metadata.file_name_ = file_name;
  metadata.entries_.reserve(count);
  metadata.index_.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    cursor.ClearThing();
    Entry entry;
    entry.offset = cursor.offset();
    RUNG_ASSIGN_OR_RETURN(entry.key, cursor.ReadString("key"));
    if (entry.key.empty()) {
      return cursor.Error("key {} of {} at byte {} is empty", i + 1, count, entry.offset);
    }
    cursor.SetThing("key", entry.key);
    if (entry.key.size() > kLongestKey) {
      return cursor.Error("the key has {} bytes, at most {} are allowed", entry.key.size(),
                          kLongestKey);
    }
    const auto [position, inserted] = metadata.index_.emplace(entry.key, i);
    if (!inserted) {
      return cursor.Error("occurs twice, at bytes {} and {}",
                          metadata.entries_[position->second].offset, entry.offset);
    }
    RUNG_RETURN_IF_ERROR(ParseValue(cursor, entry));
    metadata.entries_.push_back(entry);
  }
  return metadata;
}

absl::Status GgufMetadata::ParseValue(GgufCursor& cursor, Entry& entry) {
  const size_t start = cursor.offset();
  RUNG_ASSIGN_OR_RETURN(const uint32_t type, cursor.Read<uint32_t>("value type"));
  if (type >= kGgufTypeCount) {
    return cursor.Error("unknown value type {} at byte {}, expected 0 to {}", type, start,
                        kGgufTypeCount - 1);
  }
  entry.type = static_cast<GgufType>(type);
  if (entry.type == GgufType::kArray) return ParseArray(cursor, entry);
  if (entry.type == GgufType::kString) {
    RUNG_ASSIGN_OR_RETURN(const std::string_view text, cursor.ReadString("string"));
    entry.bytes = {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
    return absl::OkStatus();
  }
  RUNG_ASSIGN_OR_RETURN(entry.bytes, cursor.ReadBytes(GgufTypeWidth(entry.type), "value"));
  if (entry.type == GgufType::kBool && entry.bytes[0] > 1) {
    return cursor.Error("a bool must be 0 or 1, byte {} is {}", cursor.offset() - 1,
                        entry.bytes[0]);
  }
  return absl::OkStatus();
}

absl::Status GgufMetadata::ParseArray(GgufCursor& cursor, Entry& entry) {
  const size_t start = cursor.offset();
  RUNG_ASSIGN_OR_RETURN(const uint32_t type, cursor.Read<uint32_t>("element type"));
  if (type >= kGgufTypeCount) {
    return cursor.Error("unknown array element type {} at byte {}, expected 0 to {}", type, start,
                        kGgufTypeCount - 1);
  }
  entry.element_type = static_cast<GgufType>(type);
  if (entry.element_type == GgufType::kArray) {
    return cursor.Error("an array of arrays at byte {}: nested arrays are not supported", start);
  }
  RUNG_ASSIGN_OR_RETURN(entry.count, cursor.Read<uint64_t>("element count"));
  const bool strings = entry.element_type == GgufType::kString;
  const size_t smallest = strings ? sizeof(uint64_t) : GgufTypeWidth(entry.element_type);
  if (entry.count > cursor.remaining() / smallest) {
    return cursor.Error(
        "truncated: an array of {} {} elements at byte {}, but only {} bytes follow", entry.count,
        GgufTypeName(entry.element_type), start, cursor.remaining());
  }
  if (!strings) {
    RUNG_ASSIGN_OR_RETURN(entry.bytes, cursor.ReadBytes(entry.count * smallest, "array"));
    return absl::OkStatus();
  }
  // Walked once here, so that GetStringArray can trust every length.
  GgufCursor scan = cursor;
  const size_t begin = cursor.offset();
  for (uint64_t i = 0; i < entry.count; ++i) {
    RUNG_RETURN_IF_ERROR(scan.ReadString("array element").status());
  }
  RUNG_ASSIGN_OR_RETURN(entry.bytes, cursor.ReadBytes(scan.offset() - begin, "array"));
  return absl::OkStatus();
}

absl::Status GgufMetadata::Missing(std::string_view key) const {
  return InvalidArgument("{}: missing key {}", file_name_, key);
}

absl::StatusOr<const GgufMetadata::Entry*> GgufMetadata::Find(std::string_view key) const {
  const auto position = index_.find(key);
  if (position == index_.end()) return Missing(key);
  return &entries_[position->second];
}

absl::StatusOr<const GgufMetadata::Entry*> GgufMetadata::FindArray(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, Find(key));
  if (entry->type != GgufType::kArray) return WrongType(*entry, "array");
  return entry;
}

absl::Status GgufMetadata::WrongType(const Entry& entry, std::string_view expected) const {
  std::string type(GgufTypeName(entry.type));
  if (entry.type == GgufType::kArray) {
    type = fmt::format("array of {}", GgufTypeName(entry.element_type));
  }
  return InvalidArgument("{}: key {} has type {}, expected {}", file_name_, entry.key, type,
                         expected);
}

absl::StatusOr<uint64_t> GgufMetadata::GetU64(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, Find(key));
  if (!IsInteger(entry->type)) return WrongType(*entry, "integer");
  const Integer value = LoadInteger(entry->type, entry->bytes.data());
  if (value.negative) {
    return InvalidArgument("{}: key {} is {}, expected 0 or more", file_name_, key,
                           static_cast<int64_t>(value.bits));
  }
  return value.bits;
}

absl::StatusOr<int64_t> GgufMetadata::GetS64(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, Find(key));
  if (!IsInteger(entry->type)) return WrongType(*entry, "integer");
  const Integer value = LoadInteger(entry->type, entry->bytes.data());
  if (!value.negative && value.bits > INT64_MAX) {
    return InvalidArgument("{}: key {} is {}, expected at most {}", file_name_, key, value.bits,
                           INT64_MAX);
  }
  return static_cast<int64_t>(value.bits);
}

absl::StatusOr<float> GgufMetadata::GetF32(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, Find(key));
  if (!IsFloating(entry->type)) return WrongType(*entry, "f32");
  return LoadFloat(entry->type, entry->bytes.data());
}

absl::StatusOr<bool> GgufMetadata::GetBool(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, Find(key));
  if (entry->type != GgufType::kBool) return WrongType(*entry, "bool");
  return entry->bytes[0] != 0;
}

absl::StatusOr<std::string_view> GgufMetadata::GetString(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, Find(key));
  if (entry->type != GgufType::kString) return WrongType(*entry, "string");
  return std::string_view(reinterpret_cast<const char*>(entry->bytes.data()), entry->bytes.size());
}

absl::StatusOr<uint64_t> GgufMetadata::GetU64Or(std::string_view key, uint64_t fallback) const {
  return Has(key) ? GetU64(key) : fallback;
}

absl::StatusOr<float> GgufMetadata::GetF32Or(std::string_view key, float fallback) const {
  return Has(key) ? GetF32(key) : fallback;
}

absl::StatusOr<bool> GgufMetadata::GetBoolOr(std::string_view key, bool fallback) const {
  return Has(key) ? GetBool(key) : fallback;
}

absl::StatusOr<std::string_view> GgufMetadata::GetStringOr(std::string_view key,
                                                           std::string_view fallback) const {
  return Has(key) ? GetString(key) : fallback;
}

bool GgufMetadata::IsArray(std::string_view key) const {
  const auto position = index_.find(key);
  return position != index_.end() && entries_[position->second].type == GgufType::kArray;
}

absl::StatusOr<std::vector<std::string_view>> GgufMetadata::GetStringArray(
    std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, FindArray(key));
  if (entry->element_type != GgufType::kString) return WrongType(*entry, "array of string");
  std::vector<std::string_view> strings;
  strings.reserve(entry->count);
  const uint8_t* data = entry->bytes.data();
  for (uint64_t i = 0; i < entry->count; ++i) {
    const uint64_t length = Load<uint64_t>(data);
    strings.emplace_back(reinterpret_cast<const char*>(data) + sizeof(length), length);
    data += sizeof(length) + length;
  }
  return strings;
}

absl::StatusOr<std::vector<int64_t>> GgufMetadata::GetIntArray(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, FindArray(key));
  if (!IsInteger(entry->element_type)) return WrongType(*entry, "array of integers");
  std::vector<int64_t> values(entry->count);
  const size_t width = GgufTypeWidth(entry->element_type);
  for (uint64_t i = 0; i < entry->count; ++i) {
    const Integer value = LoadInteger(entry->element_type, entry->bytes.data() + i * width);
    if (!value.negative && value.bits > INT64_MAX) {
      return InvalidArgument("{}: key {}: element {} is {}, expected at most {}", file_name_, key,
                             i, value.bits, INT64_MAX);
    }
    values[i] = static_cast<int64_t>(value.bits);
  }
  return values;
}

absl::StatusOr<std::vector<float>> GgufMetadata::GetFloatArray(std::string_view key) const {
  RUNG_ASSIGN_OR_RETURN(const Entry* entry, FindArray(key));
  if (!IsFloating(entry->element_type)) return WrongType(*entry, "array of f32");
  std::vector<float> values(entry->count);
  const size_t width = GgufTypeWidth(entry->element_type);
  for (uint64_t i = 0; i < entry->count; ++i) {
    values[i] = LoadFloat(entry->element_type, entry->bytes.data() + i * width);
  }
  return values;
}

std::vector<std::string_view> GgufMetadata::Keys() const {
  std::vector<std::string_view> keys;
  keys.reserve(entries_.size());
  for (const Entry& entry : entries_) keys.push_back(entry.key);
  return keys;
}

std::optional<std::vector<double>> GgufMetadata::Numbers(std::string_view key) const {
  const auto position = index_.find(key);
  if (position == index_.end()) return std::nullopt;
  const Entry& entry = entries_[position->second];
  const bool array = entry.type == GgufType::kArray;
  if (array && entry.count == 0) return std::vector<double>();
  const GgufType type = array ? entry.element_type : entry.type;
  if (type == GgufType::kString) return std::nullopt;
  std::vector<double> numbers(array ? entry.count : 1);
  const size_t width = GgufTypeWidth(type);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = LoadDouble(type, entry.bytes.data() + i * width);
  }
  return numbers;
}

std::string GgufMetadata::ValueText(std::string_view key) const {
  constexpr uint64_t kShown = 4;  // elements of an array
  const auto position = index_.find(key);
  if (position == index_.end()) return "missing";
  const Entry& entry = entries_[position->second];
  if (entry.type == GgufType::kString) return Quoted(GetString(key).value_or(""));
  if (entry.type != GgufType::kArray) return NumberText(entry.type, entry.bytes.data());
  if (entry.element_type == GgufType::kString) return fmt::format("a list of {}", entry.count);
  std::vector<std::string> shown;
  const size_t width = GgufTypeWidth(entry.element_type);
  for (uint64_t i = 0; i < std::min(entry.count, kShown); ++i) {
    shown.push_back(NumberText(entry.element_type, entry.bytes.data() + i * width));
  }
  if (entry.count > kShown) shown.push_back(fmt::format("... ({} in all)", entry.count));
  return fmt::format("[{}]", fmt::join(shown, ", "));
}

}  // namespace rung::weights
