// Run facts as JSON. Costs what nlohmann/json costs to compile: only for .cc files that print JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rung/cli/run_facts.h"

namespace rung::cli {

// The members that a report begins with; a fact without a value is null.
inline nlohmann::ordered_json FactsJson(const std::vector<Fact>& facts) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Fact& fact : facts) {
    json[fact.name] = nullptr;
    if (const auto* text = std::get_if<std::string>(&fact.value)) json[fact.name] = *text;
    if (const auto* number = std::get_if<int64_t>(&fact.value)) json[fact.name] = *number;
  }
  return json;
}

// Indented; bytes of a path that are no UTF-8 are replaced, since JSON has none.
inline std::string DumpJson(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace rung::cli
