#include "rung/tokenizer/nfc.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace rung::tokenizer {
namespace {

TEST(NfcTest, Normalizes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", ""},
      {"e\u0301", "\u00e9"},
      {"x e\u0301 y", "x \u00e9 y"},
      {"\u212b\u2126", "\u00c5\u03a9"},                  // singletons
      {"q\u0307\u0323", "q\u0323\u0307"},                // reordered by class
      {"\u1112\u1161\u11ab", "\ud55c"},                  // Hangul jamo
      {"\ud558\u11ab", "\ud55c"},                        // syllable and final
      {"\u0958", "\u0915\u093c"},                        // excluded from composition
      {"\u09c7\u09be", "\u09cb"},                        // second half of class 0
      {"\u0301a", "\u0301a"},                            // a mark at the start
      {"a\u0898\u0327", "a\u0898\u0327"},                // newer than the tables: a wall
      {"e\u0301\u0898e\u0301", "\u00e9\u0898\u00e9"},    // on both sides of it
      {"\U00011935\U00011930", "\U00011935\U00011930"},  // a pair newer than the tables
  };
  for (const auto& [text, expected] : cases) {
    std::string storage;
    EXPECT_EQ(NormalizeNfc(text, storage), expected) << text;
  }
}

TEST(NfcTest, TextWithoutMarksIsNotCopied) {
  for (const std::string text : {"plain", "\u00e9t\u00e9", "\u4e2d\u6587\u3002", "\ud55c\uae00"}) {
    std::string storage;
    EXPECT_EQ(NormalizeNfc(text, storage).data(), text.data());
  }
}

}  // namespace
}  // namespace rung::tokenizer
