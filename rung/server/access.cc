#include "rung/server/access.h"

#include <algorithm>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::server {
namespace {

constexpr std::string_view kAny = "*";
constexpr std::string_view kLoopback = "loopback";
constexpr std::string_view kNone = "none";

bool Contains(const std::vector<std::string>& list, std::string_view value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Takes the same time wherever the difference lies.
bool EqualsInConstantTime(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^
                  static_cast<unsigned char>(b.empty() ? 0 : b[i % b.size()]);
  }
  return difference == 0;
}

// "http://localhost:3000"; "null", which sandboxed pages of any site have, is none.
bool IsLoopbackOrigin(std::string_view origin) {
  const std::string lower = Lower(origin);
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!lower.starts_with(scheme)) continue;
    const auto authority = ParseAuthority(std::string_view(lower).substr(scheme.size()));
    return authority && NamesLoopback(*authority);
  }
  return false;
}

// Browsers leave the port of the scheme out.
bool PortFits(const std::string& allowed, const std::string& sent) {
  if (allowed.empty() || allowed == sent) return true;
  return sent.empty() && (allowed == "80" || allowed == "443");
}

absl::StatusOr<Authority> ReadAllowedHost(const std::string& text) {
  // An IPv6 address needs no brackets here.
  const bool bare_ipv6 = std::count(text.begin(), text.end(), ':') > 1 && !text.starts_with('[');
  const auto authority = ParseAuthority(bare_ipv6 ? "[" + text + "]" : text);
  if (authority) return *authority;
  return InvalidArgument(
      "--allowed-host {}: must be a host name or an address, with or without :PORT, or *",
      Quoted(text));
}

}  // namespace

absl::StatusOr<AccessOptions> MakeAccess(std::vector<std::string> api_keys,
                                         std::vector<std::string> cors_origins,
                                         const std::vector<std::string>& allowed_hosts,
                                         bool on_loopback) {
  AccessOptions access;
  access.api_keys = std::move(api_keys);
  access.cors_origins = std::move(cors_origins);
  if (access.cors_origins.empty())
    access.cors_origins = {std::string(on_loopback ? kLoopback : kAny)};
  std::erase(access.cors_origins, kNone);
  access.check_host = (on_loopback || !allowed_hosts.empty()) && !Contains(allowed_hosts, kAny);
  for (const std::string& host : allowed_hosts) {
    if (host == kAny) continue;
    RUNG_ASSIGN_OR_RETURN(access.allowed_hosts.emplace_back(), ReadAllowedHost(host));
  }
  return access;
}

bool HasKey(const RequestHead& head, const AccessOptions& access) {
  constexpr std::string_view kScheme = "bearer ";
  if (Lower(std::string_view(head.authorization).substr(0, kScheme.size())) != kScheme)
    return false;
  const std::string_view given = std::string_view(head.authorization).substr(kScheme.size());
  bool found = false;
  for (const std::string& key : access.api_keys) found = EqualsInConstantTime(given, key) || found;
  return found && !given.empty();
}

bool IsHostAllowed(const RequestHead& head, const AccessOptions& access) {
  if (!access.check_host || head.host.empty()) return true;
  const auto sent = ParseAuthority(head.host);
  if (!sent) return false;
  if (NamesLoopback(*sent)) return true;
  return std::any_of(access.allowed_hosts.begin(), access.allowed_hosts.end(),
                     [&](const Authority& allowed) {
                       return allowed.host == sent->host && PortFits(allowed.port, sent->port);
                     });
}

bool IsOriginAllowed(const RequestHead& head, const AccessOptions& access) {
  const std::vector<std::string>& allowed = access.cors_origins;
  if (head.origin.empty()) return false;
  return Contains(allowed, kAny) || Contains(allowed, head.origin) ||
         (Contains(allowed, kLoopback) && IsLoopbackOrigin(head.origin));
}

Headers CorsHeaders(const RequestHead& head, const AccessOptions& access) {
  if (access.cors_origins.empty()) return {};
  // Caches keep one answer for all pages only where it is the same for all, and for no page.
  const bool any = Contains(access.cors_origins, kAny);
  Headers headers;
  if (!any) headers.emplace_back("Vary", "Origin");
  if (!any && !IsOriginAllowed(head, access)) return headers;
  headers.emplace_back("Access-Control-Allow-Origin", any ? std::string(kAny) : head.origin);
  headers.emplace_back("Access-Control-Expose-Headers", "X-Request-Id");
  return headers;
}

}  // namespace rung::server
