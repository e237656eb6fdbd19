// Makes one program of LlamaModel: a builder that lives for one call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/hlo/contraction_ops.h"
#include "rung/hlo/graph_builder.h"
#include "rung/model/attention.h"
#include "rung/model/model.h"
#include "rung/model/program.h"
#include "rung/model/transformer_ops.h"

namespace rung::model {

// Not thread-safe; use each object for one program. `model` must outlive it.
class LlamaGraph {
 public:
  LlamaGraph(const Model& model, std::string name);

  absl::StatusOr<Program> Prefill(int64_t chunk, int64_t capacity);
  absl::StatusOr<Program> Decode(std::span<const int64_t> row_capacities);

 private:
  // Consecutive tokens of one row: what attention needs to know of it. A decode step has one token
  // of each row, a prefill all tokens of one row.
  struct RowSpan {
    int64_t first_token = 0;
    int64_t tokens = 0;
    hlo::Value start;               // i32 scalar, position of the first token
    hlo::Value mask;                // [tokens, capacity]
    std::vector<hlo::Value> cache;  // K and V per layer, replaced as layers write them
  };

  void AddWeights();
  // KV arguments of the next row; its result indices follow the rows before.
  std::vector<hlo::Value> AddCache(int64_t row, int64_t capacity);
  hlo::Value AddInput(ArgRole role, std::string_view name, hlo::TensorType type);
  // The weight by its manifest name; an error in the graph when the manifest has no such name.
  hlo::Value Weight(std::string_view name);
  hlo::Value LayerWeight(int64_t layer, std::string_view name);

  // tokens i32 [tokens], positions i32 [tokens] -> hidden states [tokens, dim] before the last
  // norm.
  hlo::Value Transformer(hlo::Value tokens, hlo::Value positions, std::vector<RowSpan>& rows);
  hlo::Value AttentionBlock(hlo::Value x, int64_t layer, const RopeAngles& angles,
                            std::vector<RowSpan>& rows);
  hlo::Value FeedForward(hlo::Value x, int64_t layer);
  hlo::Value InverseFrequencies();
  // x [n, dim] -> f32 [n, vocab].
  hlo::Value Head(hlo::Value x);

  absl::StatusOr<Program> Finish(const std::vector<RowSpan>& rows, hlo::Value logits);

  const Model& model_;
  const ModelConfig& config_;
  DType dtype_;
  hlo::Precision precision_;
  Program program_;
  hlo::GraphBuilder graph_;
  std::vector<hlo::Value> weights_;
};

}  // namespace rung::model
