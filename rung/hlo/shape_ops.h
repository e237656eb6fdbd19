// Operations that move elements without computing on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rung/hlo/graph_builder.h"

namespace rung::hlo {

// 0, 1, 2, ... along `axis`, equal along every other.
Value Iota(GraphBuilder& graph, TensorType type, int64_t axis);
// Same elements in row-major order; the operand itself when it has the shape already.
Value Reshape(Value operand, std::vector<int64_t> dims);
// Axis i of the operand becomes axis axes[i] of the result; its extent is equal there, or 1. `axes`
// are strictly ascending.
Value BroadcastInDim(Value operand, std::vector<int64_t> dims, std::vector<int64_t> axes);
// A scalar in every element of `dims`.
Value Broadcast(Value scalar, std::vector<int64_t> dims);
// Axis i of the result is axis permutation[i] of the operand.
Value Transpose(Value operand, std::vector<int64_t> permutation);
// [starts, limits) of each axis.
Value Slice(Value operand, std::vector<int64_t> starts, std::vector<int64_t> limits);
// [start, limit) of one axis, all of the others; the operand itself when that is everything.
Value SliceAxis(Value operand, int64_t axis, int64_t start, int64_t limit);
// Operands of equal type but for the extent of `axis`.
Value Concatenate(std::span<const Value> operands, int64_t axis);

}  // namespace rung::hlo
