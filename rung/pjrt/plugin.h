// A PJRT plugin: a shared library with XLA and a device behind it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/pjrt/named_value.h"

struct PJRT_Extension_Base;

namespace rung::pjrt {

class Api;

// Oldest PJRT C API accepted; the header we build with. Newer minor versions only add at the ends
// of structs, so any is accepted (proven: 0.81, 0.106, 0.115).
inline constexpr int kMinApiMinor = 81;

// Immutable and thread-safe. Never unloaded: XLA starts threads and registers handlers that outlive
// any client, so a Plugin lives until the process ends.
class Plugin {
 public:
  // dlopen + GetPjrtApi + version check + PJRT_Plugin_Initialize: 0.1-0.3 s for a CPU plugin that
  // is in the page cache. Loading one file again returns the same Plugin. NotFound for a missing
  // file, InvalidArgument for what is no plugin, FailedPrecondition for a version we cannot speak.
  static absl::StatusOr<const Plugin*> Load(const std::string& path);

  const std::string& path() const { return path_; }
  const Api& api() const { return *api_; }
  std::string ApiVersion() const;  // "0.115"
  // xla_version, stablehlo_current_version, ...; empty when the plugin gives none.
  const std::vector<NamedValue>& attributes() const { return attributes_; }

  // The extension of that PJRT_Extension_Type (5 is FFI), or null. The caller casts it to the
  // extension's own struct and checks its struct_size.
  const PJRT_Extension_Base* FindExtension(int type) const;
  std::vector<int> ExtensionTypes() const;

 private:
  Plugin(std::string path, std::unique_ptr<const Api> api);
  ~Plugin() = delete;
  static absl::StatusOr<const Plugin*> LoadUncached(const std::string& path);

  std::string path_;
  std::unique_ptr<const Api> api_;
  std::vector<NamedValue> attributes_;
};

}  // namespace rung::pjrt
