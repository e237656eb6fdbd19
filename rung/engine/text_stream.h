// Tokens of one reply -> the text that may be shown: whole characters, nothing of a stop string.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "rung/base/strong_id.h"
#include "rung/engine/sampling_params.h"
#include "rung/engine/stop_matcher.h"
#include "rung/tokenizer/detokenizer.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::engine {

// Lives on the host, so it survives when a row's KV is lost. Not thread-safe.
class TextStream {
 public:
  // `tokenizer` must outlive the stream. Of `sampling` it takes what ends a text: stop strings, and
  // before which token none of them does. `unfinished`: see Request::unfinished_text.
  TextStream(const tokenizer::Tokenizer* tokenizer, const SamplingParams& sampling,
             std::string unfinished = "")
      : decoder_(*tokenizer, /*special=*/false, std::move(unfinished)),
        matcher_(sampling.stop),
        min_tokens_(sampling.min_tokens) {}

  struct Piece {
    std::string text;
    bool stopped = false;  // a stop string is complete: the reply ends here
  };
  Piece Push(TokenId token) {
    ++num_tokens_;
    StopMatcher::Output output = matcher_.Push(decoder_.Push(token), may_stop());
    return {std::move(output.text), output.stopped};
  }
  // What was held back, when the reply ends for another reason than a stop string.
  Piece Finish() {
    StopMatcher::Output output = matcher_.Push(decoder_.Flush(), may_stop());
    if (!output.stopped) output.text += matcher_.Flush();
    return {std::move(output.text), output.stopped};
  }

 private:
  // As with stop tokens, which are masked up to then: the first min_tokens tokens do not end it.
  bool may_stop() const { return num_tokens_ > min_tokens_; }

  tokenizer::StreamDecoder decoder_;
  StopMatcher matcher_;
  int64_t min_tokens_;
  int64_t num_tokens_ = 0;
};

}  // namespace rung::engine
