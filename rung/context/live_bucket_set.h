// The bucket set of a running server: it shrinks when a capacity turns out not to compile.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rung/context/bucket_set.h"

namespace rung::context {

// Thread-safe. Copies share one set: what one copy is given, all see. Requests that were routed
// before a change keep their route.
class LiveBucketSet {
 public:
  LiveBucketSet(BucketSet set)  // NOLINT: a set that does not change is one too
      : state_(std::make_shared<State>(std::move(set))) {}

  BucketSet Get() const {
    const std::lock_guard lock(state_->mutex);
    return state_->set;
  }
  void Set(BucketSet set) const {
    const std::lock_guard lock(state_->mutex);
    state_->set = std::move(set);
  }

  // The same of the set as it is now.
  std::vector<int64_t> capacities() const { return Get().capacities(); }
  int64_t largest() const { return Get().largest(); }
  std::vector<DroppedBucket> dropped() const { return Get().dropped(); }
  absl::StatusOr<Route> RouteRequest(int64_t effective_prompt_len,
                                     std::optional<int64_t> max_new_tokens) const {
    return Get().RouteRequest(effective_prompt_len, max_new_tokens);
  }

 private:
  struct State {
    explicit State(BucketSet initial) : set(std::move(initial)) {}
    std::mutex mutex;
    BucketSet set;
  };
  std::shared_ptr<State> state_;
};

}  // namespace rung::context
