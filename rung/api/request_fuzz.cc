// Any body of a request: a request, or a refusal whose answer a client can read: one line of JSON,
// its message on one line, in whole characters.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "nlohmann/json.hpp"
#include "rung/api/completion_request.h"
#include "rung/api/error.h"
#include "rung/api/tokenize.h"
#include "rung/base/status.h"
#include "rung/base/utf8.h"

namespace {

constexpr std::string_view kReplacement = "\uFFFD";

// What a client may have sent as U+FFFD itself.
bool HoldsReplacement(std::string_view body) {
  return body.find(kReplacement) != std::string_view::npos ||
         body.find("\\uff") != std::string_view::npos ||
         body.find("\\uFF") != std::string_view::npos ||
         body.find("\\uFf") != std::string_view::npos ||
         body.find("\\ufF") != std::string_view::npos;
}

void Check(bool holds) {
  if (!holds) std::abort();
}

template <typename T>
void CheckError(const absl::StatusOr<T>& parsed, std::string_view body) {
  if (parsed.ok()) return;
  const std::string_view message = rung::Message(parsed.status());
  Check(!rung::FirstInvalidUtf8(message));
  Check(message.find_first_of("\r\n") == std::string_view::npos);
  Check(HoldsReplacement(body) || message.find(kReplacement) == std::string_view::npos);
  const rung::api::Error error = rung::api::ErrorFrom(parsed.status());
  Check(error.http_status == 400 && error.message == message);
  const std::string answer = rung::api::ErrorBody(error);
  Check(answer.find('\n') == std::string::npos);
  const auto json = nlohmann::json::parse(answer, nullptr, /*allow_exceptions=*/false);
  Check(json.is_object() && json["error"]["message"] == message);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int64_t kDepth = 64;
  constexpr int64_t kVocab = 49152;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  CheckError(rung::api::ParseCompletionRequest(body, kDepth), body);
  CheckError(rung::api::ParseTokenizeRequest(body, kDepth), body);
  CheckError(rung::api::ParseDetokenizeRequest(body, kDepth, kVocab), body);
  return 0;
}
