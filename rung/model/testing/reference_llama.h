// The Llama forward pass in plain loops with double accumulation: what the graphs are judged by.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "rung/base/strong_id.h"
#include "rung/model/config.h"
#include "rung/model/model.h"

namespace rung::model::testing {

// Values by the manifest's weight name, row-major.
using WeightValues = std::map<std::string, std::vector<float>>;

// Deterministic values for every weight of the manifest: norms around 1, the rest around 0 and
// small enough that activations stay in range. The same on every machine.
WeightValues RandomWeights(const std::vector<WeightSpec>& manifest, uint64_t seed);

// Grouped heads, head_dim * heads != dim, an odd vocabulary: what equal sizes would hide.
ModelConfig TinyConfig();

// One sequence, token by token. Not thread-safe. O(tokens so far) per token.
class ReferenceLlama {
 public:
  // `weights` must hold the manifest of a model made of `config` and outlive this.
  ReferenceLlama(const ModelConfig& config, const WeightValues& weights);

  // Feeds the next token; logits [vocab].
  std::vector<float> Step(TokenId token);
  // Feeds them all; the last one's logits.
  std::vector<float> Run(std::span<const TokenId> tokens);

 private:
  using Vector = std::vector<double>;

  const std::vector<float>& Weight(const std::string& name) const { return weights_.at(name); }
  // matrix [rows, x.size()] . x (+ bias when the name is not empty and known).
  Vector MatVec(const std::string& matrix, const Vector& x, const std::string& bias = "") const;
  Vector Norm(const std::string& weight, const Vector& x) const;
  // Rotates one head at the current position.
  void Rotate(double* head) const;
  Vector AttentionBlock(int64_t layer, const Vector& x);
  Vector FeedForward(int64_t layer, const Vector& x) const;

  ModelConfig config_;
  const WeightValues& weights_;
  int64_t position_ = 0;
  std::vector<std::vector<Vector>> keys_;  // [layer][position] of [kv_heads * head_dim]
  std::vector<std::vector<Vector>> values_;
};

}  // namespace rung::model::testing
