// Any text through SmolLM2's tokenizer and back; any token ids to text, whole and streamed; and
// input that begins with 'V': any vocabulary.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "rung/base/utf8.h"
#include "rung/tokenizer/detokenizer.h"
#include "rung/tokenizer/testing/byte_spec.h"
#include "rung/tokenizer/testing/spec_fixture.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::tokenizer {
namespace {

const Tokenizer& SmolLm2() {
  static const auto& tokenizer = *[] {
    auto made = Tokenizer::Create(testing::SmolLm2Spec());
    if (!made.ok()) std::abort();
    return made->release();
  }();
  return tokenizer;
}

void Check(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void CheckText(const Tokenizer& tokenizer, std::string_view text, bool special,
               bool same_when_decoded) {
  const auto ids = tokenizer.Encode(text, {.parse_special = special});
  if (!ids.ok()) return;
  for (TokenId id : *ids) {
    Check(id >= 0 && id < tokenizer.vocab_size(), "an id outside the vocabulary");
    Check(!tokenizer.TokenBytes(id, /*special=*/true).empty(), "an empty token in a text");
  }
  if (!same_when_decoded) return;
  Check(tokenizer.Decode(*ids, /*special=*/true) == text, "decoded text differs");
}

void CheckIds(const Tokenizer& tokenizer, std::string_view bytes) {
  std::vector<TokenId> ids;
  for (size_t i = 0; i + 2 <= bytes.size(); i += 2) {
    const int id = static_cast<uint8_t>(bytes[i]) * 256 + static_cast<uint8_t>(bytes[i + 1]);
    ids.push_back(static_cast<TokenId>(id % tokenizer.vocab_size()));
  }
  const std::string whole = tokenizer.Decode(ids, /*special=*/true);
  StreamDecoder decoder(tokenizer, /*special=*/true);
  std::string streamed;
  for (TokenId id : ids) {
    const std::string piece = decoder.Push(id);
    Check(!FirstInvalidUtf8(piece), "a piece that is no UTF-8");
    streamed += piece;
  }
  streamed += decoder.Flush();
  Check(streamed == whole, "streamed text differs from whole text");
}

// Takes bytes off the front of an input; zeros and nothing behind its end.
class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}
  uint8_t Byte() {
    const std::string_view byte = Take(1);
    return byte.empty() ? 0 : static_cast<uint8_t>(byte[0]);
  }
  std::string_view Take(size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// The 256 bytes, then tokens and merges as the input says, spelt alike, empty, no UTF-8, of any
// kind; what is left of the input is the text.
void CheckVocabulary(std::string_view bytes) {
  constexpr std::string_view kFamilies[] = {"gpt-2", "llama-bpe", "qwen2", "smollm"};
  Input input(bytes);
  TokenizerSpec spec = testing::ByteSpec();
  spec.pre_tokenizer = kFamilies[input.Byte() % 4];
  bool all_normal = spec.pre_tokenizer != "qwen2";  // which composes characters
  for (int count = input.Byte() % 32; count > 0; --count) {
    const uint8_t head = input.Byte();
    const auto kind = static_cast<TokenKind>(1 + head / 32 % 6);
    all_normal = all_normal && kind == TokenKind::kNormal;
    testing::AddToken(spec, std::string(input.Take(head % 8)), kind);
  }
  for (int count = input.Byte() % 32; count > 0; --count) {
    const std::string& left = spec.tokens[input.Byte() * 2 % spec.tokens.size()];
    const std::string& right = spec.tokens[input.Byte() * 2 % spec.tokens.size()];
    spec.merges.push_back(left + " " + right);
  }
  const auto tokenizer = Tokenizer::Create(std::move(spec));
  if (!tokenizer.ok()) return;
  Check((*tokenizer)->spec().warnings.size() <= 1, "more than one warning");
  for (const bool special : {false, true}) {
    CheckText(**tokenizer, input.rest(), special, all_normal);
  }
  CheckIds(**tokenizer, bytes);
}

}  // namespace
}  // namespace rung::tokenizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace rung::tokenizer;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.starts_with('V')) {
    CheckVocabulary(bytes.substr(1));
    return 0;
  }
  CheckText(SmolLm2(), bytes, /*special=*/false, /*same_when_decoded=*/false);
  CheckIds(SmolLm2(), bytes);
  return 0;
}
