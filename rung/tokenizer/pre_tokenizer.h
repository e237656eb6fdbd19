// Splits text into the pieces inside which merges happen.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rung::tokenizer {

// A named split rule. Immutable and thread-safe; owns the compiled pattern. The pattern runs on
// PCRE2's JIT where that may make code executable, on its interpreter (5 times slower) elsewhere.
class PreTokenizer {
 public:
  // What else the checkpoints of the family do.
  struct Family {
    std::string_view name;
    std::string_view pattern;
    bool ignore_merges = false;  // a piece that is a token as a whole is that token, merges or not
    bool normalizes_nfc = false;
    bool splits_digits = false;  // cuts single digits out before all else
  };

  // Unimplemented naming `name` and the known ones.
  static absl::StatusOr<std::unique_ptr<PreTokenizer>> Create(std::string_view name);
  ~PreTokenizer();
  PreTokenizer(const PreTokenizer&) = delete;
  PreTokenizer& operator=(const PreTokenizer&) = delete;

  const Family& family() const { return family_; }

  // Walks over the pieces of one text, which must be valid UTF-8 and outlive the cursor. The pieces
  // are non-empty, and joined they are the text. One thread; linear in the text.
  class Cursor {
   public:
    Cursor(const PreTokenizer& pre_tokenizer, std::string_view text);
    ~Cursor();
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;

    // The next piece; empty at the end.
    std::string_view Next();

   private:
    const PreTokenizer& pre_tokenizer_;
    std::string_view text_;
    std::optional<std::string> reclassified_;  // what is matched instead of text_
    std::string_view subject_;
    size_t offset_ = 0;
    void* match_data_;  // pcre2_match_data
  };

 private:
  PreTokenizer(const Family& family, void* code, bool has_jit);

  const Family& family_;
  void* code_;  // pcre2_code; PCRE2's header stays out of this one
  bool has_jit_;
};

}  // namespace rung::tokenizer
