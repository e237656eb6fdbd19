#include "rung/engine/testing/byte_tokenizer.h"

#include <cstdlib>
#include <iostream>

#include "rung/base/utf8.h"
#include "rung/tokenizer/byte_alphabet.h"

namespace rung::engine::testing {

std::unique_ptr<tokenizer::Tokenizer> MakeByteTokenizer() {
  tokenizer::TokenizerSpec spec;
  spec.model = "gpt2";
  spec.pre_tokenizer = "gpt-2";
  for (int byte = 0; byte < 256; ++byte) {
    AppendCodePoint(tokenizer::AlphabetCharacter(static_cast<uint8_t>(byte)),
                    spec.tokens.emplace_back());
    spec.kinds.push_back(tokenizer::TokenKind::kNormal);
  }
  spec.tokens.push_back("<eos>");
  spec.kinds.push_back(tokenizer::TokenKind::kControl);
  spec.eos_id = kByteEos;
  auto tokenizer = tokenizer::Tokenizer::Create(std::move(spec));
  if (!tokenizer.ok()) {
    std::cerr << tokenizer.status() << '\n';
    std::abort();
  }
  return std::move(*tokenizer);
}

}  // namespace rung::engine::testing
