// Stop strings, matched on the text of a reply while it streams.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rung::engine {

// Finds the first byte of the text, of the pieces that may stop, at which any stop string is
// complete; of several that end there the longest counts. This depends on the text alone, not on
// how it was cut into pieces. Text from the start of the match on is dropped, wherever that lies;
// text that may still become a match is held back.
//
// Not thread-safe. Cost: O(number of stop strings) per byte, amortized.
class StopMatcher {
 public:
  // Stop strings must not be empty (Validate(SamplingParams) refuses such).
  explicit StopMatcher(std::vector<std::string> stops);

  struct Output {
    std::string text;  // safe to emit now; whole characters when the pieces are
    bool stopped = false;
    std::string_view stop;  // the stop string that matched; valid as long as the matcher
  };

  // The next piece of text. After a match everything is dropped. Without `may_stop` a stop string
  // that ends in this piece is text like any other.
  Output Push(std::string_view piece, bool may_stop = true);

  // The text ends here: returns what was held back. Nothing after a match.
  std::string Flush();

 private:
  struct Pattern {
    std::string text;
    // border[i]: length of the longest proper prefix of text[0..i] that is also its suffix.
    std::vector<size_t> border;
    size_t matched = 0;  // longest prefix that the text so far ends with
  };

  static void Advance(Pattern& pattern, char byte);
  // How much of the end of the text may become a match when more comes.
  static size_t Open(const Pattern& pattern);

  std::vector<Pattern> patterns_;
  std::string held_;  // the end of the text that is a proper prefix of a stop string
  bool stopped_ = false;
};

}  // namespace rung::engine
