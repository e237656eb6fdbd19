// The Llama architecture (RMSNorm, rotary positions, grouped-query attention, SwiGLU) on the
// portable lowering: plain StableHLO that any plugin compiles.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "rung/model/model.h"

namespace rung::model {

class LlamaModel final : public Model {
 public:
  // `config` and `options` are valid: CreateModel checks them.
  LlamaModel(ModelConfig config, const LoweringOptions& options);

  absl::StatusOr<Program> Prefill(int64_t chunk, int64_t capacity) const override;
  absl::StatusOr<Program> Decode(std::span<const int64_t> row_capacities) const override;
};

}  // namespace rung::model
