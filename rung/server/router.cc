#include "rung/server/router.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rung/api/error.h"
#include "rung/base/typed_text.h"
#include "rung/base/utf8.h"
#include "rung/server/error_response.h"

namespace rung::server {
namespace {

struct PathRule {
  std::string_view path;
  Endpoint endpoint;
  std::string_view method;
  bool open = false;  // no key needed
};
constexpr PathRule kPaths[] = {
    {"/", Endpoint::kRoot, "GET", true},
    {"/health", Endpoint::kHealth, "GET", true},
    {"/metrics", Endpoint::kMetrics, "GET"},
    {"/v1/models", Endpoint::kModels, "GET"},
    {"/v1/completions", Endpoint::kCompletions, "POST"},
    {"/v1/chat/completions", Endpoint::kNotServedYet, "POST"},
    {"/tokenize", Endpoint::kTokenize, "POST"},
    {"/detokenize", Endpoint::kDetokenize, "POST"},
};
constexpr std::string_view kModelPrefix = "/v1/models/";
constexpr PathRule kModelRule{kModelPrefix, Endpoint::kModel, "GET"};

const PathRule* FindPath(std::string_view path) {
  if (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  for (const PathRule& rule : kPaths) {
    if (rule.path == path) return &rule;
  }
  if (path.starts_with(kModelPrefix) && path.size() > kModelPrefix.size()) return &kModelRule;
  return nullptr;
}

// "/v1/models/a%2Fb" -> "a/b"; a bad escape stays as it is.
std::string PercentDecoded(std::string_view text) {
  const auto hex = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 2]) >= 0) {
      decoded.push_back(static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2])));
      i += 2;
    } else {
      decoded.push_back(text[i]);
    }
  }
  return decoded;
}

// application/json; a charset must be UTF-8.
bool IsJson(std::string_view content_type) {
  const std::string type = Lower(content_type);
  std::string media = type.substr(0, type.find(';'));
  while (!media.empty() && media.back() == ' ') media.pop_back();
  if (media != "application/json") return false;
  const size_t charset = type.find("charset=");
  if (charset == std::string::npos) return true;
  std::string name = type.substr(charset + 8);
  name.resize(std::min(name.find_first_of("; \t"), name.size()));
  std::erase(name, '"');
  return name == "utf-8" || name == "utf8";
}

std::string MethodsOf(const PathRule& rule) {
  return rule.method == "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
}

Response MethodNotAllowed(const RequestHead& head, const PathRule& rule) {
  Response response = ErrorToResponse(
      api::HttpError(405,
                     fmt::format("{} is not allowed on {}: use {}", Shortened(head.method, 20),
                                 rule.path, rule.method),
                     "method_not_allowed"));
  response.headers.emplace_back("Allow", MethodsOf(rule));
  return response;
}

Response Options(const RequestHead& head, const std::string& methods, const AccessOptions& access) {
  Response response;
  response.status = 204;
  response.content_type.clear();
  response.headers.emplace_back("Allow", methods);
  if (!IsOriginAllowed(head, access)) return response;
  response.headers.emplace_back("Access-Control-Allow-Methods", methods);
  response.headers.emplace_back("Access-Control-Allow-Headers",
                                head.access_control_request_headers.empty()
                                    ? "Authorization, Content-Type, X-Request-Id"
                                    : head.access_control_request_headers);
  response.headers.emplace_back("Access-Control-Max-Age", "600");
  return response;
}

// What a browser asks before it sends what a page could not send by itself: it changes nothing,
// carries no key, and its answer only tells whether the page's origin is allowed.
bool IsPreflight(const RequestHead& head) {
  return head.method == "OPTIONS" && !head.origin.empty() &&
         !head.access_control_request_method.empty();
}

// A request that carries a key comes from no page that took over a name, and may come by a proxy.
std::optional<Response> CheckHost(const RequestHead& head, const AccessOptions& access) {
  if (IsHostAllowed(head, access) || IsPreflight(head) || HasKey(head, access)) return std::nullopt;
  return ErrorToResponse(api::HttpError(
      403,
      fmt::format("Host {} is not this server's: start it with --allowed-host HOST{}",
                  Quoted(head.host),
                  access.api_keys.empty() ? "" : ", or send Authorization: Bearer KEY"),
      "host_not_allowed"));
}

std::optional<Response> CheckContent(const RequestHead& head, const AccessOptions& access) {
  // Without a type only from where no page sends: a page needs no preflight to leave it out.
  const bool untyped =
      head.content_type.empty() && (head.origin.empty() || IsOriginAllowed(head, access));
  if (!untyped && !IsJson(head.content_type)) {
    return ErrorToResponse(
        api::HttpError(415, "the body must be JSON in UTF-8: send Content-Type: application/json",
                       "unsupported_media_type"));
  }
  if (!head.content_encoding.empty() && Lower(head.content_encoding) != "identity") {
    return ErrorToResponse(api::HttpError(415, "Content-Encoding is not supported: send plain JSON",
                                          "unsupported_media_type"));
  }
  return std::nullopt;
}

}  // namespace

std::variant<Route, Response> RouteRequest(const RequestHead& head, const AccessOptions& access) {
  if (auto refusal = CheckHost(head, access)) return *std::move(refusal);
  if (head.method == "OPTIONS" && head.path == "*") {
    return Options(head, "GET, HEAD, POST, OPTIONS", access);
  }
  const PathRule* rule = FindPath(head.path);
  if (rule == nullptr) {
    return ErrorToResponse(api::HttpError(
        404, fmt::format("there is no such path; there are {}", fmt::join(ServedPaths(), ", ")),
        "unknown_path"));
  }
  if (head.method == "OPTIONS") return Options(head, MethodsOf(*rule), access);
  const bool method_fits =
      head.method == rule->method || (head.method == "HEAD" && rule->method == "GET");
  if (!method_fits) return MethodNotAllowed(head, *rule);
  if (!rule->open && !access.api_keys.empty() && !HasKey(head, access)) {
    Response response = ErrorToResponse(api::HttpError(
        401, "missing or wrong API key: send Authorization: Bearer KEY", "invalid_api_key"));
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }
  if (rule->endpoint == Endpoint::kNotServedYet) {
    // Not 501, although that is its name: clients repeat what fails with a 5xx, and balancers take
    // the server that answers with it for a broken one.
    api::Error error = api::HttpError(
        404, fmt::format("{} is not supported by this version: use /v1/completions", rule->path),
        "not_supported");
    error.type = "not_supported_error";
    return ErrorToResponse(error);
  }
  if (rule->method == "POST") {
    if (auto refusal = CheckContent(head, access)) return *std::move(refusal);
  }
  Route route{rule->endpoint, ""};
  if (rule == &kModelRule) {
    route.argument = PercentDecoded(std::string_view(head.path).substr(kModelPrefix.size()));
  }
  return route;
}

std::vector<std::string> ServedPaths() {
  std::vector<std::string> paths;
  for (const PathRule& rule : kPaths) {
    if (rule.endpoint != Endpoint::kNotServedYet) paths.emplace_back(rule.path);
  }
  return paths;
}

std::optional<std::string> CleanRequestId(std::string_view id) {
  const bool clean = std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == ':' || c == '-';
  });
  if (id.empty() || id.size() > 128 || !clean) return std::nullopt;
  return std::string(id);
}

}  // namespace rung::server
