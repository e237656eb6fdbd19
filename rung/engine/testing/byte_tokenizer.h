// The smallest real tokenizer: one token per byte, then "<eos>".
#pragma once

#include <memory>

#include "rung/tokenizer/tokenizer.h"

namespace rung::engine::testing {

inline constexpr TokenId kByteEos = 256;
inline constexpr int64_t kByteVocab = 257;

// Token id = byte value; id 256 is the end-of-sequence token.
std::unique_ptr<tokenizer::Tokenizer> MakeByteTokenizer();

}  // namespace rung::engine::testing
