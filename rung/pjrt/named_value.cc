#include "rung/pjrt/named_value.h"

#include "rung/pjrt/c_api.h"

namespace rung::pjrt {
namespace {

struct SetValue {
  PJRT_NamedValue& out;
  void operator()(const std::string& value) const {
    out.type = PJRT_NamedValue_kString;
    out.string_value = value.data();
    out.value_size = value.size();
  }
  void operator()(int64_t value) const {
    out.type = PJRT_NamedValue_kInt64;
    out.int64_value = value;
  }
  void operator()(const std::vector<int64_t>& value) const {
    out.type = PJRT_NamedValue_kInt64List;
    out.int64_array_value = value.data();
    out.value_size = value.size();
  }
  void operator()(float value) const {
    out.type = PJRT_NamedValue_kFloat;
    out.float_value = value;
  }
  void operator()(bool value) const {
    out.type = PJRT_NamedValue_kBool;
    out.bool_value = value;
  }
};

}  // namespace

std::vector<PJRT_NamedValue> ToPjrt(std::span<const NamedValue> values) {
  std::vector<PJRT_NamedValue> result;
  for (const NamedValue& value : values) {
    PJRT_NamedValue& out = result.emplace_back();
    out.struct_size = PJRT_NamedValue_STRUCT_SIZE;
    out.name = value.name.data();
    out.name_size = value.name.size();
    out.value_size = 1;
    std::visit(SetValue{out}, value.value);
  }
  return result;
}

std::vector<NamedValue> FromPjrt(const PJRT_NamedValue* values, size_t count) {
  std::vector<NamedValue> result;
  for (size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue& in = values[i];
    NamedValue& out = result.emplace_back();
    out.name.assign(in.name, in.name_size);
    switch (in.type) {
      case PJRT_NamedValue_kString:
        out.value = std::string(in.string_value, in.value_size);
        break;
      case PJRT_NamedValue_kInt64:
        out.value = in.int64_value;
        break;
      case PJRT_NamedValue_kInt64List:
        out.value =
            std::vector<int64_t>(in.int64_array_value, in.int64_array_value + in.value_size);
        break;
      case PJRT_NamedValue_kFloat:
        out.value = in.float_value;
        break;
      case PJRT_NamedValue_kBool:
        out.value = in.bool_value;
        break;
    }
  }
  return result;
}

}  // namespace rung::pjrt
