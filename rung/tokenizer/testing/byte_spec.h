// A small valid spec to break or to extend.
#pragma once

#include <string>
#include <vector>

#include "rung/base/utf8.h"
#include "rung/tokenizer/byte_alphabet.h"
#include "rung/tokenizer/tokenizer_spec.h"

namespace rung::tokenizer::testing {

inline void AddToken(TokenizerSpec& spec, std::string token, TokenKind kind = TokenKind::kNormal) {
  spec.tokens.push_back(std::move(token));
  spec.kinds.push_back(kind);
}

// Id b is byte b; then one token per merge, in order. `merges` are spelled in the byte alphabet.
inline TokenizerSpec ByteSpec(const std::vector<std::string>& merges = {}) {
  TokenizerSpec spec;
  spec.model = "gpt2";
  spec.pre_tokenizer = "gpt-2";
  for (int byte = 0; byte < 256; ++byte) {
    std::string spelling;
    AppendCodePoint(AlphabetCharacter(static_cast<uint8_t>(byte)), spelling);
    AddToken(spec, spelling);
  }
  for (const std::string& merge : merges) {
    std::string token = merge;
    token.erase(token.find(' '), 1);
    AddToken(spec, token);
    spec.merges.push_back(merge);
  }
  return spec;
}

}  // namespace rung::tokenizer::testing
