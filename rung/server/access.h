// Who may use the server: API keys, the hosts it answers for, and the pages that may read it. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/server/authority.h"
#include "rung/server/http_types.h"

namespace rung::server {

// A browser shows a page's script what a server says when CORS allows its origin, or when the page
// came from "the same" host: a name that was made to resolve to this machine (DNS rebinding). So a
// server that only this machine reaches tells no other origin and no other host a thing.
struct AccessOptions {
  std::vector<std::string> api_keys;      // empty: open to everyone
  std::vector<std::string> cors_origins;  // "*": any; "loopback": this machine's; empty: none
  bool check_host = false;                // a request must be meant for the loopback or for one of
  std::vector<Authority> allowed_hosts;   // these; one without a port: at any port
};

// What `--cors-origin` and `--allowed-host` come to. Where they are not given, a server that
// listens `on_loopback` lets in its own alone, and any other everyone. InvalidArgument names a bad
// host.
absl::StatusOr<AccessOptions> MakeAccess(std::vector<std::string> api_keys,
                                         std::vector<std::string> cors_origins,
                                         const std::vector<std::string>& allowed_hosts,
                                         bool on_loopback);

// Whether the request carries one of the keys; false where there are none.
bool HasKey(const RequestHead& head, const AccessOptions& access);

// Whether the request is meant for a host that this server answers for. Pages cannot leave their
// host out, so that requests without one pass.
bool IsHostAllowed(const RequestHead& head, const AccessOptions& access);

// Whether pages of the request's origin may read the answer.
bool IsOriginAllowed(const RequestHead& head, const AccessOptions& access);

// The headers that tell a browser so.
Headers CorsHeaders(const RequestHead& head, const AccessOptions& access);

}  // namespace rung::server
