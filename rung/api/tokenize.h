// Bodies of POST /tokenize and /detokenize.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"

namespace rung::api {

struct TokenizeRequest {
  std::string content;
  bool add_special = false;   // BOS in front, where the model wants one
  bool parse_special = true;  // control tokens written in the text become their ids
  bool with_pieces = false;   // each token with its text
};

// {"content": "...", "add_special"?, "parse_special"?, "with_pieces"?}; "prompt" is taken for
// content.
absl::StatusOr<TokenizeRequest> ParseTokenizeRequest(std::string_view body, int64_t max_depth);

struct TokenPiece {
  TokenId id = 0;
  std::string bytes;  // not always whole characters
};
// {"count", "tokens": [1, 2]}; with pieces each token is {"id", "piece"}, the piece a string or,
// where the bytes are no whole characters, an array of bytes.
std::string TokenizeBody(const std::vector<TokenId>& tokens);
std::string TokenizeBody(const std::vector<TokenPiece>& pieces);

// {"tokens": [1, 2]}; ids must be below `vocab_size`.
absl::StatusOr<std::vector<TokenId>> ParseDetokenizeRequest(std::string_view body,
                                                            int64_t max_depth, int64_t vocab_size);
std::string DetokenizeBody(const std::string& text);

}  // namespace rung::api
