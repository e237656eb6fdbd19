// Reductions and matrix products.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rung/hlo/graph_builder.h"

namespace rung::hlo {

// Over `axes`, which the result lacks. The order of a sum is the plugin's.
Value ReduceSum(Value operand, std::vector<int64_t> axes);
// Of an axis of -inf only: -inf. Floats only.
Value ReduceMax(Value operand, std::vector<int64_t> axes);

enum class Precision : uint8_t {
  kDefault,  // the plugin may use reduced precision (TF32, bf16 passes) where it is faster
  kHighest,  // full f32
};

struct DotDimensions {
  std::vector<int64_t> lhs_batching = {};
  std::vector<int64_t> rhs_batching = {};
  std::vector<int64_t> lhs_contracting = {};
  std::vector<int64_t> rhs_contracting = {};
};
struct DotOptions {
  Precision precision = Precision::kDefault;
  std::optional<DType> result_dtype = std::nullopt;  // default: that of the operands
};
// [batching..., other axes of lhs..., other axes of rhs...]; operands of one element type.
Value DotGeneral(Value lhs, Value rhs, const DotDimensions& dimensions, DotOptions options = {});

}  // namespace rung::hlo
