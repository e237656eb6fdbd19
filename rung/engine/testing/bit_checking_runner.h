// A runner that watches another: the same tokens before a row must give the same logits, bit for
// bit, whenever and wherever that row runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rung/runtime/step_runner.h"

namespace rung::engine::testing {

// What was seen of every token history, over any number of runners. Not thread-safe.
class SeenLogits {
 public:
  // The first time remembers the logits, later compares.
  void See(const std::vector<TokenId>& history, std::span<const float> logits);

  int64_t histories() const { return static_cast<int64_t>(seen_.size()); }
  int64_t compared() const { return compared_; }
  int64_t different() const { return different_; }
  // Lengths of the histories with different logits, for a message.
  const std::string& where() const { return where_; }

 private:
  std::map<std::vector<TokenId>, size_t> seen_;  // to the hash of the logits' bytes
  int64_t compared_ = 0;
  int64_t different_ = 0;
  std::string where_;
};

// Forwards every call. `runner` and `seen` are not owned and outlive it. Not thread-safe.
class BitCheckingRunner final : public runtime::StepRunner {
 public:
  BitCheckingRunner(runtime::StepRunner* runner, SeenLogits* seen) : runner_(runner), seen_(seen) {}

  int64_t vocab_size() const override { return runner_->vocab_size(); }
  absl::StatusOr<runtime::RowId> AllocateRow(int64_t capacity) override {
    return runner_->AllocateRow(capacity);
  }
  void FreeRow(runtime::RowId row) override {
    histories_.erase(row.value);
    runner_->FreeRow(row);
  }
  int64_t RowCapacity(runtime::RowId row) const override { return runner_->RowCapacity(row); }
  bool ComputesPadding() const override { return runner_->ComputesPadding(); }
  bool RowHasKv(runtime::RowId row) const override { return runner_->RowHasKv(row); }
  int64_t KvBytes(int64_t capacity) const override { return runner_->KvBytes(capacity); }
  int64_t kv_free_bytes() const override { return runner_->kv_free_bytes(); }
  absl::Status Grow(runtime::RowId row, int64_t new_capacity) override {
    return runner_->Grow(row, new_capacity);
  }
  absl::StatusOr<runtime::RowId> CopyRow(runtime::RowId row, int64_t capacity) override;
  absl::StatusOr<runtime::StepLogits> Prefill(runtime::RowId row, std::span<const TokenId> tokens,
                                              int64_t start, int64_t chunk,
                                              bool want_logits) override;
  absl::StatusOr<runtime::StepLogits> Decode(std::span<const runtime::DecodeInput> inputs) override;

 private:
  // The row's tokens become those before `start`, then these.
  std::vector<TokenId>& Extend(runtime::RowId row, int64_t start, std::span<const TokenId> tokens);

  runtime::StepRunner* runner_;
  SeenLogits* seen_;
  std::map<uint64_t, std::vector<TokenId>> histories_;
};

}  // namespace rung::engine::testing
