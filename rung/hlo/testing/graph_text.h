// For tests of operations: the emitted line, or the error message.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "rung/base/status.h"
#include "rung/hlo/graph_builder.h"

namespace rung::hlo::testing {

// The operations of @main without indentation, one a line, without the return; or the message of
// the first error.
inline std::string Emitted(GraphBuilder& graph, std::initializer_list<Value> results) {
  const absl::StatusOr<std::string> text = graph.Finish(results);
  if (!text.ok()) return std::string(Message(text.status()));
  const size_t begin = text->find("{\n", text->find("func.func")) + 2;
  const size_t end = text->find("    return ");
  std::string lines;
  std::string_view rest = std::string_view(*text).substr(begin, end - begin);
  while (!rest.empty()) {
    const size_t newline = rest.find('\n');
    lines.append(rest.substr(4, newline - 4)).append("\n");
    rest.remove_prefix(newline + 1);
  }
  if (!lines.empty()) lines.pop_back();
  return lines;
}

inline TensorType F32(std::initializer_list<int64_t> dims) { return {DType::kF32, dims}; }
inline TensorType S32(std::initializer_list<int64_t> dims) { return {DType::kS32, dims}; }
inline TensorType Pred(std::initializer_list<int64_t> dims) { return {DType::kPred, dims}; }

}  // namespace rung::hlo::testing
