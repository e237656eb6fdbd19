#include "rung/model/model.h"

#include <fmt/format.h>

#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "rung/base/status.h"
#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/graph_builder.h"
#include "rung/hlo/shape_ops.h"
#include "rung/model/llama.h"

namespace rung::model {
namespace {

std::string DimsText(const std::vector<int64_t>& dims) {
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

absl::Status CheckPart(const weights::TensorSource& source, const WeightSpec& spec, size_t part) {
  RUNG_ASSIGN_OR_RETURN(const weights::TensorInfo* info, source.Find(spec.parts[part]));
  std::vector<int64_t> expected = spec.type.dims;
  expected[0] = spec.part_rows[part];
  if (info->dims == expected) return absl::OkStatus();
  return InvalidArgument("checkpoint tensor {} has shape {}, the config asks for {}", info->name,
                         DimsText(info->dims), DimsText(expected));
}

absl::Status CheckFloatType(std::string_view field, DType dtype) {
  if (dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16) {
    return absl::OkStatus();
  }
  return InvalidArgument("{} {} is not one of f32, f16, bf16", field, HloName(dtype));
}

}  // namespace

int64_t Model::WeightBytes() const {
  int64_t bytes = 0;
  for (const WeightSpec& spec : weights_) bytes += spec.type.ByteCount();
  return bytes;
}

absl::Status Model::CheckCheckpoint(const weights::TensorSource& source) const {
  std::unordered_set<std::string_view> known;
  for (const WeightSpec& spec : weights_) {
    for (size_t part = 0; part < spec.parts.size(); ++part) {
      known.insert(spec.parts[part]);
      RUNG_RETURN_IF_ERROR(CheckPart(source, spec, part));
    }
  }
  // A bias or a norm that the graph leaves out would make wrong text, silently.
  for (const weights::TensorInfo& info : source.tensors()) {
    if (info.name.starts_with("blk.") && !known.contains(info.name)) {
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
  return 2 * config_.layers * KvTypes(capacity)[0].ByteCount();
}

absl::Status CheckCapacity(int64_t capacity) {
  if (capacity >= 1 && capacity <= std::numeric_limits<int32_t>::max()) return absl::OkStatus();
  return InvalidArgument("context capacity {} is outside 1..=2147483647", capacity);
}

absl::StatusOr<Program> Model::Grow(int64_t from_capacity, int64_t to_capacity) const {
  RUNG_RETURN_IF_ERROR(CheckCapacity(from_capacity));
  RUNG_RETURN_IF_ERROR(CheckCapacity(to_capacity));
  if (to_capacity <= from_capacity) {
    return InvalidArgument("grow from capacity {} to {}: the second must be larger", from_capacity,
                           to_capacity);
  }
  Program program;
  program.name = fmt::format("grow_{}_to_{}", from_capacity, to_capacity);
  hlo::GraphBuilder graph(program.name);
  const std::vector<hlo::TensorType> from = KvTypes(from_capacity);
  const std::vector<hlo::TensorType> to = KvTypes(to_capacity);
  hlo::TensorType tail_type = from[0];
  tail_type.dims[1] = to_capacity - from_capacity;
  const hlo::Value tail = hlo::Constant(graph, 0, tail_type);
  std::vector<hlo::Value> results;
  for (size_t i = 0; i < from.size(); ++i) {
    const auto index = static_cast<int64_t>(i);
    const hlo::Value cache = graph.Argument(fmt::format("kv_0_{}", i), from[i]);
    results.push_back(hlo::Concatenate(std::vector<hlo::Value>{cache, tail}, /*axis=*/1));
    program.arguments.push_back({ArgRole::kKvCache, /*row=*/0, index, from[i]});
    program.results.push_back({ResultRole::kKvCache, /*row=*/0, index, to[i]});
  }
  RUNG_ASSIGN_OR_RETURN(program.text, graph.Finish(results));
  return program;
}

absl::StatusOr<std::unique_ptr<Model>> CreateModel(const ModelConfig& config,
                                                   const LoweringOptions& options) {
  if (config.architecture != "llama") {
    return Unimplemented("architecture \"{}\" is not supported; supported: {}", config.architecture,
                         SupportedArchitectures());
  }
  RUNG_RETURN_IF_ERROR(ValidateConfig(config));
  RUNG_RETURN_IF_ERROR(CheckFloatType("precision", options.precision));
  RUNG_RETURN_IF_ERROR(CheckFloatType("KV cache type", options.kv_dtype));
  return std::unique_ptr<Model>(std::make_unique<LlamaModel>(config, options));
}

}  // namespace rung::model
