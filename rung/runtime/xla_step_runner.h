// The StepRunner that drives a PJRT device through the programs of a model.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/context/batch_plan.h"
#include "rung/model/model.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/kv_rows.h"
#include "rung/runtime/program_set.h"
#include "rung/runtime/step_runner.h"
#include "rung/runtime/weight_store.h"

namespace rung::runtime {

namespace testing {
class StepRunnerPeer;
}

struct StepRunnerOptions {
  // What rows may hold, ascending; the smallest is the capacity of padding rows.
  std::vector<int64_t> capacities;
  // Of all KV, padding rows included.
  int64_t kv_limit_bytes = std::numeric_limits<int64_t>::max();
  // Padding rows that steps will need (context::MaxPaddingRows): room for them is kept from rows.
  int64_t padding_rows = 0;
  // What the kernel lowering's calls see; not owned, outlives the runner. Null on the portable one.
  const pjrt::ExecuteContext* context = nullptr;
};

// Not thread-safe: one engine thread owns it and all KV. A step costs the program plus about 0.3 us
// for each argument (weights, and 60 KV buffers a row for 30 layers on the portable lowering) and,
// where device memory is not the host's, a copy of the logits. Programs come from the ProgramSet;
// one that is not ready is waited for.
class XlaStepRunner final : public StepRunner {
 public:
  // None is owned; all outlive the runner. InvalidArgument when `capacities` is empty or unsorted.
  static absl::StatusOr<std::unique_ptr<XlaStepRunner>> Create(const pjrt::Client* client,
                                                               const model::Model* model,
                                                               const WeightStore* weights,
                                                               ProgramSet* programs,
                                                               StepRunnerOptions options);

  int64_t vocab_size() const override { return model_->config().vocab; }

  absl::StatusOr<RowId> AllocateRow(int64_t capacity) override;
  void FreeRow(RowId row) override { rows_.Free(row); }
  int64_t RowCapacity(RowId row) const override;  // 0 when there is no such row
  bool RowHasKv(RowId row) const override;
  bool ComputesPadding() const override { return model_->ComputesPadding(); }
  int64_t KvBytes(int64_t capacity) const override { return model_->KvBytes(capacity); }
  int64_t kv_free_bytes() const override;

  // Each costs one run of grow(from, to) or copy(from, to), which reads and writes the KV once; a
  // growth that keeps all of it in place costs an allocation.
  absl::Status Grow(RowId row, int64_t new_capacity) override;
  absl::StatusOr<RowId> CopyRow(RowId row, int64_t capacity) override;

  // Both check every size, position and token before the device sees them: InvalidArgument leaves
  // all KV as it was, and so does a program that does not compile. A failed execution is Internal
  // and takes the KV of every row of the step: RowHasKv tells.
  absl::StatusOr<StepLogits> Prefill(RowId row, std::span<const TokenId> tokens, int64_t start,
                                     int64_t chunk, bool want_logits) override;
  absl::StatusOr<StepLogits> Decode(std::span<const DecodeInput> inputs) override;

  // The decode program of a step over these rows (1 to 8, any order), padded as Decode pads it.
  absl::StatusOr<ProgramKey> DecodeProgram(std::span<const int64_t> row_capacities) const;
  // The program of CopyRow.
  ProgramKey CopyProgram(int64_t from_capacity, int64_t to_capacity) const;
  // Whether a step's program is there; false for a step that cannot be.
  bool IsDecodeReady(std::span<const int64_t> row_capacities) const;

  // Bytes of all rows' KV, padding rows included.
  int64_t kv_live_bytes() const { return rows_.live_bytes(); }
  // Of rows that ended, kept for the next ones.
  const SpareBuffers& spare_buffers() const { return rows_.spares(); }
  void DropSpareBuffers() { rows_.DropSpares(); }
  // Padding rows that have KV: not those that a failed step took.
  int64_t padding_rows() const;

 private:
  friend class testing::StepRunnerPeer;

  // What a step feeds beside weights and KV; the buffers are made from these by role.
  struct StepInputs {
    std::vector<int32_t> tokens;
    std::vector<int32_t> positions;
    std::vector<int32_t> valid;  // prefill only
  };

  XlaStepRunner(const pjrt::Client* client, const model::Model* model, const WeightStore* weights,
                ProgramSet* programs, StepRunnerOptions options);

  absl::Status CheckHeld(int64_t capacity) const;
  // ResourceExhausted when `bytes` more, for a row of this capacity, would take room that padding
  // rows need.
  absl::Status MakeRoom(int64_t capacity, int64_t bytes);
  // What `key`'s program, Grow or Copy, makes of the row's KV, as it stands in KvTypes(capacity);
  // buffers that it does not make are null.
  absl::StatusOr<std::vector<pjrt::Buffer>> MoveKv(const KvRow& row, int64_t capacity,
                                                   const ProgramKey& key);
  // Fresh buffers for those that are null, `kept` apart.
  absl::Status FillFresh(int64_t capacity, std::span<const model::Model::BufferPair> kept,
                         std::vector<pjrt::Buffer>* buffers);
  absl::Status CheckPrefill(RowId row, std::span<const TokenId> tokens, int64_t start,
                            int64_t chunk) const;
  absl::Status CheckDecode(std::span<const DecodeInput> inputs) const;
  absl::Status CheckRowAndToken(RowId row, TokenId token) const;
  absl::StatusOr<context::DecodePlan> PlanStep(std::span<const int64_t> row_capacities) const;
  // Padding rows 0..count-1, made or made anew when a failed step took one.
  absl::StatusOr<std::vector<KvRow*>> PaddingRows(size_t count);

  // Runs `program` over `rows` (one for each slot), puts the returned KV back into them, and reads
  // the logits when wanted. On an error every row has lost its KV.
  absl::StatusOr<StepLogits> Run(const CompiledProgram& program, std::span<KvRow* const> rows,
                                 const StepInputs& inputs, bool want_logits);
  absl::StatusOr<StepLogits> RunOrError(const CompiledProgram& program,
                                        std::span<KvRow* const> rows, const StepInputs& inputs,
                                        bool want_logits);
  absl::StatusOr<StepLogits> TakeResults(const CompiledProgram& program,
                                         std::span<KvRow* const> rows, pjrt::ExecuteResult result,
                                         bool want_logits);
  // In place where the device's memory is the host's, else a copy, and no maxima. `maxima` may be
  // none.
  absl::StatusOr<StepLogits> ReadLogits(pjrt::Buffer buffer, pjrt::Buffer maxima);

  const pjrt::Client* client_;
  const model::Model* model_;
  const WeightStore* weights_;
  ProgramSet* programs_;
  StepRunnerOptions options_;
  KvRows rows_;
  std::vector<RowId> padding_;
};

}  // namespace rung::runtime
