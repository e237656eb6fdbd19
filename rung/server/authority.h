// The host and port of a URL or a Host header (RFC 3986 3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rung::server {

struct Authority {
  std::string host;  // lower case, without brackets, zone and final dot
  std::string port;  // digits; empty: none given
};

// "Example.org.:8080", "[::1]"; nothing when `text` is no host with or without a port. User names
// are refused.
std::optional<Authority> ParseAuthority(std::string_view text);

// localhost, *.localhost, 127.0.0.0/8 and ::1: no name that someone else could resolve to here.
bool NamesLoopback(const Authority& authority);

// "http://HOST:PORT" of an address or a name as people type it: IPv6 goes into brackets.
std::string HttpUrl(std::string_view host, uint16_t port);

// `host` without the brackets that URLs want around IPv6 addresses.
std::string_view WithoutBrackets(std::string_view host);

// ASCII letters alone.
std::string Lower(std::string_view text);

}  // namespace rung::server
