// Reads the few fields of an optimized HloModuleProto that tests and plans ask about.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::pjrt {

struct HloInstruction {
  std::string computation;
  std::string name;
  std::string opcode;         // "copy", "fusion", "dynamic-update-slice", ...
  std::vector<int64_t> dims;  // of an array result; empty for scalars and tuples
};

struct HloModule {
  std::string name;
  std::vector<HloInstruction> instructions;  // of all computations, in the module's order
  int64_t num_aliases = 0;                   // results that lie in an argument's buffer

  // Instructions of `opcode` whose result has these dimensions.
  std::vector<const HloInstruction*> Find(std::string_view opcode,
                                          const std::vector<int64_t>& dims) const;
};

// `bytes` from Executable::OptimizedProgram. InvalidArgument when they are no such proto. Field
// numbers from xla/service/hlo.proto and xla/xla_data.proto.
absl::StatusOr<HloModule> ParseHloModule(std::string_view bytes);

}  // namespace rung::pjrt
