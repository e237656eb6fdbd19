#include "rung/hlo/operation.h"

#include <fmt/format.h>

#include <vector>

#include "rung/hlo/literal.h"

namespace rung::hlo {

Operation::Operation(std::string_view name, std::initializer_list<Operand> operands) : name_(name) {
  // The graph first, so that a missing first operand is reported too.
  for (const Operand& operand : operands) {
    if (graph_ == nullptr) graph_ = operand.value.builder();
  }
  for (const Operand& operand : operands) Add(operand.name, operand.value);
}

Operation::Operation(std::string_view name, std::span<const Value> operands) : name_(name) {
  for (const Value& value : operands) {
    if (graph_ == nullptr) graph_ = value.builder();
  }
  for (size_t i = 0; i < operands.size(); ++i) Add(fmt::format("{}", i), operands[i]);
}

void Operation::Add(std::string_view operand, Value value) {
  if (graph_ == nullptr) return;
  if (value.builder() == graph_) return;
  ok_ = false;
  // After an error this is a consequence and Fail() keeps the cause.
  Fail(fmt::format("operand {} {}", operand,
                   value.valid() ? "belongs to another graph" : "is not a value"));
}

Value Operation::Emit(std::string_view rest, TensorType type) const {
  return graph_->Emit(fmt::format("stablehlo.{} {}", name_, rest), std::move(type));
}

std::string TypeList(std::span<const Value> values) {
  std::vector<std::string> types;
  for (const Value& value : values) types.push_back(value.type().ToString());
  return Join(types);
}

std::string NameList(const GraphBuilder& graph, std::span<const Value> values) {
  std::vector<std::string> names;
  for (const Value& value : values) names.push_back(graph.Name(value));
  return Join(names);
}

}  // namespace rung::hlo
