// Which endpoint a request is for, and what is refused by its head alone. Pure: no sockets, no JSON
// in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rung/server/access.h"
#include "rung/server/http_types.h"
#include "rung/server/route.h"

namespace rung::server {

// The endpoint, or the answer: an OPTIONS preflight, 401, 403, 404, 405 with Allow or 415.
// Keys are checked after the path, so that / and /health are open and preflights never need one.
std::variant<Route, Response> RouteRequest(const RequestHead& head, const AccessOptions& access);

// The paths there are, for people.
std::vector<std::string> ServedPaths();

// `id` if it is 1 to 128 letters, digits or . _ : -, else nothing: it goes into headers and logs.
std::optional<std::string> CleanRequestId(std::string_view id);

}  // namespace rung::server
