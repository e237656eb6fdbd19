// "Did you mean": the known word closest to a mistyped one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rung::cli {

// Levenshtein distance in bytes.
int EditDistance(std::string_view a, std::string_view b);

// The closest of `known` (first on a tie), or nothing when none is near: a mistyped word has one
// wrong letter, and one more for each four. Dashes in front count for nothing.
std::optional<std::string> Nearest(std::string_view word, std::span<const std::string> known);

}  // namespace rung::cli
