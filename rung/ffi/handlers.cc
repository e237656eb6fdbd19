#include "rung/ffi/handlers.h"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "rung/ffi/kernel_calls.h"
#include "rung/ffi/weight_readers.h"
#include "rung/kernels/attention_block.h"
#include "rung/kernels/feed_forward.h"
#include "rung/kernels/matmul.h"

namespace rung::ffi {
namespace {

using kernels::PackedShape;
using kernels::PackedView;

kernels::WeightFormat Format(CallFrame& call, std::string_view attribute) {
  const int64_t format = call.Int(attribute);
  call.Require(format >= 0 && format < kernels::kWeightFormats, "a weight format is unknown");
  return static_cast<kernels::WeightFormat>(format);
}

// x [rows, width], the first operand.
struct Activations {
  const float* data = nullptr;
  int64_t rows = 0;
  int64_t width = 0;
};
Activations NextActivations(CallFrame& call) {
  Activations x;
  const XLA_FFI_Buffer* const buffer = call.NextBuffer("x", 2);
  if (buffer == nullptr) return x;
  const BufferView view(buffer);
  call.Require(view.Is(DType::kF32) && view.rank() == 2, "x is not f32 [rows, width]");
  x = {static_cast<const float*>(view.data()), view.dim(0), view.dim(1)};
  CheckExtent(call, "rows of x", x.rows);
  CheckExtent(call, "width of x", x.width);
  return x;
}

// How many rows are real: `valid` in a prefill, else all.
int64_t NextValid(CallFrame& call, bool prefill, int64_t rows) {
  if (!prefill) return rows;
  const auto* const valid = call.Next<int32_t>("valid", DType::kS32, {});
  if (!call.ok()) return 0;
  if (*valid < 1 || *valid > rows) {
    call.Fail(InvalidArgument("valid = {} is outside 1..={}", *valid, rows));
    return 0;
  }
  return *valid;
}

std::optional<kernels::KvType> KvTypeOf(const BufferView& cache) {
  for (const CacheType& type : kCacheTypes) {
    if (cache.Is(type.dtype)) return type.kept;
  }
  return std::nullopt;
}

struct LayerWeights {
  const float* attn_norm = nullptr;
  const float* qkv_bias = nullptr;
  const float* output_bias = nullptr;
  const float* ffn_norm = nullptr;
  PackedView qkv, output, gate_up, down;
};

// A call of layers, read and checked.
struct LayersCall {
  Activations x;
  int64_t tokens = 0;  // real ones
  float epsilon = 0;
  const int32_t* positions = nullptr;
  std::vector<LayerWeights> weights;  // layer by layer
  kernels::Upcoming next;             // read after the last of them
  int64_t inner = 0;
  int64_t first = 0;  // layer of the caches that the first of them is
  int64_t count = 0;
  bool prefill = false;
  bool last = false;  // no layer follows them
  kernels::AttentionShape shape;
  std::vector<kernels::AttentionRow> rows;
  std::vector<kernels::KvPiece> pieces;  // of all rows, which view them; at layer `first`
  float* y = nullptr;
};

// Heads and their width come from the first cache, which the others must resemble.
void ReadShape(CallFrame& call, const BufferView& cache, LayersCall& layers) {
  kernels::AttentionShape& shape = layers.shape;
  const std::optional<kernels::KvType> type = KvTypeOf(cache);
  call.Require(type.has_value() && cache.rank() == 5 && cache.dim(1) == 2,
               "a cache is not [layers, 2, kv_heads, capacity, elements] of f16, bf16 or f32");
  if (!call.ok()) return;
  shape.kv_type = *type;
  shape.kv_heads = cache.dim(2);
  shape.head_dim = cache.dim(4) - kernels::KvRowElements(*type, 0);
  CheckExtent(call, "heads", shape.heads);
  CheckExtent(call, "kv_heads", shape.kv_heads);
  CheckExtent(call, "head_dim", shape.head_dim);
  call.Require(layers.first >= 0 && layers.count >= 1 && layers.first < cache.dim(0) &&
                   layers.count <= cache.dim(0) - layers.first,
               "layers are past the cache");
  if (!call.ok()) return;
  call.Require(shape.heads % shape.kv_heads == 0, "kv_heads does not divide heads");
  call.Require(shape.head_dim % 16 == 0 && shape.head_dim <= kernels::kMaxHeadDim,
               "head_dim is no multiple of 16 up to 4096");
  call.Require(shape.heads * shape.head_dim <= kMaxExtent, "heads times head_dim is out of range");
  shape.scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(shape.head_dim)));
}

