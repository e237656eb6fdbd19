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
  bool ComputesPadding() const override { return computes_padding; }
  bool RowHasKv(runtime::RowId row) const override;
  int64_t KvBytes(int64_t capacity) const override { return capacity; }
  int64_t kv_free_bytes() const override;
  absl::Status Grow(runtime::RowId row, int64_t new_capacity) override;
  absl::StatusOr<runtime::RowId> CopyRow(runtime::RowId row, int64_t capacity) override;
  absl::StatusOr<runtime::StepLogits> Prefill(runtime::RowId row, std::span<const TokenId> tokens,
                                              int64_t start, int64_t chunk,
                                              bool want_logits) override;
  absl::StatusOr<runtime::StepLogits> Decode(std::span<const runtime::DecodeInput> inputs) override;

  // What follows a row that holds exactly `tokens`.
  std::vector<float> ExpectedLogits(std::span<const TokenId> tokens) const;
  // The greedy continuation of `prompt`, computed directly.
  std::vector<TokenId> ExpectedGreedy(std::vector<TokenId> prompt, int64_t count) const;

  // Fails a Grow or CopyRow after its checks; the row keeps what it had.
  std::function<absl::Status()> fail_copy;
  // Called before each step with the rows' KV contents; a non-OK status fails the step, and its
  // rows lose their KV as after a real failed execution.
  std::function<absl::Status(const std::vector<std::vector<TokenId>>& histories)> fail;

  int64_t max_rows = 1 << 20;                // AllocateRow beyond it is ResourceExhausted
  int64_t max_positions = int64_t{1} << 40;  // of all rows' capacities
  bool computes_padding = false;
  double prefill_ms_per_token = 0;
  double decode_ms = 0;
  double grow_ms = 0;
  // One line per call: "prefill row=1 start=0 chunk=16 count=6", "decode rows=1,2", "grow row=1
  // to=512", "copy row=1 to=256".
  std::vector<std::string> calls;
  bool log_calls = true;
  int64_t live_rows() const { return static_cast<int64_t>(rows_.size()); }
  int64_t most_positions() const { return most_positions_; }  // that were ever held at once

 private:
  struct Row {
    std::vector<TokenId> kv;  // by position; -1 where nothing was written
    // hashes[i]: of kv[0, i]; as far as it is known.
    std::vector<uint64_t> hashes;
    bool has_kv = true;
    void Write(int64_t position, TokenId token);
    uint64_t HashUpTo(int64_t length);
    std::vector<TokenId> History(int64_t length) const;
  };
  absl::Status CheckRoom(int64_t capacity) const;
  void AppendLogits(uint64_t hash);
  void Log(std::string call);
  absl::Status MaybeFail(const std::vector<runtime::RowId>& rows,
                         const std::vector<std::vector<TokenId>>& histories);
  void Spend(double ms);

  int64_t vocab_;
  FakeClock* clock_;
  uint64_t next_row_ = 1;
  std::map<uint64_t, Row> rows_;
  static constexpr int64_t kMaximaGroup = 16;
  std::vector<float> logits_;
  std::vector<float> maxima_;  // of every kMaximaGroup logits of a row
  int64_t held_positions_ = 0;
  int64_t most_positions_ = 0;
};

}  // namespace rung::engine::testing
