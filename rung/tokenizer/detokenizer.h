// Token ids to text as they come.
#pragma once

#include <string>
#include <utility>

#include "rung/tokenizer/tokenizer.h"

namespace rung::tokenizer {

// Text of one generated sequence. Holds at most 3 bytes back, those of a character whose end has
// not come. All pushes and the flush joined are Tokenizer::Decode of all tokens. Not thread-safe;
// the tokenizer must outlive it; cost is that of the bytes.
class StreamDecoder {
 public:
  // `pending`: bytes in front of the first token that begin a character, such as another decoder's.
  explicit StreamDecoder(const Tokenizer& tokenizer, bool special = false, std::string pending = "")
      : tokenizer_(tokenizer), special_(special), pending_(std::move(pending)) {}

  // The text that `id` completes: always valid UTF-8, often empty. Bytes that can no longer become
  // a character come out as U+FFFD, as in Python's errors="replace".
  std::string Push(TokenId id);

  // What is held back, as U+FFFD; empty when nothing is. The decoder is then as new.
  std::string Flush();

  // The bytes that are held back, 0 to 3.
  const std::string& pending() const { return pending_; }

 private:
  const Tokenizer& tokenizer_;
  bool special_;
  std::string pending_;  // an incomplete sequence
};

}  // namespace rung::tokenizer
