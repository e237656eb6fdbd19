// How large a graph the command line compiles for one request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/context/capacity_list.h"

namespace rung::context {

// -n when it was not given: as many tokens as fit.
inline constexpr int64_t kAsManyAsFit = -1;

struct CliSizing {
  int64_t capacity = 0;
  int64_t max_new_tokens = 0;        // after clamping: effective_prompt_len + this <= capacity
  std::optional<std::string> line;   // the sizing line for stderr; nothing under a pin
  std::vector<std::string> notices;  // one line each, for stderr
};

// Sizes one request. `requested_n` is -n (kAsManyAsFit when absent); `window` is the checkpoint's
// context length.
//
// A pin is the capacity. Else the smallest capacity of the list, or of the ladder within the
// window, that admits prompt + budget, where budget is `requested_n`, or
// kDefaultXlaGenerationBudget when that is absent; the largest when none does. Then the new tokens
// are fitted to it: an absent n is all the room left; an explicit n that only the window or the top
// rung limits is clamped, with a notice; an explicit n that a pin or a list cannot hold is refused.
//
// OutOfRange (see Refuse) when there is no room for one token or an explicit n is refused;
// InvalidArgument for an empty prompt, a window below 1 or an n below -1.
absl::StatusOr<CliSizing> ResolveContextCapacity(int64_t effective_prompt_len, int64_t requested_n,
                                                 int64_t window,
                                                 const std::optional<PinnedCapacity>& pin,
                                                 const std::optional<CapacityList>& list);

// The warning for a pin or list with a capacity above the window, which is the operator's right;
// nothing when there is none. `largest` is the pin, or the list's largest.
std::optional<std::string> AboveWindowWarning(const std::string& source, int64_t largest,
                                              int64_t window);

}  // namespace rung::context
