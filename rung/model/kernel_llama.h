// The Llama architecture on the kernel lowering: custom calls of many layers each, over weights
// that stay packed. CPUs only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/model/model.h"

namespace rung::model {

// A sequence's KV lies in pieces (kernels::KvPieces), each a buffer [layers, 2, kv_heads,
// positions, elements] passed from layer to layer in place: growing takes one piece more and copies
// nothing. kernels/attention.h says how keys lie inside. What lies past the live length is never
// read.
class KernelLlamaModel final : public Model {
 public:
  // The formats of packed weights follow from the checkpoint's. Unimplemented names what the
  // kernels cannot do; NotFound a tensor that the checkpoint lacks.
  static absl::StatusOr<std::unique_ptr<Model>> Create(const ModelConfig& config,
                                                       const LoweringOptions& options,
                                                       const weights::TensorSource& source);

  absl::StatusOr<Program> Prefill(int64_t chunk, int64_t capacity) const override;
  absl::StatusOr<Program> Decode(std::span<const int64_t> row_capacities) const override;
  std::vector<int64_t> KvPieces(int64_t capacity) const override;
  std::vector<hlo::TensorType> KvTypes(int64_t capacity) const override;
  int64_t KvAxis() const override { return 3; }
  bool ReadsFreshKv() const override { return false; }
  bool ComputesPadding() const override { return false; }

 private:
  using Model::Model;
  absl::Status MakeManifest(const weights::TensorSource& source);
};

// OK when the kernels can run a model of this shape; Unimplemented names what they cannot do.
absl::Status CheckKernelConfig(const ModelConfig& config);

// Inverse frequencies of the rotary embedding, divided by the checkpoint's factors if it has any:
// what the kernels' table is made of. [rope_dims / 2]
absl::StatusOr<std::vector<float>> KernelRopeFrequencies(const ModelConfig& config,
                                                         const weights::TensorSource& source);

}  // namespace rung::model
