#include "rung/server/request_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "rung/base/typed_text.h"
#include "rung/server/authority.h"

namespace rung::server {
namespace {

HttpProblem BadRequest(std::string message) { return {.message = std::move(message)}; }

std::vector<std::string_view> Values(const Headers& fields, std::string_view name) {
  std::vector<std::string_view> values;
  for (const auto& [sent_name, value] : fields) {
    if (Lower(sent_name) == name) values.push_back(value);
  }
  return values;
}

std::string First(const Headers& fields, std::string_view name) {
  const std::vector<std::string_view> values = Values(fields, name);
  return values.empty() ? std::string() : std::string(values.front());
}

// The elements of a list that may stand in several fields, in lower case; empty ones do not count.
std::vector<std::string> ListOf(const Headers& fields, std::string_view name) {
  std::vector<std::string> elements;
  for (std::string_view value : Values(fields, name)) {
    for (std::string_view element : SplitFields(value, ',')) {
      if (!Trim(element).empty()) elements.push_back(Lower(Trim(element)));
    }
  }
  return elements;
}

bool Has(const std::vector<std::string>& list, std::string_view element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

std::string WithoutQuery(std::string_view target) {
  return std::string(target.substr(0, target.find('?')));
}

// RFC 9112 3.2: "/path?query", as proxies have it "http://host/path?query", "*" for OPTIONS.
std::optional<HttpProblem> ReadTarget(const SentHead& sent, RequestHead* head) {
  const std::string_view target = sent.target;
  if (sent.method == "CONNECT") {
    return HttpProblem{501, "CONNECT is not supported: this server is no proxy"};
  }
  if (target.starts_with('/') || (target == "*" && sent.method == "OPTIONS")) {
    head->path = WithoutQuery(target);
    return std::nullopt;
  }
  const size_t scheme_end = target.find("://");
  const std::string scheme = Lower(target.substr(0, std::min(scheme_end, target.size())));
  if (scheme_end == std::string_view::npos || (scheme != "http" && scheme != "https")) {
    return BadRequest(fmt::format(
        "the request target {} is neither a path nor an http URL: send one that begins with /",
        Quoted(target)));
  }
  const std::string_view rest = target.substr(scheme_end + 3);
  const size_t host_end = std::min(rest.find_first_of("/?"), rest.size());
  head->host = std::string(rest.substr(0, host_end));
  head->path = WithoutQuery(rest.substr(host_end));
  if (head->path.empty()) head->path.push_back(sent.method == "OPTIONS" ? '*' : '/');
  if (ParseAuthority(head->host)) return std::nullopt;
  return BadRequest(fmt::format("the request target {} names no host", Quoted(target)));
}

// RFC 9112 3.2: exactly one in HTTP/1.1, and never more or one that is no host.
std::optional<HttpProblem> ReadHost(const SentHead& sent, RequestHead* head) {
  const std::vector<std::string_view> hosts = Values(sent.fields, "host");
  if (hosts.size() > 1) {
    return BadRequest(fmt::format("the request has {} Host headers: send one", hosts.size()));
  }
  if (hosts.empty()) {
    if (sent.version < 11) return std::nullopt;
    return BadRequest("the request has no Host header, and HTTP/1.1 wants one");
  }
  if (!hosts.front().empty() && !ParseAuthority(hosts.front())) {
    return BadRequest(fmt::format("the Host header {} is no host", Quoted(hosts.front())));
  }
  if (head->host.empty()) head->host = std::string(hosts.front());
  return std::nullopt;
}

// RFC 9112 6.1. A body whose end is not known could hide another request.
std::optional<HttpProblem> CheckCoding(const SentHead& sent) {
  if (Values(sent.fields, "transfer-encoding").empty()) return std::nullopt;
  const std::vector<std::string> codings = ListOf(sent.fields, "transfer-encoding");
  if (sent.version < 11) return BadRequest("HTTP/1.0 has no Transfer-Encoding");
  if (codings == std::vector<std::string>{"chunked"}) return std::nullopt;
  const auto chunked = std::find(codings.begin(), codings.end(), "chunked");
  if (codings.empty() || (chunked != codings.end() && chunked + 1 != codings.end())) {
    return BadRequest("the last Transfer-Encoding must be chunked, once");
  }
  return HttpProblem{501, "of Transfer-Encoding only chunked is supported: send the body as it is"};
}

std::optional<HttpProblem> CheckExpectation(const SentHead& sent) {
  if (sent.version < 11) return std::nullopt;  // it knows none
  for (const std::string& expectation : ListOf(sent.fields, "expect")) {
    if (expectation == "100-continue") continue;
    return HttpProblem{
        417, fmt::format("Expect: {} is not supported: leave it out, or send 100-continue",
                         Quoted(expectation))};
  }
  return std::nullopt;
}

bool IsPersistent(const SentHead& sent) {
  const std::vector<std::string> options = ListOf(sent.fields, "connection");
  if (Has(options, "close")) return false;
  return sent.version >= 11 || Has(options, "keep-alive");
}

}  // namespace

CheckedHead ReadHead(const SentHead& sent) {
  CheckedHead read{
      .version = sent.version,
      .is_persistent = IsPersistent(sent),
      .expects_continue = sent.version >= 11 && Has(ListOf(sent.fields, "expect"), "100-continue")};
  RequestHead& head = read.head;
  head.method = sent.method;
  head.content_type = First(sent.fields, "content-type");
  head.content_encoding = First(sent.fields, "content-encoding");
  head.authorization = First(sent.fields, "authorization");
  head.origin = First(sent.fields, "origin");
  head.request_id = First(sent.fields, "x-request-id");
  head.access_control_request_method = First(sent.fields, "access-control-request-method");
  head.access_control_request_headers = First(sent.fields, "access-control-request-headers");
  read.problem = ReadTarget(sent, &head);
  if (!read.problem) read.problem = ReadHost(sent, &head);
  if (!read.problem) read.problem = CheckCoding(sent);
  if (!read.problem) read.problem = CheckExpectation(sent);
  return read;
}

bool NamesOtherVersion(std::string_view bytes) {
  constexpr std::string_view kPattern = " HTTP/d.d";
  const std::string_view line = bytes.substr(0, bytes.find("\r\n"));
  if (line.size() == bytes.size() || line.size() < kPattern.size()) return false;
  const std::string_view version = line.substr(line.size() - kPattern.size());
  for (size_t i = 0; i < kPattern.size(); ++i) {
    const bool is_digit = version[i] >= '0' && version[i] <= '9';
    if (kPattern[i] == 'd' ? !is_digit : version[i] != kPattern[i]) return false;
  }
  return !version.ends_with("/1.0") && !version.ends_with("/1.1");
}

}  // namespace rung::server
