#include "rung/ffi/probe.h"

#include <span>

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/ffi/kernel_state.h"
#include "rung/ffi/registration.h"
#include "rung/hlo/custom_call.h"
#include "rung/hlo/graph_builder.h"

namespace rung::ffi {
namespace {

const hlo::TensorType& ProbeType() {
  static const hlo::TensorType type{DType::kF32, {1}};
  return type;
}

}  // namespace

absl::StatusOr<std::string> ProbeText() {
  hlo::GraphBuilder graph("probe");
  const hlo::Value x = graph.Argument("x", ProbeType());
  return graph.Finish(hlo::CustomCall(kProbeCall, {&x, 1}, {&ProbeType(), 1}));
}

std::vector<pjrt::ArgumentSpec> ProbeArguments() {
  return {{.type = {ProbeType().dtype, ProbeType().dims}}};
}

absl::Status RunProbe(const pjrt::Client& client, const pjrt::Executable& probe) {
  KernelState state(/*threads=*/1, /*inverse_frequencies=*/{});
  RUNG_ASSIGN_OR_RETURN(const pjrt::ExecuteContext context,
                        MakeExecuteContext(client.plugin(), &state));
  const float input = 41;
  RUNG_ASSIGN_OR_RETURN(
      const pjrt::Buffer argument,
      client.BufferFromHost(std::span(&input, 1), {ProbeType().dtype, ProbeType().dims}));
  const pjrt::Buffer* const arguments[] = {&argument};
  RUNG_ASSIGN_OR_RETURN(const pjrt::ExecuteResult result,
                        probe.Execute(arguments, {.context = &context}));
  RUNG_RETURN_IF_ERROR(result.done.Await());
  float output = 0;
  RUNG_RETURN_IF_ERROR(result.results[0].ToHost(std::span(&output, 1)));
  if (output != 42) return Internal("the probe call gave {} instead of 42", output);
  return absl::OkStatus();
}

absl::Status ProbeKernels(const pjrt::Client& client) {
  RUNG_RETURN_IF_ERROR(RegisterKernels(client.plugin()));
  RUNG_ASSIGN_OR_RETURN(const std::string text, ProbeText());
  RUNG_ASSIGN_OR_RETURN(const auto executable, client.Compile(text, ProbeArguments()));
  return RunProbe(client, *executable);
}

}  // namespace rung::ffi
