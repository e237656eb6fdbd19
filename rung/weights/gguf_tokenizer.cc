#include "rung/weights/gguf_tokenizer.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::weights {
namespace {

using tokenizer::TokenizerSpec;
using tokenizer::TokenKind;

// What ends an assistant's turn in the common chat formats.
constexpr std::array<std::string_view, 7> kEndOfTurnNames = {
    "<|im_end|>",    "<|eot_id|>",      "<|eom_id|>",   "<|end|>",
    "<end_of_turn>", "<|end_of_turn|>", "<|endofturn|>"};

absl::Status ReadVocabulary(const GgufFile& file, TokenizerSpec& spec) {
  const GgufMetadata& metadata = file.metadata();
  RUNG_ASSIGN_OR_RETURN(const std::vector<std::string_view> tokens,
                        metadata.GetStringArray("tokenizer.ggml.tokens"));
  if (tokens.empty() || tokens.size() > std::numeric_limits<TokenId>::max()) {
    return InvalidArgument("{}: tokenizer.ggml.tokens has {} entries, expected 1 to {}",
                           file.path(), tokens.size(), std::numeric_limits<TokenId>::max());
  }
  spec.tokens.assign(tokens.begin(), tokens.end());
  spec.kinds.assign(tokens.size(), TokenKind::kNormal);
  constexpr std::string_view kTypes = "tokenizer.ggml.token_type";
  if (!metadata.Has(kTypes)) return absl::OkStatus();
  RUNG_ASSIGN_OR_RETURN(const std::vector<int64_t> types, metadata.GetIntArray(kTypes));
  if (types.size() != tokens.size()) {
    return InvalidArgument("{}: {} has {} entries, but tokenizer.ggml.tokens has {}", file.path(),
                           kTypes, types.size(), tokens.size());
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (types[i] == 0) continue;  // "undefined" in ggml's list: an ordinary token
    if (types[i] < 0 || types[i] > static_cast<int64_t>(TokenKind::kByte)) {
      return InvalidArgument("{}: {} of token {} is {}, expected 0 to 6", file.path(), kTypes, i,
                             types[i]);
    }
    spec.kinds[i] = static_cast<TokenKind>(types[i]);
  }
  return absl::OkStatus();
}

absl::Status ReadByteLevelBpe(const GgufFile& file, TokenizerSpec& spec) {
  const GgufMetadata& metadata = file.metadata();
  RUNG_ASSIGN_OR_RETURN(spec.pre_tokenizer, metadata.GetString("tokenizer.ggml.pre"));
  RUNG_ASSIGN_OR_RETURN(const std::vector<std::string_view> merges,
                        metadata.GetStringArray("tokenizer.ggml.merges"));
  spec.merges.assign(merges.begin(), merges.end());
  for (size_t i = 0; i < merges.size(); ++i) {
    const size_t space = merges[i].find(' ', 1);
    if (space == std::string_view::npos || space + 1 == merges[i].size()) {
      return InvalidArgument("{}: tokenizer.ggml.merges: entry {} is {}, expected two parts",
                             file.path(), i, Quoted(merges[i]));
    }
  }
  return absl::OkStatus();
}

// How converters write that there is no such token: -1, mostly as an unsigned number.
bool MeansNone(int64_t id) { return id == -1 || id == std::numeric_limits<uint32_t>::max(); }

absl::StatusOr<std::optional<TokenId>> ReadId(const GgufFile& file, std::string_view key,
                                              size_t vocabulary) {
  if (!file.metadata().Has(key)) return std::nullopt;
  RUNG_ASSIGN_OR_RETURN(const int64_t id, file.metadata().GetS64(key));
  if (id < 0 || static_cast<uint64_t>(id) >= vocabulary) {
    return InvalidArgument("{}: {} is {}, outside the vocabulary of {} tokens", file.path(), key,
                           id, vocabulary);
  }
  return static_cast<TokenId>(id);
}

// The same for an id that may be given as none.
absl::StatusOr<std::optional<TokenId>> ReadOptionalId(const GgufFile& file, std::string_view key,
                                                      size_t vocabulary) {
  const absl::StatusOr<int64_t> id = file.metadata().GetS64(key);
  if (id.ok() && MeansNone(*id)) return std::nullopt;
  return ReadId(file, key, vocabulary);
}

// Read where it is used: a BOS that nobody adds may be anything.
absl::Status ReadBos(const GgufFile& file, TokenizerSpec& spec) {
  constexpr std::string_view kBos = "tokenizer.ggml.bos_token_id";
  const bool adds_by_default = spec.model == "llama" || spec.pre_tokenizer == "llama-bpe";
  RUNG_ASSIGN_OR_RETURN(spec.add_bos,
                        file.metadata().GetBoolOr("tokenizer.ggml.add_bos_token", adds_by_default));
  const absl::StatusOr<std::optional<TokenId>> id = ReadId(file, kBos, spec.tokens.size());
  if (id.ok()) spec.bos_id = *id;
  if (!spec.add_bos) return absl::OkStatus();
  RUNG_RETURN_IF_ERROR(id.status());
  if (spec.bos_id) return absl::OkStatus();
  return InvalidArgument("{}: missing key {}, which add_bos_token asks for", file.path(), kBos);
}

void AddEnd(TokenizerSpec& spec, std::optional<TokenId> id) {
  if (!id || id == spec.eos_id || std::ranges::count(spec.extra_eos_ids, *id) > 0) return;
  spec.extra_eos_ids.push_back(*id);
}

absl::Status ReadEnds(const GgufFile& file, TokenizerSpec& spec) {
  const size_t vocabulary = spec.tokens.size();
  constexpr std::string_view kEos = "tokenizer.ggml.eos_token_id";
  RUNG_ASSIGN_OR_RETURN(spec.eos_id, ReadOptionalId(file, kEos, vocabulary));
  for (std::string_view key : {"tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"}) {
    RUNG_ASSIGN_OR_RETURN(const std::optional<TokenId> id, ReadOptionalId(file, key, vocabulary));
    AddEnd(spec, id);
  }
  RUNG_ASSIGN_OR_RETURN(const std::string_view chat_template,
                        file.metadata().GetStringOr("tokenizer.chat_template", ""));
  for (std::string_view name : kEndOfTurnNames) {
    if (chat_template.find(name) == std::string_view::npos) continue;
    for (size_t id = 0; id < vocabulary; ++id) {
      if (spec.tokens[id] != name) continue;
      // A plain word that is spelt so may stand in any text.
      if (spec.kinds[id] != TokenKind::kControl && spec.kinds[id] != TokenKind::kUserDefined)
        continue;
      AddEnd(spec, static_cast<TokenId>(id));
    }
  }
  if (!spec.eos_id && spec.extra_eos_ids.empty() && file.metadata().Has(kEos)) {
    spec.warnings.push_back(fmt::format("{} is {}: no token ends a reply, it runs to its limit",
                                        kEos, file.metadata().ValueText(kEos)));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<TokenizerSpec> TokenizerSpecFromGguf(const GgufFile& file) {
  const GgufMetadata& metadata = file.metadata();
  TokenizerSpec spec;
  RUNG_ASSIGN_OR_RETURN(spec.model, metadata.GetString("tokenizer.ggml.model"));
  RUNG_RETURN_IF_ERROR(ReadVocabulary(file, spec));
  if (spec.model == "gpt2") {
    RUNG_RETURN_IF_ERROR(ReadByteLevelBpe(file, spec));
  } else {
    RUNG_ASSIGN_OR_RETURN(spec.pre_tokenizer, metadata.GetStringOr("tokenizer.ggml.pre", ""));
  }
  RUNG_RETURN_IF_ERROR(ReadBos(file, spec));
  RUNG_RETURN_IF_ERROR(ReadEnds(file, spec));
  constexpr std::string_view kAddEos = "tokenizer.ggml.add_eos_token";
  if (metadata.Numbers(kAddEos) == std::vector<double>{1}) {
    spec.warnings.push_back(fmt::format(
        "{} is true: no end of text is put behind a prompt, which is to be continued", kAddEos));
  }
  RUNG_ASSIGN_OR_RETURN(spec.add_space_prefix, metadata.GetBoolOr("tokenizer.ggml.add_space_prefix",
                                                                  spec.model == "llama"));
  return spec;
}

}  // namespace rung::weights
