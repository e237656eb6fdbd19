// Request bodies -> JSON, within limits. Only api's .cc files include this: nlohmann/json is slow
// to compile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace rung::api {

// How deep the arrays and objects of `text` nest, strings skipped. Linear, no recursion; right for
// valid JSON and a bound for the rest.
int64_t JsonDepth(std::string_view text);

// The object that a request body holds. InvalidArgument, in one line of valid UTF-8, for: invalid
// UTF-8 (with the offset), nesting beyond `max_depth` (before anything is parsed), text that is not
// JSON or goes on behind it, lone surrogates, a repeated key, a top level that is not an object.
absl::StatusOr<nlohmann::ordered_json> ParseBody(std::string_view body, int64_t max_depth);

// A value as its sender wrote it, in ASCII on one line, of at most 80 bytes, no escape cut: for
// messages.
std::string Shown(const nlohmann::ordered_json& value);
// "a string", "an array", ...
std::string_view KindOf(const nlohmann::ordered_json& value);

}  // namespace rung::api
