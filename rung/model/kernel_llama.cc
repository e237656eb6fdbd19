#include "rung/model/kernel_llama.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/kernels/attention.h"
#include "rung/model/kernel_llama_graph.h"
#include "rung/model/packed_weights.h"
#include "rung/model/transformer_ops.h"

namespace rung::model {
namespace {

using kernels::kTileRows;

int64_t WholeTiles(int64_t rows) { return (rows + kTileRows - 1) / kTileRows * kTileRows; }

// Part of a packed matrix: a tensor and where its rows go.
struct Part {
  std::string name;
  int64_t rows = 0;
  kernels::RowPlacement placement = {};
};

// Adds weights in manifest order, which is the order in memory.
class Manifest {
 public:
  Manifest(const weights::TensorSource& source, std::vector<WeightSpec>& specs)
      : source_(source), specs_(specs) {}

  // Vectors one after another.
  void Vectors(const std::string& name, const std::vector<Part>& parts) {
    WeightSpec spec{name, {DType::kF32, {0}}, {}, {}};
    for (const Part& part : parts) {
      spec.parts.push_back(part.name);
      spec.part_rows.push_back(part.rows);
      spec.type.dims[0] += part.rows;
    }
    specs_.push_back(std::move(spec));
  }
  // A packed matrix of `rows` rows, whatever of them its parts fill.
  absl::Status Matrix(const std::string& name, const std::vector<Part>& parts, int64_t rows,
                      int64_t cols) {
    WeightSpec spec{name, {DType::kU8, {}}, {}, {}};
    PackedWeight packed;
    for (const Part& part : parts) {
      spec.parts.push_back(part.name);
      spec.part_rows.push_back(part.rows);
      packed.placements.push_back(part.placement);
    }
    RUNG_ASSIGN_OR_RETURN(const kernels::WeightFormat format, CommonFormat(source_, spec.parts));
    packed.shape = {format, rows, cols};
    if (kernels::IsQuantized(format) && cols % kernels::kBlockCols != 0) {
      return Unimplemented("kernels: {} is {} wide, and quantized rows hold whole blocks of {}",
                           name, cols, kernels::kBlockCols);
    }
    spec.type.dims = {packed.shape.tiles(), static_cast<int64_t>(packed.shape.tile_bytes())};
    packed.offset = static_cast<int64_t>(end_);
    end_ = kernels::AlignPacked(end_ + packed.shape.bytes());
    spec.packed = std::move(packed);
    specs_.push_back(std::move(spec));
    return absl::OkStatus();
  }

