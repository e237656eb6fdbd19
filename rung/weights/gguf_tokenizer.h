// GGUF metadata (tokenizer.ggml.*) -> TokenizerSpec.
#pragma once

#include "absl/status/statusor.h"
#include "rung/tokenizer/tokenizer_spec.h"
#include "rung/weights/gguf_file.h"

namespace rung::weights {

// Copies the vocabulary, so the spec may outlive `file`; about 5 ms for 50,000 tokens.
//
// End of generation: eos_token_id, then as extras eot_token_id, eom_token_id, and the end-of-turn
// tokens that the file's own chat template writes (<|im_end|>, <|eot_id|>, ...; a special token of
// that name must exist). Older conversions of chat models name only the base model's end of text as
// EOS, and a chat would run on. Other names (<|endoftext|>) count only where the metadata says so.
//
// add_bos_token defaults to what the tokenizer family does when the key is missing: true for
// SentencePiece models and Llama 3's BPE, false otherwise.
//
// Ids that nobody reads (padding, unknown, a BOS that is not added) may be anything, and -1 means
// none; what is odd about the rest and changes no answer goes to the spec's warnings.
//
// InvalidArgument names the file and the key: missing model, vocabulary, pre-tokenizer or merges;
// lists of different length; other ids outside the vocabulary; unknown token types. Whether the
// model and the pre-tokenizer are known is Tokenizer::Create's business.
absl::StatusOr<tokenizer::TokenizerSpec> TokenizerSpecFromGguf(const GgufFile& file);

}  // namespace rung::weights
