#include "rung/pjrt/plugin.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/pjrt/api_call.h"

namespace rung::pjrt {
namespace {

constexpr std::string_view kWayOut =
    "name a PJRT plugin .so with --plugin-path or RUNG_PLUGIN_PATH";

std::string LastDlError() {
  const char* error = dlerror();
  return error == nullptr ? "unknown reason" : OneLine(error, 500);
}

absl::Status CheckFile(const std::string& path) {
  if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0) {
    const absl::Status error = FileError(path, "read", errno);
    return absl::Status(error.code(), fmt::format("{}; {}", Message(error), kWayOut));
  }
  std::error_code ignored;  // it was there a moment ago; dlopen says the rest
  if (std::filesystem::is_directory(path, ignored)) {
    return InvalidArgument("{}: is a directory, not a PJRT plugin; {}", path, kWayOut);
  }
  return absl::OkStatus();
}

// XLA writes notes and every error it also returns to stderr, where they would stand between our
// own lines. Plugins read this variable when they are loaded; an operator who sets it is obeyed.
void SilencePluginLog() { setenv("TF_CPP_MIN_LOG_LEVEL", "3", /*overwrite=*/0); }

absl::StatusOr<const PJRT_Api*> OpenApi(const std::string& path) {
  SilencePluginLog();
  // RTLD_LOCAL: two plugins carry two copies of the same XLA symbols.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return InvalidArgument("{}: not a PJRT plugin ({}); {}", path, LastDlError(), kWayOut);
  }
  using GetPjrtApiFunction = const PJRT_Api* (*)();
  const auto get_api = reinterpret_cast<GetPjrtApiFunction>(dlsym(library, "GetPjrtApi"));
  if (get_api == nullptr) {
    return InvalidArgument("{}: not a PJRT plugin (it has no symbol GetPjrtApi); {}", path,
                           kWayOut);
  }
  const PJRT_Api* api = get_api();
  if (api == nullptr) {
    return FailedPrecondition("{}: its GetPjrtApi returned nothing; {}", path, kWayOut);
  }
  return api;
}

absl::Status CheckVersion(const std::string& path, const PJRT_Api& api) {
  // The version must be readable before it can be trusted.
  if (api.struct_size < RUNG_PJRT_ENTRY_END(PJRT_Error_GetCode)) {
    return InvalidArgument("{}: not a PJRT plugin (its function table has only {} bytes); {}", path,
                           api.struct_size, kWayOut);
  }
  const int major = api.pjrt_api_version.major_version;
  const int minor = api.pjrt_api_version.minor_version;
  if (major != PJRT_API_MAJOR) {
    return FailedPrecondition("{}: speaks PJRT API {}.{}, but major version {} is needed; {}", path,
                              major, minor, PJRT_API_MAJOR, kWayOut);
  }
  if (minor < kMinApiMinor) {
    return FailedPrecondition("{}: speaks PJRT API {}.{}, but {}.{} or newer is needed; {}", path,
                              major, minor, PJRT_API_MAJOR, kMinApiMinor, kWayOut);
  }
  return absl::OkStatus();
}

// As a number: a newer plugin's types lie outside our header's enum, and loading one as it would be
// undefined.
int TypeOf(const PJRT_Extension_Base& extension) {
  static_assert(sizeof(extension.type) == sizeof(int));
  int type;
  std::memcpy(&type, &extension.type, sizeof(type));
  return type;
}

}  // namespace

Plugin::Plugin(std::string path, std::unique_ptr<const Api> api)
    : path_(std::move(path)), api_(std::move(api)) {}

absl::StatusOr<const Plugin*> Plugin::LoadUncached(const std::string& path) {
  RUNG_RETURN_IF_ERROR(CheckFile(path));
  RUNG_ASSIGN_OR_RETURN(const PJRT_Api* raw, OpenApi(path));
  RUNG_RETURN_IF_ERROR(CheckVersion(path, *raw));
  auto api = std::make_unique<const Api>(raw);

  PJRT_Plugin_Initialize_Args initialize = {};
  RUNG_RETURN_IF_ERROR(Annotate(RUNG_PJRT_CALL(*api, PJRT_Plugin_Initialize, initialize), path));

  auto* plugin = new Plugin(path, std::move(api));
  PJRT_Plugin_Attributes_Args attributes = {};
  if (RUNG_PJRT_CALL(*plugin->api_, PJRT_Plugin_Attributes, attributes).ok()) {
    plugin->attributes_ = FromPjrt(attributes.attributes, attributes.num_attributes);
  }
  return plugin;
}

absl::StatusOr<const Plugin*> Plugin::Load(const std::string& path) {
  // Leaked on purpose, see the class comment.
  static auto& mutex = *new std::mutex;
  static auto& loaded = *new std::map<std::string, const Plugin*>;
  std::error_code error;
  // A bare name would make dlopen search the system's library path: a plugin is always a file.
  std::string absolute = std::filesystem::absolute(path, error).string();
  if (path.empty() || error) return InvalidArgument("'{}': not a path; {}", path, kWayOut);
  std::string key = std::filesystem::weakly_canonical(absolute, error).string();
  if (error) key = absolute;  // LoadUncached says what is wrong with it

  const std::lock_guard lock(mutex);
  if (auto it = loaded.find(key); it != loaded.end()) return it->second;
  RUNG_ASSIGN_OR_RETURN(const Plugin* plugin, LoadUncached(absolute));
  loaded[key] = plugin;
  return plugin;
}

std::string Plugin::ApiVersion() const {
  return fmt::format("{}.{}", api_->major_version(), api_->minor_version());
}

const PJRT_Extension_Base* Plugin::FindExtension(int type) const {
  for (auto* e = api_->raw()->extension_start; e != nullptr; e = e->next) {
    if (TypeOf(*e) == type) return e;
  }
  return nullptr;
}

std::vector<int> Plugin::ExtensionTypes() const {
  std::vector<int> types;
  for (auto* e = api_->raw()->extension_start; e != nullptr; e = e->next)
    types.push_back(TypeOf(*e));
  return types;
}

}  // namespace rung::pjrt
