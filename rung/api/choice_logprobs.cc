#include "rung/api/choice_logprobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "rung/base/utf8.h"

namespace rung::api {

int64_t CountCharacters(std::string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; });
}

std::string TokenText(const tokenizer::Tokenizer& tokenizer, TokenId id) {
  const std::string_view bytes = tokenizer.TokenBytes(id, /*special=*/true);
  if (!FirstInvalidUtf8(bytes)) return std::string(bytes);
  std::string text = "bytes:";
  for (char byte : bytes) text += fmt::format("\\x{:02x}", static_cast<uint8_t>(byte));
  return text;
}

LogprobEntry ChoiceLogprobs::Entry(const engine::TokenLogprobs& logprobs,
                                   int64_t text_offset) const {
  LogprobEntry entry;
  entry.token = TokenText(*tokenizer_, logprobs.chosen.id);
  entry.logprob = logprobs.chosen.logprob;
  entry.text_offset = text_offset;
  bool has_chosen = false;
  for (const engine::TokenLogprob& top : logprobs.top) {
    entry.top.emplace_back(TokenText(*tokenizer_, top.id), top.logprob);
    has_chosen = has_chosen || top.id == logprobs.chosen.id;
  }
  if (!has_chosen) entry.top.emplace_back(entry.token, logprobs.chosen.logprob);
  return entry;
}

void ChoiceLogprobs::AddPrompt(std::span<const TokenId> tokens, std::span<const int64_t> offsets,
                               std::span<const engine::TokenLogprobs> logprobs) {
  prompt_.push_back({.token = TokenText(*tokenizer_, tokens.front()), .logprob = {}, .top = {}});
  for (size_t i = 1; i < tokens.size(); ++i) {
    prompt_.push_back(Entry(logprobs[i - 1], offsets[i]));
  }
}

void ChoiceLogprobs::AddToken(const engine::TokenLogprobs& logprobs) {
  LogprobEntry entry = Entry(logprobs, decoded_);
  decoded_ += CountCharacters(decoder_.Push(logprobs.chosen.id));
  held_.push_back(std::move(entry));
}

std::vector<LogprobEntry> ChoiceLogprobs::Take(bool finished, bool stopped) {
  std::vector<LogprobEntry> taken = std::exchange(prompt_, {});
  while (!held_.empty() && (held_.front().text_offset < shown_ || (finished && !stopped))) {
    taken.push_back(std::move(held_.front()));
    held_.pop_front();
  }
  if (finished) held_.clear();
  return taken;
}

}  // namespace rung::api
