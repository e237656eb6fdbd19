#include "rung/context/capacity_list.h"

#include <algorithm>

#include "rung/base/settings.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/context/ladder.h"

namespace rung::context {

absl::StatusOr<int64_t> ParseCapacity(std::string_view source, std::string_view text) {
  return ParseInteger(source, text, 1, kMaxCapacity);
}

absl::StatusOr<std::vector<int64_t>> ParseCapacityList(std::string_view source,
                                                       std::string_view text) {
  std::vector<int64_t> capacities;
  for (const std::string_view raw : SplitFields(text, ',')) {
    const std::string_view field = Trim(raw);
    if (field.empty()) continue;
    const std::optional<int64_t> capacity = ParseDecimal(field);
    if (!capacity || *capacity < 1 || *capacity > kMaxCapacity) {
      return InvalidArgument(
          "{} must be a comma-separated list of integers in 1..={}, such as 256,4096; field {} is "
          "not one, got {}",
          source, kMaxCapacity, Quoted(field), Quoted(text));
    }
    capacities.push_back(*capacity);
  }
  if (capacities.empty()) {
    return InvalidArgument(
        "{} must list at least one capacity, an integer in 1..={}, such as 256,4096; got {} (unset "
        "it to have the capacities derived)",
        source, kMaxCapacity, Quoted(text));
  }
  std::sort(capacities.begin(), capacities.end());
  capacities.erase(std::unique(capacities.begin(), capacities.end()), capacities.end());
  return capacities;
}

absl::StatusOr<OperatorCapacities> ReadOperatorCapacities(
    const Environment& environment, const std::optional<std::string>& ctx_size_flag) {
  OperatorCapacities chosen;
  // As llama.cpp has it, 0 is no pin, the variable's neither.
  const bool asks_for_none = ctx_size_flag && Trim(*ctx_size_flag) == "0";
  if (!asks_for_none && (ctx_size_flag || environment.context_capacity)) {
    PinnedCapacity pin;
    pin.source = ctx_size_flag ? kCapacityFlag : kCapacityVariable;
    RUNG_ASSIGN_OR_RETURN(
        pin.capacity,
        ParseCapacity(pin.source, ctx_size_flag ? *ctx_size_flag : *environment.context_capacity));
    chosen.pin = std::move(pin);
  } else if (environment.context_buckets) {
    CapacityList list;
    RUNG_ASSIGN_OR_RETURN(list.capacities,
                          ParseCapacityList(list.source, *environment.context_buckets));
    chosen.list = std::move(list);
  }
  return chosen;
}

}  // namespace rung::context
