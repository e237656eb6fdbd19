#include "rung/base/settings.h"

#include <fmt/ranges.h>

#include <limits>
#include <span>
#include <vector>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung {
namespace {

template <typename T>
struct Choice {
  std::string_view name;
  T value;
};

template <typename T>
absl::StatusOr<T> ParseChoice(std::string_view source, std::string_view text,
                              std::span<const Choice<T>> choices) {
  std::vector<std::string_view> names;
  for (const Choice<T>& choice : choices) {
    if (Trim(text) == choice.name) return choice.value;
    names.push_back(choice.name);
  }
  return InvalidArgument("{} must be one of {}; got {}", source, fmt::join(names, ", "),
                         Quoted(text));
}

constexpr Choice<DType> kFloats[] = {
    {"f32", DType::kF32}, {"f16", DType::kF16}, {"bf16", DType::kBF16}};

absl::StatusOr<std::string> ParsePath(std::string_view source, std::string_view value) {
  if (Trim(value).empty()) return InvalidArgument("{} must not be empty; leave it out", source);
  RUNG_RETURN_IF_ERROR(CheckExpanded(source, std::string(value)));
  return std::string(value);
}

// Reads one setting into `out`: the flag if it was given, else the variable if it holds anything.
template <typename T, typename Parse>
absl::Status Read(std::string_view flag, const std::optional<std::string>& flag_value,
                  std::string_view variable, const std::optional<std::string>& variable_value,
                  Parse parse, Setting<T>& out) {
  const bool from_flag = flag_value.has_value();
  if (!from_flag && (!variable_value || Trim(*variable_value).empty())) return absl::OkStatus();
  out.source = from_flag ? flag : variable;
  RUNG_ASSIGN_OR_RETURN(out.value, parse(out.source, from_flag ? *flag_value : *variable_value));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Backend> ParseBackend(std::string_view source, std::string_view value) {
  if (Trim(value) == "xla") return Backend::kXla;
  return InvalidArgument("{} must be xla, the only backend; got {}", source, Quoted(value));
}

absl::StatusOr<DType> ParsePrecision(std::string_view source, std::string_view value) {
  return ParseChoice<DType>(source, value, kFloats);
}

absl::StatusOr<DType> ParseKvDtype(std::string_view source, std::string_view value) {
  return ParseChoice<DType>(source, value, kFloats);
}

absl::StatusOr<bool> ParseTf32(std::string_view source, std::string_view value) {
  constexpr Choice<bool> kChoices[] = {{"0", false}, {"1", true}};
  return ParseChoice<bool>(source, value, kChoices);
}

absl::StatusOr<bool> ParseOnOff(std::string_view source, std::string_view value) {
  constexpr Choice<bool> kChoices[] = {{"on", true}, {"off", false}};
  return ParseChoice<bool>(source, value, kChoices);
}

absl::StatusOr<Lowering> ParseLowering(std::string_view source, std::string_view value) {
  constexpr Choice<Lowering> kChoices[] = {
      {"auto", Lowering::kAuto}, {"kernel", Lowering::kKernel}, {"portable", Lowering::kPortable}};
  return ParseChoice<Lowering>(source, value, kChoices);
}

absl::StatusOr<LogLevel> ParseLogLevel(std::string_view source, std::string_view value) {
  constexpr Choice<LogLevel> kChoices[] = {{"trace", LogLevel::kTrace}, {"debug", LogLevel::kDebug},
                                           {"info", LogLevel::kInfo},   {"warn", LogLevel::kWarn},
                                           {"error", LogLevel::kError}, {"off", LogLevel::kOff}};
  return ParseChoice<LogLevel>(source, value, kChoices);
}

absl::StatusOr<int> ParseThreads(std::string_view source, std::string_view value) {
  RUNG_ASSIGN_OR_RETURN(const int64_t threads, ParseInteger(source, value, 1, 1024));
  return static_cast<int>(threads);
}

absl::StatusOr<int64_t> ParseInteger(std::string_view source, std::string_view value, int64_t min,
                                     int64_t max) {
  const std::optional<int64_t> number = ParseDecimal(Trim(value));
  if (number && *number >= min && *number <= max) return *number;
  return InvalidArgument("{} must be an integer in {}..={}, got {}", source, min, max,
                         Quoted(value));
}

absl::StatusOr<int64_t> ParseByteSize(std::string_view source, std::string_view value) {
  std::string_view digits = Trim(value);
  int64_t unit = 1;
  constexpr Choice<int64_t> kUnits[] = {
      {"KiB", int64_t{1} << 10}, {"MiB", int64_t{1} << 20}, {"GiB", int64_t{1} << 30}};
  for (const Choice<int64_t>& choice : kUnits) {
    if (!digits.ends_with(choice.name)) continue;
    unit = choice.value;
    digits = Trim(digits.substr(0, digits.size() - choice.name.size()));
    break;
  }
  const std::optional<int64_t> count = ParseDecimal(digits);
  if (count && *count >= 1 && *count <= std::numeric_limits<int64_t>::max() / unit) {
    return *count * unit;
  }
  return InvalidArgument(
      "{} must be a whole number of bytes, KiB, MiB or GiB from 1 byte to 8589934591GiB, such as "
      "536870912, 512MiB or 2GiB; got {}",
      source, Quoted(value));
}

std::string FormatBytes(int64_t bytes) {
  constexpr int64_t kKiB = int64_t{1} << 10, kMiB = kKiB << 10, kGiB = kMiB << 10;
  const auto scaled = [bytes](int64_t unit, std::string_view name) {
    if (bytes % unit == 0) return fmt::format("{} {}", bytes / unit, name);
    return fmt::format("{:.2f} {}", static_cast<double>(bytes) / static_cast<double>(unit), name);
  };
  if (bytes >= kGiB) return scaled(kGiB, "GiB");
  if (bytes >= kMiB) return scaled(kMiB, "MiB");
  if (bytes >= kKiB) return scaled(kKiB, "KiB");
  return fmt::format("{} bytes", bytes);
}

absl::StatusOr<Settings> ReadSettings(const Environment& env, const SettingFlags& flags) {
  Settings s;
  RUNG_RETURN_IF_ERROR(
      Read("--backend", flags.backend, "MLXCEL_BACKEND", env.backend, ParseBackend, s.backend));
  RUNG_RETURN_IF_ERROR(
      Read("--device", flags.device, "MLXCEL_XLA_DEVICE", env.device, ParsePath, s.device));
  RUNG_RETURN_IF_ERROR(Read("--precision", flags.precision, "MLXCEL_XLA_PRECISION", env.precision,
                            ParsePrecision, s.precision));
  RUNG_RETURN_IF_ERROR(
      Read("--tf32", flags.tf32, "MLX_ENABLE_TF32", env.tf32, ParseTf32, s.allow_tf32));
  RUNG_RETURN_IF_ERROR(Read("--plugin-path", flags.plugin_path, "RUNG_PLUGIN_PATH", env.plugin_path,
                            ParsePath, s.plugin_path));
  RUNG_RETURN_IF_ERROR(Read("--cache-dir", flags.cache_dir, "RUNG_CACHE_DIR", env.cache_dir,
                            ParsePath, s.cache_dir));
  RUNG_RETURN_IF_ERROR(
      Read("--lowering", flags.lowering, "RUNG_LOWERING", env.lowering, ParseLowering, s.lowering));
  RUNG_RETURN_IF_ERROR(
      Read("--growth", flags.growth, "RUNG_GROWTH", env.growth, ParseOnOff, s.growth));
  RUNG_RETURN_IF_ERROR(
      Read("--kv-dtype", flags.kv_dtype, "RUNG_KV_DTYPE", env.kv_dtype, ParseKvDtype, s.kv_dtype));
  RUNG_RETURN_IF_ERROR(Read("--memory-limit", flags.memory_limit, "RUNG_MEMORY_LIMIT",
                            env.memory_limit, ParseByteSize, s.memory_limit));
  RUNG_RETURN_IF_ERROR(
      Read("--threads", flags.threads, "RUNG_THREADS", env.threads, ParseThreads, s.threads));
  RUNG_RETURN_IF_ERROR(Read("--log", flags.log, "RUNG_LOG", env.log, ParseLogLevel, s.log));
  return s;
}

}  // namespace rung
