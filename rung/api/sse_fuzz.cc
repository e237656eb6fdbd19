// Any text as a server-sent event: one line that a client's JSON parser gives back as it was.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "nlohmann/json.hpp"
#include "rung/api/completion_response.h"
#include "rung/base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  rung::api::ResponseHead head;
  head.model = text;
  rung::api::CompletionChoice choice;
  choice.text = text;
  const std::string event = rung::api::CompletionChunks(head, /*null_usage=*/false).Make(choice);
  constexpr std::string_view kBegin = "data: ";
  if (!event.starts_with(kBegin) || event.find('\n') != event.size() - 2 ||
      rung::FirstInvalidUtf8(event)) {
    std::abort();
  }
  const auto json = nlohmann::json::parse(event.substr(kBegin.size()), nullptr,
                                          /*allow_exceptions=*/false);
  if (!json.is_object()) std::abort();
  if (!rung::FirstInvalidUtf8(text) && json["choices"][0]["text"] != text) std::abort();
  return 0;
}