// One piece of a row's cache, the positions from `first` on; returns how many it holds.
int64_t ReadPiece(CallFrame& call, int64_t first, LayersCall& layers) {
  const XLA_FFI_Buffer* const operand = call.NextBuffer("cache", 5);
  const auto result = static_cast<int64_t>(layers.pieces.size()) + 1;
  const XLA_FFI_Buffer* const buffer = call.ResultBuffer(result, "cache");
  if (!call.ok()) return 0;
  call.Require(operand->data == buffer->data, "a cache is not updated in place");
  const BufferView cache(buffer);
  const kernels::AttentionShape& shape = layers.shape;
  const int64_t positions = cache.rank() == 5 ? cache.dim(3) : 0;
  call.Require(KvTypeOf(cache) == shape.kv_type && cache.rank() == 5 && cache.dim(1) == 2 &&
                   layers.first + layers.count <= cache.dim(0) && cache.dim(2) == shape.kv_heads &&
                   cache.dim(4) == KvRowElements(shape.kv_type, shape.head_dim) &&
                   positions % kernels::kKeyLanes == 0,
               "caches of one call differ in more than their capacity");
  call.Require(first % kernels::kSegment == 0, "a piece of a cache begins within a segment");
  if (!call.ok()) return 0;
  const int64_t head_stride = positions * cache.dim(4);
  const auto plane = static_cast<size_t>(shape.kv_heads * head_stride) * KvBytes(shape.kv_type);
  auto* const base = static_cast<uint8_t*>(cache.data());
  uint8_t* const keys = base + static_cast<size_t>(layers.first) * 2 * plane;
  layers.pieces.push_back(
      {.keys = keys, .values = keys + plane, .head_stride = head_stride, .first = first});
  return positions;
}

void ReadCache(CallFrame& call, int64_t row, int64_t count, LayersCall& layers) {
  const size_t first = layers.pieces.size();
  int64_t capacity = 0;
  for (int64_t i = 0; i < count; ++i) capacity += ReadPiece(call, capacity, layers);
  if (!call.ok()) return;
  const int64_t position = layers.positions[row];
  const int64_t tokens = layers.prefill ? layers.tokens : 1;
  if (position < 0 || position > capacity - tokens) {
    call.Fail(InvalidArgument("row {}: {} tokens at position {} pass its capacity of {}", row,
                              tokens, position, capacity));
    return;
  }
  layers.rows.push_back(
      {.pieces = std::span(layers.pieces).subspan(first), .position = position, .tokens = tokens});
}

// How many pieces row `row` has, by the attribute `pieces`.
int64_t PieceCount(uint64_t pieces, int64_t row) {
  return static_cast<int64_t>(pieces >> (8 * row) & 0xff);
}

// Caches stand last.
void ReadCaches(CallFrame& call, int64_t rows, LayersCall& layers) {
  const auto counts = static_cast<uint64_t>(call.Int("pieces"));
  int64_t total = 0;
  for (int64_t row = 0; row < rows; ++row) {
    call.Require(PieceCount(counts, row) >= 1, "a row has no cache");
    total += PieceCount(counts, row);
  }
  call.Require(total == call.results() - 1 && total == call.operands_left(),
               "operands and results hold different caches");
  if (!call.ok()) return;
  layers.pieces.reserve(static_cast<size_t>(total));  // rows view them: they must not move
  layers.rows.reserve(static_cast<size_t>(rows));
  for (int64_t row = 0; row < rows && call.ok(); ++row) {
    ReadCache(call, row, PieceCount(counts, row), layers);
  }
}

void ReadAttributes(CallFrame& call, LayersCall& layers) {
  layers.first = call.Int("layer");
  layers.count = call.Int("layers");
  layers.inner = call.Int("inner");
  layers.epsilon = call.Float("epsilon");
  layers.prefill = call.Bool("prefill");
  layers.last = call.Bool("last");
  layers.shape.heads = call.Int("heads");
  layers.shape.rope_order =
      call.Bool("interleaved") ? kernels::RopeOrder::kInterleaved : kernels::RopeOrder::kHalves;
}

// How each of the layers keeps its weights.
struct WeightFormats {
  kernels::WeightFormat qkv, output, gate_up, down;
  bool qkv_bias, output_bias;
};

