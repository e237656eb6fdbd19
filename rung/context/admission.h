// The admission rule, and what a request that it turns away is told.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace rung::context {

// True when effective_prompt_len + max_new_tokens <= capacity, for any int64 whatever: sums that
// overflow, negative numbers and capacities below 1 are not admitted. `effective_prompt_len` counts
// the prompt after image expansion.
bool Admits(int64_t effective_prompt_len, int64_t max_new_tokens, int64_t capacity);

// The smallest of `capacities` (ascending) that admits the request; nothing when none does.
std::optional<int64_t> SmallestAdmitting(std::span<const int64_t> capacities,
                                         int64_t effective_prompt_len, int64_t max_new_tokens);

// Where a set of capacities comes from; it decides what an operator can change.
enum class CapacitySource : uint8_t {
  kPin,        // MLXCEL_XLA_CONTEXT_CAPACITY or its flag
  kList,       // MLXCEL_XLA_CONTEXT_BUCKETS
  kLadder,     // the ladder within the window: the command line's choice
  kServerSet,  // the set derived for a server
};

// A request that no held capacity admits.
struct RefusedRequest {
  int64_t effective_prompt_len = 0;
  int64_t max_new_tokens = 1;       // as asked; 1 where it was absent
  bool max_new_given = false;       // false: the request did not say how many
  std::vector<int64_t> capacities;  // held, ascending, not empty
  CapacitySource source = CapacitySource::kLadder;
  std::string source_name;  // the variable or flag of a pin or list
  int64_t window = 0;       // the checkpoint's
  // Of buckets that were to be held and are not: capacities above those held do not help then.
  std::vector<std::string> dropped;
  // How a client of a server asks for what `max_new_tokens` is.
  std::string_view budget_field = "max_tokens";
};

// One change that makes the request fit.
struct Remedy {
  enum class Kind : uint8_t {
    kLowerMaxNew,    // ask for `max_new_tokens` at most
    kRaisePin,       // set the pin to `capacity` or more
    kAddBucket,      // add `capacity` to the list
    kSetBuckets,     // name the list: those held, and `capacity`
    kShortenPrompt,  // to `prompt_len` at most, with `max_new_tokens`
  };
  Kind kind = Kind::kShortenPrompt;
  int64_t capacity = 0;
  int64_t prompt_len = 0;
  int64_t max_new_tokens = 0;
};

// Never empty; each of them, followed alone, is admitted. Capacities above the window are not
// proposed: they would be admitted and give poor text.
std::vector<Remedy> Remedies(const RefusedRequest& request);

// OutOfRange, in one line for the operator: both addends, context_capacity=<largest>, the buckets
// held, the remedies. ClientMessage has the line for a client of a server.
absl::Status Refuse(const RefusedRequest& request);

// True for what Refuse returns. Servers answer it with 400 context_length_exceeded.
bool IsCapacityRefusal(const absl::Status& status);

// Of a capacity refusal: the same numbers for those who sent the request, in the words that clients
// look for ("This model's maximum context length is ..."), and of the remedies those that they can
// follow. No variables and no reasons of the operator's.
std::string ClientMessage(const absl::Status& refusal);

// "[256, 4096]".
std::string FormatCapacities(std::span<const int64_t> capacities);

// InvalidArgument unless the prompt has a token and the window holds one.
absl::Status CheckRequestNumbers(int64_t effective_prompt_len, int64_t window);

}  // namespace rung::context
