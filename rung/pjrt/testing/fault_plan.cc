#include "rung/pjrt/testing/fault_plan.h"

#include "rung/base/typed_text.h"

namespace rung::pjrt::testing {
namespace {

bool MatchesModule(std::string_view pattern, std::string_view module) {
  if (pattern.empty()) return true;
  if (pattern.ends_with('*')) return module.starts_with(pattern.substr(0, pattern.size() - 1));
  return pattern == module;
}

bool ParseCalls(std::string_view text, FaultRule* rule) {
  if (text == "*") return true;
  const std::vector<std::string_view> ends = SplitFields(text, '-');
  if (ends.size() > 2) return false;
  const std::optional<int64_t> first = ParseDecimal(ends.front());
  const std::optional<int64_t> last = ParseDecimal(ends.back());
  if (!first || !last) return false;
  rule->first_call = *first;
  rule->last_call = *last;
  return true;
}

std::optional<FaultRule> ParseRule(std::string_view text) {
  const std::vector<std::string_view> fields = SplitFields(text, ':');
  const size_t at = fields.front().rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  FaultRule rule;
  std::string_view entry = fields.front().substr(0, at);
  if (const size_t open = entry.find('('); open != std::string_view::npos) {
    if (!entry.ends_with(')')) return std::nullopt;
    rule.module = entry.substr(open + 1, entry.size() - open - 2);
    entry = entry.substr(0, open);
  }
  rule.entry = entry;
  if (!entry.starts_with("PJRT_") || !ParseCalls(fields.front().substr(at + 1), &rule)) {
    return std::nullopt;
  }
  constexpr std::string_view kDelay = "delay=";
  for (size_t i = 1; i < fields.size(); ++i) {
    if (fields[i] == "after") {
      rule.after = true;
    } else if (fields[i].starts_with(kDelay)) {
      rule.delay_ms = ParseDecimal(fields[i].substr(kDelay.size())).value_or(0);
      if (rule.delay_ms <= 0) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return rule;
}

}  // namespace

std::optional<FaultPlan> FaultPlan::Parse(std::string_view text) {
  FaultPlan plan;
  for (std::string_view field : SplitFields(text, ';')) {
    if (Trim(field).empty()) continue;
    std::optional<FaultRule> rule = ParseRule(Trim(field));
    if (!rule) return std::nullopt;
    plan.rules_.push_back({*std::move(rule)});
  }
  return plan;
}

Fault FaultPlan::OnCall(std::string_view entry, std::string_view module) {
  ++calls_[std::string(entry)];
  Fault fault;
  for (CountedRule& counted : rules_) {
    const FaultRule& rule = counted.rule;
    if (rule.entry != entry || !MatchesModule(rule.module, module)) continue;
    ++counted.calls;
    if (counted.calls < rule.first_call || counted.calls > rule.last_call) continue;
    if (rule.delay_ms > 0) {
      fault.delay_ms += rule.delay_ms;
    } else {
      fault.kind = rule.after ? FaultKind::kAfter : FaultKind::kBefore;
      ++faults_;
    }
  }
  return fault;
}

int64_t FaultPlan::Calls(std::string_view entry) const {
  const auto found = calls_.find(entry);
  return found == calls_.end() ? 0 : found->second;
}

std::string FaultPlan::Called() const {
  std::string names;
  for (const auto& [entry, calls] : calls_) {
    if (!names.empty()) names += ' ';
    names += entry;
  }
  return names;
}

std::string_view ModuleName(std::string_view text) {
  constexpr std::string_view kModule = "module @";
  const size_t at = text.find(kModule);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + kModule.size());
  return text.substr(0, text.find_first_of(" \n{"));
}

}  // namespace rung::pjrt::testing
