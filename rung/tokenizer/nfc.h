// Unicode normalization form C, as Hugging Face's tokenizers does it.
#pragma once

#include <string>
#include <string_view>

namespace rung::tokenizer {

// `text` (valid UTF-8) in NFC: the same view when it is already, else a view of `storage`.
// Combining marks that Unicode added after version 9 neither move nor combine, since Hugging Face's
// tables end there. Text without marks costs one property look-up per character from U+0300 up.
std::string_view NormalizeNfc(std::string_view text, std::string& storage);

}  // namespace rung::tokenizer
