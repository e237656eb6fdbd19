// Which calls into a plugin go wrong, and how. For tests.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rung::pjrt::testing {

// A plan is rules with ';' between them:
//
//   ENTRY[(MODULE)]@CALLS[:after][:delay=MS]
//
// ENTRY is a field of PJRT_Api ("PJRT_LoadedExecutable_Execute"). CALLS are counted from 1 when the
// plan is set: "3", "3-5" or "*". MODULE, for PJRT_Client_Compile, is a module's name, or its
// beginning and a '*'; then only calls with such a module are counted. A call that a rule names
// fails before it reaches the plugin; with ":after" the plugin does its work, what it returned is
// destroyed, and then the call fails: after an execution, donated buffers are gone. With ":delay"
// it sleeps, and then succeeds.
struct FaultRule {
  std::string entry;
  std::string module;  // empty: any
  int64_t first_call = 1;
  int64_t last_call = INT64_MAX;
  bool after = false;
  int64_t delay_ms = 0;  // above 0: no failure
};

enum class FaultKind : uint8_t { kNone, kBefore, kAfter };

struct Fault {
  FaultKind kind = FaultKind::kNone;
  int64_t delay_ms = 0;
};

// Not thread-safe: whoever shares one guards it.
class FaultPlan {
 public:
  // Nothing when `text` is no plan.
  static std::optional<FaultPlan> Parse(std::string_view text);

  // Counts the call and says what becomes of it.
  Fault OnCall(std::string_view entry, std::string_view module = "");
  // Calls of `entry` since the plan was set.
  int64_t Calls(std::string_view entry) const;
  // Every entry that was called since then, separated by spaces.
  std::string Called() const;
  int64_t faults() const { return faults_; }

 private:
  struct CountedRule {
    FaultRule rule;
    int64_t calls = 0;
  };
  std::vector<CountedRule> rules_;
  std::map<std::string, int64_t, std::less<>> calls_;
  int64_t faults_ = 0;
};

// The name of the first module in StableHLO text: "decode_256"; empty when there is none.
std::string_view ModuleName(std::string_view text);

}  // namespace rung::pjrt::testing
