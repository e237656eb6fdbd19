#include "rung/pjrt/executable.h"

#include <algorithm>

#include "rung/pjrt/api_call.h"
#include "rung/pjrt/element_type.h"
#include "rung/pjrt/live_objects.h"

namespace rung::pjrt {

Executable::Executable(const Api* api, PJRT_LoadedExecutable* loaded,
                       std::vector<ArgumentSpec> arguments)
    : api_(api), loaded_(loaded), arguments_(std::move(arguments)) {
  internal::CountObject(internal::ObjectKind::kExecutable, 1);
}

Executable::~Executable() {
  if (executable_ != nullptr) {
    PJRT_Executable_Destroy_Args args = {};
    args.executable = executable_;
    (void)RUNG_PJRT_CALL(*api_, PJRT_Executable_Destroy, args);
  }
  PJRT_LoadedExecutable_Destroy_Args args = {};
  args.executable = loaded_;
  (void)RUNG_PJRT_CALL(*api_, PJRT_LoadedExecutable_Destroy, args);
  internal::CountObject(internal::ObjectKind::kExecutable, -1);
}

absl::StatusOr<std::unique_ptr<Executable>> Executable::Create(
    const Api* api, PJRT_LoadedExecutable* loaded, std::vector<ArgumentSpec> arguments) {
  auto executable = std::unique_ptr<Executable>(new Executable(api, loaded, std::move(arguments)));
  PJRT_LoadedExecutable_GetExecutable_Args args = {};
  args.loaded_executable = loaded;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api, PJRT_LoadedExecutable_GetExecutable, args));
  executable->executable_ = args.executable;
  RUNG_RETURN_IF_ERROR(executable->ReadResultTypes());
  return executable;
}

absl::Status Executable::ReadResultTypes() {
  PJRT_Executable_NumOutputs_Args count = {};
  count.executable = executable_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_NumOutputs, count));
  PJRT_Executable_OutputElementTypes_Args types = {};
  types.executable = executable_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_OutputElementTypes, types));
  PJRT_Executable_OutputDimensions_Args dims = {};
  dims.executable = executable_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_OutputDimensions, dims));
  if (types.num_output_types != count.num_outputs || dims.num_outputs != count.num_outputs) {
    return Internal("the plugin reports {} results, {} result types and {} result shapes",
                    count.num_outputs, types.num_output_types, dims.num_outputs);
  }
  const int64_t* next = dims.dims;
  for (size_t i = 0; i < count.num_outputs; ++i) {
    const std::optional<DType> dtype = FromPjrt(types.output_types[i]);
    if (!dtype.has_value()) {
      return Unimplemented("result {} has PJRT element type {}, which is not used here", i,
                           static_cast<int>(types.output_types[i]));
    }
    BufferType type{*dtype, std::vector<int64_t>(next, next + dims.dim_sizes[i])};
    next += dims.dim_sizes[i];
    result_types_.push_back(std::make_shared<const BufferType>(std::move(type)));
  }
  return absl::OkStatus();
}

absl::Status Executable::CheckArguments(std::span<const Buffer* const> arguments) const {
  if (arguments.size() != arguments_.size()) {
    return InvalidArgument("the program takes {} arguments, not {}", arguments_.size(),
                           arguments.size());
  }
  std::vector<PJRT_Buffer*> donated;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == nullptr || !*arguments[i]) {
      return InvalidArgument("argument {} is empty; the program takes {}", i,
                             arguments_[i].type.ToString());
    }
    if (arguments[i]->type() != arguments_[i].type) {
      return InvalidArgument("argument {} is {}; the program takes {}", i,
                             arguments[i]->type().ToString(), arguments_[i].type.ToString());
    }
    if (arguments_[i].donated) donated.push_back(arguments[i]->raw());
  }
  std::sort(donated.begin(), donated.end());
  if (std::adjacent_find(donated.begin(), donated.end()) != donated.end()) {
    return InvalidArgument("one buffer is passed as two donated arguments; each must have its own");
  }
  return absl::OkStatus();
}

absl::StatusOr<ExecuteResult> Executable::Execute(std::span<const Buffer* const> arguments,
                                                  const ExecuteOptions& options) const {
  RUNG_RETURN_IF_ERROR(CheckArguments(arguments));
  std::vector<PJRT_Buffer*> inputs(arguments.size());
  std::transform(arguments.begin(), arguments.end(), inputs.begin(),
                 [](const Buffer* buffer) { return buffer->raw(); });
  std::vector<PJRT_Buffer*> outputs(result_types_.size(), nullptr);
  PJRT_Event* done = nullptr;

  PJRT_ExecuteOptions execute_options = {};
  execute_options.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE;
  execute_options.non_donatable_input_indices = options.non_donatable.data();
  execute_options.num_non_donatable_input_indices = options.non_donatable.size();
  if (options.context != nullptr) execute_options.context = options.context->raw();

  PJRT_Buffer* const* const input_list = inputs.data();
  PJRT_Buffer** const output_list = outputs.data();
  PJRT_LoadedExecutable_Execute_Args args = {};
  args.executable = loaded_;
  args.options = &execute_options;
  args.argument_lists = &input_list;
  args.num_devices = 1;
  args.num_args = inputs.size();
  args.output_lists = &output_list;
  args.device_complete_events = &done;
  const absl::Status status = RUNG_PJRT_CALL(*api_, PJRT_LoadedExecutable_Execute, args);

  // Owned before the error is looked at, so that the failure path frees them too.
  ExecuteResult result{.done = Event(api_, done)};
  result.results.reserve(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    result.results.emplace_back(api_, outputs[i], result_types_[i]);
  }
  RUNG_RETURN_IF_ERROR(status);
  return result;
}

absl::StatusOr<CompiledMemoryStats> Executable::MemoryStats() const {
  PJRT_Executable_GetCompiledMemoryStats_Args args = {};
  args.executable = executable_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_GetCompiledMemoryStats, args));
  return CompiledMemoryStats{.generated_code_bytes = args.generated_code_size_in_bytes,
                             .argument_bytes = args.argument_size_in_bytes,
                             .output_bytes = args.output_size_in_bytes,
                             .alias_bytes = args.alias_size_in_bytes,
                             .temp_bytes = args.temp_size_in_bytes};
}

absl::StatusOr<std::string> Executable::OptimizedProgram() const {
  PJRT_Program program = {};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  PJRT_Executable_OptimizedProgram_Args args = {};
  args.executable = executable_;
  args.program = &program;
  // The first call gives the size, the second fills the bytes.
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_OptimizedProgram, args));
  std::string code(program.code_size, '\0');
  program.code = code.data();
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_OptimizedProgram, args));
  return code;
}

absl::StatusOr<std::string> Executable::Serialize() const {
  PJRT_Executable_Serialize_Args args = {};
  args.executable = executable_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Executable_Serialize, args));
  std::string bytes(args.serialized_bytes, args.serialized_bytes_size);
  args.serialized_executable_deleter(args.serialized_executable);
  return bytes;
}

}  // namespace rung::pjrt
