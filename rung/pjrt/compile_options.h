// Options of a compilation, as the CompileOptionsProto that PJRT wants.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rung::pjrt {

struct CompileOptions {
  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  bool use_spmd_partitioning = false;
  // XLA debug options by name, as in XLA_FLAGS but for one program. Booleans are written "True" and
  // "False". Order is kept: the bytes are part of a compile cache key.
  std::vector<std::pair<std::string, std::string>> xla_options;
};

// Serialized xla.CompileOptionsProto, deterministic. Written by hand: seven fields do not justify
// protobuf and XLA's .proto tree. Field numbers from xla/pjrt/proto/compile_options.proto.
std::string SerializeCompileOptions(const CompileOptions& options);

}  // namespace rung::pjrt