void ReadWeights(VectorReader& vectors, MatrixReader& matrices, const WeightFormats& formats,
                 LayersCall& layers) {
  const int64_t width = layers.x.width;
  const int64_t qkv_width = layers.shape.qkv_width();
  const int64_t mixed_width = layers.shape.heads * layers.shape.head_dim;
  const int64_t inner_tiles = (layers.inner + kernels::kTileRows - 1) / kernels::kTileRows;
  LayerWeights& layer = layers.weights.emplace_back();
  layer.attn_norm = vectors.Next("attn_norm", width);
  if (formats.qkv_bias) layer.qkv_bias = vectors.Next("qkv_bias", qkv_width);
  if (formats.output_bias) layer.output_bias = vectors.Next("output_bias", width);
  layer.ffn_norm = vectors.Next("ffn_norm", width);
  layer.qkv = matrices.Next("qkv", {formats.qkv, qkv_width, width});
  layer.output = matrices.Next("output", {formats.output, width, mixed_width});
  layer.gate_up =
      matrices.Next("gate_up", {formats.gate_up, 2 * inner_tiles * kernels::kTileRows, width});
  layer.down = matrices.Next("down", {formats.down, width, layers.inner});
}

void ReadAllWeights(CallFrame& call, LayersCall& layers) {
  CheckExtent(call, "inner", layers.inner);
  const WeightFormats formats = {.qkv = Format(call, "qkv_format"),
                                 .output = Format(call, "output_format"),
                                 .gate_up = Format(call, "gate_up_format"),
                                 .down = Format(call, "down_format"),
                                 .qkv_bias = call.Bool("qkv_bias"),
                                 .output_bias = call.Bool("output_bias")};
  const int64_t width = layers.x.width;
  const int64_t layer_floats = 2 * width + (formats.qkv_bias ? layers.shape.qkv_width() : 0) +
                               (formats.output_bias ? width : 0);
  CheckExtent(call, "layers", layers.first + layers.count);
  if (!call.ok()) return;
  VectorReader vectors(call, layers.first * layer_floats);
  MatrixReader matrices(call, call.Int("matrices"));
  layers.weights.reserve(static_cast<size_t>(layers.count));
  for (int64_t i = 0; i < layers.count && call.ok(); ++i) {
    ReadWeights(vectors, matrices, formats, layers);
  }
  const int64_t bytes = call.Int("next_bytes");
  layers.next = {matrices.Bytes("next", call.Int("next"), bytes), static_cast<size_t>(bytes)};
}

LayersCall ReadLayers(CallFrame& call, const KernelState& state) {
  LayersCall layers;
  ReadAttributes(call, layers);
  call.Require(call.results() >= 2, "layers have no cache");
  layers.x = NextActivations(call);
  if (!call.ok()) return layers;
  const int64_t rows = layers.prefill ? 1 : layers.x.rows;
  call.Require(rows <= kMaxLayerRows, "more rows than a step has");
  layers.positions = layers.prefill ? call.Next<int32_t>("position", DType::kS32, {})
                                    : call.Next<int32_t>("positions", DType::kS32, {layers.x.rows});
  layers.tokens = NextValid(call, layers.prefill, layers.x.rows);
  // The caches stand last, but the matrices' shapes follow from them.
  const XLA_FFI_Buffer* const first_cache = call.ResultBuffer(1, "cache");
  if (!call.ok()) return layers;
  ReadShape(call, BufferView(first_cache), layers);
  if (!call.ok()) return layers;
  call.Require(state.rope.half() <= layers.shape.head_dim / 2, "more is rotated than a head holds");
  ReadAllWeights(call, layers);
  ReadCaches(call, rows, layers);
  layers.y = call.Result<float>(0, "y", DType::kF32, {layers.x.rows, layers.x.width});
  return layers;
}

// From one layer's part of a cache to the next one's.
void NextLayer(std::vector<kernels::KvPiece>& pieces) {
  for (kernels::KvPiece& piece : pieces) {
    auto* const values = static_cast<uint8_t*>(piece.values);
    const ptrdiff_t plane = values - static_cast<uint8_t*>(piece.keys);
    piece.keys = values + plane;
    piece.values = values + 2 * plane;
  }
}

