// A plugin that fails on purpose; fault_plugin.h says how it is used.
#include "rung/pjrt/testing/fault_plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "rung/pjrt/c_api.h"
#include "rung/pjrt/testing/fault_plan.h"

namespace rung::pjrt::testing {
namespace {

// An error of our own. The caller cannot tell it from the plugin's.
struct FaultError {
  std::string message;
};

struct State {
  const PJRT_Api* real = nullptr;
  PJRT_Api table = {};
  std::mutex mutex;  // guards what follows
  FaultPlan plan;
  std::set<const void*> errors;  // FaultErrors that live
  std::set<const void*> objects;
};

State& GlobalState() {
  static auto& state = *new State;  // plugins are never unloaded
  return state;
}

PJRT_Error* MakeError(std::string_view entry) {
  State& state = GlobalState();
  auto* error = new FaultError{fmt::format("injected fault in {}", entry)};
  const std::lock_guard lock(state.mutex);
  state.errors.insert(error);
  return reinterpret_cast<PJRT_Error*>(error);
}

const FaultError* AsFault(const PJRT_Error* error) {
  State& state = GlobalState();
  const std::lock_guard lock(state.mutex);
  return state.errors.contains(error) ? reinterpret_cast<const FaultError*>(error) : nullptr;
}

void DestroyError(PJRT_Error_Destroy_Args* args) {
  State& state = GlobalState();
  if (const FaultError* fault = AsFault(args->error)) {
    const std::lock_guard lock(state.mutex);
    state.errors.erase(fault);
    delete fault;
    return;
  }
  state.real->PJRT_Error_Destroy(args);
}

void ErrorMessage(PJRT_Error_Message_Args* args) {
  const FaultError* fault = AsFault(args->error);
  if (fault == nullptr) return GlobalState().real->PJRT_Error_Message(args);
  args->message = fault->message.data();
  args->message_size = fault->message.size();
}

PJRT_Error* ErrorCode(PJRT_Error_GetCode_Args* args) {
  if (AsFault(args->error) == nullptr) return GlobalState().real->PJRT_Error_GetCode(args);
  args->code = PJRT_Error_Code_UNAVAILABLE;
  return nullptr;
}

void Born(const void* object) {
  if (object == nullptr) return;
  const std::lock_guard lock(GlobalState().mutex);
  GlobalState().objects.insert(object);
}

void Died(const void* object) {
  const std::lock_guard lock(GlobalState().mutex);
  GlobalState().objects.erase(object);
}

Fault NextFault(std::string_view entry, std::string_view module) {
  Fault fault;
  {
    const std::lock_guard lock(GlobalState().mutex);
    fault = GlobalState().plan.OnCall(entry, module);
  }
  if (fault.delay_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(fault.delay_ms));
  return fault;
}

// What the plugin returned is counted, and destroyed when the call is to fail after all.
template <typename Destroy, typename Args, typename Object>
void DestroyWith(Destroy* entry, Object* Args::*member, size_t struct_size, Object* object) {
  if (object == nullptr) return;
  Args args = {};
  args.struct_size = struct_size;
  args.*member = object;
  entry(&args);
}

void DestroyBuffer(PJRT_Buffer* buffer) {
  DestroyWith(GlobalState().real->PJRT_Buffer_Destroy, &PJRT_Buffer_Destroy_Args::buffer,
              PJRT_Buffer_Destroy_Args_STRUCT_SIZE, buffer);
}

// A program that runs on may still write to a buffer that is about to go.
void DestroyEvent(PJRT_Event* event) {
  const PJRT_Api* real = GlobalState().real;
  if (event == nullptr) return;
  PJRT_Event_Await_Args await = {};
  await.struct_size = PJRT_Event_Await_Args_STRUCT_SIZE;
  await.event = event;
  if (PJRT_Error* error = real->PJRT_Event_Await(&await)) {
    PJRT_Error_Destroy_Args destroy = {};
    destroy.struct_size = PJRT_Error_Destroy_Args_STRUCT_SIZE;
    destroy.error = error;
    real->PJRT_Error_Destroy(&destroy);
  }
  DestroyWith(real->PJRT_Event_Destroy, &PJRT_Event_Destroy_Args::event,
              PJRT_Event_Destroy_Args_STRUCT_SIZE, event);
}

void DestroyLoaded(PJRT_LoadedExecutable* executable) {
  DestroyWith(GlobalState().real->PJRT_LoadedExecutable_Destroy,
              &PJRT_LoadedExecutable_Destroy_Args::executable,
              PJRT_LoadedExecutable_Destroy_Args_STRUCT_SIZE, executable);
}

// Per entry: which module a call is about, which objects it made or ended, how to undo it.
template <typename Args>
std::string_view Module(const Args&) {
  return "";
}
std::string_view Module(const PJRT_Client_Compile_Args& args) {
  return ModuleName({args.program->code, args.program->code_size});
}

template <typename Args>
void Count(const Args&) {}
void Count(const PJRT_Client_Create_Args& args) { Born(args.client); }
void Count(const PJRT_Client_Compile_Args& args) { Born(args.executable); }
void Count(const PJRT_Executable_DeserializeAndLoad_Args& args) { Born(args.loaded_executable); }
void Count(const PJRT_LoadedExecutable_GetExecutable_Args& args) { Born(args.executable); }
void Count(const PJRT_Client_BufferFromHostBuffer_Args& args) {
  Born(args.buffer);
  Born(args.done_with_host_buffer);
}
void Count(const PJRT_ExecuteContext_Create_Args& args) { Born(args.context); }
void Count(const PJRT_Buffer_ToHostBuffer_Args& args) { Born(args.event); }
void Count(const PJRT_Buffer_ReadyEvent_Args& args) { Born(args.event); }
size_t NumOutputs(PJRT_LoadedExecutable* loaded);
void Count(const PJRT_LoadedExecutable_Execute_Args& args) {
  Born(args.device_complete_events[0]);
  for (size_t i = 0; i < NumOutputs(args.executable); ++i) Born(args.output_lists[0][i]);
}

template <typename Args>
void CountEnd(const Args&) {}
void CountEnd(const PJRT_Client_Destroy_Args& args) { Died(args.client); }
void CountEnd(const PJRT_LoadedExecutable_Destroy_Args& args) { Died(args.executable); }
void CountEnd(const PJRT_Executable_Destroy_Args& args) { Died(args.executable); }
void CountEnd(const PJRT_Buffer_Destroy_Args& args) { Died(args.buffer); }
void CountEnd(const PJRT_Event_Destroy_Args& args) { Died(args.event); }
void CountEnd(const PJRT_ExecuteContext_Destroy_Args& args) { Died(args.context); }

template <typename Args>
void Undo(Args&) {}
void Undo(PJRT_Client_Compile_Args& args) {
  DestroyLoaded(args.executable);
  args.executable = nullptr;
}
void Undo(PJRT_Executable_DeserializeAndLoad_Args& args) {
  DestroyLoaded(args.loaded_executable);
  args.loaded_executable = nullptr;
}
void Undo(PJRT_Client_BufferFromHostBuffer_Args& args) {
  DestroyBuffer(args.buffer);
  DestroyEvent(args.done_with_host_buffer);
  args.buffer = nullptr;
  args.done_with_host_buffer = nullptr;
}
void Undo(PJRT_Buffer_ToHostBuffer_Args& args) {
  DestroyEvent(args.event);
  args.event = nullptr;
}
void Undo(PJRT_Buffer_ReadyEvent_Args& args) {
  DestroyEvent(args.event);
  args.event = nullptr;
}
void Undo(PJRT_ExecuteContext_Create_Args& args) {
  DestroyWith(GlobalState().real->PJRT_ExecuteContext_Destroy,
              &PJRT_ExecuteContext_Destroy_Args::context,
              PJRT_ExecuteContext_Destroy_Args_STRUCT_SIZE, args.context);
  args.context = nullptr;
}
void Undo(PJRT_LoadedExecutable_Execute_Args& args) {
  DestroyEvent(args.device_complete_events[0]);
  args.device_complete_events[0] = nullptr;
  for (size_t i = 0; i < NumOutputs(args.executable); ++i) {
    DestroyBuffer(args.output_lists[0][i]);
    args.output_lists[0][i] = nullptr;
  }
}

size_t NumOutputs(PJRT_LoadedExecutable* loaded) {
  const PJRT_Api* real = GlobalState().real;
  PJRT_LoadedExecutable_GetExecutable_Args get = {};
  get.struct_size = PJRT_LoadedExecutable_GetExecutable_Args_STRUCT_SIZE;
  get.loaded_executable = loaded;
  if (real->PJRT_LoadedExecutable_GetExecutable(&get) != nullptr) return 0;
  PJRT_Executable_NumOutputs_Args count = {};
  count.struct_size = PJRT_Executable_NumOutputs_Args_STRUCT_SIZE;
  count.executable = get.executable;
  real->PJRT_Executable_NumOutputs(&count);
  PJRT_Executable_Destroy_Args destroy = {};
  destroy.struct_size = PJRT_Executable_Destroy_Args_STRUCT_SIZE;
  destroy.executable = get.executable;
  real->PJRT_Executable_Destroy(&destroy);
  return count.num_outputs;
}

// What a destroy call ends has ended even when the call says that it failed: no caller could try
// again.
bool IsDestroy(std::string_view entry) { return entry.ends_with("_Destroy"); }

// The name of an entry as a template argument.
template <size_t kSize>
struct Name {
  char text[kSize];
  constexpr Name(const char (&name)[kSize]) { std::copy_n(name, kSize, text); }  // NOLINT
};

template <typename>
struct ArgsOf;
template <typename Args>
struct ArgsOf<PJRT_Error* (*PJRT_Api::*)(Args*)> {
  using type = Args;
};

template <auto kEntry, Name kName>
PJRT_Error* Wrapper(typename ArgsOf<decltype(kEntry)>::type* args) {
  const PJRT_Api* real = GlobalState().real;
  Fault fault = NextFault(kName.text, Module(*args));
  if (fault.kind == FaultKind::kBefore && IsDestroy(kName.text)) fault.kind = FaultKind::kAfter;
  if (fault.kind == FaultKind::kBefore) return MakeError(kName.text);
  CountEnd(*args);
  if (PJRT_Error* error = (real->*kEntry)(args)) return error;
  if (fault.kind == FaultKind::kAfter) {
    Undo(*args);
    return MakeError(kName.text);
  }
  Count(*args);
  return nullptr;
}

// A device with memory of its own, as CPU plugins have none: RUNG_FAULT_DEVICE_BYTES of it.
PJRT_Error* MemoryStats(PJRT_Device_MemoryStats_Args* args) {
  args->bytes_in_use = 0;
  args->bytes_limit = std::atoll(std::getenv("RUNG_FAULT_DEVICE_BYTES"));
  args->bytes_limit_is_set = true;
  return nullptr;
}

#define RUNG_WRAP(entry)                                      \
  do {                                                        \
    if (state.table.entry != nullptr) {                       \
      state.table.entry = &Wrapper<&PJRT_Api::entry, #entry>; \
    }                                                         \
  } while (false)

// Every entry that rung/pjrt calls.
void WrapEntries(State& state) {
  RUNG_WRAP(PJRT_Plugin_Initialize);
  RUNG_WRAP(PJRT_Plugin_Attributes);
  RUNG_WRAP(PJRT_Client_Create);
  RUNG_WRAP(PJRT_Client_Destroy);
  RUNG_WRAP(PJRT_Client_PlatformName);
  RUNG_WRAP(PJRT_Client_PlatformVersion);
  RUNG_WRAP(PJRT_Client_AddressableDevices);
  RUNG_WRAP(PJRT_Client_Compile);
  RUNG_WRAP(PJRT_Client_BufferFromHostBuffer);
  RUNG_WRAP(PJRT_Device_GetDescription);
  RUNG_WRAP(PJRT_Device_MemoryStats);
  RUNG_WRAP(PJRT_DeviceDescription_Id);
  RUNG_WRAP(PJRT_DeviceDescription_Kind);
  RUNG_WRAP(PJRT_DeviceDescription_DebugString);
  RUNG_WRAP(PJRT_Executable_DeserializeAndLoad);
  RUNG_WRAP(PJRT_Executable_Destroy);
  RUNG_WRAP(PJRT_Executable_NumOutputs);
  RUNG_WRAP(PJRT_Executable_OutputElementTypes);
  RUNG_WRAP(PJRT_Executable_OutputDimensions);
  RUNG_WRAP(PJRT_Executable_Serialize);
  RUNG_WRAP(PJRT_Executable_OptimizedProgram);
  RUNG_WRAP(PJRT_Executable_GetCompiledMemoryStats);
  RUNG_WRAP(PJRT_LoadedExecutable_GetExecutable);
  RUNG_WRAP(PJRT_LoadedExecutable_Execute);
  RUNG_WRAP(PJRT_LoadedExecutable_Destroy);
  RUNG_WRAP(PJRT_Buffer_ToHostBuffer);
  RUNG_WRAP(PJRT_Buffer_ReadyEvent);
  RUNG_WRAP(PJRT_Buffer_OnDeviceSizeInBytes);
  RUNG_WRAP(PJRT_Buffer_Delete);
  RUNG_WRAP(PJRT_Buffer_IsDeleted);
  RUNG_WRAP(PJRT_Buffer_UnsafePointer);
  RUNG_WRAP(PJRT_Buffer_Destroy);
  RUNG_WRAP(PJRT_Event_Await);
  RUNG_WRAP(PJRT_Event_IsReady);
  RUNG_WRAP(PJRT_Event_Destroy);
  RUNG_WRAP(PJRT_ExecuteContext_Create);
  RUNG_WRAP(PJRT_ExecuteContext_Destroy);
}

const PJRT_Api* LoadReal() {
  const char* path = std::getenv("RUNG_FAULT_PLUGIN");
  void* library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* symbol = library == nullptr ? nullptr : dlsym(library, "GetPjrtApi");
  if (symbol == nullptr) {
    std::fprintf(stderr, "fault plugin: RUNG_FAULT_PLUGIN names no plugin\n");
    return nullptr;
  }
  return reinterpret_cast<const PJRT_Api* (*)()>(symbol)();
}

}  // namespace
}  // namespace rung::pjrt::testing

