#include "rung/ffi/registration.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "rung/ffi/call_frame.h"
#include "rung/ffi/ffi_extension.h"
#include "rung/ffi/handlers.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/pjrt/api_call.h"

namespace rung::ffi {
namespace {

// A plugin numbers the types of user data itself, and a handler must say the number. So each plugin
// of a process gets entry points of its own, which know it; one plugin is the rule, tests load
// three.
constexpr size_t kMaxPlugins = 8;
std::array<std::atomic<int64_t>, kMaxPlugins> type_ids{};

using Operation = absl::Status (*)(CallFrame&, KernelState&);

XLA_FFI_Error* MakeError(const XLA_FFI_CallFrame* frame, std::string_view call,
                         const absl::Status& status) {
  const std::string message = fmt::format("{}: {}", call, Message(status));
  XLA_FFI_Error_Create_Args args = {};
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = message.c_str();
  args.errc = static_cast<XLA_FFI_Error_Code>(status.code());
  return frame->api->XLA_FFI_Error_Create(&args);
}

// XLA asks a handler for its version when it is registered, and drops without a word one that is
// newer than itself (API 0.81 speaks 0.2). What is read here has not changed since then, so an
// older plugin is told its own version; a newer one takes older handlers.
constexpr int kOldestMinor = 2;

bool AnswerMetadata(const XLA_FFI_CallFrame* frame) {
  const XLA_FFI_Extension_Base* const extension = frame->extension_start;
  if (extension == nullptr || extension->type != XLA_FFI_Extension_Metadata) return false;
  XLA_FFI_Metadata* const metadata =
      reinterpret_cast<const XLA_FFI_Metadata_Extension*>(extension)->metadata;
  const int theirs = frame->api == nullptr ? 0 : frame->api->api_version.minor_version;
  metadata->api_version.major_version = XLA_FFI_API_MAJOR;
  metadata->api_version.minor_version =
      theirs < kOldestMinor ? XLA_FFI_API_MINOR : std::min(theirs, XLA_FFI_API_MINOR);
  metadata->traits = 0;
  return true;
}

absl::StatusOr<KernelState*> StateOf(const XLA_FFI_CallFrame* frame, int64_t type) {
  XLA_FFI_TypeId type_id = {type};
  XLA_FFI_ExecutionContext_Get_Args args = {};
  args.struct_size = XLA_FFI_ExecutionContext_Get_Args_STRUCT_SIZE;
  args.ctx = frame->ctx;
  args.type_id = &type_id;
  if (XLA_FFI_Error* const error = frame->api->XLA_FFI_ExecutionContext_Get(&args)) {
    XLA_FFI_Error_Destroy_Args destroy = {};
    destroy.struct_size = XLA_FFI_Error_Destroy_Args_STRUCT_SIZE;
    destroy.error = error;
    frame->api->XLA_FFI_Error_Destroy(&destroy);
    return FailedPrecondition("the execution brought no kernel state");
  }
  if (args.data == nullptr) return FailedPrecondition("the kernel state is null");
  return static_cast<KernelState*>(args.data);
}

XLA_FFI_Error* Handle(const XLA_FFI_CallFrame* frame, std::string_view name, Operation operation,
                      int64_t type) {
  if (AnswerMetadata(frame) || frame->stage != XLA_FFI_ExecutionStage_EXECUTE) return nullptr;
  const absl::StatusOr<KernelState*> state = StateOf(frame, type);
  if (!state.ok()) return MakeError(frame, name, state.status());
  CallFrame call(frame);
  const absl::Status status = operation(call, **state);
  return status.ok() ? nullptr : MakeError(frame, name, status);
}

struct Call {
  std::string_view name;
  Operation operation;
};
constexpr Call kCalls[] = {
    {kEmbedCall, RunEmbed}, {kLayersCall, RunLayers}, {kHeadCall, RunHead}, {kProbeCall, RunProbe}};
constexpr size_t kNumCalls = std::size(kCalls);

template <size_t kPlugin, size_t kCall>
XLA_FFI_Error* EntryPoint(XLA_FFI_CallFrame* frame) {
  return Handle(frame, kCalls[kCall].name, kCalls[kCall].operation,
                type_ids[kPlugin].load(std::memory_order_relaxed));
}

using EntryPoints = std::array<XLA_FFI_Handler*, kNumCalls>;
template <size_t kPlugin, size_t... kCall>
constexpr EntryPoints MakeEntryPoints(std::index_sequence<kCall...>) {
  return {EntryPoint<kPlugin, kCall>...};
}
template <size_t... kPlugin>
constexpr std::array<EntryPoints, kMaxPlugins> AllEntryPoints(std::index_sequence<kPlugin...>) {
  return {MakeEntryPoints<kPlugin>(std::make_index_sequence<kNumCalls>())...};
}
constexpr auto kEntryPoints = AllEntryPoints(std::make_index_sequence<kMaxPlugins>());

absl::StatusOr<const FfiExtension*> FindFfi(const pjrt::Plugin& plugin) {
  const PJRT_Extension_Base* const base = plugin.FindExtension(kFfiExtensionType);
  if (base == nullptr) return Unimplemented("{}: has no FFI extension", plugin.path());
  const auto* const extension = reinterpret_cast<const FfiExtension*>(base);
  if (base->struct_size < sizeof(FfiExtension) || extension->type_register == nullptr ||
      extension->user_data_add == nullptr || extension->handler_register == nullptr) {
    return Unimplemented("{}: its FFI extension registers no handlers", plugin.path());
  }
  return extension;
}

absl::Status RegisterAt(const pjrt::Plugin& plugin, size_t slot) {
  RUNG_ASSIGN_OR_RETURN(const FfiExtension* ffi, FindFfi(plugin));
  const PJRT_Api& api = *plugin.api().raw();
  constexpr std::string_view kTypeName = "rung.KernelState";
  // Deleter and whatever newer plugins add behind it.
  static constexpr std::array<void*, 16> kNoTypeInfo = {};
  TypeRegisterArgs type = {};
  type.struct_size = sizeof(type);
  type.type_name = kTypeName.data();
  type.type_name_size = kTypeName.size();
  type.type_info = kNoTypeInfo.data();
  RUNG_RETURN_IF_ERROR(pjrt::ConsumeError(api, ffi->type_register(&type), "FFI type register"));
  type_ids[slot] = type.type_id;

  constexpr std::string_view kPlatform = "Host";
  for (size_t i = 0; i < kNumCalls; ++i) {
    HandlerRegisterArgs handler = {};
    handler.struct_size = sizeof(handler);
    handler.target_name = kCalls[i].name.data();
    handler.target_name_size = kCalls[i].name.size();
    handler.handler = reinterpret_cast<void*>(kEntryPoints[slot][i]);
    handler.platform_name = kPlatform.data();
    handler.platform_name_size = kPlatform.size();
    RUNG_RETURN_IF_ERROR(
        pjrt::ConsumeError(api, ffi->handler_register(&handler), "FFI handler register"));
  }
  return absl::OkStatus();
}

struct Registration {
  size_t slot = 0;
  absl::Status status;
};

const Registration& RegistrationOf(const pjrt::Plugin& plugin) {
  // Plugins live as long as the process, and so does what they were told.
  static auto& mutex = *new std::mutex;
  static auto& registrations = *new std::map<const pjrt::Plugin*, Registration>;
  const std::lock_guard lock(mutex);
  const auto [it, inserted] = registrations.try_emplace(&plugin);
  Registration& registration = it->second;
  if (!inserted) return registration;
  registration.slot = registrations.size() - 1;
  registration.status = registration.slot < kMaxPlugins
                            ? RegisterAt(plugin, registration.slot)
                            : ResourceExhausted("{}: more than {} plugins in one process",
                                                plugin.path(), kMaxPlugins);
  return registration;
}

}  // namespace

absl::Status RegisterKernels(const pjrt::Plugin& plugin) { return RegistrationOf(plugin).status; }

absl::StatusOr<pjrt::ExecuteContext> MakeExecuteContext(const pjrt::Plugin& plugin,
                                                        KernelState* state) {
  const Registration& registration = RegistrationOf(plugin);
  RUNG_RETURN_IF_ERROR(registration.status);
  RUNG_ASSIGN_OR_RETURN(const FfiExtension* ffi, FindFfi(plugin));
  RUNG_ASSIGN_OR_RETURN(pjrt::ExecuteContext context, pjrt::ExecuteContext::Create(plugin));
  UserDataAddArgs args = {};
  args.struct_size = sizeof(args);
  args.context = context.raw();
  args.type_id = type_ids[registration.slot];
  args.data = state;
  RUNG_RETURN_IF_ERROR(
      pjrt::ConsumeError(*plugin.api().raw(), ffi->user_data_add(&args), "FFI user data"));
  return context;
}

}  // namespace rung::ffi
