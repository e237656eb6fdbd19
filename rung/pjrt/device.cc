#include "rung/pjrt/device.h"

#include "rung/pjrt/api_call.h"

namespace rung::pjrt {

absl::StatusOr<PJRT_DeviceDescription*> Device::Description() const {
  PJRT_Device_GetDescription_Args args = {};
  args.device = device_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Device_GetDescription, args));
  return args.device_description;
}

absl::StatusOr<int> Device::Id() const {
  PJRT_DeviceDescription_Id_Args args = {};
  RUNG_ASSIGN_OR_RETURN(args.device_description, Description());
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_DeviceDescription_Id, args));
  return args.id;
}

absl::StatusOr<std::string> Device::Kind() const {
  PJRT_DeviceDescription_Kind_Args args = {};
  RUNG_ASSIGN_OR_RETURN(args.device_description, Description());
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_DeviceDescription_Kind, args));
  return std::string(args.device_kind, args.device_kind_size);
}

absl::StatusOr<std::string> Device::DebugString() const {
  PJRT_DeviceDescription_DebugString_Args args = {};
  RUNG_ASSIGN_OR_RETURN(args.device_description, Description());
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_DeviceDescription_DebugString, args));
  return std::string(args.debug_string, args.debug_string_size);
}

absl::StatusOr<DeviceMemoryStats> Device::MemoryStats() const {
  PJRT_Device_MemoryStats_Args args = {};
  args.device = device_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Device_MemoryStats, args));
  DeviceMemoryStats stats{.bytes_in_use = args.bytes_in_use};
  if (args.peak_bytes_in_use_is_set) stats.peak_bytes_in_use = args.peak_bytes_in_use;
  if (args.bytes_limit_is_set) stats.bytes_limit = args.bytes_limit;
  return stats;
}

}  // namespace rung::pjrt
