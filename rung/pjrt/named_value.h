// Key and value pairs that pass between us and a plugin: create options, attributes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

struct PJRT_NamedValue;

namespace rung::pjrt {

struct NamedValue {
  std::string name;
  std::variant<std::string, int64_t, std::vector<int64_t>, float, bool> value;
  bool operator==(const NamedValue&) const = default;
};

// Views into `values`, which must outlive the result.
std::vector<PJRT_NamedValue> ToPjrt(std::span<const NamedValue> values);
// Copies.
std::vector<NamedValue> FromPjrt(const PJRT_NamedValue* values, size_t count);

}  // namespace rung::pjrt
