// Checks shared by all operations: one Operation per call of an op function, on the stack.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "rung/hlo/graph_builder.h"

namespace rung::hlo {

struct Operand {
  std::string_view name;  // as the StableHLO specification calls it: "lhs", "start_indices", ...
  Value value;
};

class Operation {
 public:
  // Records an error when an operand is missing or belongs to another graph.
  Operation(std::string_view name, std::initializer_list<Operand> operands);
  Operation(std::string_view name,
            std::span<const Value> operands);  // "operand 0", "operand 1", ...
  // An operation without operands.
  Operation(std::string_view name, GraphBuilder& graph) : name_(name), graph_(&graph) {}

  // False when the operands cannot be used: return an invalid Value at once.
  bool ok() const { return graph_ != nullptr && ok_; }
  Value Fail(std::string_view message) const { return graph_->Fail(name_, message); }
  const std::string& Name(Value value) const { return graph_->Name(value); }
  // "stablehlo.<name> <rest>", typed `type`.
  Value Emit(std::string_view rest, TensorType type) const;
  GraphBuilder& graph() const { return *graph_; }

 private:
  void Add(std::string_view operand, Value value);

  std::string_view name_;
  GraphBuilder* graph_ = nullptr;
  bool ok_ = true;
};

// "tensor<2xf32>, tensor<3xf32>".
std::string TypeList(std::span<const Value> values);
// "%0, %1".
std::string NameList(const GraphBuilder& graph, std::span<const Value> values);

}  // namespace rung::hlo
