#include "rung/hlo/graph_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "rung/base/status.h"
#include "rung/hlo/literal.h"

namespace rung::hlo {
namespace {

const TensorType kInvalidType{};

bool IsIdentifier(std::string_view name) {
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) return false;
  return std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

const TensorType& Value::type() const {
  return valid() ? builder_->values_[id_].type : kInvalidType;
}

int64_t Value::dim(int64_t axis) const {
  return axis >= 0 && axis < rank() ? type().dims[axis] : 1;
}

GraphBuilder::GraphBuilder(std::string_view name) : name_(name) {
  if (!IsIdentifier(name)) Fail("module", fmt::format("\"{}\" is not an identifier", name));
}

Value GraphBuilder::Fail(std::string_view operation, std::string_view message) {
  if (status_.ok()) status_ = InvalidArgument("{} in graph {}: {}", operation, name_, message);
  return {};
}

Value GraphBuilder::Argument(std::string_view name, TensorType type, ArgumentOptions options) {
  if (!IsIdentifier(name)) {
    return Fail("argument", fmt::format("name \"{}\" is not an identifier", name));
  }
  for (const int64_t dim : type.dims) {
    if (dim < 1) {
      return Fail("argument", fmt::format("{} has the empty type {}", name, type.ToString()));
    }
  }
  std::string text = fmt::format("%{}", name);
  for (const Parameter& parameter : parameters_) {
    if (values_[parameter.id].name == text) {
      return Fail("argument", fmt::format("the name {} is taken", name));
    }
  }
  const auto id = static_cast<int64_t>(values_.size());
  values_.push_back({std::move(text), std::move(type)});
  parameters_.push_back({id, options});
  return {this, id};
}

Value GraphBuilder::Emit(std::string_view text, TensorType type) {
  const auto id = static_cast<int64_t>(values_.size());
  values_.push_back({fmt::format("%{}", next_number_++), std::move(type)});
  body_ += fmt::format("    {} = {}\n", values_.back().name, text);
  return {this, id};
}

std::vector<Value> GraphBuilder::EmitMany(std::string_view text,
                                          std::span<const TensorType> types) {
  const int64_t number = next_number_++;
  std::vector<Value> results;
  for (size_t i = 0; i < types.size(); ++i) {
    results.push_back(Value(this, static_cast<int64_t>(values_.size())));
    values_.push_back({fmt::format("%{}#{}", number, i), types[i]});
  }
  body_ += fmt::format("    %{}:{} = {}\n", number, types.size(), text);
  return results;
}

absl::Status GraphBuilder::CheckResults(std::span<const Value> results) const {
  if (results.empty()) return InvalidArgument("return in graph {}: no results", name_);
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].builder() != this) {
      return InvalidArgument("return in graph {}: result {} is not a value of this graph", name_,
                             i);
    }
  }
  std::vector<bool> taken(results.size(), false);
  for (const Parameter& parameter : parameters_) {
    if (!parameter.options.aliased_result.has_value()) continue;
    const int64_t index = *parameter.options.aliased_result;
    const Entry& entry = values_[parameter.id];
    if (index < 0 || index >= static_cast<int64_t>(results.size())) {
      return InvalidArgument("return in graph {}: argument {} aliases result {} of {}", name_,
                             entry.name, index, results.size());
    }
    if (taken[index]) {
      return InvalidArgument("return in graph {}: argument {} aliases result {}, which is taken",
                             name_, entry.name, index);
    }
    taken[index] = true;
    if (results[index].type() != entry.type) {
      return InvalidArgument("return in graph {}: argument {} is {}, its result {} is {}", name_,
                             entry.name, entry.type.ToString(), index,
                             results[index].type().ToString());
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> GraphBuilder::Finish(std::span<const Value> results) {
  RUNG_RETURN_IF_ERROR(status_);
  RUNG_RETURN_IF_ERROR(CheckResults(results));
  std::vector<std::string> arguments;
  for (const Parameter& parameter : parameters_) {
    const Entry& entry = values_[parameter.id];
    std::string text = fmt::format("{}: {}", entry.name, entry.type.ToString());
    if (parameter.options.aliased_result.has_value()) {
      text += fmt::format(" {{tf.aliasing_output = {} : i32}}", *parameter.options.aliased_result);
    }
    arguments.push_back(std::move(text));
  }
  std::vector<std::string> names;
  std::vector<std::string> types;
  for (const Value& result : results) {
    names.push_back(Name(result));
    types.push_back(result.type().ToString());
  }
  // One argument a line: weights and caches come by the hundred, and diffs of goldens stay
  // readable.
  return fmt::format(
      "module @{} {{\n  func.func public @main(\n      {}\n  ) -> ({}) {{\n{}"
      "    return {} : {}\n  }}\n}}\n",
      name_, fmt::join(arguments, ",\n      "), Join(types), body_, Join(names), Join(types));
}

}  // namespace rung::hlo
