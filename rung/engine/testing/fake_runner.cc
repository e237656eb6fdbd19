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

constexpr uint64_t kEmptyHash = 0x9e3779b97f4a7c15ULL;

uint64_t Extend(uint64_t hash, TokenId token) {
  return Mix(hash ^ (static_cast<uint64_t>(token) + 1));
}

std::vector<float> LogitsFor(uint64_t hash, int64_t vocab) {
  std::vector<float> logits(static_cast<size_t>(vocab));
  for (size_t i = 0; i < logits.size(); ++i) {
    logits[i] = static_cast<float>(Mix(hash + i) % 100000) / 10000.0f;
  }
  return logits;
}

}  // namespace

void FakeRunner::Row::Write(int64_t position, TokenId token) {
  kv[position] = token;
  hashes.resize(std::min<size_t>(hashes.size(), position));
}

uint64_t FakeRunner::Row::HashUpTo(int64_t length) {
  while (static_cast<int64_t>(hashes.size()) < length) {
    const size_t i = hashes.size();
    hashes.push_back(Extend(i == 0 ? kEmptyHash : hashes[i - 1], kv[i]));
  }
  return hashes[length - 1];
}

std::vector<TokenId> FakeRunner::Row::History(int64_t length) const {
  return {kv.begin(), kv.begin() + length};
}

absl::Status FakeRunner::CheckRoom(int64_t capacity) const {
  if (live_rows() >= max_rows) return ResourceExhausted("the fake device holds {} rows", max_rows);
  if (capacity > kv_free_bytes()) {
    return ResourceExhausted("the fake device has {} positions free, not {}", kv_free_bytes(),
                             capacity);
  }
  return absl::OkStatus();
}

int64_t FakeRunner::kv_free_bytes() const { return max_positions - held_positions_; }

absl::StatusOr<runtime::RowId> FakeRunner::AllocateRow(int64_t capacity) {
  RUNG_RETURN_IF_ERROR(CheckRoom(capacity));
  const runtime::RowId row{next_row_++};
  rows_[row.value].kv.assign(static_cast<size_t>(capacity), -1);
  held_positions_ += capacity;
  most_positions_ = std::max(most_positions_, held_positions_);
  return row;
}

void FakeRunner::FreeRow(runtime::RowId row) {
  held_positions_ -= RowCapacity(row);
  rows_.erase(row.value);
}

absl::Status FakeRunner::Grow(runtime::RowId row, int64_t new_capacity) {
  Log(fmt::format("grow row={} to={}", row.value, new_capacity));
  Row& state = rows_.at(row.value);
  if (!state.has_kv || new_capacity <= RowCapacity(row)) {
    return InvalidArgument("bad grow of row {} to {}", row.value, new_capacity);
  }
  // Both caches are held while one is copied into the other.
  if (new_capacity > kv_free_bytes()) return ResourceExhausted("no room for {}", new_capacity);
  if (fail_copy) RUNG_RETURN_IF_ERROR(fail_copy());
  most_positions_ = std::max(most_positions_, held_positions_ + new_capacity);
  held_positions_ += new_capacity - RowCapacity(row);
  state.kv.resize(static_cast<size_t>(new_capacity), -1);
  Spend(grow_ms);
  return absl::OkStatus();
}

absl::StatusOr<runtime::RowId> FakeRunner::CopyRow(runtime::RowId row, int64_t capacity) {
  Log(fmt::format("copy row={} to={}", row.value, capacity));
  if (!RowHasKv(row)) return InvalidArgument("row {} has no KV", row.value);
  if (fail_copy) RUNG_RETURN_IF_ERROR(fail_copy());
  RUNG_ASSIGN_OR_RETURN(const runtime::RowId copy, AllocateRow(capacity));
  const std::vector<TokenId>& from = rows_.at(row.value).kv;
  const int64_t count = std::min(capacity, RowCapacity(row));
  std::copy_n(from.begin(), count, rows_.at(copy.value).kv.begin());
  Spend(grow_ms);
  return copy;
}

