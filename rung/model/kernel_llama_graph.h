// Makes one program of KernelLlamaModel: a builder that lives for one call.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/hlo/custom_call.h"
#include "rung/hlo/graph_builder.h"
#include "rung/model/model.h"
#include "rung/model/program.h"

namespace rung::model {

// Not thread-safe; use each object for one program. `model` must outlive it.
class KernelLlamaGraph {
 public:
  KernelLlamaGraph(const Model& model, std::string name);

  absl::StatusOr<Program> Prefill(int64_t chunk, int64_t capacity);
  absl::StatusOr<Program> Decode(std::span<const int64_t> row_capacities);

 private:
  // What the program is fed beside weights; valid is absent in a decode step.
  struct Inputs {
    hlo::Value tokens;
    hlo::Value positions;
    hlo::Value valid;
    std::vector<hlo::Value> caches;  // row by row, piece by piece; replaced as layers write them
    int64_t pieces = 0;              // byte i: how many of them are row i's
    bool prefill() const { return valid.valid(); }
  };

  void AddWeights();
  void AddCache(int64_t row, int64_t capacity, Inputs& inputs);
  hlo::Value AddInput(ArgRole role, std::string_view name, hlo::TensorType type);
  // The manifest's packed matrix of that name; it must be there.
  const WeightSpec& Matrix(std::string_view name) const;
  const WeightSpec& LayerMatrix(int64_t layer, std::string_view name) const;
  const WeightSpec& HeadMatrix() const;

  hlo::Value Embed(const Inputs& inputs, int64_t tokens);
  // The layers from `first` on that one call may run: as many as have the same formats.
  int64_t CountAlike(int64_t first) const;
  hlo::Value Layers(hlo::Value x, int64_t first, int64_t count, Inputs& inputs);
  // Logits and their maxima.
  std::vector<hlo::Value> Head(hlo::Value x, const Inputs& inputs);
  absl::StatusOr<Program> Finish(Inputs& inputs, int64_t tokens);

  const Model& model_;
  const ModelConfig& config_;
  Program program_;
  hlo::GraphBuilder graph_;
  std::map<std::string, const WeightSpec*, std::less<>> matrices_;  // by name
  hlo::Value vectors_;
  hlo::Value packed_;
};

}  // namespace rung::model
