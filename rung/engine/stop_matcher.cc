#include "rung/engine/stop_matcher.h"

#include <algorithm>
#include <utility>

namespace rung::engine {

StopMatcher::StopMatcher(std::vector<std::string> stops) {
  for (std::string& stop : stops) {
    if (stop.empty()) continue;
    Pattern pattern{.text = std::move(stop), .border = {}, .matched = 0};
    // The borders of a pattern are what matching the pattern against its own tail yields.
    pattern.border.assign(pattern.text.size(), 0);
    for (size_t i = 1; i < pattern.text.size(); ++i) {
      Advance(pattern, pattern.text[i]);
      pattern.border[i] = pattern.matched;
    }
    pattern.matched = 0;
    patterns_.push_back(std::move(pattern));
  }
}

void StopMatcher::Advance(Pattern& pattern, char byte) {
  size_t& matched = pattern.matched;
  if (matched == pattern.text.size()) matched = pattern.border[matched - 1];
  while (matched > 0 && pattern.text[matched] != byte) matched = pattern.border[matched - 1];
  if (pattern.text[matched] == byte) ++matched;
}

size_t StopMatcher::Open(const Pattern& pattern) {
  return pattern.matched == pattern.text.size() ? pattern.border.back() : pattern.matched;
}

StopMatcher::Output StopMatcher::Push(std::string_view piece, bool may_stop) {
  Output output;
  if (stopped_) return output;
  if (patterns_.empty()) {
    output.text = piece;
    return output;
  }
  std::string text = std::move(held_);
  held_.clear();
  for (char byte : piece) {
    text.push_back(byte);
    const Pattern* match = nullptr;
    for (Pattern& pattern : patterns_) {
      Advance(pattern, byte);
      if (may_stop && pattern.matched == pattern.text.size() &&
          (match == nullptr || pattern.text.size() > match->text.size())) {
        match = &pattern;
      }
    }
    if (match != nullptr) {
      stopped_ = true;
      text.resize(text.size() - match->text.size());
      output = {.text = std::move(text), .stopped = true, .stop = match->text};
      return output;
    }
  }
  size_t hold = 0;
  for (const Pattern& pattern : patterns_) hold = std::max(hold, Open(pattern));
  held_ = text.substr(text.size() - hold);
  text.resize(text.size() - hold);
  output.text = std::move(text);
  return output;
}

std::string StopMatcher::Flush() { return std::exchange(held_, {}); }

}  // namespace rung::engine
