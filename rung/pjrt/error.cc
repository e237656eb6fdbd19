#include "rung/pjrt/error.h"

#include <fmt/format.h>

#include "rung/base/utf8.h"

namespace rung::pjrt {
namespace {

constexpr size_t kMaxMessageLength = 2000;

// PJRT numbers its codes as absl does; anything else is a plugin's bug and reads as unknown.
absl::StatusCode ToStatusCode(PJRT_Error_Code code) {
  const int value = static_cast<int>(code);
  if (value < 1 || value > 16) return absl::StatusCode::kUnknown;
  return static_cast<absl::StatusCode>(value);
}

}  // namespace

std::string OneLine(std::string_view text, size_t max_length) {
  std::string line;
  bool blank = false;
  for (char c : text) {
    if (c == '\n' || c == '\r' || c == '\t' || c == ' ') {
      blank = true;
      continue;
    }
    if (blank && !line.empty()) line += ' ';
    blank = false;
    line += c;
    if (line.size() > max_length) break;
  }
  return Shortened(line, max_length);
}

absl::Status ConsumeError(const PJRT_Api& api, PJRT_Error* error, std::string_view entry) {
  if (error == nullptr) return absl::OkStatus();
  PJRT_Error_Message_Args message = {};
  message.struct_size = PJRT_Error_Message_Args_STRUCT_SIZE;
  message.error = error;
  api.PJRT_Error_Message(&message);

  PJRT_Error_GetCode_Args code = {};
  code.struct_size = PJRT_Error_GetCode_Args_STRUCT_SIZE;
  code.error = error;
  code.code = PJRT_Error_Code_UNKNOWN;
  PJRT_Error* code_error = api.PJRT_Error_GetCode(&code);

  const std::string text = OneLine(
      {message.message == nullptr ? "" : message.message, message.message_size}, kMaxMessageLength);
  for (PJRT_Error* owned : {error, code_error}) {
    PJRT_Error_Destroy_Args destroy = {};
    destroy.struct_size = PJRT_Error_Destroy_Args_STRUCT_SIZE;
    destroy.error = owned;
    if (owned != nullptr) api.PJRT_Error_Destroy(&destroy);
  }
  return absl::Status(ToStatusCode(code.code), fmt::format("{}: {}", entry, text));
}

}  // namespace rung::pjrt
