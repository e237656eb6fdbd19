#include "rung/hlo/contraction_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/literal.h"
#include "rung/hlo/operation.h"

namespace rung::hlo {
namespace {

bool Contains(const std::vector<int64_t>& axes, int64_t axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

bool DistinctAxes(std::vector<int64_t> axes, int64_t rank) {
  std::sort(axes.begin(), axes.end());
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < 0 || axes[i] >= rank || (i > 0 && axes[i - 1] == axes[i])) return false;
  }
  return true;
}

Value Reduce(Value operand, const std::vector<int64_t>& axes, std::string_view combine,
             double initial) {
  const Operation op("reduce", {{"inputs", operand}});
  if (!op.ok()) return {};
  if (axes.empty() || !DistinctAxes(axes, operand.rank())) {
    return op.Fail(fmt::format("operand inputs is {}, which has no axes {}",
                               operand.type().ToString(), DimList(axes)));
  }
  if (operand.dtype() == DType::kPred || (combine == "maximum" && !IsFloat(operand.dtype()))) {
    return op.Fail(fmt::format("operand inputs is {}, expected numbers for add, floats for maximum",
                               operand.type().ToString()));
  }
  const TensorType scalar{operand.dtype(), {}};
  const Value init = Constant(op.graph(), initial, scalar);
  TensorType type{operand.dtype(), {}};
  for (int64_t axis = 0; axis < operand.rank(); ++axis) {
    if (!Contains(axes, axis)) type.dims.push_back(operand.dim(axis));
  }
  const std::string text = fmt::format(
      "stablehlo.reduce({} init: {}) applies stablehlo.{} across dimensions = {} : ({}, {}) -> {}",
      op.Name(operand), op.Name(init), combine, DimList(axes), operand.type().ToString(),
      scalar.ToString(), type.ToString());
  return op.graph().Emit(text, std::move(type));
}

// Empty when the axes pair up, else what is wrong.
std::string CheckPairs(Value lhs, Value rhs, const std::vector<int64_t>& lhs_axes,
                       const std::vector<int64_t>& rhs_axes, std::string_view role) {
  if (lhs_axes.size() != rhs_axes.size()) {
    return fmt::format("{} {} axes of lhs against {} of rhs", lhs_axes.size(), role,
                       rhs_axes.size());
  }
  for (size_t i = 0; i < lhs_axes.size(); ++i) {
    if (lhs.dim(lhs_axes[i]) != rhs.dim(rhs_axes[i])) {
      return fmt::format("operand rhs is {}, whose {} axis {} differs from axis {} of lhs, {}",
                         rhs.type().ToString(), role, rhs_axes[i], lhs_axes[i],
                         lhs.type().ToString());
    }
  }
  return "";
}

std::string CheckDot(Value lhs, Value rhs, const DotDimensions& dimensions) {
  if (lhs.dtype() != rhs.dtype() || lhs.dtype() == DType::kPred) {
    return fmt::format("operand rhs is {}, expected numbers of one element type with lhs, {}",
                       rhs.type().ToString(), lhs.type().ToString());
  }
  const auto axes_of = [](const std::vector<int64_t>& batching,
                          const std::vector<int64_t>& contracting) {
    std::vector<int64_t> axes = batching;
    axes.insert(axes.end(), contracting.begin(), contracting.end());
    return axes;
  };
  if (!DistinctAxes(axes_of(dimensions.lhs_batching, dimensions.lhs_contracting), lhs.rank())) {
    return fmt::format("operand lhs is {}, which has no batching axes {} and contracting axes {}",
                       lhs.type().ToString(), DimList(dimensions.lhs_batching),
                       DimList(dimensions.lhs_contracting));
  }
  if (!DistinctAxes(axes_of(dimensions.rhs_batching, dimensions.rhs_contracting), rhs.rank())) {
    return fmt::format("operand rhs is {}, which has no batching axes {} and contracting axes {}",
                       rhs.type().ToString(), DimList(dimensions.rhs_batching),
                       DimList(dimensions.rhs_contracting));
  }
  std::string error =
      CheckPairs(lhs, rhs, dimensions.lhs_batching, dimensions.rhs_batching, "batching");
  if (!error.empty()) return error;
  return CheckPairs(lhs, rhs, dimensions.lhs_contracting, dimensions.rhs_contracting,
                    "contracting");
}

void AppendFreeDims(Value operand, const std::vector<int64_t>& batching,
                    const std::vector<int64_t>& contracting, std::vector<int64_t>& dims) {
  for (int64_t axis = 0; axis < operand.rank(); ++axis) {
    if (!Contains(batching, axis) && !Contains(contracting, axis))
      dims.push_back(operand.dim(axis));
  }
}

}  // namespace

Value ReduceSum(Value operand, std::vector<int64_t> axes) {
  return Reduce(operand, axes, "add", 0);
}

Value ReduceMax(Value operand, std::vector<int64_t> axes) {
  return Reduce(operand, axes, "maximum", -std::numeric_limits<double>::infinity());
}

Value DotGeneral(Value lhs, Value rhs, const DotDimensions& dimensions, DotOptions options) {
  const Operation op("dot_general", {{"lhs", lhs}, {"rhs", rhs}});
  if (!op.ok()) return {};
  if (const std::string error = CheckDot(lhs, rhs, dimensions); !error.empty()) {
    return op.Fail(error);
  }
  TensorType type{options.result_dtype.value_or(lhs.dtype()), {}};
  for (const int64_t axis : dimensions.lhs_batching) type.dims.push_back(lhs.dim(axis));
  AppendFreeDims(lhs, dimensions.lhs_batching, dimensions.lhs_contracting, type.dims);
  AppendFreeDims(rhs, dimensions.rhs_batching, dimensions.rhs_contracting, type.dims);

  std::string text = fmt::format("{}, {}", op.Name(lhs), op.Name(rhs));
  if (!dimensions.lhs_batching.empty()) {
    text += fmt::format(", batching_dims = {} x {}", DimList(dimensions.lhs_batching),
                        DimList(dimensions.rhs_batching));
  }
  text += fmt::format(", contracting_dims = {} x {}", DimList(dimensions.lhs_contracting),
                      DimList(dimensions.rhs_contracting));
  if (options.precision == Precision::kHighest) text += ", precision = [HIGHEST, HIGHEST]";
  text += fmt::format(" : ({}, {}) -> {}", lhs.type().ToString(), rhs.type().ToString(),
                      type.ToString());
  return op.Emit(text, std::move(type));
}

}  // namespace rung::hlo
