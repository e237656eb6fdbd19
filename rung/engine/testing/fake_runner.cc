#include "rung/engine/testing/fake_runner.h"

#include <algorithm>

#include "rung/base/status.h"

namespace rung::engine::testing {
namespace {

uint64_t Mix(uint64_t value) {
  value ^= value >> 33;
  value *= 0xff51afd7ed558ccdULL;
  value ^= value >> 33;
  value *= 0xc4ceb9fe1a85ec53ULL;
  return value ^ (value >> 33);
}

std::vector<float> LogitsFor(std::span<const TokenId> history, int64_t vocab) {
  uint64_t hash = history.size();
  for (TokenId token : history) hash = Mix(hash ^ (static_cast<uint64_t>(token) + 1));
  std::vector<float> logits(static_cast<size_t>(vocab));
  for (size_t i = 0; i < logits.size(); ++i) {
    logits[i] = static_cast<float>(Mix(hash + i) % 100000) / 10000.0f;
  }
  return logits;
}

}  // namespace

absl::StatusOr<runtime::RowId> FakeRunner::AllocateRow(int64_t capacity) {
  if (live_rows() >= max_rows) return ResourceExhausted("the fake device holds {} rows", max_rows);
  const runtime::RowId row{next_row_++};
  rows_[row.value].kv.assign(static_cast<size_t>(capacity), -1);
  return row;
}

void FakeRunner::FreeRow(runtime::RowId row) { rows_.erase(row.value); }

int64_t FakeRunner::RowCapacity(runtime::RowId row) const {
  return static_cast<int64_t>(rows_.at(row.value).kv.size());
}

bool FakeRunner::RowHasKv(runtime::RowId row) const { return rows_.at(row.value).has_kv; }

absl::StatusOr<runtime::StepLogits> FakeRunner::Prefill(runtime::RowId row,
                                                        std::span<const TokenId> tokens,
                                                        int64_t start, int64_t chunk,
                                                        bool want_logits) {
  const int64_t count = static_cast<int64_t>(tokens.size());
  calls.push_back(
      fmt::format("prefill row={} start={} chunk={} count={}", row.value, start, chunk, count));
  Row& state = rows_.at(row.value);
  if (!state.has_kv || count > chunk || start + chunk > RowCapacity(row)) {
    return InvalidArgument("bad prefill: {}", calls.back());
  }
  Spend(prefill_ms_per_token * static_cast<double>(chunk));
  // Positions past the valid tokens are written too, with garbage, as the real program does.
  for (int64_t i = 0; i < chunk; ++i) {
    state.kv[start + i] = i < count ? tokens[i] : 1'000'000 + static_cast<TokenId>(i);
  }
  const std::vector<TokenId> history(state.kv.begin(), state.kv.begin() + start + count);
  RUNG_RETURN_IF_ERROR(MaybeFail({row}, {history}));
  logits_.clear();
  if (!want_logits) return runtime::StepLogits{{}, vocab_};
  AppendLogits(history);
  return runtime::StepLogits{logits_, vocab_};
}

absl::StatusOr<runtime::StepLogits> FakeRunner::Decode(
    std::span<const runtime::DecodeInput> inputs) {
  std::string call = "decode rows=";
  std::vector<runtime::RowId> rows;
  std::vector<std::vector<TokenId>> histories;
  for (const runtime::DecodeInput& input : inputs) {
    call += fmt::format("{}{}", rows.empty() ? "" : ",", input.row.value);
    Row& state = rows_.at(input.row.value);
    if (!state.has_kv || input.position >= RowCapacity(input.row)) {
      return InvalidArgument("bad decode of row {} at {}", input.row.value, input.position);
    }
    state.kv[input.position] = input.token;
    rows.push_back(input.row);
    histories.emplace_back(state.kv.begin(), state.kv.begin() + input.position + 1);
  }
  calls.push_back(call);
  Spend(decode_ms);
  RUNG_RETURN_IF_ERROR(MaybeFail(rows, histories));
  logits_.clear();
  for (const auto& history : histories) AppendLogits(history);
  return runtime::StepLogits{logits_, vocab_};
}

std::vector<TokenId> FakeRunner::ExpectedGreedy(std::vector<TokenId> prompt, int64_t count) const {
  std::vector<TokenId> generated;
  for (int64_t i = 0; i < count; ++i) {
    const std::vector<float> logits = LogitsFor(prompt, vocab_);
    const auto best = std::max_element(logits.begin(), logits.end());
    generated.push_back(static_cast<TokenId>(best - logits.begin()));
    prompt.push_back(generated.back());
  }
  return generated;
}

void FakeRunner::AppendLogits(std::span<const TokenId> history) {
  const std::vector<float> logits = LogitsFor(history, vocab_);
  logits_.insert(logits_.end(), logits.begin(), logits.end());
}

absl::Status FakeRunner::MaybeFail(const std::vector<runtime::RowId>& rows,
                                   const std::vector<std::vector<TokenId>>& histories) {
  if (!fail) return absl::OkStatus();
  const absl::Status status = fail(histories);
  if (status.ok()) return status;
  for (runtime::RowId row : rows) rows_.at(row.value).has_kv = false;
  return status;
}

void FakeRunner::Spend(double ms) {
  if (clock_ == nullptr) return;
  clock_->Advance(std::chrono::nanoseconds(static_cast<int64_t>(ms * 1e6)));
}

}  // namespace rung::engine::testing
