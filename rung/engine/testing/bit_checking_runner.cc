#include "rung/engine/testing/bit_checking_runner.h"

#include <functional>
#include <string_view>

#include "rung/base/status.h"

namespace rung::engine::testing {

void SeenLogits::See(const std::vector<TokenId>& history, std::span<const float> logits) {
  const auto bytes = std::as_bytes(logits);
  const size_t hash =
      std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const auto [place, is_new] = seen_.try_emplace(history, hash);
  if (is_new) return;
  ++compared_;
  if (place->second == hash) return;
  if (++different_ <= 8) where_ += fmt::format(" after {} tokens;", history.size());
}

std::vector<TokenId>& BitCheckingRunner::Extend(runtime::RowId row, int64_t start,
                                                std::span<const TokenId> tokens) {
  std::vector<TokenId>& history = histories_[row.value];
  history.resize(static_cast<size_t>(start));
  history.insert(history.end(), tokens.begin(), tokens.end());
  return history;
}

absl::StatusOr<runtime::RowId> BitCheckingRunner::CopyRow(runtime::RowId row, int64_t capacity) {
  RUNG_ASSIGN_OR_RETURN(const runtime::RowId copy, runner_->CopyRow(row, capacity));
  histories_[copy.value] = histories_[row.value];
  return copy;
}

absl::StatusOr<runtime::StepLogits> BitCheckingRunner::Prefill(runtime::RowId row,
                                                               std::span<const TokenId> tokens,
                                                               int64_t start, int64_t chunk,
                                                               bool want_logits) {
  RUNG_ASSIGN_OR_RETURN(const runtime::StepLogits logits,
                        runner_->Prefill(row, tokens, start, chunk, want_logits));
  const std::vector<TokenId>& history = Extend(row, start, tokens);
  if (want_logits) seen_->See(history, logits.Row(0));
  return logits;
}

absl::StatusOr<runtime::StepLogits> BitCheckingRunner::Decode(
    std::span<const runtime::DecodeInput> inputs) {
  RUNG_ASSIGN_OR_RETURN(const runtime::StepLogits logits, runner_->Decode(inputs));
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::vector<TokenId>& history =
        Extend(inputs[i].row, inputs[i].position, {&inputs[i].token, 1});
    seen_->See(history, logits.Row(static_cast<int64_t>(i)));
  }
  return logits;
}

}  // namespace rung::engine::testing
