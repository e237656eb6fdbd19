#include "rung/api/error.h"

#include <nlohmann/json.hpp>

#include "absl/strings/cord.h"
#include "rung/base/typed_text.h"
#include "rung/context/admission.h"

namespace rung::api {
namespace {

constexpr char kParamPayload[] = "rung/param";
constexpr char kCodePayload[] = "rung/code";
constexpr int kQueueRetrySeconds = 1;
constexpr int kUnavailableRetrySeconds = 2;

std::optional<std::string> Payload(const absl::Status& status, const char* name) {
  const auto cord = status.GetPayload(name);
  if (!cord) return std::nullopt;
  return std::string(*cord);
}

std::string TypeOf(int http_status) {
  switch (http_status) {
    case 401:
    case 403:
      return "authentication_error";
    case 429:
      return "rate_limit_error";
    case 500:
      return "server_error";
    case 501:
      return "not_supported_error";
    case 503:
      return "unavailable_error";
    case 504:
      return "timeout_error";
    default:
      return "invalid_request_error";
  }
}

// Messages of engine::Validate begin with the field's name.
std::optional<std::string> FirstWordIfField(std::string_view message) {
  constexpr std::string_view kFields[] = {
      "temperature", "top_k",          "top_p",           "min_p", "repetition_penalty",
      "logit_bias",  "logprobs",       "max_tokens",      "stop",  "frequency_penalty",
      "min_tokens",  "stop_token_ids", "presence_penalty"};
  const std::string_view word = message.substr(0, message.find(' '));
  for (std::string_view field : kFields) {
    if (word == field) return std::string(field);
  }
  return std::nullopt;
}

}  // namespace

absl::Status FieldError(std::string_view field, std::string message) {
  absl::Status status = absl::InvalidArgumentError(message);
  status.SetPayload(kParamPayload, absl::Cord(std::string(field)));
  return status;
}

absl::Status UnsupportedField(std::string_view field, std::string message) {
  absl::Status status = absl::UnimplementedError(message);
  status.SetPayload(kParamPayload, absl::Cord(std::string(field)));
  status.SetPayload(kCodePayload, absl::Cord("unsupported_parameter"));
  return status;
}

absl::Status UnknownModel(std::string_view model, std::string_view served) {
  absl::Status status = NotFound("the model `{}` does not exist; this server has `{}`",
                                 ShortLine(model, 200), served);
  status.SetPayload(kParamPayload, absl::Cord("model"));
  status.SetPayload(kCodePayload, absl::Cord("model_not_found"));
  return status;
}

Error HttpError(int http_status, std::string message, std::string code) {
  Error error;
  error.http_status = http_status;
  error.message = std::move(message);
  error.type = TypeOf(http_status);
  error.code = std::move(code);
  if (http_status == 503) error.retry_after_seconds = kUnavailableRetrySeconds;
  if (http_status == 429) error.retry_after_seconds = kQueueRetrySeconds;
  return error;
}

Error ErrorFrom(const absl::Status& status) {
  const std::string message(Message(status));
  if (context::IsCapacityRefusal(status)) {
    Error error = HttpError(400, context::ClientMessage(status), "context_length_exceeded");
    error.param = "prompt";
    return error;
  }
  Error error;
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kUnimplemented:
      error = HttpError(400, message);
      break;
    case absl::StatusCode::kNotFound:
      error = HttpError(404, message);
      break;
    case absl::StatusCode::kResourceExhausted:
      error = HttpError(429, message, "queue_full");
      break;
    case absl::StatusCode::kDeadlineExceeded:
      error = HttpError(504, message, "request_timeout");
      break;
    case absl::StatusCode::kUnavailable:
      error = HttpError(503, message, "unavailable");
      break;
    default:
      error = HttpError(500, message);
  }
  error.param = Payload(status, kParamPayload);
  if (!error.param && error.http_status == 400) error.param = FirstWordIfField(message);
  if (const auto code = Payload(status, kCodePayload)) error.code = *code;
  return error;
}

std::string ErrorBody(const Error& error) {
  nlohmann::ordered_json body = {
      {"error",
       {{"message", error.message}, {"type", error.type}, {"param", nullptr}, {"code", nullptr}}}};
  if (error.param) body["error"]["param"] = *error.param;
  if (!error.code.empty()) body["error"]["code"] = error.code;
  // Messages may quote what a client sent: never let a stray byte make the body invalid.
  return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace rung::api
