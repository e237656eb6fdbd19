#include "rung/model/attention.h"

#include <cmath>
#include <vector>

#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/index_ops.h"
#include "rung/hlo/shape_ops.h"

namespace rung::model {

using hlo::Value;

namespace {

// Below every real score, and exp(kHidden - maximum) is exactly 0 in f32.
constexpr double kHidden = -1e30;

// f32 [kv_heads, group, tokens, capacity] of hidden and scaled scores.
Value MaskedScores(Value query, Value keys, Value mask, hlo::Precision precision) {
  const int64_t tokens = query.dim(0);
  const int64_t kv_heads = keys.dim(0);
  const int64_t group = query.dim(1) / kv_heads;
  const int64_t head_dim = query.dim(2);
  const Value grouped = hlo::Reshape(query, {tokens, kv_heads, group, head_dim});
  const Value by_head =
      hlo::Reshape(hlo::Transpose(grouped, {1, 2, 0, 3}), {kv_heads, group * tokens, head_dim});
  const Value products = hlo::DotGeneral(
      by_head, hlo::Convert(keys, query.dtype()),
      {.lhs_batching = {0}, .rhs_batching = {0}, .lhs_contracting = {2}, .rhs_contracting = {2}},
      {.precision = precision, .result_dtype = DType::kF32});
  const std::vector<int64_t> dims = {kv_heads, group, tokens, keys.dim(1)};
  const Value scores = hlo::Reshape(products, dims);
  const double scale = 1.0 / std::sqrt(static_cast<double>(head_dim));
  const Value scaled = hlo::Multiply(scores, hlo::ConstantLike(scores, scale));
  const Value visible = hlo::BroadcastInDim(mask, dims, {2, 3});
  return hlo::Select(visible, scaled, hlo::ConstantLike(scaled, kHidden));
}

}  // namespace

Value UpdateCache(Value cache, Value entries, Value start) {
  if (!start.valid()) return {};
  const Value zero = hlo::ConstantLike(start, 0);
  const Value by_head = hlo::Transpose(hlo::Convert(entries, cache.dtype()), {1, 0, 2});
  return hlo::DynamicUpdateSlice(cache, by_head, std::vector<Value>{zero, start, zero});
}

Value CausalMask(Value positions, int64_t capacity) {
  if (!positions.valid()) return {};
  const std::vector<int64_t> dims = {positions.dim(0), capacity};
  const Value cache_position = hlo::Iota(*positions.builder(), {positions.dtype(), dims}, 1);
  const Value query_position = hlo::BroadcastInDim(positions, dims, {0});
  return hlo::Compare(hlo::Comparison::kLessEqual, cache_position, query_position);
}

Value Attention(Value query, const LayerCache& cache, Value mask, hlo::Precision precision) {
  const int64_t tokens = query.dim(0);
  const int64_t heads = query.dim(1);
  const int64_t head_dim = query.dim(2);
  const int64_t kv_heads = cache.keys.dim(0);
  const int64_t group = heads / kv_heads;
  const Value scores = MaskedScores(query, cache.keys, mask, precision);
  const std::vector<int64_t> dims = scores.type().dims;
  const Value maximum = hlo::BroadcastInDim(hlo::ReduceMax(scores, {3}), dims, {0, 1, 2});
  const Value weights = hlo::Exponential(hlo::Subtract(scores, maximum));
  const Value total = hlo::ReduceSum(weights, {3});

  const Value flat = hlo::Convert(
      hlo::Reshape(weights, {kv_heads, group * tokens, cache.keys.dim(1)}), query.dtype());
  const Value mixed = hlo::DotGeneral(
      flat, hlo::Convert(cache.values, query.dtype()),
      {.lhs_batching = {0}, .rhs_batching = {0}, .lhs_contracting = {2}, .rhs_contracting = {1}},
      {.precision = precision, .result_dtype = DType::kF32});
  const std::vector<int64_t> mixed_dims = {kv_heads, group, tokens, head_dim};
  // Dividing after the product touches head_dim numbers per head instead of `capacity`.
  const Value divisor = hlo::BroadcastInDim(total, mixed_dims, {0, 1, 2});
  const Value averaged = hlo::Divide(hlo::Reshape(mixed, mixed_dims), divisor);
  const Value by_token = hlo::Transpose(hlo::Convert(averaged, query.dtype()), {2, 0, 1, 3});
  return hlo::Reshape(by_token, {tokens, heads * head_dim});
}

}  // namespace rung::model
