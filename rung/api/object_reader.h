// Typed fields out of a JSON object, strictly: a wrong type, a number out of range or a field that
// nobody asked for is an error that names the field and shows the value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/api/json_document.h"
#include "rung/base/strong_id.h"

namespace rung::api {

// Reads one object. null is the same as absent. Not thread-safe; the object must outlive it.
class ObjectReader {
 public:
  // `path`: how the object is called in messages, "" at the top level, else "stream_options".
  explicit ObjectReader(const nlohmann::ordered_json& object, std::string path = "")
      : object_(object), path_(std::move(path)) {}

  // The value, or null when the field is absent or null. Counts the field as known.
  const nlohmann::ordered_json* Find(std::string_view field);

  absl::Status ReadBool(std::string_view field, bool* value);
  absl::Status ReadString(std::string_view field, std::string* value);
  // 16.0 and 1e1 are integers, 1.5 and true are not; the message shows the value.
  absl::Status ReadInteger(std::string_view field, int64_t min, int64_t max, int64_t* value);
  absl::Status ReadInteger(std::string_view field, int64_t min, int64_t max,
                           std::optional<int64_t>* value);
  absl::Status ReadNumber(std::string_view field, double min, double max, double* value);
  // One of "text" or ["text", ...].
  absl::Status ReadStrings(std::string_view field, std::vector<std::string>* value);
  absl::Status ReadTokenIds(std::string_view field, std::vector<TokenId>* value);

  // An error naming the first field that no Find or Read has asked for.
  absl::Status CheckAllKnown() const;

  std::string Name(std::string_view field) const;

 private:
  const nlohmann::ordered_json& object_;
  std::string path_;
  std::vector<std::string> known_;
};

// The integer that `value` is, with or without a point; nothing for other values and for a number
// that int64, or with a point double, does not hold exactly.
std::optional<int64_t> ExactInteger(const nlohmann::ordered_json& value);
// An integer in [min, max]; `name` is the field for the error.
absl::StatusOr<int64_t> IntegerFrom(const nlohmann::ordered_json& value, std::string_view name,
                                    int64_t min, int64_t max);
// An array of token ids (any int32 from 0; the vocabulary is not known here).
absl::StatusOr<std::vector<TokenId>> TokenIdsFrom(const nlohmann::ordered_json& value,
                                                  std::string_view name);

}  // namespace rung::api
