// Reading values that people type: strict numbers, trimming, and quoting them back in one line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rung {

// `text` without ASCII whitespace at both ends.
std::string_view Trim(std::string_view text);

// The pieces of `text` between separators, untrimmed, empty ones included: "a,,b" -> "a", "", "b".
std::vector<std::string_view> SplitFields(std::string_view text, char separator);

// A decimal integer written with ASCII digits alone: no sign, no space, no point, no exponent.
// Nothing when `text` is anything else or does not fit int64.
std::optional<int64_t> ParseDecimal(std::string_view text);

// `text` between double quotes on one line: quotes, backslashes, control characters and bytes above
// 7e become escapes, and long text is cut after 80 bytes, since an operator's terminal and log take
// whatever an error message contains.
std::string Quoted(std::string_view text);

// Text that somebody else chose, such as a path, for a message: on one line of valid UTF-8, control
// characters and line separators as escapes.
std::string OnOneLine(std::string_view text);

// The same, cut after as many whole characters as `max_bytes` hold.
std::string ShortLine(std::string_view text, size_t max_bytes);

}  // namespace rung
