#include "rung/hlo/shape_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "rung/hlo/literal.h"
#include "rung/hlo/operation.h"

namespace rung::hlo {
namespace {

// "%0, <attributes> : (operand type) -> result type"
Value EmitUnary(const Operation& op, Value operand, std::string_view attributes, TensorType type) {
  const std::string text = fmt::format("{}{} : ({}) -> {}", op.Name(operand), attributes,
                                       operand.type().ToString(), type.ToString());
  return op.Emit(text, std::move(type));
}

}  // namespace

Value Iota(GraphBuilder& graph, TensorType type, int64_t axis) {
  const Operation op("iota", graph);
  if (axis < 0 || axis >= type.rank() || type.dtype == DType::kPred) {
    return op.Fail(fmt::format("axis {} of {}", axis, type.ToString()));
  }
  const std::string text = fmt::format("dim = {} : {}", axis, type.ToString());
  return op.Emit(text, std::move(type));
}

Value Reshape(Value operand, std::vector<int64_t> dims) {
  const Operation op("reshape", {{"operand", operand}});
  if (!op.ok()) return {};
  TensorType type{operand.dtype(), std::move(dims)};
  if (type == operand.type()) return operand;
  const bool positive =
      std::all_of(type.dims.begin(), type.dims.end(), [](int64_t d) { return d > 0; });
  if (!positive || type.NumElements() != operand.type().NumElements()) {
    return op.Fail(fmt::format("operand is {}, which cannot become {}", operand.type().ToString(),
                               type.ToString()));
  }
  return EmitUnary(op, operand, "", std::move(type));
}

Value BroadcastInDim(Value operand, std::vector<int64_t> dims, std::vector<int64_t> axes) {
  const Operation op("broadcast_in_dim", {{"operand", operand}});
  if (!op.ok()) return {};
  TensorType type{operand.dtype(), std::move(dims)};
  bool fits = static_cast<int64_t>(axes.size()) == operand.rank();
  for (size_t i = 0; fits && i < axes.size(); ++i) {
    fits = axes[i] >= 0 && axes[i] < type.rank() && (i == 0 || axes[i - 1] < axes[i]) &&
           (operand.dim(i) == 1 || operand.dim(i) == type.dims[axes[i]]);
  }
  if (!fits) {
    return op.Fail(fmt::format("operand is {}, which dims = {} do not spread over {}",
                               operand.type().ToString(), DimList(axes), type.ToString()));
  }
  return EmitUnary(op, operand, fmt::format(", dims = {}", DimList(axes)), std::move(type));
}

Value Broadcast(Value scalar, std::vector<int64_t> dims) {
  return BroadcastInDim(scalar, std::move(dims), {});
}

Value Transpose(Value operand, std::vector<int64_t> permutation) {
  const Operation op("transpose", {{"operand", operand}});
  if (!op.ok()) return {};
  std::vector<int64_t> sorted = permutation;
  std::sort(sorted.begin(), sorted.end());
  bool fits = static_cast<int64_t>(sorted.size()) == operand.rank();
  for (size_t i = 0; fits && i < sorted.size(); ++i) fits = sorted[i] == static_cast<int64_t>(i);
  if (!fits) {
    return op.Fail(fmt::format("operand is {}, which {} does not permute",
                               operand.type().ToString(), DimList(permutation)));
  }
  TensorType type{operand.dtype(), {}};
  for (const int64_t axis : permutation) type.dims.push_back(operand.dim(axis));
  return EmitUnary(op, operand, fmt::format(", dims = {}", DimList(permutation)), std::move(type));
}

Value Slice(Value operand, std::vector<int64_t> starts, std::vector<int64_t> limits) {
  const Operation op("slice", {{"operand", operand}});
  if (!op.ok()) return {};
  bool fits = static_cast<int64_t>(starts.size()) == operand.rank() &&
              static_cast<int64_t>(limits.size()) == operand.rank();
  TensorType type{operand.dtype(), {}};
  std::vector<std::string> ranges;
  for (size_t i = 0; fits && i < starts.size(); ++i) {
    fits = 0 <= starts[i] && starts[i] < limits[i] && limits[i] <= operand.dim(i);
    type.dims.push_back(limits[i] - starts[i]);
    ranges.push_back(fmt::format("{}:{}", starts[i], limits[i]));
  }
  if (!fits) {
    return op.Fail(fmt::format("operand is {}, which has no range {} to {}",
                               operand.type().ToString(), DimList(starts), DimList(limits)));
  }
  return EmitUnary(op, operand, fmt::format(" [{}]", Join(ranges)), std::move(type));
}

Value SliceAxis(Value operand, int64_t axis, int64_t start, int64_t limit) {
  const Operation op("slice", {{"operand", operand}});
  if (!op.ok()) return {};
  if (axis < 0 || axis >= operand.rank()) {
    return op.Fail(
        fmt::format("operand is {}, which has no axis {}", operand.type().ToString(), axis));
  }
  if (start == 0 && limit == operand.dim(axis)) return operand;
  std::vector<int64_t> starts(operand.rank(), 0);
  std::vector<int64_t> limits = operand.type().dims;
  starts[axis] = start;
  limits[axis] = limit;
  return Slice(operand, std::move(starts), std::move(limits));
}

Value Concatenate(std::span<const Value> operands, int64_t axis) {
  const Operation op("concatenate", operands);
  if (!op.ok()) return {};
  TensorType type = operands[0].type();
  if (axis < 0 || axis >= type.rank()) {
    return op.Fail(fmt::format("operand 0 is {}, which has no axis {}", type.ToString(), axis));
  }
  for (size_t i = 1; i < operands.size(); ++i) {
    TensorType expected = operands[0].type();
    if (operands[i].rank() == type.rank()) expected.dims[axis] = operands[i].dim(axis);
    if (operands[i].type() != expected) {
      return op.Fail(fmt::format("operand {} is {}, expected {} but for axis {}", i,
                                 operands[i].type().ToString(), operands[0].type().ToString(),
                                 axis));
    }
    type.dims[axis] += operands[i].dim(axis);
  }
  const std::string text = fmt::format("{}, dim = {} : ({}) -> {}", NameList(op.graph(), operands),
                                       axis, TypeList(operands), type.ToString());
  return op.Emit(text, std::move(type));
}

}  // namespace rung::hlo
