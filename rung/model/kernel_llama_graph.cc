#include "rung/model/kernel_llama_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"

namespace rung::model {

using hlo::Value;

namespace {

constexpr std::array<std::string_view, 4> kMatrices = {"attn_qkv", "attn_output", "ffn_gate_up",
                                                       "ffn_down"};

}  // namespace

KernelLlamaGraph::KernelLlamaGraph(const Model& model, std::string name)
    : model_(model), config_(model.config()), graph_(name) {
  program_.name = std::move(name);
  AddWeights();
}

void KernelLlamaGraph::AddWeights() {
  for (size_t i = 0; i < model_.weights().size(); ++i) {
    const WeightSpec& spec = model_.weights()[i];
    std::string name = spec.name;
    std::replace(name.begin(), name.end(), '.', '_');
    indices_[spec.name] = i;
    weights_.push_back(graph_.Argument(name, spec.type));
    program_.arguments.push_back({ArgRole::kWeight, /*row=*/0, static_cast<int64_t>(i), spec.type});
  }
}

void KernelLlamaGraph::AddCache(int64_t row, int64_t capacity, Inputs& inputs) {
  int64_t index = 0;
  for (const hlo::TensorType& type : model_.KvTypes(capacity)) {
    const auto result = static_cast<int64_t>(program_.results.size());
    program_.arguments.push_back({ArgRole::kKvCache, row, index, type});
    program_.results.push_back({ResultRole::kKvCache, row, index, type});
    inputs.caches.push_back(
        graph_.Argument(fmt::format("kv_{}_{}", row, index), type, {.aliased_result = result}));
    ++index;
  }
  inputs.pieces |= index << (8 * row);
}

Value KernelLlamaGraph::AddInput(ArgRole role, std::string_view name, hlo::TensorType type) {
  program_.arguments.push_back({role, /*row=*/0, /*index=*/0, type});
  return graph_.Argument(name, std::move(type));
}

Value KernelLlamaGraph::Weight(std::string_view name) {
  const auto it = indices_.find(name);
  if (it != indices_.end()) return weights_[it->second];
  return graph_.Fail("weight", fmt::format("the manifest has no {}", name));
}

Value KernelLlamaGraph::LayerWeight(int64_t layer, std::string_view name) {
  return Weight(fmt::format("blk.{}.{}", layer, name));
}

int64_t KernelLlamaGraph::Format(std::string_view name) const {
  const auto it = indices_.find(name);
  if (it == indices_.end() || !model_.weights()[it->second].packed) return -1;
  return static_cast<int64_t>(model_.weights()[it->second].packed->shape.format);
}

Value KernelLlamaGraph::Embed(const Inputs& inputs, int64_t tokens) {
  constexpr std::string_view kTable = "token_embd.weight";
  std::vector<Value> operands = {inputs.tokens, Weight(kTable)};
  if (inputs.prefill()) operands.push_back(inputs.valid);
  const hlo::TensorType type{DType::kF32, {tokens, config_.dim}};
  return hlo::CustomCall(
      ffi::kEmbedCall, operands, std::span(&type, 1),
      {.backend_config = {{"vocab", config_.vocab}, {"table_format", Format(kTable)}}})[0];
}

int64_t KernelLlamaGraph::LayerFormat(int64_t layer, std::string_view name) const {
  return Format(fmt::format("blk.{}.{}.weight", layer, name));
}

int64_t KernelLlamaGraph::CountAlike(int64_t first) const {
  const auto alike = [&](int64_t layer) {
    return std::all_of(kMatrices.begin(), kMatrices.end(), [&](std::string_view name) {
      return LayerFormat(layer, name) == LayerFormat(first, name);
    });
  };
  const int64_t end = std::min(config_.layers, first + ffi::kMaxCallLayers);
  int64_t layer = first + 1;
  while (layer < end && alike(layer)) ++layer;
  return layer - first;
}

void KernelLlamaGraph::AddLayerWeights(int64_t layer, std::vector<Value>& operands) {
  operands.push_back(LayerWeight(layer, "attn_norm.weight"));
  operands.push_back(LayerWeight(layer, "attn_qkv.weight"));
  if (config_.qkv_bias) operands.push_back(LayerWeight(layer, "attn_qkv.bias"));
  operands.push_back(LayerWeight(layer, "attn_output.weight"));
  if (config_.attention_output_bias) operands.push_back(LayerWeight(layer, "attn_output.bias"));
  operands.push_back(LayerWeight(layer, "ffn_norm.weight"));
  operands.push_back(LayerWeight(layer, "ffn_gate_up.weight"));
  operands.push_back(LayerWeight(layer, "ffn_down.weight"));
}

Value KernelLlamaGraph::Layers(Value x, int64_t first, int64_t count, Inputs& inputs) {
  std::vector<Value> operands = {x, inputs.positions};
  if (inputs.prefill()) operands.push_back(inputs.valid);
  const int64_t end = first + count;
  for (int64_t layer = first; layer < end; ++layer) AddLayerWeights(layer, operands);
  operands.push_back(end == config_.layers
                         ? Weight(config_.tied_embedding ? "token_embd.weight" : "output.weight")
                         : LayerWeight(end, "attn_qkv.weight"));

  hlo::CustomCallOptions options;
  options.backend_config = {{"layer", first},
                            {"layers", count},
                            {"heads", config_.heads},
                            {"inner", config_.ffn_dim},
                            {"qkv_format", LayerFormat(first, "attn_qkv")},
                            {"output_format", LayerFormat(first, "attn_output")},
                            {"gate_up_format", LayerFormat(first, "ffn_gate_up")},
                            {"down_format", LayerFormat(first, "ffn_down")},
                            {"epsilon", config_.rms_epsilon},
                            {"prefill", inputs.prefill()},
                            {"pieces", inputs.pieces},
                            {"interleaved", config_.rope_style == RopeStyle::kInterleaved},
                            {"qkv_bias", config_.qkv_bias},
                            {"output_bias", config_.attention_output_bias}};
  std::vector<hlo::TensorType> results = {x.type()};
  options.output_operand_aliases[0] = 0;
  for (const Value& cache : inputs.caches) {
    options.output_operand_aliases[static_cast<int64_t>(results.size())] =
        static_cast<int64_t>(operands.size());
    operands.push_back(cache);
    results.push_back(cache.type());
  }
  const std::vector<Value> values = hlo::CustomCall(ffi::kLayersCall, operands, results, options);
  inputs.caches.assign(values.begin() + 1, values.end());
  return values[0];
}

Value KernelLlamaGraph::Head(Value x, const Inputs& inputs) {
  const std::string_view head = config_.tied_embedding ? "token_embd.weight" : "output.weight";
  std::vector<Value> operands = {x};
  if (inputs.prefill()) operands.push_back(inputs.valid);
  operands.push_back(Weight("output_norm.weight"));
  operands.push_back(Weight(head));
  hlo::TensorType type{DType::kF32, {x.dim(0), config_.vocab}};
  if (inputs.prefill()) type.dims = {config_.vocab};
  return hlo::CustomCall(ffi::kHeadCall, operands, std::span(&type, 1),
                         {.backend_config = {{"vocab", config_.vocab},
                                             {"head_format", Format(head)},
                                             {"epsilon", config_.rms_epsilon},
                                             {"prefill", inputs.prefill()}}})[0];
}

absl::StatusOr<Program> KernelLlamaGraph::Prefill(int64_t chunk, int64_t capacity) {
  Inputs inputs;
  AddCache(/*row=*/0, capacity, inputs);
  inputs.tokens = AddInput(ArgRole::kTokens, "tokens", {DType::kS32, {chunk}});
  inputs.positions = AddInput(ArgRole::kPosition, "position", {DType::kS32, {}});
  inputs.valid = AddInput(ArgRole::kValid, "valid", {DType::kS32, {}});
  return Finish(inputs, chunk);
}

absl::StatusOr<Program> KernelLlamaGraph::Decode(std::span<const int64_t> row_capacities) {
  const auto count = static_cast<int64_t>(row_capacities.size());
  Inputs inputs;
  for (int64_t i = 0; i < count; ++i) AddCache(i, row_capacities[i], inputs);
  inputs.tokens = AddInput(ArgRole::kTokens, "tokens", {DType::kS32, {count}});
  inputs.positions = AddInput(ArgRole::kPosition, "position", {DType::kS32, {count}});
  return Finish(inputs, count);
}

absl::StatusOr<Program> KernelLlamaGraph::Finish(Inputs& inputs, int64_t tokens) {
  Value x = Embed(inputs, tokens);
  for (int64_t first = 0; first < config_.layers;) {
    const int64_t count = CountAlike(first);
    x = Layers(x, first, count, inputs);
    first += count;
  }
  const Value logits = Head(x, inputs);
  std::vector<Value> results = inputs.caches;
  results.push_back(logits);
  program_.results.push_back({ResultRole::kLogits, /*row=*/0, /*index=*/0, logits.type()});
  RUNG_ASSIGN_OR_RETURN(program_.text, graph_.Finish(results));
  return std::move(program_);
}

}  // namespace rung::model
