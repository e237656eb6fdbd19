// Calls of kernels that the process registered with the plugin (XLA FFI, typed).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rung/hlo/graph_builder.h"

namespace rung::hlo {

// i64, f32, i1 and string attributes of the call.
using Attribute = std::variant<int64_t, float, bool, std::string>;

struct CustomCallOptions {
  // Handed to the kernel as its attributes; ordered by name, so that the text is deterministic.
  std::map<std::string, Attribute> backend_config = {};
  // Result index -> the operand whose buffer it takes over, of equal type.
  std::map<int64_t, int64_t> output_operand_aliases = {};
};

// One value per result type; all invalid after an error.
std::vector<Value> CustomCall(std::string_view target, std::span<const Value> operands,
                              std::span<const TensorType> results,
                              const CustomCallOptions& options = {});

}  // namespace rung::hlo
