#include "rung/server/authority.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>

#include "rung/base/typed_text.h"

namespace rung::server {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// unreserved, sub-delims and the percent sign.
bool IsNameCharacter(char c) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=%";
  return IsDigit(c) || (c >= 'a' && c <= 'z') || kMarks.find(c) != std::string_view::npos;
}

bool IsIpv6(const std::string& host) {
  in6_addr address;
  return inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

bool IsPort(std::string_view port) {
  if (port.empty()) return true;  // "localhost:"
  const std::optional<int64_t> value = ParseDecimal(port);
  return value && *value <= 65535;
}

// The length of the host that `text` begins with, brackets included; nothing when those do not end.
std::optional<size_t> HostLength(std::string_view text) {
  if (!text.starts_with('[')) return std::min(text.find(':'), text.size());
  const size_t end = text.find(']');
  if (end == std::string_view::npos) return std::nullopt;
  return end + 1;
}

}  // namespace

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string_view WithoutBrackets(std::string_view host) {
  const bool has_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
  return has_brackets ? host.substr(1, host.size() - 2) : host;
}

std::optional<Authority> ParseAuthority(std::string_view text) {
  const std::optional<size_t> length = HostLength(text);
  if (!length) return std::nullopt;
  std::string_view port = text.substr(*length);
  if (!port.empty() && port.front() != ':') return std::nullopt;
  if (!port.empty()) port.remove_prefix(1);
  if (!IsPort(port)) return std::nullopt;

  const std::string_view sent = text.substr(0, *length);
  Authority authority{.host = Lower(WithoutBrackets(sent)), .port = std::string(port)};
  std::string& host = authority.host;
  if (sent.starts_with('[')) {
    host.resize(std::min(host.find('%'), host.size()));  // the zone
    if (!IsIpv6(host)) return std::nullopt;
    return authority;
  }
  if (host.ends_with('.')) host.pop_back();
  if (host.empty() || !std::all_of(host.begin(), host.end(), IsNameCharacter)) return std::nullopt;
  return authority;
}

bool NamesLoopback(const Authority& authority) {
  const std::string& host = authority.host;
  if (host == "localhost" || host.ends_with(".localhost")) return true;
  in_addr v4;
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  in6_addr v6;
  if (inet_pton(AF_INET6, host.c_str(), &v6) != 1) return false;
  return IN6_IS_ADDR_LOOPBACK(&v6) || (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == 127);
}

std::string HttpUrl(std::string_view host, uint16_t port) {
  host = WithoutBrackets(host);
  if (host.find(':') == std::string_view::npos) return fmt::format("http://{}:{}", host, port);
  const size_t zone = host.find('%');
  if (zone == std::string_view::npos) return fmt::format("http://[{}]:{}", host, port);
  return fmt::format("http://[{}%25{}]:{}", host.substr(0, zone), host.substr(zone + 1), port);
}

}  // namespace rung::server
