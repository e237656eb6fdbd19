// A StepRunner without a device: logits are a hash of exactly the tokens that a row's KV holds, so
// a chunk written to the wrong place, a lost or a mixed-up row changes the tokens that come out.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rung/base/clock.h"
#include "rung/runtime/step_runner.h"

namespace rung::engine::testing {

class FakeRunner final : public runtime::StepRunner {
 public:
  // When given, `clock` advances by prefill_ms_per_token and decode_ms with every call.
  explicit FakeRunner(int64_t vocab, FakeClock* clock = nullptr) : vocab_(vocab), clock_(clock) {}

  int64_t vocab_size() const override { return vocab_; }
  absl::StatusOr<runtime::RowId> AllocateRow(int64_t capacity) override;
  void FreeRow(runtime::RowId row) override;
  int64_t RowCapacity(runtime::RowId row) const override;
  bool RowHasKv(runtime::RowId row) const override;
  absl::StatusOr<runtime::StepLogits> Prefill(runtime::RowId row, std::span<const TokenId> tokens,
                                              int64_t start, int64_t chunk,
                                              bool want_logits) override;
  absl::StatusOr<runtime::StepLogits> Decode(std::span<const runtime::DecodeInput> inputs) override;

  // The greedy continuation of `prompt`, computed directly.
  std::vector<TokenId> ExpectedGreedy(std::vector<TokenId> prompt, int64_t count) const;

  // Called before each step with the rows' KV contents; a non-OK status fails the step, and its
  // rows lose their KV as after a real failed execution.
  std::function<absl::Status(const std::vector<std::vector<TokenId>>& histories)> fail;

  int64_t max_rows = 1 << 20;  // AllocateRow beyond it is ResourceExhausted
  double prefill_ms_per_token = 0;
  double decode_ms = 0;
  // One line per call: "prefill row=1 start=0 chunk=16 count=6", "decode rows=1,2".
  std::vector<std::string> calls;
  int64_t live_rows() const { return static_cast<int64_t>(rows_.size()); }

 private:
  struct Row {
    std::vector<TokenId> kv;  // by position; -1 where nothing was written
    bool has_kv = true;
  };
  void AppendLogits(std::span<const TokenId> history);
  absl::Status MaybeFail(const std::vector<runtime::RowId>& rows,
                         const std::vector<std::vector<TokenId>>& histories);
  void Spend(double ms);

  int64_t vocab_;
  FakeClock* clock_;
  uint64_t next_row_ = 1;
  std::map<uint64_t, Row> rows_;
  std::vector<float> logits_;
};

}  // namespace rung::engine::testing
