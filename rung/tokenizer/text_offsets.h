// Where in a text its tokens begin.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "rung/tokenizer/tokenizer.h"

namespace rung::tokenizer {

// For each of `tokens`, which Encode made of `text`: the whole characters (code points) of `text`
// in front of it. They count in the text as it was sent: a BOS that was added (`bos_is_added`: see
// Tokenizer::AddsBos) has none of it, characters that were dropped belong to the token behind them,
// and what NFC made of several characters counts as these. O(bytes of both).
std::vector<int64_t> TextOffsets(const Tokenizer& tokenizer, std::string_view text,
                                 std::span<const TokenId> tokens, bool bos_is_added);

}  // namespace rung::tokenizer