void FakeRunner::Log(std::string call) {
  if (log_calls || !call.starts_with("decode")) calls.push_back(std::move(call));
}

int64_t FakeRunner::RowCapacity(runtime::RowId row) const {
  return static_cast<int64_t>(rows_.at(row.value).kv.size());
}

bool FakeRunner::RowHasKv(runtime::RowId row) const { return rows_.at(row.value).has_kv; }

absl::StatusOr<runtime::StepLogits> FakeRunner::Prefill(runtime::RowId row,
                                                        std::span<const TokenId> tokens,
                                                        int64_t start, int64_t chunk,
                                                        bool want_logits) {
  const int64_t count = static_cast<int64_t>(tokens.size());
  Log(fmt::format("prefill row={} start={} chunk={} count={}", row.value, start, chunk, count));
  Row& state = rows_.at(row.value);
  if (!state.has_kv || count > chunk || start + chunk > RowCapacity(row)) {
    return InvalidArgument("bad prefill of row {} at {}, chunk {}", row.value, start, chunk);
  }
  Spend(prefill_ms_per_token * static_cast<double>(chunk));
  // Positions past the valid tokens are written too, with garbage, as the real program does.
  for (int64_t i = 0; i < chunk; ++i) {
    state.Write(start + i, i < count ? tokens[i] : 1'000'000 + static_cast<TokenId>(i));
  }
  if (fail) RUNG_RETURN_IF_ERROR(MaybeFail({row}, {state.History(start + count)}));
  logits_.clear();
  maxima_.clear();
  if (!want_logits) return runtime::StepLogits{{}, vocab_};
  AppendLogits(state.HashUpTo(start + count));
  return runtime::StepLogits{logits_, vocab_, {maxima_, kMaximaGroup}};
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
    state.Write(input.position, input.token);
    rows.push_back(input.row);
    if (fail) histories.push_back(state.History(input.position + 1));
  }
  if (log_calls) calls.push_back(call);
  Spend(decode_ms);
  RUNG_RETURN_IF_ERROR(MaybeFail(rows, histories));
  logits_.clear();
  maxima_.clear();
  for (const runtime::DecodeInput& input : inputs) {
    AppendLogits(rows_.at(input.row.value).HashUpTo(input.position + 1));
  }
  return runtime::StepLogits{logits_, vocab_, {maxima_, kMaximaGroup}};
}

std::vector<float> FakeRunner::ExpectedLogits(std::span<const TokenId> tokens) const {
  uint64_t hash = kEmptyHash;
  for (TokenId token : tokens) hash = Extend(hash, token);
  return LogitsFor(hash, vocab_);
}

std::vector<TokenId> FakeRunner::ExpectedGreedy(std::vector<TokenId> prompt, int64_t count) const {
  uint64_t hash = kEmptyHash;
  for (TokenId token : prompt) hash = Extend(hash, token);
  std::vector<TokenId> generated;
  for (int64_t i = 0; i < count; ++i) {
    const std::vector<float> logits = LogitsFor(hash, vocab_);
    const auto best = std::max_element(logits.begin(), logits.end());
    generated.push_back(static_cast<TokenId>(best - logits.begin()));
    hash = Extend(hash, generated.back());
  }
  return generated;
}

void FakeRunner::AppendLogits(uint64_t hash) {
  const std::vector<float> logits = LogitsFor(hash, vocab_);
  logits_.insert(logits_.end(), logits.begin(), logits.end());
  for (size_t begin = 0; begin < logits.size(); begin += kMaximaGroup) {
    const auto group = std::span(logits).subspan(begin).first(
        std::min<size_t>(kMaximaGroup, logits.size() - begin));
    maxima_.push_back(*std::max_element(group.begin(), group.end()));
  }
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
