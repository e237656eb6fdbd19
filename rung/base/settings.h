// Typed settings out of environment variables and flags. A flag wins over its variable; an error
// names the one that was read, the value, and what is accepted. Context capacities are parsed in
// context/capacity_list.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/base/dtype.h"
#include "rung/base/environment.h"

namespace rung {

enum class Backend : uint8_t { kXla };
enum class Lowering : uint8_t { kAuto, kKernel, kPortable };
enum class LogLevel : uint8_t { kTrace, kDebug, kInfo, kWarn, kError, kOff };

// Each parser takes the name the value came under ("RUNG_LOWERING", "--lowering") and the value,
// trims it, and answers InvalidArgument when it is none of those accepted. Values are
// case-sensitive.
absl::StatusOr<Backend> ParseBackend(std::string_view source, std::string_view value);
absl::StatusOr<DType> ParsePrecision(std::string_view source, std::string_view value);
absl::StatusOr<DType> ParseKvDtype(std::string_view source, std::string_view value);
absl::StatusOr<bool> ParseTf32(std::string_view source, std::string_view value);   // 0, 1
absl::StatusOr<bool> ParseOnOff(std::string_view source, std::string_view value);  // on, off
absl::StatusOr<Lowering> ParseLowering(std::string_view source, std::string_view value);
absl::StatusOr<LogLevel> ParseLogLevel(std::string_view source, std::string_view value);
absl::StatusOr<int> ParseThreads(std::string_view source, std::string_view value);  // 1..=1024
// A count of bytes, or of KiB, MiB or GiB: "536870912", "512MiB", "2 GiB". At least 1.
absl::StatusOr<int64_t> ParseByteSize(std::string_view source, std::string_view value);
// A decimal integer in min..=max.
absl::StatusOr<int64_t> ParseInteger(std::string_view source, std::string_view value, int64_t min,
                                     int64_t max);

// "512 MiB", "1.50 GiB", "17 bytes": for messages, rounded to two decimals.
std::string FormatBytes(int64_t bytes);

// Flag values as typed; nothing where the flag was not given.
struct SettingFlags {
  std::optional<std::string> backend;       // --backend
  std::optional<std::string> device;        // --device
  std::optional<std::string> precision;     // --precision
  std::optional<std::string> tf32;          // --tf32
  std::optional<std::string> plugin_path;   // --plugin-path
  std::optional<std::string> cache_dir;     // --cache-dir
  std::optional<std::string> lowering;      // --lowering
  std::optional<std::string> growth;        // --growth
  std::optional<std::string> kv_dtype;      // --kv-dtype
  std::optional<std::string> memory_limit;  // --memory-limit
  std::optional<std::string> threads;       // --threads
  std::optional<std::string> log;           // --log
};

// A value and the flag or variable it came under; the source is empty where it is the default.
template <typename T>
struct Setting {
  T value{};
  std::string source;
  bool given() const { return !source.empty(); }
};

struct Settings {
  Setting<Backend> backend;
  Setting<std::string> device{"cpu", ""};  // a device name or a plugin's path; pjrt reads it
  Setting<DType> precision{DType::kF32, ""};
  Setting<bool> allow_tf32{true, ""};
  Setting<std::string> plugin_path;  // empty: the default places
  Setting<std::string> cache_dir;    // empty: the default place; "off": none
  Setting<Lowering> lowering{Lowering::kAuto, ""};
  Setting<bool> growth{true, ""};
  Setting<std::optional<DType>> kv_dtype;        // nothing: the lowering's default
  Setting<std::optional<int64_t>> memory_limit;  // bytes; nothing: no limit was given
  Setting<std::optional<int>> threads;           // nothing: one per core
  Setting<LogLevel> log{LogLevel::kInfo, ""};
};

// Every setting, flag before variable. A variable set to nothing counts as not set (unit files
// often hold `RUNG_LOG=`); a flag set to nothing is an error.
absl::StatusOr<Settings> ReadSettings(const Environment& environment, const SettingFlags& flags);

}  // namespace rung
