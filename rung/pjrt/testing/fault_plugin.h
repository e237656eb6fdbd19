// The functions that the fault plugin exports beside GetPjrtApi, for tests in the same process.
//
// The plugin loads the one that RUNG_FAULT_PLUGIN names, hands out a copy of its table, and lets
// calls fail as RUNG_FAULT_PLAN says (fault_plan.h). With RUNG_FAULT_NO_EXTENSIONS it has none of
// the real one's extensions, custom calls among them; with RUNG_FAULT_DEVICE_BYTES its device says
// that it has so much memory of its own.
#pragma once

#include <cstdint>

extern "C" {

// A new plan from here on, with all counts at zero. False, and no change, when it is none.
using RungFaultSetPlanFunction = bool (*)(const char* plan);
// Calls of an entry, entries that were called, and failures of all entries, since then.
using RungFaultCallsFunction = int64_t (*)(const char* entry);
using RungFaultCalledFunction =
    const char* (*)();  // names, separated by spaces; until the next call
using RungFaultCountFunction = int64_t (*)();
// Objects that the plugin has handed out and that were not destroyed: buffers, events, executables,
// clients and errors.
using RungFaultLiveFunction = int64_t (*)();
}

namespace rung::pjrt::testing {

inline constexpr char kSetPlanSymbol[] = "RungFaultSetPlan";
inline constexpr char kCallsSymbol[] = "RungFaultCalls";
inline constexpr char kCalledSymbol[] = "RungFaultCalled";
inline constexpr char kCountSymbol[] = "RungFaultCount";
inline constexpr char kLiveSymbol[] = "RungFaultLive";

}  // namespace rung::pjrt::testing
