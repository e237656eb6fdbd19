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

constexpr std::string_view kEmbedding = "token_embd.weight";
// Of a layer, in the order of the manifest.
constexpr std::array<std::string_view, 4> kMatrices = {"attn_qkv", "attn_output", "ffn_gate_up",
                                                       "ffn_down"};

// As the calls' attributes have it.
int64_t Format(const WeightSpec& matrix) {
  return static_cast<int64_t>(matrix.packed->shape.format);
}

}  // namespace

KernelLlamaGraph::KernelLlamaGraph(const Model& model, std::string name)
    : model_(model), config_(model.config()), graph_(name) {
  program_.name = std::move(name);
  AddWeights();
}

void KernelLlamaGraph::AddWeights() {
  const std::vector<WeightSpec>& weights = model_.weights();
  for (const WeightSpec& spec : weights) {
    if (spec.packed) matrices_[spec.name] = &spec;
  }
  // The first of the manifest is the vectors.
  vectors_ = graph_.Argument("vectors", weights[0].type);
  program_.arguments.push_back({ArgRole::kWeight, /*row=*/0, /*index=*/0, weights[0].type});
  packed_ = AddInput(ArgRole::kPacked, "packed", {DType::kU8, {model_.PackedBytes()}});
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

const WeightSpec& KernelLlamaGraph::Matrix(std::string_view name) const {
  return *matrices_.find(name)->second;
}

const WeightSpec& KernelLlamaGraph::LayerMatrix(int64_t layer, std::string_view name) const {
  return Matrix(fmt::format("blk.{}.{}.weight", layer, name));
}

const WeightSpec& KernelLlamaGraph::HeadMatrix() const {
  return Matrix(config_.tied_embedding ? kEmbedding : "output.weight");
}

Value KernelLlamaGraph::Embed(const Inputs& inputs, int64_t tokens) {
  std::vector<Value> operands = {inputs.tokens, packed_};
  if (inputs.prefill()) operands.push_back(inputs.valid);
  const hlo::TensorType type{DType::kF32, {tokens, config_.dim}};
  const WeightSpec& table = Matrix(kEmbedding);
  return hlo::CustomCall(ffi::kEmbedCall, operands, std::span(&type, 1),
                         {.backend_config = {{"vocab", config_.vocab},
                                             {"table", table.packed->offset},
                                             {"table_format", Format(table)}}})[0];
}

int64_t KernelLlamaGraph::CountAlike(int64_t first) const {
  const auto alike = [&](int64_t layer) {
    return std::all_of(kMatrices.begin(), kMatrices.end(), [&](std::string_view name) {
      return Format(LayerMatrix(layer, name)) == Format(LayerMatrix(first, name));
    });
  };
  const int64_t end = std::min(config_.layers, first + ffi::kMaxCallLayers);
  int64_t layer = first + 1;
  while (layer < end && alike(layer)) ++layer;
  return layer - first;
}

Value KernelLlamaGraph::Layers(Value x, int64_t first, int64_t count, Inputs& inputs) {
  std::vector<Value> operands = {x, inputs.positions};
  if (inputs.prefill()) operands.push_back(inputs.valid);
  operands.push_back(vectors_);
  operands.push_back(packed_);
  const int64_t end = first + count;
  const WeightSpec& next =
      end == config_.layers ? HeadMatrix() : LayerMatrix(end, kMatrices.front());
  const auto format = [&](std::string_view name) { return Format(LayerMatrix(first, name)); };

  hlo::CustomCallOptions options;
  options.backend_config = {{"layer", first},
                            {"layers", count},
                            {"matrices", LayerMatrix(first, kMatrices.front()).packed->offset},
                            {"next", next.packed->offset},
                            {"next_bytes", next.type.ByteCount()},
                            {"heads", config_.heads},
                            {"inner", config_.ffn_dim},
                            {"qkv_format", format("attn_qkv")},
                            {"output_format", format("attn_output")},
                            {"gate_up_format", format("ffn_gate_up")},
                            {"down_format", format("ffn_down")},
                            {"epsilon", config_.rms_epsilon},
                            {"prefill", inputs.prefill()},
                            {"last", end == config_.layers},
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

std::vector<Value> KernelLlamaGraph::Head(Value x, const Inputs& inputs) {
  std::vector<Value> operands = {x};
  if (inputs.prefill()) operands.push_back(inputs.valid);
  operands.push_back(vectors_);
  operands.push_back(packed_);
  std::vector<hlo::TensorType> results;
  for (const int64_t columns : {config_.vocab, ffi::HeadGroups(config_.vocab)}) {
    results.push_back({DType::kF32, {x.dim(0), columns}});
    if (inputs.prefill()) results.back().dims = {columns};
  }
  const WeightSpec& head = HeadMatrix();
  return hlo::CustomCall(ffi::kHeadCall, operands, results,
                         {.backend_config = {{"vocab", config_.vocab},
                                             {"head", head.packed->offset},
                                             {"head_format", Format(head)},
                                             {"epsilon", config_.rms_epsilon},
                                             {"prefill", inputs.prefill()}}});
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
  const std::vector<Value> head = Head(x, inputs);
  std::vector<Value> results = inputs.caches;
  results.insert(results.end(), head.begin(), head.end());
  program_.results.push_back({ResultRole::kLogits, /*row=*/0, /*index=*/0, head[0].type()});
  program_.results.push_back({ResultRole::kMaxima, /*row=*/0, /*index=*/0, head[1].type()});
  RUNG_ASSIGN_OR_RETURN(program_.text, graph_.Finish(results));
  return std::move(program_);
}

}  // namespace rung::model
