// Building blocks of transformer graphs on the portable lowering. Activations are [tokens, width].
#pragma once

#include <cstdint>
#include <vector>

#include "rung/hlo/contraction_ops.h"
#include "rung/hlo/graph_builder.h"
#include "rung/model/config.h"

namespace rung::model {

// x / sqrt(mean(x^2) + epsilon) * weight along the last axis: normalized in f32, rounded to x's
// type, then scaled, in the order of Hugging Face's LlamaRMSNorm. x [tokens, width], weight
// [width].
hlo::Value RmsNorm(hlo::Value x, hlo::Value weight, float epsilon);

// x [tokens, in] . weight [out, in] (as checkpoints store it) -> [tokens, out] of `dtype`.
hlo::Value Linear(hlo::Value x, hlo::Value weight, hlo::Precision precision, DType dtype);

// silu(gate) * up for gate_up [tokens, 2 * width], computed in f32 -> [tokens, width].
hlo::Value SwiGlu(hlo::Value gate_up);

// Adds bias [width] to each row of x.
hlo::Value AddBias(hlo::Value x, hlo::Value bias);

// 1 / theta^(2i / rope_dims) in f32, rounded in the order in which Hugging Face computes it.
std::vector<float> RopeInverseFrequencies(float theta, int64_t rope_dims);

// Cosine and sine of position * frequency, f32 [tokens, rope_dims / 2].
struct RopeAngles {
  hlo::Value cosine;
  hlo::Value sine;
};
// positions i32 [tokens], inverse_frequencies f32 [rope_dims / 2].
RopeAngles MakeRopeAngles(hlo::Value positions, hlo::Value inverse_frequencies);

// Rotates the first rope_dims of each head in f32; x [tokens, heads, head_dim] -> same type. For
// RopeStyle::kInterleaved the pairs come out as halves: [even elements, odd elements, rest]. Q and
// K are permuted alike, so their products do not change, and the strided store is saved.
hlo::Value ApplyRope(hlo::Value x, const RopeAngles& angles, RopeStyle style);

}  // namespace rung::model
