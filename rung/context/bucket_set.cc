#include "rung/context/bucket_set.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "rung/base/status.h"
#include "rung/context/cli_sizing.h"
#include "rung/context/ladder.h"

namespace rung::context {
namespace {

// A bucket of exactly the floor holds the image and not one word about it.
constexpr int64_t kLeastTextBesideImage = 2;  // one token of prompt, one of reply

std::string WorstImage(const ImageFloor& floor) {
  return fmt::format("an image of this checkpoint expands to as many as {} tokens ({})",
                     floor.tokens, floor.tiling);
}

std::vector<std::string> DroppedLines(const std::vector<DroppedBucket>& dropped) {
  std::vector<std::string> lines;
  for (const DroppedBucket& bucket : dropped) lines.push_back(bucket.Line());
  return lines;
}

// `capacities` and a bucket for the worst image with a default reply, as a value for the variable.
std::string ListThatWorks(const std::vector<int64_t>& capacities, const ImageFloor& floor) {
  return fmt::format("{}={},{}", kBucketsVariable, fmt::join(capacities, ","),
                     floor.tokens + kDefaultXlaGenerationBudget);
}

}  // namespace

absl::StatusOr<BucketSet> BucketSet::Make(int64_t window, const OperatorCapacities& operators,
                                          const std::optional<ImageFloor>& image_floor) {
  RUNG_RETURN_IF_ERROR(CheckRequestNumbers(/*effective_prompt_len=*/1, window));
  if (image_floor && (image_floor->tokens < 1 ||
                      image_floor->tokens > kMaxCapacity - kDefaultXlaGenerationBudget)) {
    return InvalidArgument("the checkpoint's image floor is {}: it must be in 1..={}",
                           image_floor->tokens, kMaxCapacity - kDefaultXlaGenerationBudget);
  }
  BucketSet set;
  set.window_ = window;
  set.image_floor_ = image_floor;
  if (operators.pin) {
    set.source_ = CapacitySource::kPin;
    set.source_name_ = operators.pin->source;
    set.capacities_ = {operators.pin->capacity};
  } else if (operators.list) {
    RUNG_RETURN_IF_ERROR(set.UseList(*operators.list));
  } else {
    RUNG_RETURN_IF_ERROR(set.Derive());
  }
  if (set.source_ != CapacitySource::kServerSet) {
    if (auto warning = AboveWindowWarning(set.source_name_, set.largest(), window)) {
      set.warnings_.push_back(*std::move(warning));
    }
  }
  return set;
}

absl::Status BucketSet::UseList(const CapacityList& list) {
  source_ = CapacitySource::kList;
  source_name_ = list.source;
  capacities_ = list.capacities;
  if (!image_floor_) return absl::OkStatus();
  if (image_floor_->tokens > largest()) {
    return FailedPrecondition("{}, and the largest capacity of {} is {}; start with {}",
                              WorstImage(*image_floor_), list.source, largest(),
                              ListThatWorks(capacities_, *image_floor_));
  }
  if (largest() < image_floor_->tokens + kLeastTextBesideImage) {
    warnings_.push_back(
        fmt::format("{}, and the largest capacity of {} is {}: no room for text and a reply beside "
                    "it; start with {}",
                    WorstImage(*image_floor_), list.source, largest(),
                    ListThatWorks(capacities_, *image_floor_)));
  }
  return absl::OkStatus();
}

absl::Status BucketSet::Derive() {
  capacities_ = {std::min(kLadder.front(), window_)};
  const int64_t text_bucket = std::min(kLargestDerivedCapacity, window_);
  if (text_bucket > largest()) capacities_.push_back(text_bucket);
  if (!image_floor_) return absl::OkStatus();
  const int64_t wanted = image_floor_->tokens + kDefaultXlaGenerationBudget;
  if (wanted <= largest()) return absl::OkStatus();
  const int64_t bucket = std::min(wanted, window_);
  if (bucket < image_floor_->tokens + kLeastTextBesideImage) {
    return FailedPrecondition(
        "{}, and its context window is {}: no room for that image, text and a reply; to serve "
        "what fits, or past the window, start with {} (the largest capacity now is {})",
        WorstImage(*image_floor_), window_, ListThatWorks(capacities_, *image_floor_), largest());
  }
  if (bucket > largest()) capacities_.push_back(bucket);
  return absl::OkStatus();
}

absl::StatusOr<BucketSet> BucketSet::Without(int64_t capacity, std::string_view reason) const {
  RUNG_ASSIGN_OR_RETURN(BucketSet set, Reduced(capacity, reason));
  if (set.HoldsWorstImage()) return set;
  return FailedPrecondition("{}, and the largest capacity left is {}: {}",
                            WorstImage(*image_floor_), set.largest(),
                            fmt::join(DroppedLines(set.dropped_), "; "));
}

absl::StatusOr<BucketSet> BucketSet::WithoutWhileServing(int64_t capacity,
                                                         std::string_view reason) const {
  RUNG_ASSIGN_OR_RETURN(BucketSet set, Reduced(capacity, reason));
  if (!set.HoldsWorstImage()) {
    set.dropped_.back().reason += fmt::format(" ({}, and the largest capacity left is {})",
                                              WorstImage(*image_floor_), set.largest());
  }
  return set;
}

absl::StatusOr<BucketSet> BucketSet::Reduced(int64_t capacity, std::string_view reason) const {
  const auto held = std::find(capacities_.begin(), capacities_.end(), capacity);
  if (held == capacities_.end()) {
    return InvalidArgument("capacity {} is none of those held: {}", capacity,
                           FormatCapacities(capacities_));
  }
  if (source_ == CapacitySource::kPin) {
    return FailedPrecondition("the capacity {} that {} asks for cannot be used: {}", capacity,
                              source_name_, reason);
  }
  BucketSet set = *this;
  const auto index = held - capacities_.begin();
  const int64_t below = index == 0 ? 0 : capacities_[index - 1];
  const auto was_dropped = [&](int64_t rung) {
    return std::any_of(dropped_.begin(), dropped_.end(),
                       [rung](const DroppedBucket& bucket) { return bucket.capacity == rung; });
  };
  std::optional<int64_t> lower = NextLowerRung(capacity);
  while (lower && was_dropped(*lower)) lower = NextLowerRung(*lower);
  DroppedBucket dropped{.capacity = capacity, .reason = std::string(reason)};
  if (lower && *lower > below) {
    dropped.replacement = lower;
    set.capacities_[index] = *lower;
  } else {
    set.capacities_.erase(set.capacities_.begin() + index);
  }
  set.dropped_.push_back(std::move(dropped));
  if (set.capacities_.empty()) {
    return FailedPrecondition("no capacity is left to serve: {}",
                              fmt::join(DroppedLines(set.dropped_), "; "));
  }
  return set;
}

bool BucketSet::HoldsWorstImage() const {
  if (!image_floor_) return true;
  // The operator's list may have no room for text beside the image; a derived set has it.
  const int64_t text = source_ == CapacitySource::kList ? 0 : kLeastTextBesideImage;
  return largest() >= image_floor_->tokens + text;
}

std::string DroppedBucket::Line() const {
  std::string line = fmt::format("capacity {} bucket was dropped: {}", capacity, reason);
  if (replacement) line += fmt::format("; {} takes its place", *replacement);
  return line;
}

absl::StatusOr<Route> BucketSet::RouteRequest(int64_t effective_prompt_len,
                                              std::optional<int64_t> max_new_tokens,
                                              std::string_view budget_field) const {
  RUNG_RETURN_IF_ERROR(CheckRequestNumbers(effective_prompt_len, window_));
  if (max_new_tokens && *max_new_tokens < 0) {
    return InvalidArgument("max_new_tokens must be 0 or more; got {}", *max_new_tokens);
  }
  const int64_t budget = max_new_tokens.value_or(kDefaultXlaGenerationBudget);
  const int64_t capacity =
      SmallestAdmitting(capacities_, effective_prompt_len, budget).value_or(largest());
  const int64_t least = max_new_tokens.value_or(1);
  if (!Admits(effective_prompt_len, least, capacity)) {
    return Refuse({.effective_prompt_len = effective_prompt_len,
                   .max_new_tokens = least,
                   .max_new_given = max_new_tokens.has_value(),
                   .capacities = capacities_,
                   .source = source_,
                   .source_name = source_name_,
                   .window = window_,
                   .dropped = DroppedLines(dropped_),
                   .budget_field = budget_field});
  }
  return Route{.capacity = capacity,
               .max_new_tokens = max_new_tokens.value_or(capacity - effective_prompt_len)};
}

std::string BucketSet::StartLine() const {
  return fmt::format("capacities={} image_floor={}", FormatCapacities(capacities_),
                     image_floor_ ? std::to_string(image_floor_->tokens) : "None");
}

std::string BucketSet::CompiledLine() const {
  return fmt::format("OpenXLA capacity buckets compiled capacities={}",
                     FormatCapacities(capacities_));
}

}  // namespace rung::context
