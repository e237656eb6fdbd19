#include "rung/hlo/elementwise_ops.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "rung/hlo/literal.h"
#include "rung/hlo/operation.h"

namespace rung::hlo {
namespace {

enum class Accepts : uint8_t { kNumber, kFloat, kBits };

bool Matches(DType dtype, Accepts accepts) {
  switch (accepts) {
    case Accepts::kNumber:
      return dtype != DType::kPred;
    case Accepts::kFloat:
      return IsFloat(dtype);
    case Accepts::kBits:
      return !IsFloat(dtype);
  }
  return false;
}

std::string_view Describe(Accepts accepts) {
  switch (accepts) {
    case Accepts::kNumber:
      return "numbers";
    case Accepts::kFloat:
      return "floats";
    case Accepts::kBits:
      return "predicates or integers";
  }
  return "";
}

Value Binary(std::string_view name, Value lhs, Value rhs, Accepts accepts) {
  const Operation op(name, {{"lhs", lhs}, {"rhs", rhs}});
  if (!op.ok()) return {};
  if (!Matches(lhs.dtype(), accepts)) {
    return op.Fail(
        fmt::format("operand lhs is {}, expected {}", lhs.type().ToString(), Describe(accepts)));
  }
  if (lhs.type() != rhs.type()) {
    return op.Fail(fmt::format("operand rhs is {}, expected {} as lhs", rhs.type().ToString(),
                               lhs.type().ToString()));
  }
  return op.Emit(fmt::format("{}, {} : {}", op.Name(lhs), op.Name(rhs), lhs.type().ToString()),
                 lhs.type());
}

Value Unary(std::string_view name, Value operand, Accepts accepts) {
  const Operation op(name, {{"operand", operand}});
  if (!op.ok()) return {};
  if (!Matches(operand.dtype(), accepts)) {
    return op.Fail(
        fmt::format("operand is {}, expected {}", operand.type().ToString(), Describe(accepts)));
  }
  return op.Emit(fmt::format("{} : {}", op.Name(operand), operand.type().ToString()),
                 operand.type());
}

std::pair<double, double> IntegerRange(DType dtype) {
  switch (dtype) {
    case DType::kPred:
      return {0, 1};
    case DType::kU8:
      return {0, 255};
    case DType::kS8:
      return {-128, 127};
    case DType::kU32:
      return {0, std::numeric_limits<uint32_t>::max()};
    case DType::kS64:
      return {-9007199254740992.0, 9007199254740992.0};  // whole doubles
    default:
      return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
  }
}

}  // namespace

Value Constant(GraphBuilder& graph, double value, TensorType type) {
  const Operation op("constant", graph);
  std::string literal;
  if (IsFloat(type.dtype)) {
    literal = FloatLiteral(value, type.dtype);
  } else {
    const auto [low, high] = IntegerRange(type.dtype);
    if (!(value >= low && value <= high) || value != std::floor(value)) {
      return op.Fail(fmt::format("{} is no value of {}", value, HloName(type.dtype)));
    }
    literal = type.dtype == DType::kPred ? (value == 0 ? "false" : "true")
                                         : fmt::format("{}", static_cast<int64_t>(value));
  }
  const std::string text = fmt::format("dense<{}> : {}", literal, type.ToString());
  return op.Emit(text, std::move(type));
}

Value ConstantLike(Value like, double value) {
  const Operation op("constant", {{"like", like}});
  return op.ok() ? Constant(op.graph(), value, like.type()) : Value();
}

Value ConstantVector(GraphBuilder& graph, std::span<const float> values) {
  const Operation op("constant", graph);
  if (values.empty()) return op.Fail("a vector without elements");
  std::vector<std::string> literals;
  for (const float value : values) literals.push_back(FloatLiteral(value, DType::kF32));
  TensorType type{DType::kF32, {static_cast<int64_t>(values.size())}};
  const std::string text = fmt::format("dense<[{}]> : {}", Join(literals), type.ToString());
  return op.Emit(text, std::move(type));
}

Value Add(Value lhs, Value rhs) { return Binary("add", lhs, rhs, Accepts::kNumber); }
Value Subtract(Value lhs, Value rhs) { return Binary("subtract", lhs, rhs, Accepts::kNumber); }
Value Multiply(Value lhs, Value rhs) { return Binary("multiply", lhs, rhs, Accepts::kNumber); }
Value Divide(Value lhs, Value rhs) { return Binary("divide", lhs, rhs, Accepts::kNumber); }
Value Maximum(Value lhs, Value rhs) { return Binary("maximum", lhs, rhs, Accepts::kNumber); }
Value Minimum(Value lhs, Value rhs) { return Binary("minimum", lhs, rhs, Accepts::kNumber); }
Value Power(Value lhs, Value rhs) { return Binary("power", lhs, rhs, Accepts::kNumber); }
Value Negate(Value operand) { return Unary("negate", operand, Accepts::kNumber); }
Value Exponential(Value operand) { return Unary("exponential", operand, Accepts::kFloat); }
Value Rsqrt(Value operand) { return Unary("rsqrt", operand, Accepts::kFloat); }
Value Logistic(Value operand) { return Unary("logistic", operand, Accepts::kFloat); }
Value Cosine(Value operand) { return Unary("cosine", operand, Accepts::kFloat); }
Value Sine(Value operand) { return Unary("sine", operand, Accepts::kFloat); }
Value Tanh(Value operand) { return Unary("tanh", operand, Accepts::kFloat); }
Value And(Value lhs, Value rhs) { return Binary("and", lhs, rhs, Accepts::kBits); }
Value Or(Value lhs, Value rhs) { return Binary("or", lhs, rhs, Accepts::kBits); }

Value Compare(Comparison comparison, Value lhs, Value rhs) {
  static constexpr std::string_view kDirections[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  const Operation op("compare", {{"lhs", lhs}, {"rhs", rhs}});
  if (!op.ok()) return {};
  if (lhs.type() != rhs.type()) {
    return op.Fail(fmt::format("operand rhs is {}, expected {} as lhs", rhs.type().ToString(),
                               lhs.type().ToString()));
  }
  TensorType type{DType::kPred, lhs.type().dims};
  const std::string operand_type = lhs.type().ToString();
  const std::string text =
      fmt::format("{}, {}, {} : ({}, {}) -> {}", kDirections[static_cast<size_t>(comparison)],
                  op.Name(lhs), op.Name(rhs), operand_type, operand_type, type.ToString());
  return op.Emit(text, std::move(type));
}

Value Select(Value pred, Value on_true, Value on_false) {
  const Operation op("select", {{"pred", pred}, {"on_true", on_true}, {"on_false", on_false}});
  if (!op.ok()) return {};
  if (on_true.type() != on_false.type()) {
    return op.Fail(fmt::format("operand on_false is {}, expected {} as on_true",
                               on_false.type().ToString(), on_true.type().ToString()));
  }
  const bool shape_fits = pred.rank() == 0 || pred.type().dims == on_true.type().dims;
  if (pred.dtype() != DType::kPred || !shape_fits) {
    return op.Fail(fmt::format("operand pred is {}, expected i1 in the shape of {} or a scalar",
                               pred.type().ToString(), on_true.type().ToString()));
  }
  return op.Emit(fmt::format("{}, {}, {} : {}, {}", op.Name(pred), op.Name(on_true),
                             op.Name(on_false), pred.type().ToString(), on_true.type().ToString()),
                 on_true.type());
}

Value Convert(Value operand, DType dtype) {
  const Operation op("convert", {{"operand", operand}});
  if (!op.ok()) return {};
  if (operand.dtype() == dtype) return operand;
  TensorType type{dtype, operand.type().dims};
  const std::string text =
      fmt::format("{} : ({}) -> {}", op.Name(operand), operand.type().ToString(), type.ToString());
  return op.Emit(text, std::move(type));
}

Value OptimizationBarrier(Value operand) {
  const Operation op("optimization_barrier", {{"operand", operand}});
  if (!op.ok()) return {};
  return op.Emit(fmt::format("{} : {}", op.Name(operand), operand.type().ToString()),
                 operand.type());
}

}  // namespace rung::hlo
