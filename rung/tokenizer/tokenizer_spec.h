// Everything a tokenizer is made of, independent of the file it came from. weights/gguf_tokenizer
// fills it from GGUF metadata (later also from tokenizer.json).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "rung/base/strong_id.h"

namespace rung::tokenizer {

enum class TokenKind : uint8_t {
  kNormal = 1,
  kUnknown = 2,
  kControl = 3,      // never matched in user text; not printed by default
  kUserDefined = 4,  // matched in any text before pre-tokenization, printed
  kUnused = 5,
  kByte = 6,
};

struct TokenizerSpec {
  std::string model;                // "gpt2": byte-level BPE
  std::string pre_tokenizer;        // "gpt-2", "llama-bpe", "qwen2", "smollm"
  std::vector<std::string> tokens;  // by id, in the byte-to-unicode alphabet of GPT-2
  std::vector<TokenKind> kinds;     // by id
  std::vector<std::string> merges;  // "left right", best rank first
  std::optional<TokenId> bos_id;
  std::optional<TokenId> eos_id;
  std::vector<TokenId> extra_eos_ids;  // end-of-turn tokens that stop generation as well
  bool add_bos = false;
  bool add_space_prefix = false;
  // What is odd and changes no answer, a line each for the operator's log. Tokenizer::Create adds
  // what it finds in the vocabulary.
  std::vector<std::string> warnings;
};

// InvalidArgument naming the field and the index of the first inconsistency of tokens, kinds and
// ids, all of them ids that somebody reads. How tokens are spelt is not judged here, and merges are
// checked by Tokenizer::Create, which has to resolve them anyway.
absl::Status Validate(const TokenizerSpec& spec);

}  // namespace rung::tokenizer
