#include "rung/engine/stop_matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace rung::engine {
namespace {

struct Case {
  const char* name;
  std::vector<std::string> stops;
  std::vector<std::string> pieces;
  std::vector<std::string> emitted;  // by Push, one per piece, up to the match
  std::string flushed;
  std::string stop;  // "" = no match
};

TEST(StopMatcherTest, Table) {
  const std::vector<Case> cases = {
      {"no stops", {}, {"ab", "c"}, {"ab", "c"}, "", ""},
      {"inside one piece", {"STOP"}, {"say STOP now"}, {"say "}, "", "STOP"},
      {"whole piece", {"\n"}, {"a", "\n"}, {"a", ""}, "", "\n"},
      {"across three pieces", {"STOP"}, {"a S", "TO", "P b"}, {"a ", "", ""}, "", "STOP"},
      {"near miss is flushed", {"STOP"}, {"a STO", "RE"}, {"a ", "STORE"}, "", ""},
      {"held text at the end", {"STOP"}, {"a ST"}, {"a "}, "ST", ""},
      {"restart inside a near miss", {"aab"}, {"aa", "aab!"}, {"", "aa"}, "", "aab"},
      {"keeps only what may still match",
       {"abab!"},
       {"aba", "b", "abab", "!"},
       {"", "", "abab", ""},
       "",
       "abab!"},
      {"first to end wins", {"abcd", "bc"}, {"abcd"}, {"a"}, "", "bc"},
      {"longest of those that end together", {"bc", "abc"}, {"xabc"}, {"x"}, "", "abc"},
      {"one stop is a prefix of another", {"ab", "abc"}, {"xabc"}, {"x"}, "", "ab"},
      {"near miss of the longer, match of the shorter",
       {"abcx", "c"},
       {"ab", "cd"},
       {"", "ab"},
       "",
       "c"},
      {"multi-byte", {"終"}, {"始", "終わり"}, {"始", ""}, "", "終"},
      {"shared lead byte does not split a character", {"é"}, {"è", "ê"}, {"è", "ê"}, "", ""},
      {"empty pieces", {"ab"}, {"", "a", "", "b"}, {"", "", "", ""}, "", "ab"},
      {"same stop twice", {"ab", "ab"}, {"cab"}, {"c"}, "", "ab"},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.name);
    StopMatcher matcher(test.stops);
    std::string stop;
    for (size_t i = 0; i < test.pieces.size(); ++i) {
      const StopMatcher::Output output = matcher.Push(test.pieces[i]);
      EXPECT_EQ(output.text, test.emitted[i]) << "piece " << i;
      if (output.stopped) stop = output.stop;
    }
    EXPECT_EQ(matcher.Flush(), test.flushed);
    EXPECT_EQ(stop, test.stop);
  }
}

TEST(StopMatcherTest, NothingComesAfterAMatch) {
  StopMatcher matcher({"."});
  EXPECT_TRUE(matcher.Push("end. more").stopped);
  const StopMatcher::Output after = matcher.Push("again.");
  EXPECT_EQ(after.text, "");
  EXPECT_FALSE(after.stopped);
  EXPECT_EQ(matcher.Flush(), "");
}

