// Tokens of one reply -> the text that may be shown: whole characters, nothing of a stop string.
#pragma once

#include <string>
#include <vector>

#include "rung/base/strong_id.h"
#include "rung/engine/stop_matcher.h"
#include "rung/tokenizer/detokenizer.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::engine {

// Lives on the host, so it survives when a row's KV is lost. Not thread-safe.
class TextStream {
 public:
  // `tokenizer` must outlive the stream.
  TextStream(const tokenizer::Tokenizer* tokenizer, std::vector<std::string> stops)
      : decoder_(*tokenizer), matcher_(std::move(stops)) {}

  struct Piece {
    std::string text;
    bool stopped = false;  // a stop string is complete: the reply ends here
  };
  Piece Push(TokenId token) {
    StopMatcher::Output output = matcher_.Push(decoder_.Push(token));
    return {std::move(output.text), output.stopped};
  }
  // What was held back, when the reply ends for another reason than a stop string.
  Piece Finish() {
    StopMatcher::Output output = matcher_.Push(decoder_.Flush());
    if (!output.stopped) output.text += matcher_.Flush();
    return {std::move(output.text), output.stopped};
  }

 private:
  tokenizer::StreamDecoder decoder_;
  StopMatcher matcher_;
};

}  // namespace rung::engine
