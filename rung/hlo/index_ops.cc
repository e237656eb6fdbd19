#include "rung/hlo/index_ops.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "rung/hlo/literal.h"
#include "rung/hlo/operation.h"

namespace rung::hlo {
namespace {

bool IsInteger(DType dtype) { return !IsFloat(dtype) && dtype != DType::kPred; }

// Empty when `starts` index `operand`, else what is wrong.
std::string CheckStarts(Value operand, std::span<const Value> starts) {
  if (static_cast<int64_t>(starts.size()) != operand.rank()) {
    return fmt::format("{} start_indices for operand {}", starts.size(), operand.type().ToString());
  }
  for (size_t i = 0; i < starts.size(); ++i) {
    if (!starts[i].valid() || starts[i].builder() != operand.builder()) {
      return fmt::format("operand start_indices {} is not a value of this graph", i);
    }
    if (starts[i].rank() != 0 || !IsInteger(starts[i].dtype()) ||
        starts[i].type() != starts[0].type()) {
      return fmt::format("operand start_indices {} is {}, expected an integer scalar as the others",
                         i, starts[i].type().ToString());
    }
  }
  return "";
}

}  // namespace

Value DynamicSlice(Value operand, std::span<const Value> starts, std::vector<int64_t> sizes) {
  const Operation op("dynamic_slice", {{"operand", operand}});
  if (!op.ok()) return {};
  if (const std::string error = CheckStarts(operand, starts); !error.empty()) {
    return op.Fail(error);
  }
  bool fits = static_cast<int64_t>(sizes.size()) == operand.rank();
  for (size_t i = 0; fits && i < sizes.size(); ++i) {
    fits = sizes[i] > 0 && sizes[i] <= operand.dim(i);
  }
  if (!fits) {
    return op.Fail(fmt::format("operand is {}, which has no slice of sizes {}",
                               operand.type().ToString(), DimList(sizes)));
  }
  TensorType type{operand.dtype(), sizes};
  const std::string text = fmt::format(
      "{}, {}, sizes = {} : ({}, {}) -> {}", op.Name(operand), NameList(op.graph(), starts),
      DimList(sizes), operand.type().ToString(), TypeList(starts), type.ToString());
  return op.Emit(text, std::move(type));
}

Value DynamicUpdateSlice(Value operand, Value update, std::span<const Value> starts) {
  const Operation op("dynamic_update_slice", {{"operand", operand}, {"update", update}});
  if (!op.ok()) return {};
  if (const std::string error = CheckStarts(operand, starts); !error.empty()) {
    return op.Fail(error);
  }
  bool fits = update.dtype() == operand.dtype() && update.rank() == operand.rank();
  for (int64_t i = 0; fits && i < operand.rank(); ++i) fits = update.dim(i) <= operand.dim(i);
  if (!fits) {
    return op.Fail(fmt::format("operand update is {}, which does not fit in {}",
                               update.type().ToString(), operand.type().ToString()));
  }
  return op.Emit(fmt::format("{}, {}, {} : ({}, {}, {}) -> {}", op.Name(operand), op.Name(update),
                             NameList(op.graph(), starts), operand.type().ToString(),
                             update.type().ToString(), TypeList(starts), operand.type().ToString()),
                 operand.type());
}

Value GatherRows(Value table, Value indices) {
  const Operation op("gather", {{"operand", table}, {"start_indices", indices}});
  if (!op.ok()) return {};
  if (table.rank() != 2) {
    return op.Fail(fmt::format("operand is {}, expected [rows, width]", table.type().ToString()));
  }
  if (indices.rank() != 1 || !IsInteger(indices.dtype())) {
    return op.Fail(fmt::format("operand start_indices is {}, expected integers in one axis",
                               indices.type().ToString()));
  }
  TensorType type{table.dtype(), {indices.dim(0), table.dim(1)}};
  const std::string text = fmt::format(
      "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
      "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
      "indices_are_sorted = false, slice_sizes = array<i64: 1, {}>}}> : ({}, {}) -> {}",
      op.Name(table), op.Name(indices), table.dim(1), table.type().ToString(),
      indices.type().ToString(), type.ToString());
  return op.graph().Emit(text, std::move(type));
}

}  // namespace rung::hlo
