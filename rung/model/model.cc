#include "rung/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "rung/base/status.h"
#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/graph_builder.h"
#include "rung/hlo/shape_ops.h"
#include "rung/model/kernel_llama.h"
#include "rung/model/llama.h"

namespace rung::model {
namespace {

// Rows of one decode step. The scheduler pads to 8; more would only cost compile time.
constexpr size_t kMaxRows = 64;

std::string DimsText(const std::vector<int64_t>& dims) {
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

// The first positions of `cache` in a piece of that type, zero behind them. `zeros` is made when it
// is first needed: all pieces of a program miss the same.
hlo::Value FitTo(hlo::GraphBuilder& graph, hlo::Value cache, const hlo::TensorType& type,
                 int64_t axis, hlo::Value* zeros) {
  const int64_t missing = type.dims[axis] - cache.dim(axis);
  if (missing <= 0) return hlo::SliceAxis(cache, axis, 0, type.dims[axis]);
  hlo::TensorType tail = type;
  tail.dims[axis] = missing;
  if (!zeros->valid()) *zeros = hlo::Constant(graph, 0, tail);
  return hlo::Concatenate(std::vector<hlo::Value>{cache, *zeros}, axis);
}

absl::Status CheckPart(const weights::TensorSource& source, const WeightSpec& spec, size_t part) {
  RUNG_ASSIGN_OR_RETURN(const weights::TensorInfo* info, source.Find(spec.parts[part]));
  const std::vector<int64_t> expected = spec.PartDims(part);
  if (info->dims == expected) return absl::OkStatus();
  return InvalidArgument("checkpoint tensor {} has shape {}, the config asks for {}", info->name,
                         DimsText(info->dims), DimsText(expected));
}

// Old conversions carry a layer's RoPE frequencies along, which follow from the metadata.
bool IsHarmless(std::string_view tensor) {
  return tensor.starts_with("blk.") && tensor.find(".attn_rot_embd") != std::string_view::npos;
}

absl::Status CheckFloatType(std::string_view field, DType dtype) {
  if (dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16) {
    return absl::OkStatus();
  }
  return InvalidArgument("{} {} is not one of f32, f16, bf16", field, HloName(dtype));
}

}  // namespace

std::vector<int64_t> WeightSpec::PartDims(size_t part) const {
  if (packed) return {part_rows[part], packed->shape.cols};
  std::vector<int64_t> dims = type.dims;
  dims[0] = part_rows[part];
  return dims;
}

int64_t Model::WeightBytes() const {
  int64_t bytes = 0;
  for (const WeightSpec& spec : weights_) bytes += spec.type.ByteCount();
  return bytes;
}

int64_t Model::PackedBytes() const {
  int64_t end = 0;
  for (const WeightSpec& spec : weights_) {
    if (spec.packed) end = std::max(end, spec.packed->offset + spec.type.ByteCount());
  }
  return end;
}

absl::Status Model::CheckCheckpoint(const weights::TensorSource& source) const {
  std::unordered_set<std::string_view> known;
  // No weight of the kernel lowering, which reads it into its table of frequencies.
  if (config_.rope_factors) known.insert("rope_freqs.weight");
  for (const WeightSpec& spec : weights_) {
    for (size_t part = 0; part < spec.parts.size(); ++part) {
      known.insert(spec.parts[part]);
      RUNG_RETURN_IF_ERROR(CheckPart(source, spec, part));
    }
  }
  // A bias or a norm that the graph leaves out would make wrong text, silently.
  for (const weights::TensorInfo& info : source.tensors()) {
    if (!known.contains(info.name) && !IsHarmless(info.name)) {
      return Unimplemented("checkpoint tensor {} has no place in the {} architecture as built here",
                           info.name, config_.architecture);
    }
  }
  return absl::OkStatus();
}

std::vector<hlo::TensorType> Model::KvTypes(int64_t capacity) const {
  const hlo::TensorType type{lowering_.kv_dtype, {config_.kv_heads, capacity, config_.head_dim}};
  return std::vector<hlo::TensorType>(2 * config_.layers, type);
}

int64_t Model::KvBytes(int64_t capacity) const {
  int64_t bytes = 0;
  for (const hlo::TensorType& type : KvTypes(capacity)) bytes += type.ByteCount();
  return bytes;
}

std::vector<Model::BufferPair> Model::SharedPieces(int64_t from_capacity,
                                                   int64_t to_capacity) const {
  const size_t from_pieces = KvPieces(from_capacity).size();
  const size_t to_pieces = KvPieces(to_capacity).size();
  const size_t lists = KvTypes(from_capacity).size() / from_pieces;
  std::vector<BufferPair> shared;
  for (size_t list = 0; list < lists; ++list) {
    for (size_t piece = 0; piece < std::min(from_pieces, to_pieces); ++piece) {
      shared.push_back({list * from_pieces + piece, list * to_pieces + piece});
    }
  }
  return shared;
}

std::vector<Model::BufferPair> Model::KeptByGrowth(int64_t from_capacity,
                                                   int64_t to_capacity) const {
  const std::vector<hlo::TensorType> from = KvTypes(from_capacity);
  const std::vector<hlo::TensorType> to = KvTypes(to_capacity);
  std::vector<BufferPair> kept = SharedPieces(from_capacity, to_capacity);
  std::erase_if(kept, [&](const BufferPair& pair) { return from[pair.from] != to[pair.to]; });
  return kept;
}

int64_t Model::GrowthBytes(int64_t from_capacity, int64_t to_capacity) const {
  const std::vector<hlo::TensorType> to = KvTypes(to_capacity);
  int64_t bytes = KvBytes(to_capacity);
  for (const BufferPair& kept : KeptByGrowth(from_capacity, to_capacity)) {
    bytes -= to[kept.to].ByteCount();
  }
  return bytes;
}

int64_t Model::KvBytesPerPosition() const {
  constexpr int64_t kLong = 256;  // lowerings may round capacities up
  return KvBytes(kLong) / kLong;
}

absl::Status CheckCapacity(int64_t capacity) {
  if (capacity >= 1 && capacity <= std::numeric_limits<int32_t>::max()) return absl::OkStatus();
  return InvalidArgument("context capacity {} is outside 1..=2147483647", capacity);
}

absl::Status Model::CheckPrefillShape(int64_t chunk, int64_t capacity) {
  RUNG_RETURN_IF_ERROR(CheckCapacity(capacity));
  if (chunk >= 1 && chunk <= capacity) return absl::OkStatus();
  return InvalidArgument("prefill chunk {} is outside 1..={}, the capacity", chunk, capacity);
}

absl::Status Model::CheckDecodeShape(std::span<const int64_t> row_capacities) {
  if (row_capacities.empty() || row_capacities.size() > kMaxRows) {
    return InvalidArgument("decode over {} rows: 1..={} are possible", row_capacities.size(),
                           kMaxRows);
  }
  for (const int64_t capacity : row_capacities) RUNG_RETURN_IF_ERROR(CheckCapacity(capacity));
  if (std::is_sorted(row_capacities.begin(), row_capacities.end())) return absl::OkStatus();
  return InvalidArgument("decode over row capacities {}: they must ascend",
                         fmt::join(row_capacities, "_"));
}

absl::StatusOr<Program> Model::Grow(int64_t from_capacity, int64_t to_capacity) const {
  RUNG_RETURN_IF_ERROR(CheckCapacity(from_capacity));
  RUNG_RETURN_IF_ERROR(CheckCapacity(to_capacity));
  if (to_capacity <= from_capacity) {
    return InvalidArgument("grow from capacity {} to {}: the second must be larger", from_capacity,
                           to_capacity);
  }
  return MoveKv(fmt::format("grow_{}_to_{}", from_capacity, to_capacity), from_capacity,
                to_capacity, /*keeps_kv=*/false);
}

absl::StatusOr<Program> Model::Copy(int64_t from_capacity, int64_t to_capacity) const {
  RUNG_RETURN_IF_ERROR(CheckCapacity(from_capacity));
  RUNG_RETURN_IF_ERROR(CheckCapacity(to_capacity));
  return MoveKv(fmt::format("copy_{}_to_{}", from_capacity, to_capacity), from_capacity,
                to_capacity, /*keeps_kv=*/true);
}

absl::StatusOr<Program> Model::MoveKv(std::string name, int64_t from_capacity, int64_t to_capacity,
                                      bool keeps_kv) const {
  Program program;
  program.name = std::move(name);
  program.keeps_kv = keeps_kv;
  hlo::GraphBuilder graph(program.name);
  const std::vector<hlo::TensorType> from = KvTypes(from_capacity);
  const std::vector<hlo::TensorType> to = KvTypes(to_capacity);
  hlo::Value zeros;
  std::vector<hlo::Value> results;
  for (const BufferPair& pair : SharedPieces(from_capacity, to_capacity)) {
    const hlo::TensorType& source = from[pair.from];
    const hlo::TensorType& target = to[pair.to];
    if (!keeps_kv && source == target) continue;
    const hlo::Value cache = graph.Argument(fmt::format("kv_0_{}", pair.from), source);
    results.push_back(FitTo(graph, cache, target, KvAxis(), &zeros));
    program.arguments.push_back(
        {ArgRole::kKvCache, /*row=*/0, static_cast<int64_t>(pair.from), source});
    program.results.push_back(
        {ResultRole::kKvCache, /*row=*/0, static_cast<int64_t>(pair.to), target});
  }
  if (results.empty()) return program;
  RUNG_ASSIGN_OR_RETURN(program.text, graph.Finish(results));
  return program;
}

absl::StatusOr<std::unique_ptr<Model>> CreateModel(const ModelConfig& config,
                                                   const LoweringOptions& options,
                                                   const weights::TensorSource* source) {
  if (config.architecture != "llama") {
    return Unimplemented("architecture \"{}\" is not supported; supported: {}", config.architecture,
                         SupportedArchitectures());
  }
  RUNG_RETURN_IF_ERROR(ValidateConfig(config));
  RUNG_RETURN_IF_ERROR(CheckFloatType("precision", options.precision));
  RUNG_RETURN_IF_ERROR(CheckFloatType("KV cache type", options.kv_dtype));
  if (options.kind == LoweringKind::kKernel) {
    if (source == nullptr) return InvalidArgument("the kernel lowering needs the checkpoint");
    return KernelLlamaModel::Create(config, options, *source);
  }
  return std::unique_ptr<Model>(std::make_unique<LlamaModel>(config, options));
}

}  // namespace rung::model
