// One request on its way through the engine: everything that must survive the loss of its KV.
#pragma once

#include <optional>
#include <vector>

#include "rung/base/clock.h"
#include "rung/engine/request.h"
#include "rung/engine/sampler.h"
#include "rung/engine/text_stream.h"
#include "rung/runtime/step_runner.h"

namespace rung::engine {

struct TokenCounts;

// Owned by the engine; engine thread only.
struct Sequence {
  SequenceId id;
  Request request;
  EventSink sink;
  Sampler sampler;
  TextStream text;

  std::vector<TokenId> tokens;  // prompt, then what was generated
  std::optional<runtime::RowId> row;
  int64_t kv_length = 0;  // tokens[0, kv_length) are in the row's KV

  // Of request.score_prompt: of prompt positions 1, 2, ... until all of them are told. On the host,
  // so a position is scored once, whatever happens to the row.
  std::vector<TokenLogprobs> prompt_logprobs;
  bool scored = false;

  // A step with this row failed: it is prefilled anew and runs alone until its next token.
  bool retry_alone = false;
  bool waited_for_compile = false;

  uint64_t arrival = 0;           // order of submission: who is the youngest
  int64_t overtaken = 0;          // times another started while this one waited for KV
  bool stalled = false;           // has outgrown its rung, and no larger one is compiled
  int64_t prefetched = 0;         // the capacity at which the next rung was asked for
  bool looked_up = false;         // counted among the prefix lookups
  TokenCounts* counts = nullptr;  // of its capacity; the engine's
  int64_t counted_prompt = 0;     // tokens of the prompt that are in `counts`
  SequenceUsage usage;

  std::optional<FinishReason> finish;
  absl::Status error;

  TimePoint submitted;
  std::optional<TimePoint> started;
  std::optional<TimePoint> first_token;

  int64_t prompt_length() const { return static_cast<int64_t>(request.prompt.size()); }
  int64_t generated() const { return static_cast<int64_t>(tokens.size()) - prompt_length(); }
  int64_t length() const { return static_cast<int64_t>(tokens.size()); }
  int64_t pending() const { return length() - kv_length; }

  bool scoring() const { return request.score_prompt && !scored && prompt_length() > 1; }
  // The prompt position whose log-probability comes next.
  int64_t next_scored() const { return static_cast<int64_t>(prompt_logprobs.size()) + 1; }
  // Pending tokens that may go in chunks; the others go one a step, each for its logits.
  int64_t chunkable() const { return scoring() ? next_scored() - 1 - kv_length : pending(); }
};

}  // namespace rung::engine