 private:
  const weights::TensorSource& source_;
  std::vector<WeightSpec>& specs_;
  size_t end_ = 0;  // of the packed memory so far
};

std::string LayerTensor(int64_t layer, std::string_view tensor,
                        std::string_view suffix = "weight") {
  return fmt::format("blk.{}.{}.{}", layer, tensor, suffix);
}

// As ffi/kernel_calls.h has the vectors of a layer.
void AddLayerVectors(const ModelConfig& config, int64_t layer, std::vector<Part>& parts) {
  const auto add = [&](std::string_view tensor, std::string_view suffix, int64_t size) {
    parts.push_back({LayerTensor(layer, tensor, suffix), size});
  };
  add("attn_norm", "weight", config.dim);
  if (config.qkv_bias) {
    add("attn_q", "bias", config.heads * config.head_dim);
    add("attn_k", "bias", config.kv_heads * config.head_dim);
    add("attn_v", "bias", config.kv_heads * config.head_dim);
  }
  if (config.attention_output_bias) add("attn_output", "bias", config.dim);
  add("ffn_norm", "weight", config.dim);
}

// As ffi/kernel_calls.h has the matrices of a layer.
absl::Status AddLayerMatrices(const ModelConfig& config, int64_t layer, Manifest& manifest) {
  const int64_t q_rows = config.heads * config.head_dim;
  const int64_t kv_rows = config.kv_heads * config.head_dim;
  const auto name = [layer](std::string_view tensor) { return LayerTensor(layer, tensor); };
  RUNG_RETURN_IF_ERROR(manifest.Matrix(name("attn_qkv"),
                                       {{name("attn_q"), q_rows},
                                        {name("attn_k"), kv_rows, {.first_row = q_rows}},
                                        {name("attn_v"), kv_rows, {.first_row = q_rows + kv_rows}}},
                                       q_rows + 2 * kv_rows, config.dim));
  RUNG_RETURN_IF_ERROR(manifest.Matrix(name("attn_output"), {{name("attn_output"), config.dim}},
                                       config.dim, q_rows));
  // Gate and up in alternating tiles: one pass over a pair has both operands of SwiGLU.
  RUNG_RETURN_IF_ERROR(
      manifest.Matrix(name("ffn_gate_up"),
                      {{name("ffn_gate"), config.ffn_dim, {.tile_stride = 2, .tile_phase = 0}},
                       {name("ffn_up"), config.ffn_dim, {.tile_stride = 2, .tile_phase = 1}}},
                      2 * WholeTiles(config.ffn_dim), config.dim));
  return manifest.Matrix(name("ffn_down"), {{name("ffn_down"), config.dim}}, config.dim,
                         config.ffn_dim);
}

// `dtype`: one of kCacheTypes, as CreateModel has checked.
kernels::KvType KvTypeOf(DType dtype) {
  return std::ranges::find(ffi::kCacheTypes, dtype, &ffi::CacheType::dtype)->kept;
}

}  // namespace

absl::Status CheckKernelConfig(const ModelConfig& config) {
  if (config.head_dim % 16 != 0 || config.head_dim > kernels::kMaxHeadDim) {
    return Unimplemented("kernels: head_dim {} is no multiple of 16 up to {}", config.head_dim,
                         kernels::kMaxHeadDim);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Model>> KernelLlamaModel::Create(
    const ModelConfig& config, const LoweringOptions& options,
    const weights::TensorSource& source) {
  RUNG_RETURN_IF_ERROR(CheckKernelConfig(config));
  if (options.precision != DType::kF32) {
    return Unimplemented("kernels: activations are f32, not {}", HloName(options.precision));
  }
  std::unique_ptr<KernelLlamaModel> model(new KernelLlamaModel(config, options));
  RUNG_RETURN_IF_ERROR(model->MakeManifest(source));
  return model;
}

absl::Status KernelLlamaModel::MakeManifest(const weights::TensorSource& source) {
  const ModelConfig& c = config();
  Manifest manifest(source, mutable_weights());
  std::vector<Part> vectors;
  for (int64_t layer = 0; layer < c.layers; ++layer) AddLayerVectors(c, layer, vectors);
  vectors.push_back({"output_norm.weight", c.dim});
  manifest.Vectors("vectors", vectors);
  const std::string embedding = "token_embd.weight";
  RUNG_RETURN_IF_ERROR(manifest.Matrix(embedding, {{embedding, c.vocab}}, c.vocab, c.dim));
  for (int64_t layer = 0; layer < c.layers; ++layer) {
    RUNG_RETURN_IF_ERROR(AddLayerMatrices(c, layer, manifest));
  }
  if (c.tied_embedding) return absl::OkStatus();
  const std::string output = "output.weight";
  return manifest.Matrix(output, {{output, c.vocab}}, c.vocab, c.dim);
}

std::vector<int64_t> KernelLlamaModel::KvPieces(int64_t capacity) const {
  return kernels::KvPieces(capacity);
}

std::vector<hlo::TensorType> KernelLlamaModel::KvTypes(int64_t capacity) const {
  const ModelConfig& c = config();
  const int64_t elements = kernels::KvRowElements(KvTypeOf(lowering().kv_dtype), c.head_dim);
  std::vector<hlo::TensorType> types;
  for (const int64_t positions : KvPieces(capacity)) {
    types.push_back({lowering().kv_dtype, {c.layers, 2, c.kv_heads, positions, elements}});
  }
  return types;
}

absl::StatusOr<Program> KernelLlamaModel::Prefill(int64_t chunk, int64_t capacity) const {
  RUNG_RETURN_IF_ERROR(CheckPrefillShape(chunk, capacity));
  KernelLlamaGraph graph(*this, fmt::format("prefill_{}_at_{}", chunk, capacity));
  return graph.Prefill(chunk, capacity);
}

absl::StatusOr<Program> KernelLlamaModel::Decode(std::span<const int64_t> row_capacities) const {
  RUNG_RETURN_IF_ERROR(CheckDecodeShape(row_capacities));
  if (row_capacities.size() > size_t{ffi::kMaxLayerRows}) {
    return InvalidArgument("decode over {} rows: the kernels take 1..={}", row_capacities.size(),
                           ffi::kMaxLayerRows);
  }
  KernelLlamaGraph graph(*this, fmt::format("decode_{}", fmt::join(row_capacities, "_")));
  return graph.Decode(row_capacities);
}

absl::StatusOr<std::vector<float>> KernelRopeFrequencies(const ModelConfig& config,
                                                         const weights::TensorSource& source) {
  std::vector<float> frequencies = RopeInverseFrequencies(config.rope_theta, config.rope_dims);
  if (!config.rope_factors) return frequencies;
  RUNG_ASSIGN_OR_RETURN(const weights::TensorInfo* info, source.Find("rope_freqs.weight"));
  std::vector<float> factors(frequencies.size());
  RUNG_RETURN_IF_ERROR(weights::Dequantize(*info, factors));
  for (size_t i = 0; i < factors.size(); ++i) frequencies[i] /= factors[i];
  return frequencies;
}

}  // namespace rung::model
