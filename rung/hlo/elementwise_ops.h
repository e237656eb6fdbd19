// Constants and operations that work element by element; shapes of operands must be equal.
//
// C++ leaves the order in which arguments are evaluated open, and values are numbered in the order
// of emission: where two arguments emit, give them names first, so that every compiler makes one
// text.
#pragma once

#include <cstdint>
#include <span>

#include "rung/hlo/graph_builder.h"

namespace rung::hlo {

// `value` in every element. For integer types it must be whole and in range; for i1 0 or 1.
Value Constant(GraphBuilder& graph, double value, TensorType type);
// The same in the shape and type of `like`.
Value ConstantLike(Value like, double value);
// f32 [values.size()].
Value ConstantVector(GraphBuilder& graph, std::span<const float> values);

// Numbers of equal type.
Value Add(Value lhs, Value rhs);
Value Subtract(Value lhs, Value rhs);
Value Multiply(Value lhs, Value rhs);
Value Divide(Value lhs, Value rhs);
Value Maximum(Value lhs, Value rhs);
Value Minimum(Value lhs, Value rhs);
Value Power(Value lhs, Value rhs);

Value Negate(Value operand);

// Floats.
Value Exponential(Value operand);
Value Rsqrt(Value operand);
Value Logistic(Value operand);
Value Cosine(Value operand);
Value Sine(Value operand);
Value Tanh(Value operand);

// Predicates or integers (bitwise).
Value And(Value lhs, Value rhs);
Value Or(Value lhs, Value rhs);

enum class Comparison : uint8_t { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };
// i1 of the operands' shape.
Value Compare(Comparison comparison, Value lhs, Value rhs);
// `pred` is i1, of the shape of the branches or a scalar.
Value Select(Value pred, Value on_true, Value on_false);
// The operand itself when it has the type already.
Value Convert(Value operand, DType dtype);

// The operand, computed once: the compiler moves nothing across. Without it XLA fuses a
// cheap-looking producer into each of its users and computes it again for every element that they
// read.
Value OptimizationBarrier(Value operand);

}  // namespace rung::hlo
