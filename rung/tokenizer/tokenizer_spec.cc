#include "rung/tokenizer/tokenizer_spec.h"

#include <string_view>

#include "rung/base/status.h"

namespace rung::tokenizer {
namespace {

constexpr std::string_view kRemedy = "convert the checkpoint again";

absl::Status CheckTokens(const TokenizerSpec& spec) {
  if (spec.tokens.empty()) {
    return InvalidArgument("tokenizer has no tokens; {}", kRemedy);
  }
  if (spec.kinds.size() != spec.tokens.size()) {
    return InvalidArgument("tokenizer has {} tokens but {} token kinds; {}", spec.tokens.size(),
                           spec.kinds.size(), kRemedy);
  }
  for (size_t id = 0; id < spec.kinds.size(); ++id) {
    const auto kind = static_cast<int>(spec.kinds[id]);
    if (kind < static_cast<int>(TokenKind::kNormal) || kind > static_cast<int>(TokenKind::kByte)) {
      return InvalidArgument("kinds[{}] is {}, not 1 to 6; {}", id, kind, kRemedy);
    }
  }
  return absl::OkStatus();
}

absl::Status CheckId(std::string_view field, std::optional<TokenId> id, size_t vocab_size) {
  if (!id || (*id >= 0 && static_cast<size_t>(*id) < vocab_size)) return absl::OkStatus();
  return InvalidArgument("{} is {}, outside the vocabulary of {} tokens; {}", field, *id,
                         vocab_size, kRemedy);
}

absl::Status CheckIds(const TokenizerSpec& spec) {
  const size_t size = spec.tokens.size();
  RUNG_RETURN_IF_ERROR(CheckId("bos_id", spec.bos_id, size));
  RUNG_RETURN_IF_ERROR(CheckId("eos_id", spec.eos_id, size));
  for (size_t i = 0; i < spec.extra_eos_ids.size(); ++i) {
    RUNG_RETURN_IF_ERROR(CheckId(fmt::format("extra_eos_ids[{}]", i), spec.extra_eos_ids[i], size));
  }
  if (spec.add_bos && !spec.bos_id) {
    return InvalidArgument("tokenizer asks for a BOS token (add_bos) but has no bos_id; {}",
                           kRemedy);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const TokenizerSpec& spec) {
  RUNG_RETURN_IF_ERROR(CheckTokens(spec));
  return CheckIds(spec);
}

}  // namespace rung::tokenizer
