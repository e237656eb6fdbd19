// api::Error -> the response that carries it.
#pragma once

#include "rung/api/error.h"
#include "rung/server/http_types.h"

namespace rung::server {

inline Response ErrorToResponse(const api::Error& error) {
  Response response;
  response.status = error.http_status;
  if (error.retry_after_seconds > 0) {
    response.headers.emplace_back("Retry-After", std::to_string(error.retry_after_seconds));
  }
  response.body = api::ErrorBody(error);
  response.refusal = Refusal{.code = error.code, .message = error.message, .cancelled_by = ""};
  return response;
}

}  // namespace rung::server
