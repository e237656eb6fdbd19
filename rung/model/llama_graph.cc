#include "rung/model/llama_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rung/base/status.h"
#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/index_ops.h"
#include "rung/hlo/shape_ops.h"

namespace rung::model {

using hlo::Value;

LlamaGraph::LlamaGraph(const Model& model, std::string name)
    : model_(model),
      config_(model.config()),
      dtype_(model.lowering().precision),
      precision_(model.lowering().highest_precision ? hlo::Precision::kHighest
                                                    : hlo::Precision::kDefault),
      graph_(name) {
  program_.name = std::move(name);
  AddWeights();
}

void LlamaGraph::AddWeights() {
  for (size_t i = 0; i < model_.weights().size(); ++i) {
    const WeightSpec& spec = model_.weights()[i];
    std::string name = spec.name;
    std::replace(name.begin(), name.end(), '.', '_');
    weights_.push_back(graph_.Argument(name, spec.type));
    program_.arguments.push_back({ArgRole::kWeight, /*row=*/0, static_cast<int64_t>(i), spec.type});
  }
}

std::vector<Value> LlamaGraph::AddCache(int64_t row, int64_t capacity) {
  std::vector<Value> cache;
  for (const hlo::TensorType& type : model_.KvTypes(capacity)) {
    const auto index = static_cast<int64_t>(cache.size());
    const auto result = static_cast<int64_t>(program_.results.size());
    cache.push_back(
        graph_.Argument(fmt::format("kv_{}_{}", row, index), type, {.aliased_result = result}));
    program_.arguments.push_back({ArgRole::kKvCache, row, index, type});
    program_.results.push_back({ResultRole::kKvCache, row, index, type});
  }
  return cache;
}

Value LlamaGraph::AddInput(ArgRole role, std::string_view name, hlo::TensorType type) {
  program_.arguments.push_back({role, /*row=*/0, /*index=*/0, type});
  return graph_.Argument(name, std::move(type));
}

Value LlamaGraph::Weight(std::string_view name) {
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (model_.weights()[i].name == name) return weights_[i];
  }
  return graph_.Fail("weight", fmt::format("the manifest has no {}", name));
}

Value LlamaGraph::LayerWeight(int64_t layer, std::string_view name) {
  return Weight(fmt::format("blk.{}.{}", layer, name));
}

Value LlamaGraph::InverseFrequencies() {
  const Value frequencies =
      hlo::ConstantVector(graph_, RopeInverseFrequencies(config_.rope_theta, config_.rope_dims));
  if (!config_.rope_factors) return frequencies;
  return hlo::Divide(frequencies, Weight("rope_freqs.weight"));
}

Value LlamaGraph::AttentionBlock(Value x, int64_t layer, const RopeAngles& angles,
                                 std::vector<RowSpan>& rows) {
  const int64_t head_dim = config_.head_dim;
  const int64_t rotated_heads = config_.heads + config_.kv_heads;
  const Value normal = RmsNorm(x, LayerWeight(layer, "attn_norm.weight"), config_.rms_epsilon);
  Value qkv = Linear(normal, LayerWeight(layer, "attn_qkv.weight"), precision_, dtype_);
  if (config_.qkv_bias) qkv = AddBias(qkv, LayerWeight(layer, "attn_qkv.bias"));
  const Value all_heads = hlo::Reshape(qkv, {x.dim(0), rotated_heads + config_.kv_heads, head_dim});
  const Value rotated =
      ApplyRope(hlo::SliceAxis(all_heads, 1, 0, rotated_heads), angles, config_.rope_style);
  const Value queries = hlo::SliceAxis(rotated, 1, 0, config_.heads);
  const Value keys = hlo::SliceAxis(rotated, 1, config_.heads, rotated_heads);
  const Value values =
      hlo::SliceAxis(all_heads, 1, rotated_heads, rotated_heads + config_.kv_heads);

  std::vector<Value> mixed;
  for (RowSpan& row : rows) {
    const int64_t first = row.first_token;
    const int64_t end = first + row.tokens;
    Value& key_cache = row.cache[2 * layer];
    Value& value_cache = row.cache[2 * layer + 1];
    key_cache = UpdateCache(key_cache, hlo::SliceAxis(keys, 0, first, end), row.start);
    value_cache = UpdateCache(value_cache, hlo::SliceAxis(values, 0, first, end), row.start);
    mixed.push_back(Attention(hlo::SliceAxis(queries, 0, first, end), {key_cache, value_cache},
                              row.mask, precision_));
  }
  const Value joined = mixed.size() == 1 ? mixed[0] : hlo::Concatenate(mixed, 0);
  Value output = Linear(joined, LayerWeight(layer, "attn_output.weight"), precision_, dtype_);
  if (config_.attention_output_bias) {
    output = AddBias(output, LayerWeight(layer, "attn_output.bias"));
  }
  return hlo::Add(x, output);
}

