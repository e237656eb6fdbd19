// RAII over PJRT_LoadedExecutable: a compiled program on device 0.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/pjrt/buffer.h"
#include "rung/pjrt/buffer_type.h"
#include "rung/pjrt/event.h"
#include "rung/pjrt/execute_context.h"

struct PJRT_Executable;
struct PJRT_LoadedExecutable;

namespace rung::pjrt {

// One argument of a program, as its text declares it. PJRT cannot be asked for it, and XLA aborts
// the process on a wrong count, so whoever compiles says it and Execute checks it.
struct ArgumentSpec {
  BufferType type;
  bool donated = false;  // has tf.aliasing_output: the buffer is gone after Execute
};

// Bytes a program needs, from the compiler.
struct CompiledMemoryStats {
  int64_t generated_code_bytes = 0;
  int64_t argument_bytes = 0;
  int64_t output_bytes = 0;
  int64_t alias_bytes = 0;  // part of the output that lies in donated arguments
  int64_t temp_bytes = 0;
};

struct ExecuteOptions {
  // Arguments that keep their buffer although the program aliases them: their value is copied.
  std::vector<int64_t> non_donatable;
  // What custom calls of the program see; not owned, may be null.
  const ExecuteContext* context = nullptr;
};

struct ExecuteResult {
  std::vector<Buffer> results;
  Event done;  // carries the error of a computation that failed after Execute had returned
};

// Owns the executable. Must not outlive its Client. Thread-safe: several threads may execute, and
// others compile meanwhile; what must not be shared is a donated buffer.
class Executable {
 public:
  // Takes ownership of `loaded`. Client calls this.
  static absl::StatusOr<std::unique_ptr<Executable>> Create(const Api* api,
                                                            PJRT_LoadedExecutable* loaded,
                                                            std::vector<ArgumentSpec> arguments);
  ~Executable();
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  const std::vector<ArgumentSpec>& arguments() const { return arguments_; }
  const std::vector<std::shared_ptr<const BufferType>>& result_types() const {
    return result_types_;
  }

  // Starts the program on the device it was compiled for. InvalidArgument, before anything is
  // touched, for a wrong number of arguments, a wrong type (naming the argument), an empty buffer
  // or one buffer donated twice. When an error comes from the plugin the donated buffers may be
  // gone. Costs about 0.3 us per argument over the computation.
  absl::StatusOr<ExecuteResult> Execute(std::span<const Buffer* const> arguments,
                                        const ExecuteOptions& options = {}) const;

  absl::StatusOr<CompiledMemoryStats> MemoryStats() const;
  // The optimized module as a serialized xla.HloModuleProtoWithConfig or xla.HloModuleProto;
  // see hlo_proto.h.
  absl::StatusOr<std::string> OptimizedProgram() const;
  // Native code for this machine and plugin; Client::Deserialize takes it back. Unimplemented where
  // the plugin cannot.
  absl::StatusOr<std::string> Serialize() const;

 private:
  Executable(const Api* api, PJRT_LoadedExecutable* loaded, std::vector<ArgumentSpec> arguments);
  absl::Status ReadResultTypes();
  absl::Status CheckArguments(std::span<const Buffer* const> arguments) const;

  const Api* api_;
  PJRT_LoadedExecutable* loaded_;
  PJRT_Executable* executable_ = nullptr;
  std::vector<ArgumentSpec> arguments_;
  std::vector<std::shared_ptr<const BufferType>> result_types_;
};

}  // namespace rung::pjrt
