#include "rung/context/admission.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "absl/strings/cord.h"
#include "rung/base/status.h"
#include "rung/context/capacity_list.h"
#include "rung/context/ladder.h"

namespace rung::context {
namespace {

// What the request needs, or nothing when no capacity can hold it: the sum is above what the device
// can count, or above the window.
std::optional<int64_t> UsableNeed(const RefusedRequest& request) {
  const int64_t bound = std::min(kMaxCapacity, request.window);
  if (!Admits(request.effective_prompt_len, request.max_new_tokens, bound)) return std::nullopt;
  return request.effective_prompt_len + request.max_new_tokens;
}

// The bucket to add for a request of `need` tokens: its rung, since neighbours of that length come
// along, within the window; above the ladder just what is needed.
int64_t BucketFor(int64_t need, int64_t window) {
  return std::min(NextRung(need - 1).value_or(need), window);
}

Remedy CapacityRemedy(const RefusedRequest& request, int64_t need) {
  switch (request.source) {
    case CapacitySource::kPin:
    case CapacitySource::kLadder:
      return {.kind = Remedy::Kind::kRaisePin, .capacity = need};
    case CapacitySource::kList:
      return {.kind = Remedy::Kind::kAddBucket, .capacity = BucketFor(need, request.window)};
    case CapacitySource::kServerSet:
      break;
  }
  return {.kind = Remedy::Kind::kSetBuckets, .capacity = BucketFor(need, request.window)};
}

// `budget`: how whoever reads it calls the number of new tokens.
std::string Describe(const Remedy& remedy, const RefusedRequest& request, std::string_view budget) {
  switch (remedy.kind) {
    case Remedy::Kind::kLowerMaxNew:
      return fmt::format("ask for {}={} or less", budget, remedy.max_new_tokens);
    case Remedy::Kind::kRaisePin:
      return fmt::format("set {} to {} or more",
                         request.source == CapacitySource::kPin
                             ? std::string_view(request.source_name)
                             : kCapacityVariable,
                         remedy.capacity);
    case Remedy::Kind::kAddBucket:
      return fmt::format("add {} to {}", remedy.capacity, request.source_name);
    case Remedy::Kind::kSetBuckets:
      return fmt::format("start with {}={},{}", kBucketsVariable,
                         fmt::join(request.capacities, ","), remedy.capacity);
    case Remedy::Kind::kShortenPrompt:
      break;
  }
  std::string text = fmt::format("shorten the prompt to {} token{} or less", remedy.prompt_len,
                                 remedy.prompt_len == 1 ? "" : "s");
  if (remedy.max_new_tokens != request.max_new_tokens) {
    text += fmt::format(" with {}={}", budget, remedy.max_new_tokens);
  }
  return text;
}

constexpr std::string_view kRefusal = "request exceeds the OpenXLA context capacity";
constexpr char kClientPayload[] = "rung/client_message";

std::string Numbers(const RefusedRequest& request) {
  return fmt::format(
      "{}: effective_prompt_len={} + max_new_tokens={} > context_capacity={}; buckets held: {}",
      kRefusal, request.effective_prompt_len, request.max_new_tokens, request.capacities.back(),
      FormatCapacities(request.capacities));
}

bool IsForClients(const Remedy& remedy) {
  return remedy.kind == Remedy::Kind::kLowerMaxNew || remedy.kind == Remedy::Kind::kShortenPrompt;
}

// The beginning is what some clients of other servers take for a sign that the prompt must be cut;
// others look for the code, and in the message alone.
std::string ForClients(const RefusedRequest& request, const std::vector<Remedy>& remedies) {
  std::vector<std::string> ways_out;
  for (const Remedy& remedy : remedies) {
    if (IsForClients(remedy)) ways_out.push_back(Describe(remedy, request, request.budget_field));
  }
  return fmt::format(
      "This model's maximum context length is {} tokens, and the request asks for {} in the prompt "
      "and {}{} in the reply: {} (context_length_exceeded: {})",
      request.capacities.back(), request.effective_prompt_len,
      request.max_new_given ? "" : "at least ", request.max_new_tokens,
      fmt::join(ways_out, ", or "), Numbers(request));
}

}  // namespace

bool Admits(int64_t effective_prompt_len, int64_t max_new_tokens, int64_t capacity) {
  if (effective_prompt_len < 0 || max_new_tokens < 0 || capacity < 1) return false;
  // Subtracting cannot overflow: both are in [0, 2^63).
  return effective_prompt_len <= capacity && max_new_tokens <= capacity - effective_prompt_len;
}

std::optional<int64_t> SmallestAdmitting(std::span<const int64_t> capacities,
                                         int64_t effective_prompt_len, int64_t max_new_tokens) {
  for (const int64_t capacity : capacities) {
    if (Admits(effective_prompt_len, max_new_tokens, capacity)) return capacity;
  }
  return std::nullopt;
}

std::vector<Remedy> Remedies(const RefusedRequest& request) {
  const int64_t largest = request.capacities.back();
  std::vector<Remedy> remedies;
  const bool reply_fits = request.effective_prompt_len < largest;
  if (request.max_new_given && reply_fits) {
    remedies.push_back({.kind = Remedy::Kind::kLowerMaxNew,
                        .max_new_tokens = largest - request.effective_prompt_len});
  }
  const std::optional<int64_t> need = UsableNeed(request);
  if (need && request.dropped.empty()) {
    remedies.push_back(CapacityRemedy(request, *need));
  }
  if (request.max_new_tokens < largest) {
    remedies.push_back({.kind = Remedy::Kind::kShortenPrompt,
                        .prompt_len = largest - request.max_new_tokens,
                        .max_new_tokens = request.max_new_tokens});
  } else if (!reply_fits) {
    const int64_t prompt_len = std::max<int64_t>(largest - 1, 1);
    remedies.push_back({.kind = Remedy::Kind::kShortenPrompt,
                        .prompt_len = prompt_len,
                        .max_new_tokens = largest - prompt_len});
  }
  return remedies;
}

absl::Status Refuse(const RefusedRequest& request) {
  std::vector<std::string> ways_out;
  std::string dropped;
  for (const std::string& line : request.dropped) dropped += fmt::format(" ({})", line);
  const std::vector<Remedy> remedies = Remedies(request);
  for (const Remedy& remedy : remedies) {
    ways_out.push_back(Describe(remedy, request, "max_new_tokens"));
  }
  absl::Status status = absl::OutOfRangeError(
      fmt::format("{}{}; {}", Numbers(request), dropped, fmt::join(ways_out, ", or ")));
  status.SetPayload(kClientPayload, absl::Cord(ForClients(request, remedies)));
  return status;
}

bool IsCapacityRefusal(const absl::Status& status) {
  return status.code() == absl::StatusCode::kOutOfRange && Message(status).starts_with(kRefusal);
}

std::string ClientMessage(const absl::Status& refusal) {
  const auto message = refusal.GetPayload(kClientPayload);
  return message ? std::string(*message) : std::string(Message(refusal));
}

std::string FormatCapacities(std::span<const int64_t> capacities) {
  return fmt::format("[{}]", fmt::join(capacities, ", "));
}

absl::Status CheckRequestNumbers(int64_t effective_prompt_len, int64_t window) {
  if (effective_prompt_len < 1) {
    return InvalidArgument("the prompt has no tokens (effective_prompt_len={}): give at least one",
                           effective_prompt_len);
  }
  if (window < 1) {
    return InvalidArgument("the checkpoint's context window is {}: it must be at least 1", window);
  }
  return absl::OkStatus();
}

}  // namespace rung::context
