#include "rung/hlo/custom_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "rung/hlo/literal.h"
#include "rung/hlo/operation.h"

namespace rung::hlo {
namespace {

bool IsSymbol(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

struct AttributeText {
  std::string operator()(int64_t value) const { return fmt::format("{} : i64", value); }
  std::string operator()(float value) const {
    return fmt::format("{} : f32", FloatLiteral(value, DType::kF32));
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(const std::string& value) const { return fmt::format("\"{}\"", value); }
};

// Empty when the options fit the call, else what is wrong.
std::string CheckOptions(std::span<const Value> operands, std::span<const TensorType> results,
                         const CustomCallOptions& options) {
  for (const auto& [name, value] : options.backend_config) {
    const auto* text = std::get_if<std::string>(&value);
    const bool printable =
        text == nullptr || std::all_of(text->begin(), text->end(), [](unsigned char c) {
          return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
        });
    if (!IsSymbol(name) || !printable) {
      return fmt::format("attribute {} has a name or a value that the text cannot hold", name);
    }
  }
  for (const auto& [result, operand] : options.output_operand_aliases) {
    if (result < 0 || result >= static_cast<int64_t>(results.size()) || operand < 0 ||
        operand >= static_cast<int64_t>(operands.size())) {
      return fmt::format("result {} aliases operand {} of {} results and {} operands", result,
                         operand, results.size(), operands.size());
    }
    if (results[result] != operands[operand].type()) {
      return fmt::format("operand {} is {}, the result {} that takes over its buffer is {}",
                         operand, operands[operand].type().ToString(), result,
                         results[result].ToString());
    }
  }
  return "";
}

std::string OptionsText(const CustomCallOptions& options, bool tuple) {
  std::vector<std::string> config;
  for (const auto& [name, value] : options.backend_config) {
    config.push_back(fmt::format("{} = {}", name, std::visit(AttributeText{}, value)));
  }
  std::string text = fmt::format("api_version = 4 : i32, backend_config = {{{}}}", Join(config));
  std::vector<std::string> aliases;
  for (const auto& [result, operand] : options.output_operand_aliases) {
    aliases.push_back(fmt::format(
        "#stablehlo.output_operand_alias<output_tuple_indices = [{}], operand_index = {}, "
        "operand_tuple_indices = []>",
        tuple ? fmt::format("{}", result) : "", operand));
  }
  if (!aliases.empty()) text += fmt::format(", output_operand_aliases = [{}]", Join(aliases));
  return text;
}

}  // namespace

std::vector<Value> CustomCall(std::string_view target, std::span<const Value> operands,
                              std::span<const TensorType> results,
                              const CustomCallOptions& options) {
  const std::vector<Value> invalid(results.size());
  const Operation op("custom_call", operands);
  if (!op.ok()) return invalid;
  if (!IsSymbol(target) || results.empty()) {
    op.Fail(fmt::format("target \"{}\" with {} results", target, results.size()));
    return invalid;
  }
  if (const std::string error = CheckOptions(operands, results, options); !error.empty()) {
    op.Fail(fmt::format("@{}: {}", target, error));
    return invalid;
  }
  std::vector<std::string> types;
  for (const TensorType& type : results) types.push_back(type.ToString());
  const bool tuple = results.size() > 1;
  const std::string text =
      fmt::format("stablehlo.custom_call @{}({}) {{{}}} : ({}) -> {}{}{}", target,
                  NameList(op.graph(), operands), OptionsText(options, tuple), TypeList(operands),
                  tuple ? "(" : "", Join(types), tuple ? ")" : "");
  if (tuple) return op.graph().EmitMany(text, results);
  return {op.graph().Emit(text, results[0])};
}

}  // namespace rung::hlo
