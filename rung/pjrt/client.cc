#include "rung/pjrt/client.h"

#include "rung/pjrt/api_call.h"
#include "rung/pjrt/element_type.h"
#include "rung/pjrt/live_objects.h"

namespace rung::pjrt {

Client::Client(const Plugin& plugin, PJRT_Client* client)
    : plugin_(plugin), api_(plugin.api()), client_(client) {
  internal::CountObject(internal::ObjectKind::kClient, 1);
}

Client::~Client() {
  PJRT_Client_Destroy_Args args = {};
  args.client = client_;
  (void)RUNG_PJRT_CALL(api_, PJRT_Client_Destroy, args);
  internal::CountObject(internal::ObjectKind::kClient, -1);
}

absl::StatusOr<std::unique_ptr<Client>> Client::Create(const Plugin& plugin,
                                                       const ClientOptions& options) {
  const std::vector<PJRT_NamedValue> values = ToPjrt(options.create_options);
  PJRT_Client_Create_Args args = {};
  args.create_options = values.data();
  args.num_options = values.size();
  RUNG_RETURN_IF_ERROR(
      Annotate(RUNG_PJRT_CALL(plugin.api(), PJRT_Client_Create, args), plugin.path()));
  auto client = std::unique_ptr<Client>(new Client(plugin, args.client));
  RUNG_RETURN_IF_ERROR(client->ReadIdentity());
  return client;
}

absl::Status Client::ReadIdentity() {
  PJRT_Client_PlatformName_Args name = {};
  name.client = client_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(api_, PJRT_Client_PlatformName, name));
  platform_name_.assign(name.platform_name, name.platform_name_size);

  PJRT_Client_PlatformVersion_Args version = {};
  version.client = client_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(api_, PJRT_Client_PlatformVersion, version));
  platform_version_.assign(version.platform_version, version.platform_version_size);

  PJRT_Client_AddressableDevices_Args devices = {};
  devices.client = client_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(api_, PJRT_Client_AddressableDevices, devices));
  for (size_t i = 0; i < devices.num_addressable_devices; ++i) {
    devices_.emplace_back(&api_, devices.addressable_devices[i]);
  }
  if (devices_.empty()) {
    return FailedPrecondition("{}: the plugin has no device on this machine; choose another plugin",
                              plugin_.path());
  }
  return absl::OkStatus();
}

absl::StatusOr<Buffer> Client::BufferFromHost(std::span<const std::byte> data,
                                              const BufferType& type,
                                              HostBufferSemantics semantics) const {
  if (static_cast<int64_t>(data.size()) != type.ByteCount()) {
    return InvalidArgument("a buffer of {} needs {} bytes, not {}", type.ToString(),
                           type.ByteCount(), data.size());
  }
  const bool zero_copy = semantics == HostBufferSemantics::kZeroCopy;
  PJRT_Client_BufferFromHostBuffer_Args args = {};
  args.client = client_;
  args.data = data.data();
  args.type = ToPjrt(type.dtype);
  args.dims = type.dims.data();
  args.num_dims = type.dims.size();
  args.host_buffer_semantics = zero_copy ? PJRT_HostBufferSemantics_kImmutableZeroCopy
                                         : PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
  args.device = devices_.front().raw();
  const absl::Status status = RUNG_PJRT_CALL(api_, PJRT_Client_BufferFromHostBuffer, args);
  Event host_done(&api_, args.done_with_host_buffer);
  // A copy needs no event: the data was taken during the call.
  Buffer buffer(&api_, args.buffer, std::make_shared<const BufferType>(type),
                zero_copy ? std::move(host_done) : Event());
  RUNG_RETURN_IF_ERROR(status);
  return buffer;
}

absl::StatusOr<Buffer> Client::UninitializedBuffer(const BufferType& type) const {
  PJRT_Client_CreateUninitializedBuffer_Args args = {};
  args.client = client_;
  args.shape_dims = type.dims.data();
  args.shape_num_dims = type.dims.size();
  args.shape_element_type = ToPjrt(type.dtype);
  args.device = devices_.front().raw();
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(api_, PJRT_Client_CreateUninitializedBuffer, args));
  return Buffer(&api_, args.buffer, std::make_shared<const BufferType>(type), Event());
}

absl::StatusOr<std::unique_ptr<Executable>> Client::Compile(std::string_view text,
                                                            std::vector<ArgumentSpec> arguments,
                                                            const CompileOptions& options) const {
  constexpr std::string_view kFormat = "mlir";
  PJRT_Program program = {};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = const_cast<char*>(text.data());  // in/out in the C struct, only read here
  program.code_size = text.size();
  program.format = kFormat.data();
  program.format_size = kFormat.size();

  const std::string proto = SerializeCompileOptions(options);
  PJRT_Client_Compile_Args args = {};
  args.client = client_;
  args.program = &program;
  args.compile_options = proto.data();
  args.compile_options_size = proto.size();
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(api_, PJRT_Client_Compile, args));
  return Executable::Create(&api_, args.executable, std::move(arguments));
}

absl::StatusOr<std::unique_ptr<Executable>> Client::Deserialize(
    std::string_view bytes, std::vector<ArgumentSpec> arguments) const {
  PJRT_Executable_DeserializeAndLoad_Args args = {};
  args.client = client_;
  args.serialized_executable = bytes.data();
  args.serialized_executable_size = bytes.size();
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(api_, PJRT_Executable_DeserializeAndLoad, args));
  return Executable::Create(&api_, args.loaded_executable, std::move(arguments));
}

}  // namespace rung::pjrt
