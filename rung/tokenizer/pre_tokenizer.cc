#include "rung/tokenizer/pre_tokenizer.h"

#include <algorithm>
#include <array>

#include "rung/base/status.h"
#include "rung/base/utf8.h"
#include "rung/tokenizer/unicode_classes.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace rung::tokenizer {
namespace {

// Every character belongs to an alternative of every pattern, so that a match never fails.
// Possessive quantifiers only where giving back could never help. `\s+(?!\S)` leaves the last space
// of a run to the word after it.
constexpr std::array<PreTokenizer::Family, 4> kFamilies = {{
    {.name = "gpt-2",
     .pattern = R"('(?:[sdmt]|re|ve|ll)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s+(?!\S)|\s+)"},
    {.name = "llama-bpe",
     .pattern = R"((?i:'(?:[sdmt]|re|ve|ll))|[^\r\n\p{L}\p{N}]?\p{L}++|\p{N}{1,3})"
                R"(| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s*[\r\n]+|\s+(?!\S)|\s+)",
     .ignore_merges = true},
    {.name = "qwen2",
     .pattern = R"((?i:'(?:[sdmt]|re|ve|ll))|[^\r\n\p{L}\p{N}]?\p{L}++|\p{N})"
                R"(| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s*[\r\n]+|\s+(?!\S)|\s+)",
     .normalizes_nfc = true},
    // Single digits are cut out first and gpt-2 splits what lies between them, so a run of spaces
    // before a digit stays whole.
    {.name = "smollm",
     .pattern = R"(\p{N}|'(?:[sdmt]|re|ve|ll)| ?\p{L}++| ?[^\s\p{L}\p{N}]++|\s+(?![^\s\p{N}])|\s+)",
     .splits_digits = true},
}};

pcre2_code* Code(void* code) { return static_cast<pcre2_code*>(code); }
pcre2_match_data* MatchData(void* data) { return static_cast<pcre2_match_data*>(data); }

std::string KnownNames() {
  std::string names;
  for (const auto& family : kFamilies) {
    if (!names.empty()) names += ", ";
    names += family.name;
  }
  return names;
}

}  // namespace

absl::StatusOr<std::unique_ptr<PreTokenizer>> PreTokenizer::Create(std::string_view name) {
  const auto family = std::find_if(kFamilies.begin(), kFamilies.end(),
                                   [&](const Family& f) { return f.name == name; });
  if (family == kFamilies.end()) {
    return Unimplemented("pre-tokenizer '{}' is not supported; a checkpoint must name one of: {}",
                         name, KnownNames());
  }
  int error = 0;
  PCRE2_SIZE error_offset = 0;
  // PCRE2_ANCHORED belongs here: given at match time it silently bypasses the JIT.
  pcre2_code* code =
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(family->pattern.data()), family->pattern.size(),
                    PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED, &error, &error_offset, nullptr);
  if (code == nullptr) {
    return Internal("pattern of pre-tokenizer '{}' does not compile: PCRE2 error {} at offset {}",
                    name, error, error_offset);
  }
  const bool has_jit = pcre2_jit_compile(code, PCRE2_JIT_COMPLETE) == 0;
  return std::unique_ptr<PreTokenizer>(new PreTokenizer(*family, code, has_jit));
}

PreTokenizer::PreTokenizer(const Family& family, void* code, bool has_jit)
    : family_(family), code_(code), has_jit_(has_jit) {}

PreTokenizer::~PreTokenizer() { pcre2_code_free(Code(code_)); }

PreTokenizer::Cursor::Cursor(const PreTokenizer& pre_tokenizer, std::string_view text)
    : pre_tokenizer_(pre_tokenizer),
      text_(text),
      reclassified_(Reclassify(text, pre_tokenizer.family_.splits_digits)),
      subject_(reclassified_ ? std::string_view(*reclassified_) : text),
      match_data_(pcre2_match_data_create(1, nullptr)) {}

PreTokenizer::Cursor::~Cursor() { pcre2_match_data_free(MatchData(match_data_)); }

std::string_view PreTokenizer::Cursor::Next() {
  if (offset_ == text_.size()) return {};
  const auto* subject = reinterpret_cast<PCRE2_SPTR>(subject_.data());
  // The text is known to be valid; checking it again at every piece would be quadratic.
  const auto match = pre_tokenizer_.has_jit_ ? &pcre2_jit_match : &pcre2_match;
  int result = match(Code(pre_tokenizer_.code_), subject, subject_.size(), offset_,
                     PCRE2_NO_UTF_CHECK, MatchData(match_data_), nullptr);
  if (result <= 0 && pre_tokenizer_.has_jit_) {  // a limit of the JIT's own
    result = pcre2_match(Code(pre_tokenizer_.code_), subject, subject_.size(), offset_,
                         PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, MatchData(match_data_), nullptr);
  }
  const size_t begin = offset_;
  offset_ = result > 0 ? pcre2_get_ovector_pointer(MatchData(match_data_))[1] : begin;
  // Only a failure inside PCRE2 (out of memory) comes here: go on by single characters.
  if (offset_ == begin) offset_ += DecodeCodePoint(text_, begin).num_bytes;
  return text_.substr(begin, offset_ - begin);
}

}  // namespace rung::tokenizer
