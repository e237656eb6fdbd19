// Log-probabilities of one choice in the shape of the completions API.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rung/engine/token_logprobs.h"
#include "rung/tokenizer/detokenizer.h"

namespace rung::api {

// A token as logprobs name it: its text, or "bytes:\xe2\x80" when its bytes are no whole
// characters.
std::string TokenText(const tokenizer::Tokenizer& tokenizer, TokenId id);

struct LogprobEntry {
  std::string token;
  std::optional<float> logprob;  // null for a prompt's first token, which nothing precedes
  std::vector<std::pair<std::string, float>> top;  // the chosen token is always among them
  int64_t text_offset = 0;  // characters (code points) of the choice's text before the token
};

// Keeps entries back until their text is shown, so that tokens which a stop cuts off have none.
// Lives on one thread; the tokenizer must outlive it.
class ChoiceLogprobs {
 public:
  // `offset`: characters in front of the generated text (an echoed prompt); `unfinished`: bytes
  // behind them that begin one more.
  ChoiceLogprobs(const tokenizer::Tokenizer* tokenizer, int64_t offset, std::string unfinished = "")
      : tokenizer_(tokenizer),
        decoder_(*tokenizer, /*special=*/false, std::move(unfinished)),
        decoded_(offset),
        shown_(offset) {}

  // Before any AddToken. The echoed prompt's tokens, and the characters of its text in front of
  // each; `logprobs` of all but the first.
  void AddPrompt(std::span<const TokenId> tokens, std::span<const int64_t> offsets,
                 std::span<const engine::TokenLogprobs> logprobs);
  void AddToken(const engine::TokenLogprobs& logprobs);
  // `characters` more of the text are shown.
  void Show(int64_t characters) { shown_ += characters; }
  // Entries whose text has begun to be shown. With `finished` also those without text at the end,
  // unless the choice was stopped: then they are what the stop cut off.
  std::vector<LogprobEntry> Take(bool finished, bool stopped);

 private:
  LogprobEntry Entry(const engine::TokenLogprobs& logprobs, int64_t text_offset) const;

  const tokenizer::Tokenizer* tokenizer_;
  tokenizer::StreamDecoder decoder_;
  int64_t decoded_;  // characters of all tokens so far
  int64_t shown_;
  std::deque<LogprobEntry> held_;
  std::vector<LogprobEntry> prompt_;  // not taken yet
};

// Code points in valid UTF-8.
int64_t CountCharacters(std::string_view text);

}  // namespace rung::api
