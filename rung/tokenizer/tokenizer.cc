#include "rung/tokenizer/tokenizer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/escaping.h"
#include "rung/base/status.h"
#include "rung/base/utf8.h"
#include "rung/tokenizer/added_tokens.h"
#include "rung/tokenizer/bpe_merger.h"
#include "rung/tokenizer/byte_alphabet.h"
#include "rung/tokenizer/nfc.h"
#include "rung/tokenizer/pre_tokenizer.h"
#include "rung/tokenizer/spelling_index.h"

namespace rung::tokenizer {
namespace {

// The tokens of the 256 single bytes. Some checkpoints lack a few of them.
std::array<TokenId, 256> FindByteTokens(const SpellingIndex& index) {
  std::array<TokenId, 256> byte_tokens;
  for (int byte = 0; byte < 256; ++byte) {
    std::string spelling;
    AppendCodePoint(AlphabetCharacter(static_cast<uint8_t>(byte)), spelling);
    byte_tokens[byte] = index.Find(spelling).value_or(BpeMerger::kNoToken);
  }
  return byte_tokens;
}

// "left right" to ids; none when they or what they make are no tokens.
absl::StatusOr<std::optional<BpeMerger::Merge>> ResolveMerge(std::string_view text, size_t index,
                                                             const SpellingIndex& ids) {
  const size_t space = text.find(' ');
  if (space == std::string_view::npos || space == 0 || space + 1 == text.size() ||
      text.find(' ', space + 1) != std::string_view::npos) {
    return InvalidArgument(
        "merges[{}] '{}' is not two tokens with one space between them; convert the checkpoint "
        "again",
        index, absl::Utf8SafeCHexEscape({text.data(), text.size()}));
  }
  const auto left = ids.Find(text.substr(0, space));
  const auto right = ids.Find(text.substr(space + 1));
  if (!left || !right) return std::nullopt;
  std::string spelling(text);
  spelling.erase(space, 1);
  const auto merged = ids.Find(spelling);
  if (!merged) return std::nullopt;
  return BpeMerger::Merge{*left, *right, *merged};
}

// Merges that make no token are left out: nothing could stand for what they make.
absl::StatusOr<BpeMerger> MakeMerger(const TokenizerSpec& spec, const SpellingIndex& index,
                                     VocabularyFlaws& flaws) {
  std::vector<BpeMerger::Merge> merges;
  merges.reserve(spec.merges.size());
  for (size_t i = 0; i < spec.merges.size(); ++i) {
    RUNG_ASSIGN_OR_RETURN(const std::optional<BpeMerger::Merge> merge,
                          ResolveMerge(spec.merges[i], i, index));
    if (merge) {
      merges.push_back(*merge);
    } else {
      ++flaws.merges_without_token;
    }
  }
  return BpeMerger(FindByteTokens(index), merges);
}

// Bytes of all tokens, end to end.
struct TokenBytesTable {
  std::string bytes;
  std::vector<uint32_t> begins;  // by id, and one more

  std::string_view Get(size_t id) const {
    return std::string_view(bytes).substr(begins[id], begins[id + 1] - begins[id]);
  }
};

// Only tokens that merges make are spelled in the byte alphabet; the others are written as they
// are.
TokenBytesTable MakeTokenBytes(const TokenizerSpec& spec) {
  TokenBytesTable table;
  table.begins.reserve(spec.tokens.size() + 1);
  for (size_t id = 0; id < spec.tokens.size(); ++id) {
    table.begins.push_back(static_cast<uint32_t>(table.bytes.size()));
    const std::string& token = spec.tokens[id];
    std::optional<std::string> bytes;
    if (spec.kinds[id] == TokenKind::kNormal && !FirstInvalidUtf8(token)) {
      bytes = BytesOfSpelling(token);
    }
    table.bytes += bytes ? *bytes : token;
  }
  table.begins.push_back(static_cast<uint32_t>(table.bytes.size()));
  return table;
}

class BytePairTokenizer final : public Tokenizer {
 public:
  BytePairTokenizer(TokenizerSpec spec, std::unique_ptr<PreTokenizer> pre_tokenizer,
                    BpeMerger merger)
      : spec_(std::move(spec)),
        pre_tokenizer_(std::move(pre_tokenizer)),
        merger_(std::move(merger)),
        bytes_(MakeTokenBytes(spec_)) {
    IndexWholePieces();
    for (size_t id = 0; id < spec_.tokens.size(); ++id) {
      const bool user_defined = spec_.kinds[id] == TokenKind::kUserDefined;
      if (!user_defined && spec_.kinds[id] != TokenKind::kControl) continue;
      // Part of a character would be cut out of the text's characters.
      if (FirstInvalidUtf8(spec_.tokens[id])) continue;
      if (user_defined) user_defined_.Add(spec_.tokens[id], static_cast<TokenId>(id));
      special_.Add(spec_.tokens[id], static_cast<TokenId>(id));
    }
  }

  absl::StatusOr<std::vector<TokenId>> Encode(std::string_view text,
                                              const EncodeOptions& options) const override;
  bool AddsBos(std::string_view text, const EncodeOptions& options) const override {
    return options.add_bos && spec_.bos_id && AddedTokens(options).FindAt(text, 0) != *spec_.bos_id;
  }

  std::string_view TokenBytes(TokenId id, bool special) const override {
    if (id < 0 || id >= vocab_size()) return {};
    if (spec_.kinds[id] == TokenKind::kControl && !special) return {};
    return bytes_.Get(static_cast<size_t>(id));
  }

