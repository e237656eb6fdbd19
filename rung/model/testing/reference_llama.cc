#include "rung/model/testing/reference_llama.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rung::model::testing {

WeightValues RandomWeights(const std::vector<WeightSpec>& manifest, uint64_t seed) {
  uint64_t state = seed;
  // 24 bits of a 64-bit linear congruential generator, in [-1, 1).
  const auto next = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<float>(static_cast<int64_t>(state >> 40) - (1 << 23)) / (1 << 23);
  };
  WeightValues weights;
  for (const WeightSpec& spec : manifest) {
    std::vector<float>& values = weights[spec.name];
    const bool around_one = spec.name.ends_with("norm.weight") || spec.name == "rope_freqs.weight";
    const float scale =
        spec.type.rank() == 2 ? 1.5F / std::sqrt(static_cast<float>(spec.type.dims[1])) : 0.25F;
    for (int64_t i = 0; i < spec.type.NumElements(); ++i) {
      values.push_back((around_one ? 1.0F : 0.0F) + scale * next());
    }
  }
  return weights;
}

ModelConfig TinyConfig() {
  ModelConfig config;
  config.architecture = "llama";
  config.layers = 2;
  config.dim = 8;
  config.ffn_dim = 12;
  config.heads = 4;
  config.kv_heads = 2;
  config.head_dim = 4;
  config.vocab = 11;
  config.window = 64;
  config.rms_epsilon = 1e-5F;
  config.rope_theta = 10000;
  config.rope_dims = 4;
  config.rope_style = RopeStyle::kInterleaved;
  config.tied_embedding = true;
  return config;
}

ReferenceLlama::ReferenceLlama(const ModelConfig& config, const WeightValues& weights)
    : config_(config), weights_(weights), keys_(config.layers), values_(config.layers) {}

ReferenceLlama::Vector ReferenceLlama::MatVec(const std::string& matrix, const Vector& x,
                                              const std::string& bias) const {
  const std::vector<float>& weight = Weight(matrix);
  Vector y(weight.size() / x.size(), 0.0);
  for (size_t row = 0; row < y.size(); ++row) {
    for (size_t i = 0; i < x.size(); ++i) y[row] += weight[row * x.size() + i] * x[i];
    if (!bias.empty()) y[row] += Weight(bias)[row];
  }
  return y;
}

ReferenceLlama::Vector ReferenceLlama::Norm(const std::string& weight, const Vector& x) const {
  double squares = 0;
  for (const double value : x) squares += value * value;
  const double scale =
      1.0 / std::sqrt(squares / static_cast<double>(x.size()) + config_.rms_epsilon);
  Vector y(x.size());
  for (size_t i = 0; i < x.size(); ++i) y[i] = x[i] * scale * Weight(weight)[i];
  return y;
}

void ReferenceLlama::Rotate(double* head) const {
  const int64_t half = config_.rope_dims / 2;
  for (int64_t i = 0; i < half; ++i) {
    double frequency =
        std::pow(static_cast<double>(config_.rope_theta),
                 -2.0 * static_cast<double>(i) / static_cast<double>(config_.rope_dims));
    if (config_.rope_factors) frequency /= Weight("rope_freqs.weight")[i];
    const double angle = static_cast<double>(position_) * frequency;
    const bool interleaved = config_.rope_style == RopeStyle::kInterleaved;
    double& first = head[interleaved ? 2 * i : i];
    double& second = head[interleaved ? 2 * i + 1 : i + half];
    const double a = first;
    const double b = second;
    first = a * std::cos(angle) - b * std::sin(angle);
    second = b * std::cos(angle) + a * std::sin(angle);
  }
}

ReferenceLlama::Vector ReferenceLlama::AttentionBlock(int64_t layer, const Vector& x) {
  const std::string prefix = fmt::format("blk.{}.", layer);
  const int64_t width = config_.head_dim;
  const int64_t q_width = config_.heads * width;
  const int64_t kv_width = config_.kv_heads * width;
  Vector qkv = MatVec(prefix + "attn_qkv.weight", Norm(prefix + "attn_norm.weight", x),
                      config_.qkv_bias ? prefix + "attn_qkv.bias" : "");
  for (int64_t head = 0; head < config_.heads + config_.kv_heads; ++head) {
    Rotate(&qkv[head * width]);
  }
  keys_[layer].emplace_back(qkv.begin() + q_width, qkv.begin() + q_width + kv_width);
  values_[layer].emplace_back(qkv.begin() + q_width + kv_width, qkv.end());

  Vector mixed(q_width, 0.0);
  for (int64_t head = 0; head < config_.heads; ++head) {
    const int64_t kv_offset = head / (config_.heads / config_.kv_heads) * width;
    Vector scores;
    for (const Vector& key : keys_[layer]) {
      double dot = 0;
      for (int64_t i = 0; i < width; ++i) dot += qkv[head * width + i] * key[kv_offset + i];
      scores.push_back(dot / std::sqrt(static_cast<double>(width)));
    }
    const double maximum = *std::max_element(scores.begin(), scores.end());
    double total = 0;
    for (double& score : scores) total += score = std::exp(score - maximum);
    for (size_t j = 0; j < scores.size(); ++j) {
      for (int64_t i = 0; i < width; ++i) {
        mixed[head * width + i] += scores[j] / total * values_[layer][j][kv_offset + i];
      }
    }
  }
  return MatVec(prefix + "attn_output.weight", mixed,
                config_.attention_output_bias ? prefix + "attn_output.bias" : "");
}

ReferenceLlama::Vector ReferenceLlama::FeedForward(int64_t layer, const Vector& x) const {
  const std::string prefix = fmt::format("blk.{}.", layer);
  const Vector gate_up = MatVec(prefix + "ffn_gate_up.weight", Norm(prefix + "ffn_norm.weight", x));
  Vector hidden(config_.ffn_dim);
  for (int64_t i = 0; i < config_.ffn_dim; ++i) {
    const double gate = gate_up[i];
    hidden[i] = gate / (1.0 + std::exp(-gate)) * gate_up[config_.ffn_dim + i];
  }
  return MatVec(prefix + "ffn_down.weight", hidden);
}

std::vector<float> ReferenceLlama::Step(TokenId token) {
  const std::vector<float>& table = Weight("token_embd.weight");
  Vector x(table.begin() + token * config_.dim, table.begin() + (token + 1) * config_.dim);
  const auto add = [&x](const Vector& delta) {
    for (size_t i = 0; i < x.size(); ++i) x[i] += delta[i];
  };
  for (int64_t layer = 0; layer < config_.layers; ++layer) {
    add(AttentionBlock(layer, x));
    add(FeedForward(layer, x));
  }
  ++position_;
  const Vector logits = MatVec(config_.tied_embedding ? "token_embd.weight" : "output.weight",
                               Norm("output_norm.weight", x));
  return {logits.begin(), logits.end()};
}

std::vector<float> ReferenceLlama::Run(std::span<const TokenId> tokens) {
  std::vector<float> logits;
  for (const TokenId token : tokens) logits = Step(token);
  return logits;
}

}  // namespace rung::model::testing
