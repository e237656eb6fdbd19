// A device of a client.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

struct PJRT_Device;
struct PJRT_DeviceDescription;

namespace rung::pjrt {

class Api;

struct DeviceMemoryStats {
  int64_t bytes_in_use = 0;
  std::optional<int64_t> peak_bytes_in_use;
  std::optional<int64_t> bytes_limit;
};

// A view, owned by its client: copy freely, do not outlive the client. Thread-safe.
class Device {
 public:
  Device(const Api* api, PJRT_Device* device) : api_(api), device_(device) {}

  PJRT_Device* raw() const { return device_; }
  absl::StatusOr<int> Id() const;
  absl::StatusOr<std::string> Kind() const;         // "cpu", "NVIDIA H100 80GB HBM3"
  absl::StatusOr<std::string> DebugString() const;  // for people
  // Unimplemented on CPU plugins.
  absl::StatusOr<DeviceMemoryStats> MemoryStats() const;

 private:
  absl::StatusOr<PJRT_DeviceDescription*> Description() const;

  const Api* api_;
  PJRT_Device* device_;
};

}  // namespace rung::pjrt
