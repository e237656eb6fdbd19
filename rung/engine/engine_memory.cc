// Who holds KV, and at which rung: admission, growth, eviction, reuse of finished rows.
#include <algorithm>
#include <utility>

#include "rung/base/status.h"
#include "rung/engine/engine.h"

namespace rung::engine {

// First come, first served, except that a sequence whose capacity still compiles lets others pass,
// and one that waits for KV lets a smaller one pass a limited number of times.
void Engine::AdmitWaiting() {
  std::vector<Sequence*> waits_for_kv;
  for (auto it = waiting_.begin(); it != waiting_.end() && num_running() < options_.max_batch;) {
    Sequence* sequence = it->get();
    const Start start = sequence->finish ? Start::kFailed : TryStart(sequence);
    if (start == Start::kWaitsForKv) {
      if (sequence->overtaken >= options_.max_overtakes) return;
      waits_for_kv.push_back(sequence);
    }
    if (start != Start::kStarted) {
      ++it;
      continue;
    }
    for (Sequence* overtaken : waits_for_kv) ++overtaken->overtaken;
    if (!waits_for_kv.empty()) ++counters_.overtakes;
    const auto place = std::find_if(running_.begin(), running_.end(), [&](const auto& other) {
      return other->arrival > sequence->arrival;
    });
    running_.insert(place, std::move(*it));
    it = waiting_.erase(it);
    if (std::any_of(waits_for_kv.begin(), waits_for_kv.end(), [&](const Sequence* overtaken) {
          return overtaken->overtaken >= options_.max_overtakes;
        })) {
      return;
    }
  }
}

std::vector<int64_t> Engine::Allowed(const Sequence& sequence) const {
  const int64_t reserved = sequence.request.capacity;
  std::vector<int64_t> allowed;
  for (int64_t rung : options_.growth.rungs) {
    if (rung >= sequence.length() && rung < reserved) allowed.push_back(rung);
  }
  allowed.push_back(reserved);
  return allowed;
}

absl::StatusOr<std::optional<int64_t>> Engine::LowestReady(const Sequence& sequence,
                                                           std::optional<int64_t> from) {
  absl::Status error;
  bool compiles = false;
  for (int64_t capacity : Allowed(sequence)) {
    if (from && capacity <= *from) continue;
    const absl::StatusOr<bool> ready = options_.capacity_ready(capacity);
    if (!ready.ok()) {
      error = ready.status();
    } else if (*ready && (!from || options_.growth.ready(*from, capacity))) {
      return capacity;
    } else {
      compiles = true;
    }
  }
  if (compiles || error.ok()) return std::nullopt;
  return error;
}

void Engine::CountCompileWait(Sequence* sequence) {
  if (sequence->waited_for_compile) return;
  sequence->waited_for_compile = true;
  ++counters_.compiles_waited_for;
}

Engine::Start Engine::TryStart(Sequence* sequence) {
  const auto capacity = LowestReady(*sequence, /*from=*/std::nullopt);
  if (!capacity.ok()) {
    Fail(sequence, capacity.status());
    return Start::kFailed;
  }
  if (!*capacity) {
    CountCompileWait(sequence);
    return Start::kWaitsForCompile;
  }
  if (TryStartCached(sequence, **capacity)) return Start::kStarted;
  while (true) {
    const absl::StatusOr<runtime::RowId> row = AllocateRow(**capacity);
    if (row.ok()) {
      SetRow(sequence, *row, /*kv_length=*/0);
      return Start::kStarted;
    }
    if (absl::IsResourceExhausted(row.status())) {
      if (DropCached(**capacity, /*anyway=*/running_.empty())) continue;
      // Memory comes back when a running sequence ends; alone, nothing will change.
      if (!running_.empty()) return Start::kWaitsForKv;
    }
    Fail(sequence, row.status());
    return Start::kFailed;
  }
}

// A device call may fail once, as a step may, and nothing is lost by asking again.
absl::StatusOr<runtime::RowId> Engine::AllocateRow(int64_t capacity) {
  absl::StatusOr<runtime::RowId> row = runner_->AllocateRow(capacity);
  if (row.ok() || absl::IsResourceExhausted(row.status())) return row;
  return runner_->AllocateRow(capacity);
}

void Engine::SetRow(Sequence* sequence, runtime::RowId row, int64_t kv_length) {
  sequence->row = row;
  sequence->kv_length = kv_length;
  if (!sequence->started) sequence->started = clock_->Now();
  std::vector<int64_t>& rungs = sequence->usage.rungs;
  const int64_t capacity = runner_->RowCapacity(row);
  if (rungs.empty() || rungs.back() != capacity) rungs.push_back(capacity);
}

bool Engine::NeedsGrowth(const Sequence& sequence) const {
  return sequence.length() > runner_->RowCapacity(*sequence.row);
}

// The oldest first: it may evict any other.
void Engine::GrowRows() {
  std::vector<SequenceId> ids;
  for (const auto& sequence : running_) ids.push_back(sequence->id);
  for (SequenceId id : ids) {
    Sequence* sequence = Find(id);
    if (sequence->finish || !sequence->row) continue;  // evicted by an older one
    if (NeedsGrowth(*sequence)) {
      GrowRow(sequence);
    } else {
      PrefetchNext(sequence);
    }
  }
}

void Engine::GrowRow(Sequence* sequence) {
  const int64_t from = runner_->RowCapacity(*sequence->row);
  const auto capacity = LowestReady(*sequence, from);
  if (!capacity.ok()) return Fail(sequence, capacity.status());
  if (*capacity) {
    sequence->stalled = false;
    return GrowTo(sequence, **capacity);
  }
  if (!sequence->stalled) {
    sequence->stalled = true;
    ++counters_.growth_waits;
    ++counters_.compiles_waited_for;
  }
  PrefetchNext(sequence);
}

void Engine::GrowTo(Sequence* sequence, int64_t capacity) {
  const TimePoint start = clock_->Now();
  while (true) {
    const absl::Status status = runner_->Grow(*sequence->row, capacity);
    if (status.ok()) break;
    if (!absl::IsResourceExhausted(status)) return OnFailedStep(sequence, status, capacity);
    if (DropCached(capacity, /*anyway=*/true)) continue;
    Sequence* youngest = running_.back().get();
    if (running_.size() == 1) return Fail(sequence, status);  // the plan at start forbids it
    Evict(youngest);
    if (youngest == sequence) return;
  }
  ++counters_.growth_copies;
  counters_.growth_ms += MillisBetween(start, clock_->Now());
  SetRow(sequence, *sequence->row, sequence->kv_length);
}

void Engine::PrefetchNext(Sequence* sequence) {
  const int64_t capacity = runner_->RowCapacity(*sequence->row);
  if (sequence->prefetched == capacity || options_.growth.rungs.empty()) return;
  if (static_cast<double>(sequence->length()) <
      options_.growth.prefetch_at * static_cast<double>(capacity)) {
    return;
  }
  for (int64_t next : Allowed(*sequence)) {
    if (next <= capacity) continue;
    options_.growth.prefetch(next);
    options_.growth.ready(capacity, next);
    break;
  }
  sequence->prefetched = capacity;
}

void Engine::Evict(Sequence* sequence) {
  ReleaseRow(sequence);
  sequence->kv_length = 0;
  sequence->stalled = false;
  sequence->prefetched = 0;
  ++sequence->usage.evictions;
  ++counters_.evictions;
  const auto it = std::find_if(running_.begin(), running_.end(),
                               [&](const auto& other) { return other.get() == sequence; });
  waiting_.push_front(std::move(*it));
  running_.erase(it);
}

bool Engine::TryStartCached(Sequence* sequence, int64_t capacity) {
  // A prompt that is scored runs whole.
  if (options_.prefix_cache_bytes == 0 || sequence->scoring()) return false;
  // The last token always runs: its logits are not in the cache.
  const std::span<const TokenId> reusable =
      std::span<const TokenId>(sequence->tokens).first(sequence->tokens.size() - 1);
  const std::optional<PrefixCache::Match> match = cache_.Find(reusable);
  std::optional<runtime::RowId> row;
  if (match) row = RowFromCache(*sequence, *match, capacity);
  if (!sequence->looked_up) {
    ++counters_.prefix_lookups;
    counters_.prefix_queried_tokens += sequence->prompt_length();
  }
  sequence->looked_up = true;  // while it waits for KV it looks again at every step
  if (!row) return false;
  if (!sequence->started) {
    ++counters_.prefix_hits;
    counters_.prefix_hit_tokens += match->length;
    sequence->usage.cached_tokens = std::min(match->length, sequence->prompt_length());
  }
  SetRow(sequence, *row, match->length);
  return true;
}

// A row that would lose little is moved: the turn of a conversation that goes on. One that others
// may share as well, a system prompt, is copied where there is room for both.
std::optional<runtime::RowId> Engine::RowFromCache(const Sequence& sequence,
                                                   PrefixCache::Match match, int64_t capacity) {
  const CachedRow& cached = cache_.Get(match.entry);
  const int64_t lost = static_cast<int64_t>(cached.tokens.size()) - match.length;
  const std::vector<int64_t> allowed = Allowed(sequence);
  const bool fits = std::find(allowed.begin(), allowed.end(), cached.capacity) != allowed.end();
  const bool can_copy = options_.copy_ready(cached.capacity, capacity);
  cache_.Touch(match.entry);
  if (can_copy && (lost >= kLeastPrefixMatch || (!fits && cached.capacity > capacity))) {
    while (true) {
      absl::StatusOr<runtime::RowId> copy = runner_->CopyRow(cached.row, capacity);
      if (copy.ok()) return *copy;
      // The entry itself is the last to go, and then there would be nothing to copy.
      if (!absl::IsResourceExhausted(copy.status()) || cache_.size() == 1 ||
          !DropCached(capacity, /*anyway=*/false)) {
        break;
      }
    }
  }
  if (fits) return cache_.Take(match.entry).row;
  if (cached.capacity >= capacity || !options_.growth.ready(cached.capacity, capacity)) {
    return std::nullopt;
  }
  if (!runner_->Grow(cached.row, capacity).ok()) return std::nullopt;
  return cache_.Take(match.entry).row;
}

bool Engine::DropCached(int64_t capacity, bool anyway) {
  const int64_t within_reach = runner_->kv_free_bytes() + cache_.bytes();
  if (!anyway && within_reach < runner_->KvBytes(capacity)) return false;
  const std::optional<runtime::RowId> row = cache_.DropOldest();
  if (!row) return false;
  runner_->FreeRow(*row);
  return true;
}

void Engine::RetireRow(Sequence* sequence) {
  if (!sequence->row) return;
  const bool keeps = options_.prefix_cache_bytes > 0 && sequence->finish != FinishReason::kError &&
                     runner_->RowHasKv(*sequence->row);
  if (!keeps) return ReleaseRow(sequence);
  const int64_t capacity = runner_->RowCapacity(*sequence->row);
  std::vector<TokenId> tokens(sequence->tokens.begin(),
                              sequence->tokens.begin() + sequence->kv_length);
  for (runtime::RowId row : cache_.Insert({.tokens = std::move(tokens),
                            .row = *sequence->row,
                            .capacity = capacity,
                            .bytes = runner_->KvBytes(capacity)})) {
    runner_->FreeRow(row);
  }
  sequence->row.reset();
}

KvUsage Engine::kv_usage() const {
  KvUsage usage{.cached_bytes = cache_.bytes(), .cached_capacities = cache_.Capacities()};
  for (const auto& sequence : running_) {
    if (!sequence->row) continue;
    usage.live_bytes += runner_->KvBytes(runner_->RowCapacity(*sequence->row));
    usage.reserved_bytes += runner_->KvBytes(sequence->request.capacity);
  }
  return usage;
}

}  // namespace rung::engine