// Pieces in front of the bar may not stop.
TEST(StopMatcherTest, WhatEndsTooEarlyIsText) {
  struct EarlyCase {
    const char* name;
    std::vector<std::string> stops;
    std::vector<std::string> early;
    std::vector<std::string> late;
    std::string text;  // emitted and flushed
    bool stopped;
  };
  const std::vector<EarlyCase> cases = {
      {"whole match early", {"ris"}, {" Paris"}, {" is"}, " Paris is", false},
      {"again later", {"ris"}, {" Paris"}, {", Paris."}, " Paris, Pa", true},
      {"ends in the first late piece", {"ris"}, {" Pari"}, {"s."}, " Pa", true},
      {"ends with the last early piece", {"ris"}, {" Pa", "ris"}, {"."}, " Paris.", false},
      {"an overlap with an early match counts", {"aba"}, {"aba"}, {"ba"}, "ab", true},
      {"repeated letter", {"aa"}, {"aaa"}, {"a"}, "aa", true},
      {"a shorter one early, a longer one late", {"ab", "abab"}, {"ab"}, {"ab"}, "", true},
      {"nothing comes late", {"ab"}, {"xab"}, {}, "xab", false},
  };
  for (const EarlyCase& test : cases) {
    SCOPED_TRACE(test.name);
    StopMatcher matcher(test.stops);
    std::string text;
    bool stopped = false;
    for (const std::string& piece : test.early) {
      const StopMatcher::Output output = matcher.Push(piece, /*may_stop=*/false);
      EXPECT_FALSE(output.stopped);
      text += output.text;
    }
    for (const std::string& piece : test.late) {
      const StopMatcher::Output output = matcher.Push(piece);
      text += output.text;
      stopped = stopped || output.stopped;
    }
    text += matcher.Flush();
    EXPECT_EQ(text, test.text);
    EXPECT_EQ(stopped, test.stopped);
  }
}

// What the whole text yields, by search: the earliest end behind `may_stop_from` bytes, then the
// longest stop.
std::pair<std::string, std::string> Naive(const std::string& text,
                                          const std::vector<std::string>& stops,
                                          size_t may_stop_from) {
  for (size_t end = may_stop_from + 1; end <= text.size(); ++end) {
    std::string best;
    for (const std::string& stop : stops) {
      if (text.substr(0, end).ends_with(stop) && stop.size() > best.size()) best = stop;
    }
    if (!best.empty()) return {text.substr(0, end - best.size()), best};
  }
  return {text, ""};
}

// The longest proper prefix of a stop that `text` ends with: what must be held, and no more.
size_t LongestOpenPrefix(const std::string& text, const std::vector<std::string>& stops) {
  size_t longest = 0;
  for (const std::string& stop : stops) {
    for (size_t n = 1; n < stop.size(); ++n) {
      if (text.ends_with(stop.substr(0, n))) longest = std::max(longest, n);
    }
  }
  return longest;
}

TEST(StopMatcherTest, EqualsSearchInTheWholeTextForAnySplit) {
  const std::vector<std::string> letters = {"a", "b", "c", "é", "è", "終"};
  std::mt19937 random(7);
  auto draw = [&](size_t n) { return static_cast<size_t>(random() % n); };
  auto word = [&](size_t length, size_t alphabet) {
    std::string out;
    for (size_t i = 0; i < length; ++i) out += letters[draw(alphabet)];
    return out;
  };
  int matches = 0;
  for (int round = 0; round < 20000; ++round) {
    const size_t alphabet = 2 + draw(5);
    std::vector<std::string> stops;
    for (size_t i = draw(4); i-- > 0;) stops.push_back(word(1 + draw(5), alphabet));
    StopMatcher matcher(stops);
    std::string text, emitted, stop;
    size_t early_pieces = draw(2) * draw(6);
    size_t may_stop_from = 0;
    for (size_t i = draw(12); i-- > 0;) {
      const std::string piece = word(draw(4), alphabet);
      text += piece;
      const bool may_stop = early_pieces == 0;
      if (!may_stop) {
        --early_pieces;
        may_stop_from = text.size();
      }
      const StopMatcher::Output output = matcher.Push(piece, may_stop);
      emitted += output.text;
      if (output.stopped) stop = output.stop;
      if (stop.empty()) {
        ASSERT_EQ(text.size() - emitted.size(), LongestOpenPrefix(text, stops));
      }
    }
    emitted += matcher.Flush();
    const auto [expected, expected_stop] = Naive(text, stops, may_stop_from);
    ASSERT_EQ(emitted, expected) << text;
    ASSERT_EQ(stop, expected_stop) << text;
    matches += stop.empty() ? 0 : 1;
  }
  EXPECT_GT(matches, 3000);
  EXPECT_LT(matches, 17000);
}

}  // namespace
}  // namespace rung::engine
