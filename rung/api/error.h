// What goes wrong with a request, as OpenAI's clients expect to be told.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "rung/base/status.h"

namespace rung::api {

// One error response: {"error":{"message","type","param","code"}}.
struct Error {
  int http_status = 500;
  std::string message;
  std::string type;                  // "invalid_request_error", ...
  std::optional<std::string> param;  // the field at fault
  std::string code;                  // "context_length_exceeded", ...; empty: null
  int retry_after_seconds = 0;       // above 0: a Retry-After header
};

// InvalidArgument about one field of the request; the field goes into `param`.
absl::Status FieldError(std::string_view field, std::string message);
// Unimplemented: a field that this server does not serve.
absl::Status UnsupportedField(std::string_view field, std::string message);
// NotFound with code model_not_found.
absl::Status UnknownModel(std::string_view model, std::string_view served);

// Status -> response. A refusal of capacity becomes 400 context_length_exceeded; ResourceExhausted
// 429 and Unavailable 503, both with Retry-After; DeadlineExceeded 504; InvalidArgument, OutOfRange
// and Unimplemented 400; NotFound 404; everything else is our bug: 500.
Error ErrorFrom(const absl::Status& status);

// An error that the HTTP layer finds by itself. `type` follows from the status code.
Error HttpError(int http_status, std::string message, std::string code = "");

std::string ErrorBody(const Error& error);

}  // namespace rung::api
