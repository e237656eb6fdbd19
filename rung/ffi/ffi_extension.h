// PJRT's FFI extension (type 5): the part that is used here. Its header is not among those that the
// plugins' wheels carry, so the layouts are written down, as all three plugins read them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rung/pjrt/c_api.h"

namespace rung::ffi {

inline constexpr int kFfiExtensionType = 5;

struct TypeRegisterArgs {
  size_t struct_size;
  PJRT_Extension_Base* extension_start;
  const char* type_name;
  size_t type_name_size;
  int64_t type_id;        // in: 0, out: the plugin's choice
  const void* type_info;  // newer plugins: deleter and serializers, all null here
};

struct UserDataAddArgs {
  size_t struct_size;
  PJRT_Extension_Base* extension_start;
  PJRT_ExecuteContext* context;
  int64_t type_id;
  void* data;
  void (*deleter)(void*);  // older plugins; null
};

struct HandlerRegisterArgs {
  size_t struct_size;
  const char* target_name;
  size_t target_name_size;
  void* handler;
  const char* platform_name;
  size_t platform_name_size;
  int traits;
};

struct FfiExtension {
  PJRT_Extension_Base base;
  PJRT_Error* (*type_register)(TypeRegisterArgs*);
  PJRT_Error* (*user_data_add)(UserDataAddArgs*);
  PJRT_Error* (*handler_register)(HandlerRegisterArgs*);
};

}  // namespace rung::ffi
