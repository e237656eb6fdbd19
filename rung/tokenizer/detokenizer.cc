#include "rung/tokenizer/detokenizer.h"

#include <string_view>
#include <utility>

#include "rung/base/utf8.h"

namespace rung::tokenizer {

std::string StreamDecoder::Push(TokenId id) {
  pending_ += tokenizer_.TokenBytes(id, special_);
  const size_t ready = pending_.size() - IncompleteSuffixLength(pending_);
  std::string text;
  AppendReplacingInvalid(std::string_view(pending_).substr(0, ready), text);
  pending_.erase(0, ready);
  return text;
}

std::string StreamDecoder::Flush() { return ReplaceInvalid(std::exchange(pending_, {})); }

}  // namespace rung::tokenizer
