#include "rung/ffi/probe.h"

#include <span>

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/ffi/kernel_state.h"
#include "rung/hlo/custom_call.h"
#include "rung/hlo/graph_builder.h"

namespace rung::ffi {

absl::Status ProbeKernels(const pjrt::Client& client) {
  KernelState state(/*threads=*/1, /*inverse_frequencies=*/{});
  RUNG_ASSIGN_OR_RETURN(const pjrt::ExecuteContext context,
                        MakeExecuteContext(client.plugin(), &state));
  const hlo::TensorType type{DType::kF32, {1}};
  hlo::GraphBuilder graph("probe");
  const hlo::Value x = graph.Argument("x", type);
  RUNG_ASSIGN_OR_RETURN(
      const std::string text,
      graph.Finish(hlo::CustomCall(kProbeCall, {&x, 1}, std::span(&type, 1))));
  RUNG_ASSIGN_OR_RETURN(const auto executable, client.Compile(text, {{{type.dtype, type.dims}}}));
  const float input = 41;
  RUNG_ASSIGN_OR_RETURN(const pjrt::Buffer argument,
                        client.BufferFromHost(std::span(&input, 1), {type.dtype, type.dims}));
  const pjrt::Buffer* const arguments[] = {&argument};
  RUNG_ASSIGN_OR_RETURN(const pjrt::ExecuteResult result,
                        executable->Execute(arguments, {.context = &context}));
  RUNG_RETURN_IF_ERROR(result.done.Await());
  float output = 0;
  RUNG_RETURN_IF_ERROR(result.results[0].ToHost(std::span(&output, 1)));
  if (output != 42) return Internal("the probe call gave {} instead of 42", output);
  return absl::OkStatus();
}

}  // namespace rung::ffi