void RunOneLayer(const LayersCall& layers, size_t index, KernelState& state) {
  const LayerWeights& layer = layers.weights[index];
  const bool last = index + 1 == layers.weights.size();
  kernels::AttentionBlock(state.context, {.x = index == 0 ? layers.x.data : layers.y,
                                          .norm_weight = layer.attn_norm,
                                          .epsilon = layers.epsilon,
                                          .qkv = layer.qkv,
                                          .qkv_bias = layer.qkv_bias,
                                          .output = layer.output,
                                          .output_bias = layer.output_bias,
                                          .shape = layers.shape,
                                          .rows = layers.rows,
                                          .rope = &state.rope,
                                          .y = layers.y,
                                          .upcoming = kernels::UpcomingOf(layer.gate_up)});
  const int64_t silent = layers.rows[0].silent;
  float* const x = layers.y + silent * layers.x.width;
  kernels::FeedForward(
      state.context,
      {.x = x,
       .rows = layers.tokens - silent,
       .norm_weight = layer.ffn_norm,
       .epsilon = layers.epsilon,
       .gate_up = layer.gate_up,
       .down = layer.down,
       .inner = layers.inner,
       .y = x,
       .upcoming = last ? layers.next : kernels::UpcomingOf(layers.weights[index + 1].qkv)});
}

}  // namespace

absl::Status RunLayers(CallFrame& call, KernelState& state) {
  LayersCall layers = ReadLayers(call, state);
  RUNG_RETURN_IF_ERROR(call.status());
  for (size_t i = 0; i < layers.weights.size(); ++i) {
    if (i > 0) NextLayer(layers.pieces);
    const bool ends = layers.last && i + 1 == layers.weights.size();
    if (ends && layers.prefill) layers.rows[0].silent = layers.tokens - 1;
    RunOneLayer(layers, i, state);
  }
  return absl::OkStatus();
}

absl::Status RunEmbed(CallFrame& call, KernelState& state) {
  const XLA_FFI_Buffer* const result = call.ResultBuffer(0, "x");
  RUNG_RETURN_IF_ERROR(call.status());
  const BufferView x(result);
  call.Require(x.Is(DType::kF32) && x.rank() == 2, "x is not f32 [tokens, width]");
  RUNG_RETURN_IF_ERROR(call.status());
  const int64_t rows = x.dim(0);
  const auto* const tokens = call.Next<int32_t>("tokens", DType::kS32, {rows});
  const PackedShape shape = {Format(call, "table_format"), call.Int("vocab"), x.dim(1)};
  const PackedView table = MatrixReader(call, call.Int("table")).Next("table", shape);
  const int64_t valid = NextValid(call, call.operands_left() == 1, rows);
  RUNG_RETURN_IF_ERROR(call.status());
  kernels::LookUpRows(state.context, table, tokens, valid, static_cast<float*>(x.data()));
  return absl::OkStatus();
}

absl::Status RunHead(CallFrame& call, KernelState& state) {
  const bool prefill = call.Bool("prefill");
  const int64_t vocab = call.Int("vocab");
  const float epsilon = call.Float("epsilon");
  const Activations x = NextActivations(call);
  const int64_t valid = NextValid(call, prefill, x.rows);
  const float* const norm = VectorReader(call, 0).Last("norm", x.width);
  const PackedShape shape = {Format(call, "head_format"), vocab, x.width};
  const PackedView head = MatrixReader(call, call.Int("head")).Next("head", shape);
  float* const logits = prefill ? call.Result<float>(0, "logits", DType::kF32, {vocab})
                                : call.Result<float>(0, "logits", DType::kF32, {x.rows, vocab});
  const int64_t groups = HeadGroups(vocab);
  float* const maxima = prefill ? call.Result<float>(1, "maxima", DType::kF32, {groups})
                                : call.Result<float>(1, "maxima", DType::kF32, {x.rows, groups});
  RUNG_RETURN_IF_ERROR(call.status());
  kernels::Matmul(state.context, {.weights = head,
                                  .x = prefill ? x.data + (valid - 1) * x.width : x.data,
                                  .rows = prefill ? 1 : x.rows,
                                  .norm_weight = norm,
                                  .epsilon = epsilon,
                                  .y = logits,
                                  .y_cols = vocab,
                                  .tile_maxima = maxima});
  return absl::OkStatus();
}

absl::Status RunProbe(CallFrame& call, KernelState& state) {
  const auto* const x = call.Next<float>("x", DType::kF32, {1});
  float* const y = call.Result<float>(0, "y", DType::kF32, {1});
  RUNG_RETURN_IF_ERROR(call.status());
  auto add = [&](int64_t, int64_t) { *y = *x + 1; };
  state.context.pool().Run(1, add);
  return absl::OkStatus();
}

}  // namespace rung::ffi