using rung::pjrt::testing::GlobalState;

extern "C" bool RungFaultSetPlan(const char* text) {
  auto plan = rung::pjrt::testing::FaultPlan::Parse(text);
  if (!plan) return false;
  const std::lock_guard lock(GlobalState().mutex);
  GlobalState().plan = *std::move(plan);
  return true;
}

extern "C" int64_t RungFaultCalls(const char* entry) {
  const std::lock_guard lock(GlobalState().mutex);
  return GlobalState().plan.Calls(entry);
}

extern "C" const char* RungFaultCalled() {
  static auto& names = *new std::string;
  const std::lock_guard lock(GlobalState().mutex);
  names = GlobalState().plan.Called();
  return names.c_str();
}

extern "C" int64_t RungFaultCount() {
  const std::lock_guard lock(GlobalState().mutex);
  return GlobalState().plan.faults();
}

extern "C" int64_t RungFaultLive() {
  const std::lock_guard lock(GlobalState().mutex);
  return static_cast<int64_t>(GlobalState().objects.size() + GlobalState().errors.size());
}

extern "C" const PJRT_Api* GetPjrtApi() {
  auto& state = GlobalState();
  if (state.real != nullptr) return &state.table;
  state.real = rung::pjrt::testing::LoadReal();
  if (state.real == nullptr) return nullptr;
  // An older plugin's table is shorter; a newer one's is cut to what this header knows.
  const size_t size = std::min<size_t>(state.real->struct_size, PJRT_Api_STRUCT_SIZE);
  std::copy_n(reinterpret_cast<const char*>(state.real), size,
              reinterpret_cast<char*>(&state.table));
  state.table.struct_size = size;
  if (std::getenv("RUNG_FAULT_NO_EXTENSIONS") != nullptr) state.table.extension_start = nullptr;
  state.table.PJRT_Error_Destroy = rung::pjrt::testing::DestroyError;
  state.table.PJRT_Error_Message = rung::pjrt::testing::ErrorMessage;
  state.table.PJRT_Error_GetCode = rung::pjrt::testing::ErrorCode;
  rung::pjrt::testing::WrapEntries(state);
  if (std::getenv("RUNG_FAULT_DEVICE_BYTES") != nullptr) {
    state.table.PJRT_Device_MemoryStats = rung::pjrt::testing::MemoryStats;
  }
  if (const char* plan = std::getenv("RUNG_FAULT_PLAN");
      plan != nullptr && !RungFaultSetPlan(plan)) {
    std::fprintf(stderr, "fault plugin: RUNG_FAULT_PLAN is no plan\n");
    return nullptr;
  }
  return &state.table;
}
