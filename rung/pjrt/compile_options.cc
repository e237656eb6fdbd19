#include "rung/pjrt/compile_options.h"

#include <string_view>

namespace rung::pjrt {
namespace {

// Protobuf wire format: a tag is (field number << 3) | wire type.
constexpr uint64_t kVarintType = 0;
constexpr uint64_t kBytesType = 2;

// CompileOptionsProto
constexpr uint64_t kExecutableBuildOptions = 3;
constexpr uint64_t kEnvOptionOverrides = 7;  // map<string, OptionOverrideProto>
// ExecutableBuildOptionsProto
constexpr uint64_t kNumReplicas = 4;
constexpr uint64_t kNumPartitions = 5;
constexpr uint64_t kUseSpmdPartitioning = 6;
// A map entry, and OptionOverrideProto
constexpr uint64_t kMapKey = 1;
constexpr uint64_t kMapValue = 2;
constexpr uint64_t kStringField = 1;

void AppendVarint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>((value & 0x7f) | 0x80);
  out += static_cast<char>(value);
}

void AppendVarintField(std::string& out, uint64_t field, uint64_t value) {
  AppendVarint(out, (field << 3) | kVarintType);
  AppendVarint(out, value);
}

void AppendBytesField(std::string& out, uint64_t field, std::string_view bytes) {
  AppendVarint(out, (field << 3) | kBytesType);
  AppendVarint(out, bytes.size());
  out += bytes;
}

}  // namespace

std::string SerializeCompileOptions(const CompileOptions& options) {
  std::string build_options;
  AppendVarintField(build_options, kNumReplicas, static_cast<uint64_t>(options.num_replicas));
  AppendVarintField(build_options, kNumPartitions, static_cast<uint64_t>(options.num_partitions));
  if (options.use_spmd_partitioning) AppendVarintField(build_options, kUseSpmdPartitioning, 1);

  std::string proto;
  AppendBytesField(proto, kExecutableBuildOptions, build_options);
  for (const auto& [name, value] : options.xla_options) {
    std::string override_proto;
    AppendBytesField(override_proto, kStringField, value);
    std::string entry;
    AppendBytesField(entry, kMapKey, name);
    AppendBytesField(entry, kMapValue, override_proto);
    AppendBytesField(proto, kEnvOptionOverrides, entry);
  }
  return proto;
}

}  // namespace rung::pjrt