Value LlamaGraph::FeedForward(Value x, int64_t layer) {
  const Value normal = RmsNorm(x, LayerWeight(layer, "ffn_norm.weight"), config_.rms_epsilon);
  const Value gate_up =
      Linear(normal, LayerWeight(layer, "ffn_gate_up.weight"), precision_, dtype_);
  const Value down =
      Linear(SwiGlu(gate_up), LayerWeight(layer, "ffn_down.weight"), precision_, dtype_);
  return hlo::Add(x, down);
}

Value LlamaGraph::Transformer(Value tokens, Value positions, std::vector<RowSpan>& rows) {
  const RopeAngles angles = MakeRopeAngles(positions, InverseFrequencies());
  Value x = hlo::GatherRows(Weight("token_embd.weight"), tokens);
  for (int64_t layer = 0; layer < config_.layers; ++layer) {
    x = AttentionBlock(x, layer, angles, rows);
    x = FeedForward(x, layer);
  }
  return x;
}

Value LlamaGraph::Head(Value x) {
  const Value normal = RmsNorm(x, Weight("output_norm.weight"), config_.rms_epsilon);
  const Value head = Weight(config_.tied_embedding ? "token_embd.weight" : "output.weight");
  return Linear(normal, head, precision_, DType::kF32);
}

absl::StatusOr<Program> LlamaGraph::Prefill(int64_t chunk, int64_t capacity) {
  std::vector<RowSpan> rows(1);
  rows[0].tokens = chunk;
  rows[0].cache = AddCache(/*row=*/0, capacity);
  const Value tokens = AddInput(ArgRole::kTokens, "tokens", {DType::kS32, {chunk}});
  const Value start = AddInput(ArgRole::kPosition, "position", {DType::kS32, {}});
  const Value valid = AddInput(ArgRole::kValid, "valid", {DType::kS32, {}});
  const Value offsets = hlo::Iota(graph_, {DType::kS32, {chunk}}, 0);
  const Value positions = hlo::Add(hlo::Broadcast(start, {chunk}), offsets);
  rows[0].start = start;
  rows[0].mask = CausalMask(positions, capacity);
  const Value hidden = Transformer(tokens, positions, rows);
  // Only the last real token has logits to give: the head is the largest matrix of a small model.
  const Value last = hlo::Subtract(valid, hlo::ConstantLike(valid, 1));
  const Value zero = hlo::ConstantLike(valid, 0);
  const Value row = hlo::DynamicSlice(hidden, std::vector<Value>{last, zero}, {1, config_.dim});
  return Finish(rows, hlo::Reshape(Head(row), {config_.vocab}));
}

absl::StatusOr<Program> LlamaGraph::Decode(std::span<const int64_t> row_capacities) {
  const auto count = static_cast<int64_t>(row_capacities.size());
  std::vector<RowSpan> rows(count);
  for (int64_t i = 0; i < count; ++i) rows[i].cache = AddCache(i, row_capacities[i]);
  const Value tokens = AddInput(ArgRole::kTokens, "tokens", {DType::kS32, {count}});
  const Value positions = AddInput(ArgRole::kPosition, "position", {DType::kS32, {count}});
  for (int64_t i = 0; i < count; ++i) {
    rows[i].first_token = i;
    rows[i].tokens = 1;
    const Value position = hlo::SliceAxis(positions, 0, i, i + 1);
    rows[i].start = hlo::Reshape(position, {});
    rows[i].mask = CausalMask(position, row_capacities[i]);
  }
  return Finish(rows, Head(Transformer(tokens, positions, rows)));
}

absl::StatusOr<Program> LlamaGraph::Finish(const std::vector<RowSpan>& rows, Value logits) {
  std::vector<Value> results;
  for (const RowSpan& row : rows) {
    results.insert(results.end(), row.cache.begin(), row.cache.end());
  }
  results.push_back(logits);
  program_.results.push_back({ResultRole::kLogits, /*row=*/0, /*index=*/0, logits.type()});
  RUNG_ASSIGN_OR_RETURN(program_.text, graph_.Finish(results));
  return std::move(program_);
}

}  // namespace rung::model
