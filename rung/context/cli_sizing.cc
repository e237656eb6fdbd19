#include "rung/context/cli_sizing.h"

#include <fmt/format.h>

#include <algorithm>

#include "rung/base/status.h"
#include "rung/context/admission.h"
#include "rung/context/ladder.h"

namespace rung::context {
namespace {

struct HeldCapacities {
  std::vector<int64_t> capacities;  // ascending
  CapacitySource source = CapacitySource::kLadder;
  std::string source_name;
};

HeldCapacities Held(int64_t window, const std::optional<PinnedCapacity>& pin,
                    const std::optional<CapacityList>& list) {
  if (pin) return {{pin->capacity}, CapacitySource::kPin, pin->source};
  if (list) return {list->capacities, CapacitySource::kList, list->source};
  return {LadderWithin(window), CapacitySource::kLadder, ""};
}

std::string ClampNotice(int64_t asked, int64_t effective_prompt_len, const CliSizing& sizing,
                        int64_t window) {
  std::string notice =
      fmt::format("max_new_tokens reduced from {} to {}: ", asked, sizing.max_new_tokens);
  if (sizing.capacity >= window) {
    return notice + fmt::format("the checkpoint's context window is {}", window);
  }
  notice += fmt::format("the largest context capacity is {}", sizing.capacity);
  if (Admits(effective_prompt_len, asked, std::min(window, kMaxCapacity))) {
    notice += fmt::format(" (set {}={} for all of them)", kCapacityVariable,
                          effective_prompt_len + asked);
  }
  return notice;
}

}  // namespace

std::optional<std::string> AboveWindowWarning(const std::string& source, int64_t largest,
                                              int64_t window) {
  if (largest <= window) return std::nullopt;
  return fmt::format(
      "{} asks for a capacity of {}, above the checkpoint's context window of {}: text "
      "past the window may be poor",
      source, largest, window);
}

absl::StatusOr<CliSizing> ResolveContextCapacity(int64_t effective_prompt_len, int64_t requested_n,
                                                 int64_t window,
                                                 const std::optional<PinnedCapacity>& pin,
                                                 const std::optional<CapacityList>& list) {
  RUNG_RETURN_IF_ERROR(CheckRequestNumbers(effective_prompt_len, window));
  if (requested_n < kAsManyAsFit) {
    return InvalidArgument("-n must be 0 or more, or -1 for as many tokens as fit; got {}",
                           requested_n);
  }
  const bool n_given = requested_n != kAsManyAsFit;
  const HeldCapacities held = Held(window, pin, list);
  const int64_t largest = held.capacities.back();

  CliSizing sizing;
  sizing.capacity = SmallestAdmitting(held.capacities, effective_prompt_len,
                                      n_given ? requested_n : kDefaultXlaGenerationBudget)
                        .value_or(largest);
  const int64_t wanted = n_given ? requested_n : 1;
  const bool operators = held.source != CapacitySource::kLadder;
  const int64_t least = n_given && operators ? requested_n : std::min<int64_t>(wanted, 1);
  if (!Admits(effective_prompt_len, least, sizing.capacity)) {
    return Refuse({.effective_prompt_len = effective_prompt_len,
                   .max_new_tokens = wanted,
                   .max_new_given = n_given,
                   .capacities = held.capacities,
                   .source = held.source,
                   .source_name = held.source_name,
                   .window = window});
  }
  const int64_t room = sizing.capacity - effective_prompt_len;
  sizing.max_new_tokens = n_given ? std::min(requested_n, room) : room;
  if (operators) {
    if (auto warning = AboveWindowWarning(held.source_name, largest, window)) {
      sizing.notices.push_back(*std::move(warning));
    }
  }
  if (n_given && sizing.max_new_tokens < requested_n) {
    sizing.notices.push_back(ClampNotice(requested_n, effective_prompt_len, sizing, window));
  }
  if (!pin) {
    sizing.line = fmt::format("context capacity: {} for {} prompt + up to {}", sizing.capacity,
                              effective_prompt_len, sizing.max_new_tokens);
  }
  return sizing;
}

}  // namespace rung::context
