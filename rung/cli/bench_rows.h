// Rows that a measurement allocates.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/status.h"
#include "rung/runtime/step_runner.h"

namespace rung::cli {

// Frees its rows on every path. The runner is not owned and outlives this. Not thread-safe.
class BenchRows {
 public:
  explicit BenchRows(runtime::StepRunner* runner) : runner_(runner) {}
  ~BenchRows() {
    for (runtime::RowId row : rows_) runner_->FreeRow(row);
  }
  absl::StatusOr<runtime::RowId> Add(int64_t capacity) {
    RUNG_ASSIGN_OR_RETURN(const runtime::RowId row, runner_->AllocateRow(capacity));
    rows_.push_back(row);
    return row;
  }

 private:
  runtime::StepRunner* runner_;
  std::vector<runtime::RowId> rows_;
};

}  // namespace rung::cli
