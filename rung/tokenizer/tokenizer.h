// Byte-level BPE tokenizer (GPT-2 family): pre-tokenizer regex, then merges by rank.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"
#include "rung/tokenizer/tokenizer_spec.h"

namespace rung::tokenizer {

// Immutable and thread-safe once made. Making one for 49 thousand tokens costs about 30 ms;
// encoding runs at tens of MB/s on one core and stays O(n log n) whatever the text.
class Tokenizer {
 public:
  // InvalidArgument names the field when the spec is inconsistent; Unimplemented names an unknown
  // model or pre-tokenizer. A vocabulary may have tokens that are spelt alike, that are empty or no
  // valid UTF-8, and merges that make no token: each token decodes, of those spelt alike the lowest
  // id encodes (SpellingIndex), such merges are left out, and one line of spec().warnings counts
  // them all.
  static absl::StatusOr<std::unique_ptr<Tokenizer>> Create(TokenizerSpec spec);

  virtual ~Tokenizer() = default;

  struct EncodeOptions {
    bool add_bos = false;        // BOS in front, unless the text begins with one
    bool parse_special = false;  // true: control tokens written in the text become their ids
  };
  // `text` must be valid UTF-8 of at most 512 MiB: InvalidArgument with the offset of the first bad
  // byte, or the size, otherwise. FailedPrecondition when add_bos finds no BOS token. Bytes that
  // the vocabulary has no token for are dropped, as Hugging Face does.
  virtual absl::StatusOr<std::vector<TokenId>> Encode(std::string_view text,
                                                      const EncodeOptions& options) const = 0;
  // Whether the first token of Encode is a BOS that `text` does not have: false where its first
  // token is BOS already, typed and parsed.
  virtual bool AddsBos(std::string_view text, const EncodeOptions& options) const = 0;

  // Raw bytes of one token; empty for control tokens unless `special`, and for ids outside the
  // vocabulary. Not always whole UTF-8. Valid as long as the tokenizer.
  virtual std::string_view TokenBytes(TokenId id, bool special = false) const = 0;
  // Whole text; incomplete UTF-8 becomes U+FFFD as in Python's errors="replace".
  std::string Decode(std::span<const TokenId> ids, bool special = false) const;

  virtual const TokenizerSpec& spec() const = 0;
  int64_t vocab_size() const { return static_cast<int64_t>(spec().tokens.size()); }
  bool IsEndOfGeneration(TokenId id) const;
};

}  // namespace rung::tokenizer
