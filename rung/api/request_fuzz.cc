// Any body of a request: an error in one line of valid UTF-8, or a request.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "rung/api/completion_request.h"
#include "rung/api/tokenize.h"
#include "rung/base/status.h"
#include "rung/base/utf8.h"

namespace {

template <typename T>
void CheckError(const absl::StatusOr<T>& parsed) {
  if (parsed.ok()) return;
  const std::string_view message = rung::Message(parsed.status());
  if (rung::FirstInvalidUtf8(message) || message.find('\n') != std::string_view::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int64_t kDepth = 64;
  constexpr int64_t kVocab = 49152;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  CheckError(rung::api::ParseCompletionRequest(body, kDepth));
  CheckError(rung::api::ParseTokenizeRequest(body, kDepth));
  CheckError(rung::api::ParseDetokenizeRequest(body, kDepth, kVocab));
  return 0;
}