  const TokenizerSpec& spec() const override { return spec_; }

 private:
  const AddedTokenMatcher& AddedTokens(const EncodeOptions& options) const {
    return options.parse_special ? special_ : user_defined_;
  }
  void IndexWholePieces();
  void AppendText(std::string_view text, BpeMerger::Scratch& scratch,
                  std::vector<TokenId>& ids) const;

  TokenizerSpec spec_;
  std::unique_ptr<PreTokenizer> pre_tokenizer_;
  BpeMerger merger_;
  TokenBytesTable bytes_;
  // Pieces that are one token, by bytes: nine of ten in ordinary text, found without any merge.
  absl::flat_hash_map<std::string_view, TokenId> whole_pieces_;
  AddedTokenMatcher user_defined_;  // cut out of any text
  AddedTokenMatcher special_;       // those and the control tokens
};

void BytePairTokenizer::IndexWholePieces() {
  BpeMerger::Scratch scratch;
  std::vector<TokenId> merged;
  whole_pieces_.reserve(spec_.tokens.size());
  for (size_t i = 0; i < spec_.tokens.size(); ++i) {
    if (spec_.kinds[i] != TokenKind::kNormal || spec_.tokens[i].empty()) continue;
    const auto id = static_cast<TokenId>(i);
    // A token that its own merges do not make must not be found whole, unless the family says so.
    if (!pre_tokenizer_->family().ignore_merges) {
      merged.clear();
      merger_.Append(bytes_.Get(i), scratch, merged);
      if (merged.size() != 1 || merged[0] != id) continue;
    }
    whole_pieces_.emplace(bytes_.Get(i), id);
  }
}

absl::StatusOr<std::vector<TokenId>> BytePairTokenizer::Encode(std::string_view text,
                                                               const EncodeOptions& options) const {
  constexpr size_t kMaxBytes = std::numeric_limits<int32_t>::max() / 4;  // NFC may triple the text
  if (text.size() > kMaxBytes) {
    return InvalidArgument("text has {} bytes, more than the {} that can be tokenized at once",
                           text.size(), kMaxBytes);
  }
  if (const auto bad = FirstInvalidUtf8(text)) {
    return InvalidArgument("text is not valid UTF-8 at byte {} (0x{:02x})", *bad,
                           static_cast<uint8_t>(text[*bad]));
  }
  std::vector<TokenId> ids;
  ids.reserve(text.size() / 3 + 8);
  if (options.add_bos) {
    if (!spec_.bos_id) return FailedPrecondition("the tokenizer has no BOS token to add");
    if (AddsBos(text, options)) ids.push_back(*spec_.bos_id);
  }
  const AddedTokenMatcher& added = AddedTokens(options);
  BpeMerger::Scratch scratch;
  size_t offset = 0;
  while (const auto match = added.FindFirst(text, offset)) {
    AppendText(text.substr(offset, match->begin - offset), scratch, ids);
    ids.push_back(match->id);
    offset = match->end;
  }
  AppendText(text.substr(offset), scratch, ids);
  return ids;
}

// `text` holds no added token.
void BytePairTokenizer::AppendText(std::string_view text, BpeMerger::Scratch& scratch,
                                   std::vector<TokenId>& ids) const {
  if (text.empty()) return;
  std::string normalized;
  if (pre_tokenizer_->family().normalizes_nfc) text = NormalizeNfc(text, normalized);
  std::string prefixed;
  if (spec_.add_space_prefix && text.front() != ' ') {
    prefixed.reserve(text.size() + 1);
    prefixed += ' ';
    prefixed += text;
    text = prefixed;
  }
  PreTokenizer::Cursor cursor(*pre_tokenizer_, text);
  for (std::string_view piece = cursor.Next(); !piece.empty(); piece = cursor.Next()) {
    const auto whole = whole_pieces_.find(piece);
    if (whole != whole_pieces_.end()) {
      ids.push_back(whole->second);
    } else {
      merger_.Append(piece, scratch, ids);
    }
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Tokenizer>> Tokenizer::Create(TokenizerSpec spec) {
  if (spec.model != "gpt2") {
    return Unimplemented("tokenizer model '{}' is not supported; only gpt2 (byte-level BPE) is",
                         absl::Utf8SafeCHexEscape(spec.model));
  }
  RUNG_ASSIGN_OR_RETURN(auto pre_tokenizer, PreTokenizer::Create(spec.pre_tokenizer));
  RUNG_RETURN_IF_ERROR(Validate(spec));
  VocabularyFlaws flaws;
  const SpellingIndex index(spec, flaws);
  RUNG_ASSIGN_OR_RETURN(auto merger, MakeMerger(spec, index, flaws));
  if (const auto line = flaws.Line()) spec.warnings.push_back(*line);
  return std::make_unique<BytePairTokenizer>(std::move(spec), std::move(pre_tokenizer),
                                             std::move(merger));
}

std::string Tokenizer::Decode(std::span<const TokenId> ids, bool special) const {
  std::string bytes;
  for (const TokenId id : ids) bytes += TokenBytes(id, special);
  return ReplaceInvalid(bytes);
}

bool Tokenizer::IsEndOfGeneration(TokenId id) const {
  const auto& extra = spec().extra_eos_ids;
  return spec().eos_id == id || std::find(extra.begin(), extra.end(), id) != extra.end();
}

}  // namespace rung::tokenizer
