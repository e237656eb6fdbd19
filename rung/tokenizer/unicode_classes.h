// Hugging Face's tokenizers class characters by Unicode 16; an older regex library does not know
// the newest letters and digits, and PCRE2 counts U+180E as a space, which it has not been
// since 6.3.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rung::tokenizer {

// A copy of `text` (valid UTF-8) in which every character whose class (letter, number, space,
// other) PCRE2 10.42 gets wrong is replaced by one of the right class and the same number of bytes,
// so that offsets stay. nullopt when there is none, which is nearly always. `splits_digits`: the
// family cuts digits with Hugging Face's Digits step, which follows Unicode 17.
std::optional<std::string> Reclassify(std::string_view text, bool splits_digits);

}  // namespace rung::tokenizer
