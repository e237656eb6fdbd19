// Operations at positions known only when the program runs. StableHLO clamps them into range: a
// caller who lets `start + size` pass the end reads or overwrites other elements, without an error.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rung/hlo/graph_builder.h"

namespace rung::hlo {

// operand[starts[0] : starts[0] + sizes[0], ...]; `starts` are integer scalars of one type, one per
// axis.
Value DynamicSlice(Value operand, std::span<const Value> starts, std::vector<int64_t> sizes);
// The operand with `update` written at `starts`. In place when the operand is a donated argument
// that nothing reads afterwards.
Value DynamicUpdateSlice(Value operand, Value update, std::span<const Value> starts);
// Rows of a [rows, width] table: [indices, width] for integer `indices` [indices].
Value GatherRows(Value table, Value indices);

}  // namespace rung::hlo
