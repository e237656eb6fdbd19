#include "rung/pjrt/hlo_proto.h"

#include <functional>
#include <optional>

#include "rung/base/status.h"

namespace rung::pjrt {
namespace {

// HloModuleProtoWithConfig
constexpr uint64_t kHloModule = 1;
// HloModuleProto
constexpr uint64_t kModuleName = 1;
constexpr uint64_t kComputations = 3;
constexpr uint64_t kInputOutputAlias = 8;
// HloInputOutputAliasProto
constexpr uint64_t kAliasEntries = 1;
// HloComputationProto
constexpr uint64_t kComputationName = 1;
constexpr uint64_t kInstructions = 2;
// HloInstructionProto
constexpr uint64_t kInstructionName = 1;
constexpr uint64_t kOpcode = 2;
constexpr uint64_t kShape = 3;
// ShapeProto
constexpr uint64_t kDimensions = 3;

struct Field {
  uint64_t number = 0;
  uint64_t varint = 0;                    // wire type 0
  std::optional<std::string_view> bytes;  // wire type 2
};

// Walks the fields of one message; every length is checked against what is left.
class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : rest_(bytes) {}
  bool done() const { return rest_.empty(); }

  std::optional<Field> Next() {
    const std::optional<uint64_t> tag = Varint();
    if (!tag.has_value()) return std::nullopt;
    Field field{.number = *tag >> 3};
    switch (*tag & 7) {
      case 0: {
        const std::optional<uint64_t> value = Varint();
        if (!value.has_value()) return std::nullopt;
        field.varint = *value;
        return field;
      }
      case 1:
        return Skip(8) ? std::optional(field) : std::nullopt;
      case 2: {
        const std::optional<uint64_t> size = Varint();
        if (!size.has_value() || *size > rest_.size()) return std::nullopt;
        field.bytes = rest_.substr(0, *size);
        rest_.remove_prefix(*size);
        return field;
      }
      case 5:
        return Skip(4) ? std::optional(field) : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  std::optional<uint64_t> Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }

 private:
  bool Skip(size_t count) {
    if (rest_.size() < count) return false;
    rest_.remove_prefix(count);
    return true;
  }
  std::string_view rest_;
};

// Calls `visit` for every field; false when the bytes are malformed or `visit` says so.
bool ForEachField(std::string_view bytes, const std::function<bool(const Field&)>& visit) {
  FieldReader reader(bytes);
  while (!reader.done()) {
    const std::optional<Field> field = reader.Next();
    if (!field.has_value() || !visit(*field)) return false;
  }
  return true;
}

bool ParseDims(std::string_view bytes, std::vector<int64_t>& dims) {
  return ForEachField(bytes, [&](const Field& field) {
    if (field.number != kDimensions) return true;
    if (!field.bytes.has_value()) {
      dims.push_back(static_cast<int64_t>(field.varint));
      return true;
    }
    FieldReader packed(*field.bytes);
    while (!packed.done()) {
      const std::optional<uint64_t> value = packed.Varint();
      if (!value.has_value()) return false;
      dims.push_back(static_cast<int64_t>(*value));
    }
    return true;
  });
}

bool ParseInstruction(std::string_view bytes, HloInstruction& instruction) {
  return ForEachField(bytes, [&](const Field& field) {
    if (!field.bytes.has_value()) return true;
    if (field.number == kInstructionName) instruction.name = *field.bytes;
    if (field.number == kOpcode) instruction.opcode = *field.bytes;
    if (field.number == kShape) return ParseDims(*field.bytes, instruction.dims);
    return true;
  });
}

bool ParseComputation(std::string_view bytes, HloModule& module) {
  std::string name;
  return ForEachField(bytes, [&](const Field& field) {
    if (!field.bytes.has_value()) return true;
    if (field.number == kComputationName) name = *field.bytes;
    if (field.number != kInstructions) return true;
    HloInstruction& instruction = module.instructions.emplace_back();
    instruction.computation = name;
    return ParseInstruction(*field.bytes, instruction);
  });
}

bool ParseModule(std::string_view bytes, HloModule& module) {
  return ForEachField(bytes, [&](const Field& field) {
    if (!field.bytes.has_value()) return true;
    if (field.number == kModuleName) module.name = *field.bytes;
    if (field.number == kComputations) return ParseComputation(*field.bytes, module);
    if (field.number != kInputOutputAlias) return true;
    return ForEachField(*field.bytes, [&](const Field& entry) {
      if (entry.number == kAliasEntries) ++module.num_aliases;
      return true;
    });
  });
}

}  // namespace

std::vector<const HloInstruction*> HloModule::Find(std::string_view opcode,
                                                   const std::vector<int64_t>& dims) const {
  std::vector<const HloInstruction*> found;
  for (const HloInstruction& instruction : instructions) {
    if (instruction.opcode == opcode && instruction.dims == dims) found.push_back(&instruction);
  }
  return found;
}

absl::StatusOr<HloModule> ParseHloModule(std::string_view bytes) {
  // With a config around it (CPU, GPU) the module is field 1; without, field 1 is the module's
  // name.
  std::string_view inner;
  HloModule module;
  if (ForEachField(bytes,
                   [&](const Field& field) {
                     if (field.number == kHloModule && field.bytes.has_value())
                       inner = *field.bytes;
                     return true;
                   }) &&
      ParseModule(inner, module) && !module.instructions.empty()) {
    return module;
  }
  module = HloModule();
  if (ParseModule(bytes, module) && !module.instructions.empty()) return module;
  return InvalidArgument("{} bytes are no serialized HloModuleProto", bytes.size());
}

}  // namespace rung::pjrt
