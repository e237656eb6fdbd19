// What a caller hands to the engine and what comes back. Native structs only: no JSON, no device.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "rung/base/strong_id.h"
#include "rung/engine/sampling_params.h"
#include "rung/engine/token_logprobs.h"

namespace rung::engine {

using SequenceId = StrongId<struct SequenceTag>;

struct Request {
  SequenceId id;                // unique among live sequences; 0: the engine gives one
  std::vector<TokenId> prompt;  // not empty
  int64_t max_new_tokens = 0;   // resolved at admission; 0 generates nothing
  int64_t capacity = 0;         // the bucket reserved: prompt + max_new_tokens <= capacity
  SamplingParams sampling;
  // Bytes at the prompt's end, 0 to 3, that begin a character. The reply's text goes on from them;
  // empty where the prompt is not shown in front of it.
  std::string unfinished_text;
  // Also the log-probabilities of the prompt's tokens, sampling.logprobs many beside each: a token
  // a step, since only a decode step has the logits of each position.
  bool score_prompt = false;
};

enum class FinishReason : uint8_t {
  kStop,       // end of sequence, a stop token or a stop string
  kLength,     // max_new_tokens
  kCancelled,  // Cancel()
  kError,      // see TokenEvent::error
};
// "stop", "length", "cancelled", "error".
const char* FinishReasonName(FinishReason reason);

// Milliseconds on the engine's clock; 0 where a phase was not reached.
struct RequestTimes {
  double queue_ms = 0;    // submit -> first step
  double prefill_ms = 0;  // first step -> first token
  double decode_ms = 0;   // first token -> end
};

// What a sequence took, beside time.
struct SequenceUsage {
  int64_t cached_tokens = 0;   // of the prompt, whose KV was there already
  std::vector<int64_t> rungs;  // capacities it ran at, in order
  int64_t evictions = 0;       // times it gave up its KV to an older sequence
};

// One event for a prompt that was scored, before all others; one per generated token, and one that
// ends the sequence (which may carry the last token).
struct TokenEvent {
  SequenceId sequence;
  std::optional<TokenId> token;
  std::string text;  // valid UTF-8 that this token released; held back while a stop may match
  std::optional<TokenLogprobs> logprobs;
  std::vector<TokenLogprobs> prompt_logprobs;  // of the prompt's second to last token
  std::optional<FinishReason> finish;
  RequestTimes times;   // with `finish`
  SequenceUsage usage;  // with `finish`
  absl::Status error;   // with kError
};

// Called on the engine thread between two steps: it must not block and must not call the engine.
using EventSink = std::function<void(const TokenEvent&)>;

}  // namespace rung::engine
