// Builds one StableHLO module with one function, @main, as text that PJRT plugins compile.
//
//   GraphBuilder graph("double");
//   Value x = graph.Argument("x", {DType::kF32, {4}});
//   RUNG_ASSIGN_OR_RETURN(std::string text, graph.Finish({Add(x, x)}));
//
// Operations are the free functions of elementwise_ops.h, shape_ops.h, index_ops.h,
// contraction_ops.h and custom_call.h. They infer the result's shape. The first error sticks: it
// names the operation and the operand, every later operation on an invalid value is a no-op, and
// Finish() returns it. So graph code reads as arithmetic, without a check per line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/hlo/tensor_type.h"

namespace rung::hlo {

class GraphBuilder;

// One SSA value of one builder: a cheap handle that is valid while the builder lives. A default or
// failed value is invalid; its type is that of an f32 scalar and dim() is 1, so that graph code may
// compute with shapes before the error comes out of Finish().
class Value {
 public:
  Value() = default;

  bool valid() const { return builder_ != nullptr; }
  const TensorType& type() const;
  DType dtype() const { return type().dtype; }
  int64_t rank() const { return type().rank(); }
  // Extent of `axis`; 1 when there is no such axis.
  int64_t dim(int64_t axis) const;
  GraphBuilder* builder() const { return builder_; }

 private:
  friend class GraphBuilder;
  Value(GraphBuilder* builder, int64_t id) : builder_(builder), id_(id) {}

  GraphBuilder* builder_ = nullptr;
  int64_t id_ = 0;
};

// Not thread-safe; owns the text and the types of its values. Must outlive its Values and stays
// where it is, as they point to it. Cost: one string append per operation.
class GraphBuilder {
 public:
  // `name` becomes the module's name: a letter, then letters, digits or '_'.
  explicit GraphBuilder(std::string_view name);
  GraphBuilder(const GraphBuilder&) = delete;
  GraphBuilder& operator=(const GraphBuilder&) = delete;

  struct ArgumentOptions {
    // The result that takes over this argument's buffer (tf.aliasing_output). Types must be equal.
    std::optional<int64_t> aliased_result;
  };
  // An argument of @main, in call order. `name` is a valid identifier, unique in the function.
  Value Argument(std::string_view name, TensorType type, ArgumentOptions options = {});

  // The module's text with `results` as what @main returns, or the first error. Call it once.
  absl::StatusOr<std::string> Finish(std::span<const Value> results);
  absl::StatusOr<std::string> Finish(std::initializer_list<Value> results) {
    return Finish(std::span<const Value>(results.begin(), results.size()));
  }

  const absl::Status& status() const { return status_; }

  // ---- For operations ----

  // Records the first error; `message` is prefixed with the operation. Returns an invalid value.
  Value Fail(std::string_view operation, std::string_view message);
  // "%3", "%3#1" or "%name".
  const std::string& Name(Value value) const { return values_[value.id_].name; }
  // Appends "%n = <text>" and returns the value. `text` may span lines (regions).
  Value Emit(std::string_view text, TensorType type);
  // The same with several results: "%n:2 = <text>".
  std::vector<Value> EmitMany(std::string_view text, std::span<const TensorType> types);

 private:
  friend class Value;
  struct Entry {
    std::string name;
    TensorType type;
  };
  struct Parameter {
    int64_t id = 0;
    ArgumentOptions options;
  };
  absl::Status CheckResults(std::span<const Value> results) const;

  std::string name_;
  std::vector<Entry> values_;
  std::vector<Parameter> parameters_;
  std::string body_;
  int64_t next_number_ = 0;
  absl::Status status_;
};

}  // namespace rung::hlo
