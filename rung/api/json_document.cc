#include "rung/api/json_document.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/base/utf8.h"

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kShownBytes = 80;

// nlohmann's message without its "[json.exception.parse_error.101] parse error at " prefix.
std::string Reason(std::string_view what) {
  const size_t bracket = what.find("] ");
  if (bracket != std::string_view::npos) what.remove_prefix(bracket + 2);
  constexpr std::string_view kPrefix = "parse error at ";
  if (what.starts_with(kPrefix)) what.remove_prefix(kPrefix.size());
  std::string line(what);
  // It quotes what was read, which may end within a character of the body.
  while (const auto half = FirstInvalidUtf8(line)) line.erase(*half, 1);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return ShortLine(line, 200);
}

// Bytes of what begins at `offset` of escaped ASCII JSON and must not be cut: a character, an
// escape or the two escapes of one character.
size_t UnitBytes(std::string_view text, size_t offset) {
  if (text[offset] != '\\') return 1;
  if (text[offset + 1] != 'u') return 2;
  const std::string_view high = text.substr(offset + 2, 2);
  return high >= "d8" && high < "dc" ? 12 : 6;
}

// Finds keys that stand twice in one object: parsers differ in which of them wins.
class RepeatedKeys {
 public:
  bool operator()(int /*depth*/, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) {
      open_.emplace_back();
    } else if (event == Json::parse_event_t::object_end) {
      open_.pop_back();
    } else if (event == Json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!open_.back().insert(key).second && !repeated_) repeated_ = key;
    }
    return true;
  }
  const std::optional<std::string>& repeated() const { return repeated_; }

 private:
  std::vector<std::set<std::string>> open_;
  std::optional<std::string> repeated_;
};

}  // namespace

int64_t JsonDepth(std::string_view text) {
  int64_t depth = 0;
  int64_t deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

absl::StatusOr<Json> ParseBody(std::string_view body, int64_t max_depth) {
  if (const auto offset = FirstInvalidUtf8(body)) {
    return InvalidArgument("the body is not valid UTF-8 at byte {}: send JSON in UTF-8", *offset);
  }
  if (body.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return InvalidArgument("the body is empty: send a JSON object");
  }
  // The parser takes this byte for the end of the text. JSON has no place for it, in strings
  // neither.
  if (const size_t nul = body.find('\0'); nul != std::string_view::npos) {
    return InvalidArgument("the body is not valid JSON: byte {} is NUL", nul);
  }
  if (const int64_t depth = JsonDepth(body); depth > max_depth) {
    return InvalidArgument("the body nests {} levels deep, above the limit of {}", depth,
                           max_depth);
  }
  Json document;
  RepeatedKeys keys;
  try {
    document = Json::parse(body.begin(), body.end(), std::ref(keys));
  } catch (const Json::exception& error) {
    return InvalidArgument("the body is not valid JSON: {}", Reason(error.what()));
  }
  if (keys.repeated()) {
    return InvalidArgument("the body has the key {} twice in one object", Quoted(*keys.repeated()));
  }
  if (!document.is_object()) {
    return InvalidArgument("the body must be a JSON object, got {}", KindOf(document));
  }
  return document;
}

std::string Shown(const Json& value) {
  std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
  if (text.size() <= kShownBytes) return text;
  size_t end = 0;
  for (size_t unit = 0; end + (unit = UnitBytes(text, end)) <= kShownBytes;) end += unit;
  return text.substr(0, end) + "...";
}

std::string_view KindOf(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return "a boolean";
    case Json::value_t::string:
      return "a string";
    case Json::value_t::array:
      return "an array";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return "an integer";
    default:
      return "a number";
  }
}

}  // namespace rung::api
