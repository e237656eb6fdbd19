#include "rung/cli/unknown_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "rung/cli/nearest.h"

namespace rung::cli {
namespace {

// Longest first: what stands behind the prefix is what people misspell.
constexpr std::array<std::string_view, 4> kPrefixes = {"RUNG_", "MLXCEL_XLA_", "MLXCEL_", "MLX_"};

std::optional<std::string_view> PrefixOf(std::string_view name) {
  const auto found = std::ranges::find_if(
      kPrefixes, [name](std::string_view prefix) { return name.starts_with(prefix); });
  if (found == kPrefixes.end()) return std::nullopt;
  return *found;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsPlainName(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || IsDigit(c) || c == '_';
  });
}

// Of a service called rung or rung-...: RUNG_SERVICE_HOST, RUNG_SERVICE_PORT_HTTP, RUNG_PORT,
// RUNG_PORT_8080_TCP_ADDR.
bool IsServiceLink(std::string_view name, std::string_view value) {
  if (name.find("_SERVICE_HOST") != name.npos || name.find("_SERVICE_PORT") != name.npos) {
    return true;
  }
  constexpr std::string_view kPort = "_PORT_";
  const size_t port = name.find(kPort);
  if (port != name.npos && port + kPort.size() < name.size()) {
    return IsDigit(name[port + kPort.size()]);
  }
  return name.ends_with("_PORT") && value.find("://") != value.npos;
}

// At most a third of the letters differ, or it is the beginning of the name: CACHE of CACHE_DIR.
std::optional<int> Distance(std::string_view typed, std::string_view known) {
  const int distance = EditDistance(typed, known);
  if (distance <= static_cast<int>(typed.size()) / 3) return distance;
  if (typed.size() > 1 && known.starts_with(std::string(typed) + "_")) return distance;
  return std::nullopt;
}

// By what stands behind the prefixes, so that a wrong prefix is one mistake: RUNG_DEVICE. Names of
// MLX's own are compared with those of the same prefix alone.
std::optional<std::string_view> NearestVariable(std::string_view name, std::string_view prefix) {
  std::optional<std::string_view> nearest;
  int least = 0;
  for (const EnvironmentVariable& variable : EnvironmentVariables()) {
    const std::string_view known = variable.name;
    const std::optional<std::string_view> known_prefix = PrefixOf(known);
    if (!known_prefix || ((prefix == "MLX_") != (*known_prefix == "MLX_"))) continue;
    const std::optional<int> distance =
        Distance(name.substr(prefix.size()), known.substr(known_prefix->size()));
    if (!distance || (nearest && *distance >= least)) continue;
    least = *distance;
    nearest = known;
  }
  return nearest;
}

std::string UnknownNameWarning(std::string_view name, std::optional<std::string_view> nearest) {
  return fmt::format("the environment variable {} is not one of this program and is ignored{}",
                     name,
                     nearest ? fmt::format("; did you mean {}?", *nearest)
                             : "; docs/environment.md lists them all");
}

}  // namespace

std::vector<UnknownVariable> UnknownVariables(const Environment& environment) {
  std::vector<UnknownVariable> unknown;
  for (const auto& [name, value] : environment.others) {
    const std::optional<std::string_view> prefix = PrefixOf(name);
    if (!prefix || !IsPlainName(name) || IsServiceLink(name, value)) continue;
    const std::string_view rest = std::string_view(name).substr(prefix->size());
    if (*prefix == "RUNG_" && rest.starts_with("FAULT_")) continue;  // rung/pjrt/testing
    const std::optional<std::string_view> nearest = NearestVariable(name, *prefix);
    const bool is_ours = *prefix == "RUNG_" || *prefix == "MLXCEL_XLA_";
    if (!nearest && !is_ours) continue;
    unknown.push_back({name, UnknownNameWarning(name, nearest)});
  }
  return unknown;
}

}  // namespace rung::cli
