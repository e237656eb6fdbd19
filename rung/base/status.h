// Status helpers. Every fallible function of the project returns absl::Status or absl::StatusOr;
// the message names the thing, the value and the way out. Messages are built with fmt.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace rung {

template <typename... Args>
absl::Status InvalidArgument(fmt::format_string<Args...> format, Args&&... args) {
  return absl::InvalidArgumentError(fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
absl::Status NotFound(fmt::format_string<Args...> format, Args&&... args) {
  return absl::NotFoundError(fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
absl::Status FailedPrecondition(fmt::format_string<Args...> format, Args&&... args) {
  return absl::FailedPreconditionError(fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
absl::Status ResourceExhausted(fmt::format_string<Args...> format, Args&&... args) {
  return absl::ResourceExhaustedError(fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
absl::Status Unimplemented(fmt::format_string<Args...> format, Args&&... args) {
  return absl::UnimplementedError(fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
absl::Status Internal(fmt::format_string<Args...> format, Args&&... args) {
  return absl::InternalError(fmt::format(format, std::forward<Args>(args)...));
}

// The message of `status` as a std::string_view (Debian's absl has a string_view of its own).
inline std::string_view Message(const absl::Status& status) {
  return {status.message().data(), status.message().size()};
}

// Same code, message prefixed with "<context>: ".
absl::Status Annotate(const absl::Status& status, std::string_view context);

}  // namespace rung

#define RUNG_STATUS_CONCAT_INNER(a, b) a##b
#define RUNG_STATUS_CONCAT(a, b) RUNG_STATUS_CONCAT_INNER(a, b)

// Returns from the enclosing function when `expr` (an absl::Status) is not OK.
#define RUNG_RETURN_IF_ERROR(expr)                              \
  do {                                                          \
    if (absl::Status rung_status = (expr); !rung_status.ok()) { \
      return rung_status;                                       \
    }                                                           \
  } while (false)

// RUNG_ASSIGN_OR_RETURN(auto x, Make()): declares or assigns x, or returns the error.
#define RUNG_ASSIGN_OR_RETURN(lhs, expr) \
  RUNG_ASSIGN_OR_RETURN_IMPL(RUNG_STATUS_CONCAT(rung_statusor_, __LINE__), lhs, expr)
#define RUNG_ASSIGN_OR_RETURN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                               \
  if (!tmp.ok()) return tmp.status();              \
  lhs = std::move(tmp).value()
