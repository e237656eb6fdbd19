#include "rung/model/llama.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rung/base/status.h"
#include "rung/model/llama_graph.h"

namespace rung::model {
namespace {

struct Part {
  std::string_view name;  // within a layer: "attn_q"
  int64_t rows = 0;
};

// Adds weights in manifest order. The order is the order of the programs' arguments.
class Manifest {
 public:
  Manifest(DType dtype, std::vector<WeightSpec>& specs) : dtype_(dtype), specs_(specs) {}

  void Whole(std::string name, std::vector<int64_t> dims, DType dtype) {
    const int64_t rows = dims[0];
    specs_.push_back({name, {dtype, std::move(dims)}, {name}, {rows}});
  }
  void Whole(std::string name, std::vector<int64_t> dims) {
    Whole(std::move(name), std::move(dims), dtype_);
  }
  // Parts of layer `layer` stacked by rows; `width` 0 makes a vector. `suffix`: "weight" or "bias".
  void Stacked(int64_t layer, std::string_view name, std::string_view suffix,
               std::initializer_list<Part> parts, int64_t width) {
    WeightSpec spec{fmt::format("blk.{}.{}.{}", layer, name, suffix), {dtype_, {0}}, {}, {}};
    for (const Part& part : parts) {
      spec.parts.push_back(fmt::format("blk.{}.{}.{}", layer, part.name, suffix));
      spec.part_rows.push_back(part.rows);
      spec.type.dims[0] += part.rows;
    }
    if (width > 0) spec.type.dims.push_back(width);
    specs_.push_back(std::move(spec));
  }

 private:
  DType dtype_;
  std::vector<WeightSpec>& specs_;
};

void AddLayer(Manifest& manifest, const ModelConfig& config, int64_t layer) {
  const int64_t q_rows = config.heads * config.head_dim;
  const int64_t kv_rows = config.kv_heads * config.head_dim;
  const std::initializer_list<Part> qkv = {
      {"attn_q", q_rows}, {"attn_k", kv_rows}, {"attn_v", kv_rows}};
  manifest.Stacked(layer, "attn_norm", "weight", {{"attn_norm", config.dim}}, 0);
  manifest.Stacked(layer, "attn_qkv", "weight", qkv, config.dim);
  if (config.qkv_bias) manifest.Stacked(layer, "attn_qkv", "bias", qkv, 0);
  manifest.Stacked(layer, "attn_output", "weight", {{"attn_output", config.dim}}, q_rows);
  if (config.attention_output_bias) {
    manifest.Stacked(layer, "attn_output", "bias", {{"attn_output", config.dim}}, 0);
  }
  manifest.Stacked(layer, "ffn_norm", "weight", {{"ffn_norm", config.dim}}, 0);
  manifest.Stacked(layer, "ffn_gate_up", "weight",
                   {{"ffn_gate", config.ffn_dim}, {"ffn_up", config.ffn_dim}}, config.dim);
  manifest.Stacked(layer, "ffn_down", "weight", {{"ffn_down", config.dim}}, config.ffn_dim);
}

}  // namespace

LlamaModel::LlamaModel(ModelConfig config, const LoweringOptions& options)
    : Model(std::move(config), options) {
  const ModelConfig& c = this->config();
  Manifest manifest(options.precision, mutable_weights());
  manifest.Whole("token_embd.weight", {c.vocab, c.dim});
  if (c.rope_factors) manifest.Whole("rope_freqs.weight", {c.rope_dims / 2}, DType::kF32);
  for (int64_t layer = 0; layer < c.layers; ++layer) AddLayer(manifest, c, layer);
  manifest.Whole("output_norm.weight", {c.dim});
  if (!c.tied_embedding) manifest.Whole("output.weight", {c.vocab, c.dim});
}

absl::StatusOr<Program> LlamaModel::Prefill(int64_t chunk, int64_t capacity) const {
  RUNG_RETURN_IF_ERROR(CheckPrefillShape(chunk, capacity));
  LlamaGraph graph(*this, fmt::format("prefill_{}_at_{}", chunk, capacity));
  return graph.Prefill(chunk, capacity);
}

absl::StatusOr<Program> LlamaModel::Decode(std::span<const int64_t> row_capacities) const {
  RUNG_RETURN_IF_ERROR(CheckDecodeShape(row_capacities));
  LlamaGraph graph(*this, fmt::format("decode_{}", fmt::join(row_capacities, "_")));
  return graph.Decode(row_capacities);
}

}  // namespace rung::model
