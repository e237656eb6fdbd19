// RAII over PJRT_Client: makes buffers and executables on a plugin's devices.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/pjrt/buffer.h"
#include "rung/pjrt/compile_options.h"
#include "rung/pjrt/device.h"
#include "rung/pjrt/executable.h"
#include "rung/pjrt/named_value.h"
#include "rung/pjrt/plugin.h"

struct PJRT_Client;

namespace rung::pjrt {

struct ClientOptions {
  // {"cpu_device_count", 1}: CPU plugins make 4 virtual devices unless told otherwise.
  std::vector<NamedValue> create_options;
};

enum class HostBufferSemantics : uint8_t {
  // The data is copied before the call returns.
  kCopy,
  // The buffer may read the host memory for as long as it lives: keep it alive and unchanged until
  // the Buffer is destroyed (its destructor waits). CPU plugins alias memory that is aligned to
  // kZeroCopyAlignment and copy the rest; other devices copy. Never donate such a buffer.
  kZeroCopy,
};

inline constexpr size_t kZeroCopyAlignment = 64;

// Owns the client; outlives every Buffer and Executable made from it. Thread-safe: one thread may
// compile while another executes.
class Client {
 public:
  static absl::StatusOr<std::unique_ptr<Client>> Create(const Plugin& plugin,
                                                        const ClientOptions& options = {});
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  const Plugin& plugin() const { return plugin_; }
  const std::string& platform_name() const { return platform_name_; }  // "cpu"
  // Whether buffers lie in this process's memory: Buffer::HostView reads them in place.
  bool has_host_memory() const { return platform_name_ == "cpu"; }
  const std::string& platform_version() const { return platform_version_; }  // free text
  // Those this process can use; at least one. Buffers and programs live on the first.
  const std::vector<Device>& devices() const { return devices_; }

  // Row-major `data` of exactly type.ByteCount() bytes -> a buffer on device 0.
  absl::StatusOr<Buffer> BufferFromHost(
      std::span<const std::byte> data, const BufferType& type,
      HostBufferSemantics semantics = HostBufferSemantics::kCopy) const;
  template <typename T>
  absl::StatusOr<Buffer> BufferFromHost(
      std::span<const T> data, const BufferType& type,
      HostBufferSemantics semantics = HostBufferSemantics::kCopy) const {
    return BufferFromHost(std::as_bytes(data), type, semantics);
  }

  // A buffer on device 0 whose contents nobody has set: no byte of it is touched, so that a large
  // one costs memory only as programs write to it. Unimplemented on a plugin without such buffers.
  absl::StatusOr<Buffer> UninitializedBuffer(const BufferType& type) const;

  // StableHLO text -> executable. `arguments` must be what the text's @main declares, in order.
  // Seconds for a model; safe to call from several threads at once.
  absl::StatusOr<std::unique_ptr<Executable>> Compile(std::string_view text,
                                                      std::vector<ArgumentSpec> arguments,
                                                      const CompileOptions& options = {}) const;
  // The inverse of Executable::Serialize, for bytes of the same plugin file on the same CPU type.
  // Bytes from elsewhere may crash a plugin: check an identity of your own first.
  absl::StatusOr<std::unique_ptr<Executable>> Deserialize(
      std::string_view bytes, std::vector<ArgumentSpec> arguments) const;

 private:
  Client(const Plugin& plugin, PJRT_Client* client);
  absl::Status ReadIdentity();

  const Plugin& plugin_;
  const Api& api_;
  PJRT_Client* client_;
  std::string platform_name_;
  std::string platform_version_;
  std::vector<Device> devices_;
};

}  // namespace rung::pjrt
