// Fields of this API, or of servers like this one, that are known and not served. At the value that
// asks for nothing they are taken as absent; what would change the answer is refused by name.
#pragma once

#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "rung/api/object_reader.h"

namespace rung::api {

struct NeutralField {
  std::string_view name;
  // A JSON array of the values that ask for nothing. kAnyValue where all of them do: the field only
  // shapes what another one would switch on. null is absent everywhere.
  std::string_view nothing;
  std::string_view advice;  // for whoever sends another value
};
inline constexpr std::string_view kAnyValue = "*";

// In the order of docs/server.md, which lists them all.
std::span<const NeutralField> NeutralFields();

// Counts those of `body` as known to its `reader`. UnsupportedField for the first that asks for
// something.
absl::Status ReadNeutralFields(const nlohmann::ordered_json& body, ObjectReader* reader);

}  // namespace rung::api
