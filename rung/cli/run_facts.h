// What a run is made of, in one place: the line at its start, and the head of a measurement.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "rung/base/settings.h"
#include "rung/cli/command.h"
#include "rung/cli/memory_budget.h"
#include "rung/pjrt/plugin.h"

namespace rung::cli {

struct Fact {
  const char* name = "";
  std::variant<std::monostate, std::string, int64_t> value;  // monostate: there is none
};

// Version, model, architecture, lowering, precision, KV dtype, instruction set of the kernels
// (portable: none), threads, device and plugin, memory limit. `budget` may be null, for commands
// that plan no memory.
std::vector<Fact> RunFacts(const Settings& settings, const ModelDescription& description,
                           const pjrt::Plugin& plugin, const MemoryBudget* budget);

// "rung version=0.1.0 model=/models/a.gguf ...": a value with anything unusual in it is quoted;
// what has no value is left out.
std::string FactsLine(const std::vector<Fact>& facts);

}  // namespace rung::cli
