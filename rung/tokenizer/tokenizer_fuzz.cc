// Any text through SmolLM2's tokenizer and back; any token ids to text, whole and streamed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "rung/base/utf8.h"
#include "rung/tokenizer/detokenizer.h"
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

void CheckText(std::string_view text) {
  const auto ids = SmolLm2().Encode(text, {});
  if (!ids.ok()) return;
  for (TokenId id : *ids) {
    Check(id >= 0 && id < SmolLm2().vocab_size(), "an id outside the vocabulary");
  }
}

void CheckIds(std::string_view bytes) {
  std::vector<TokenId> ids;
  for (size_t i = 0; i + 2 <= bytes.size(); i += 2) {
    const int id = static_cast<uint8_t>(bytes[i]) * 256 + static_cast<uint8_t>(bytes[i + 1]);
    ids.push_back(static_cast<TokenId>(id % SmolLm2().vocab_size()));
  }
  const std::string whole = SmolLm2().Decode(ids, /*special=*/true);
  StreamDecoder decoder(SmolLm2(), /*special=*/true);
  std::string streamed;
  for (TokenId id : ids) {
    const std::string piece = decoder.Push(id);
    Check(!FirstInvalidUtf8(piece), "a piece that is no UTF-8");
    streamed += piece;
  }
  streamed += decoder.Flush();
  Check(streamed == whole, "streamed text differs from whole text");
}

}  // namespace
}  // namespace rung::tokenizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  rung::tokenizer::CheckText(bytes);
  rung::tokenizer::CheckIds(bytes);
  return 0;
}
