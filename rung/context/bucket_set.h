// The set of context capacities that a server holds, and which of them a request gets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/context/admission.h"
#include "rung/context/capacity_list.h"

namespace rung::context {

// Largest capacity of a set that nobody named, images apart.
inline constexpr int64_t kLargestDerivedCapacity = 4096;

// What the worst image of a checkpoint expands to, from its config files.
struct ImageFloor {
  int64_t tokens = 0;
  std::string tiling;  // the tiling that makes it, for messages: "8x1 crops"
};

// A capacity that was to be held and cannot be.
struct DroppedBucket {
  int64_t capacity = 0;
  std::string reason;                  // one line
  std::optional<int64_t> replacement;  // the lower rung that is tried instead
  // "capacity 4096 bucket was dropped: out of memory; 2048 takes its place"
  std::string Line() const;
};

struct Route {
  int64_t capacity = 0;
  int64_t max_new_tokens = 0;  // as asked; where it was absent, what is left of the capacity
};

// Immutable; copies are cheap; safe to read from any thread.
class BucketSet {
 public:
  // Pin -> one bucket; list -> the list; else [256, min(4096, window)], and, when the worst image
  // and a default reply need more than its largest, an image bucket of min(floor + 512, window).
  //
  // FailedPrecondition when the worst image cannot be served: a list whose largest is below the
  // floor, or a window without room for the image, a token of text and a token of reply. A pin is a
  // decision and passes. InvalidArgument for a window below 1 or a floor out of range.
  static absl::StatusOr<BucketSet> Make(int64_t window, const OperatorCapacities& operators,
                                        const std::optional<ImageFloor>& image_floor);

  const std::vector<int64_t>& capacities() const { return capacities_; }  // ascending, not empty
  int64_t largest() const { return capacities_.back(); }
  CapacitySource source() const { return source_; }
  const std::optional<ImageFloor>& image_floor() const { return image_floor_; }
  // One line each, for the log at start.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // The smallest capacity that admits the request. An absent `max_new_tokens` becomes the room left
  // in the capacity that prompt + kDefaultXlaGenerationBudget routes to, or in the largest. 0 is
  // admitted by the same rule. OutOfRange (see Refuse) when the request fits nowhere;
  // InvalidArgument for an empty prompt or a negative count. `budget_field`: where the client set
  // `max_new_tokens`, for the refusal.
  absl::StatusOr<Route> RouteRequest(int64_t effective_prompt_len,
                                     std::optional<int64_t> max_new_tokens,
                                     std::string_view budget_field = "max_tokens") const;

  // The set without `capacity`, which cannot be compiled or does not fit in memory: the next lower
  // rung takes its place when it is above the next smaller member. FailedPrecondition, with every
  // reason so far, for a pin, when nothing is left, or when the worst image no longer fits;
  // InvalidArgument for a capacity that is not held.
  absl::StatusOr<BucketSet> Without(int64_t capacity, std::string_view reason) const;
  // The same for a server that has begun to serve: a set that no longer holds the worst image
  // serves on, and what was dropped says so.
  absl::StatusOr<BucketSet> WithoutWhileServing(int64_t capacity, std::string_view reason) const;
  // What both have taken away, in order.
  const std::vector<DroppedBucket>& dropped() const { return dropped_; }

  // "capacities=[256, 4096] image_floor=None"
  std::string StartLine() const;
  // "OpenXLA capacity buckets compiled capacities=[256, 4096]"
  std::string CompiledLine() const;

 private:
  absl::Status UseList(const CapacityList& list);
  absl::Status Derive();
  absl::StatusOr<BucketSet> Reduced(int64_t capacity, std::string_view reason) const;
  bool HoldsWorstImage() const;

  std::vector<int64_t> capacities_;
  CapacitySource source_ = CapacitySource::kServerSet;
  std::string source_name_;
  int64_t window_ = 0;
  std::optional<ImageFloor> image_floor_;
  std::vector<std::string> warnings_;
  std::vector<DroppedBucket> dropped_;
};

}  // namespace rung::context
