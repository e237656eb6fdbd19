// Stand-ins for plugins that are wrong in one way each, made by FAKE_* definitions of the build.
#include "rung/pjrt/c_api.h"

#ifndef FAKE_MAJOR
#define FAKE_MAJOR PJRT_API_MAJOR
#endif
#ifndef FAKE_MINOR
#define FAKE_MINOR PJRT_API_MINOR
#endif
#ifndef FAKE_TABLE_SIZE
#define FAKE_TABLE_SIZE PJRT_Api_STRUCT_SIZE
#endif

// What a PJRT_Error* points to here: codes and messages of the fake's own.
struct PJRT_Error {
  PJRT_Error_Code code;
  const char* message;
};

namespace {

[[maybe_unused]] int g_live_errors = 0;

[[maybe_unused]] PJRT_Error* NewError(PJRT_Error_Code code, const char* message) {
  ++g_live_errors;
  return new PJRT_Error{code, message};
}

size_t Length(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

[[maybe_unused]] void DestroyError(PJRT_Error_Destroy_Args* args) {
  --g_live_errors;
  delete args->error;
}

[[maybe_unused]] void ErrorMessage(PJRT_Error_Message_Args* args) {
  args->message = args->error->message;
  args->message_size = Length(args->error->message);
}

[[maybe_unused]] PJRT_Error* ErrorCode(PJRT_Error_GetCode_Args* args) {
  args->code = args->error->code;
  return nullptr;
}

[[maybe_unused]] PJRT_Error* Initialize(PJRT_Plugin_Initialize_Args*) {
#ifdef FAKE_INITIALIZE_FAILS
  return NewError(PJRT_Error_Code_UNAVAILABLE, "no\n  driver\n");
#else
  return nullptr;
#endif
}

[[maybe_unused]] PJRT_Error* CreateClient(PJRT_Client_Create_Args*) {
  return NewError(PJRT_Error_Code_RESOURCE_EXHAUSTED, "out of\n\t devices");
}

}  // namespace

extern "C" int FakeLiveErrors() { return g_live_errors; }

#ifndef FAKE_NO_SYMBOL
extern "C" const PJRT_Api* GetPjrtApi() {
#ifdef FAKE_NO_TABLE
  return nullptr;
#else
  static PJRT_Api api = {};
  api.struct_size = FAKE_TABLE_SIZE;
  api.pjrt_api_version.struct_size = PJRT_Api_Version_STRUCT_SIZE;
  api.pjrt_api_version.major_version = FAKE_MAJOR;
  api.pjrt_api_version.minor_version = FAKE_MINOR;
  api.PJRT_Error_Destroy = DestroyError;
  api.PJRT_Error_Message = ErrorMessage;
  api.PJRT_Error_GetCode = ErrorCode;
  api.PJRT_Plugin_Initialize = Initialize;
  api.PJRT_Client_Create = CreateClient;
  return &api;
#endif
}
#endif
