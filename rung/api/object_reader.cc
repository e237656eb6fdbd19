#include "rung/api/object_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rung/api/error.h"
#include "rung/base/typed_text.h"

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

absl::Status WrongType(std::string_view name, std::string_view wanted, const Json& value) {
  return FieldError(name, fmt::format("{} must be {}, got {}", name, wanted, Shown(value)));
}

}  // namespace

std::optional<int64_t> ExactInteger(const Json& value) {
  if (value.is_number_unsigned()) {
    const uint64_t number = value.get<uint64_t>();
    if (number > uint64_t{std::numeric_limits<int64_t>::max()}) return std::nullopt;
    return static_cast<int64_t>(number);
  }
  if (value.is_number_integer()) return value.get<int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  // From here on a double may stand for a neighbour of what was written.
  constexpr double kInexact = int64_t{1} << std::numeric_limits<double>::digits;
  const double number = value.get<double>();
  if (!(std::abs(number) < kInexact) || number != std::trunc(number)) return std::nullopt;
  return static_cast<int64_t>(number);
}

absl::StatusOr<int64_t> IntegerFrom(const Json& value, std::string_view name, int64_t min,
                                    int64_t max) {
  const std::optional<int64_t> number = ExactInteger(value);
  if (!number && !value.is_number_unsigned()) return WrongType(name, "an integer", value);
  if (!number || *number < min || *number > max) {
    return FieldError(
        name,
        max == std::numeric_limits<int64_t>::max()
            ? fmt::format("{} must be at least {}, got {}", name, min, Shown(value))
            : fmt::format("{} must be between {} and {}, got {}", name, min, max, Shown(value)));
  }
  return *number;
}

absl::StatusOr<std::vector<TokenId>> TokenIdsFrom(const Json& value, std::string_view name) {
  if (!value.is_array()) return WrongType(name, "an array of token ids", value);
  std::vector<TokenId> ids;
  ids.reserve(value.size());
  for (const Json& item : value) {
    RUNG_ASSIGN_OR_RETURN(const int64_t id,
                          IntegerFrom(item, name, 0, std::numeric_limits<TokenId>::max()));
    ids.push_back(static_cast<TokenId>(id));
  }
  return ids;
}

const Json* ObjectReader::Find(std::string_view field) {
  known_.emplace_back(field);
  const auto it = object_.find(std::string(field));
  return it == object_.end() || it->is_null() ? nullptr : &*it;
}

std::string ObjectReader::Name(std::string_view field) const {
  return path_.empty() ? std::string(field) : fmt::format("{}.{}", path_, field);
}

absl::Status ObjectReader::ReadBool(std::string_view field, bool* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  if (!found->is_boolean()) return WrongType(Name(field), "true or false", *found);
  *value = found->get<bool>();
  return absl::OkStatus();
}

absl::Status ObjectReader::ReadString(std::string_view field, std::string* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  if (!found->is_string()) return WrongType(Name(field), "a string", *found);
  *value = found->get_ref<const std::string&>();
  return absl::OkStatus();
}

absl::Status ObjectReader::ReadInteger(std::string_view field, int64_t min, int64_t max,
                                       int64_t* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  RUNG_ASSIGN_OR_RETURN(*value, IntegerFrom(*found, Name(field), min, max));
  return absl::OkStatus();
}

absl::Status ObjectReader::ReadInteger(std::string_view field, int64_t min, int64_t max,
                                       std::optional<int64_t>* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  RUNG_ASSIGN_OR_RETURN(*value, IntegerFrom(*found, Name(field), min, max));
  return absl::OkStatus();
}

absl::Status ObjectReader::ReadNumber(std::string_view field, double min, double max,
                                      double* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  const std::string name = Name(field);
  if (!found->is_number()) return WrongType(name, "a number", *found);
  const double number = found->get<double>();
  if (!(number >= min && number <= max)) {
    return FieldError(
        name,
        max == std::numeric_limits<double>::max()
            ? fmt::format("{} must be at least {}, got {}", name, min, Shown(*found))
            : fmt::format("{} must be between {} and {}, got {}", name, min, max, Shown(*found)));
  }
  *value = number;
  return absl::OkStatus();
}

absl::Status ObjectReader::ReadStrings(std::string_view field, std::vector<std::string>* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  const std::string name = Name(field);
  if (found->is_string()) {
    *value = {found->get<std::string>()};
    return absl::OkStatus();
  }
  if (!found->is_array()) return WrongType(name, "a string or an array of strings", *found);
  value->clear();
  for (const Json& item : *found) {
    if (!item.is_string()) return WrongType(name, "a string or an array of strings", *found);
    value->push_back(item.get<std::string>());
  }
  return absl::OkStatus();
}

absl::Status ObjectReader::ReadTokenIds(std::string_view field, std::vector<TokenId>* value) {
  const Json* found = Find(field);
  if (found == nullptr) return absl::OkStatus();
  RUNG_ASSIGN_OR_RETURN(*value, TokenIdsFrom(*found, Name(field)));
  return absl::OkStatus();
}

absl::Status ObjectReader::CheckAllKnown() const {
  for (const auto& [key, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    const std::string name = Name(ShortLine(key, 80));
    return UnsupportedField(name, fmt::format("{} is not supported by this server", name));
  }
  return absl::OkStatus();
}

}  // namespace rung::api
