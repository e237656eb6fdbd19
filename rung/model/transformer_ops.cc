#include "rung/model/transformer_ops.h"

#include <cmath>

#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/shape_ops.h"

namespace rung::model {

using hlo::Value;

Value RmsNorm(Value x, Value weight, float epsilon) {
  const std::vector<int64_t> dims = x.type().dims;
  const Value wide = hlo::Convert(x, DType::kF32);
  const Value sum = hlo::ReduceSum(hlo::Multiply(wide, wide), {1});
  const Value mean = hlo::Divide(sum, hlo::ConstantLike(sum, static_cast<double>(x.dim(1))));
  const Value scale = hlo::Rsqrt(hlo::Add(mean, hlo::ConstantLike(mean, epsilon)));
  const Value normal = hlo::Multiply(wide, hlo::BroadcastInDim(scale, dims, {0}));
  const Value rounded = hlo::Convert(normal, x.dtype());
  return hlo::Multiply(rounded, hlo::BroadcastInDim(weight, dims, {1}));
}

Value Linear(Value x, Value weight, hlo::Precision precision, DType dtype) {
  return hlo::DotGeneral(x, weight, {.lhs_contracting = {1}, .rhs_contracting = {1}},
                         {.precision = precision, .result_dtype = dtype});
}

Value SwiGlu(Value gate_up) {
  const int64_t width = gate_up.dim(1) / 2;
  const Value gate = hlo::Convert(hlo::SliceAxis(gate_up, 1, 0, width), DType::kF32);
  const Value up = hlo::Convert(hlo::SliceAxis(gate_up, 1, width, 2 * width), DType::kF32);
  const Value silu = hlo::Multiply(gate, hlo::Logistic(gate));
  return hlo::Convert(hlo::Multiply(silu, up), gate_up.dtype());
}

Value AddBias(Value x, Value bias) {
  return hlo::Add(x, hlo::BroadcastInDim(bias, x.type().dims, {1}));
}

std::vector<float> RopeInverseFrequencies(float theta, int64_t rope_dims) {
  std::vector<float> frequencies;
  for (int64_t i = 0; i < rope_dims; i += 2) {
    const float exponent = static_cast<float>(i) / static_cast<float>(rope_dims);
    frequencies.push_back(1.0F / std::pow(theta, exponent));
  }
  return frequencies;
}

RopeAngles MakeRopeAngles(Value positions, Value inverse_frequencies) {
  const std::vector<int64_t> dims = {positions.dim(0), inverse_frequencies.dim(0)};
  const Value wide = hlo::BroadcastInDim(hlo::Convert(positions, DType::kF32), dims, {0});
  const Value angles = hlo::Multiply(wide, hlo::BroadcastInDim(inverse_frequencies, dims, {1}));
  // Barriers, or XLA evaluates both again for every head of every layer: 2-10 % of the CPU time of
  // a step of SmolLM2-135M.
  const Value cosine = hlo::OptimizationBarrier(hlo::Cosine(angles));
  return {cosine, hlo::OptimizationBarrier(hlo::Sine(angles))};
}

namespace {

// The two elements of each rotated pair, each [tokens, heads, rope_dims / 2].
struct Pairs {
  Value first;
  Value second;
};

Pairs SplitPairs(Value x, int64_t half, RopeStyle style) {
  if (style == RopeStyle::kHalf) {
    const Value first = hlo::SliceAxis(x, 2, 0, half);
    return {first, hlo::SliceAxis(x, 2, half, 2 * half)};
  }
  const std::vector<int64_t> dims = {x.dim(0), x.dim(1), half};
  const Value rotated = x.dim(2) == 2 * half ? x : hlo::SliceAxis(x, 2, 0, 2 * half);
  const Value pairs = hlo::Reshape(rotated, {x.dim(0), x.dim(1), half, 2});
  const Value first = hlo::Reshape(hlo::SliceAxis(pairs, 3, 0, 1), dims);
  return {first, hlo::Reshape(hlo::SliceAxis(pairs, 3, 1, 2), dims)};
}

}  // namespace

Value ApplyRope(Value x, const RopeAngles& angles, RopeStyle style) {
  const int64_t half = angles.cosine.dim(1);
  const std::vector<int64_t> dims = {x.dim(0), x.dim(1), half};
  const Value cosine = hlo::BroadcastInDim(angles.cosine, dims, {0, 2});
  const Value sine = hlo::BroadcastInDim(angles.sine, dims, {0, 2});
  const Value wide = hlo::Convert(x, DType::kF32);
  const auto [first, second] = SplitPairs(wide, half, style);
  const Value first_cosine = hlo::Multiply(first, cosine);
  const Value second_sine = hlo::Multiply(second, sine);
  const Value second_cosine = hlo::Multiply(second, cosine);
  const Value first_sine = hlo::Multiply(first, sine);
  std::vector<Value> parts = {hlo::Subtract(first_cosine, second_sine)};
  parts.push_back(hlo::Add(second_cosine, first_sine));
  if (x.dim(2) > 2 * half) parts.push_back(hlo::SliceAxis(wide, 2, 2 * half, x.dim(2)));
  return hlo::Convert(hlo::Concatenate(parts, 2), x.dtype());
}

}  // namespace rung::model
