#include "rung/server/router.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "rung/api/error.h"
#include "rung/base/utf8.h"

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

Response ErrorResponse(const api::Error& error) {
  Response response;
  response.status = error.http_status;
  response.body = api::ErrorBody(error);
  return response;
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

// Takes the same time wherever the difference lies.
bool EqualsInConstantTime(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^
                  static_cast<unsigned char>(b.empty() ? 0 : b[i % b.size()]);
  }
  return difference == 0;
}

bool HasKey(const RequestHead& head, const std::vector<std::string>& keys) {
  constexpr std::string_view kScheme = "bearer ";
  if (head.authorization.size() <= kScheme.size()) return false;
  for (size_t i = 0; i < kScheme.size(); ++i) {
    if ((head.authorization[i] | 0x20) != (kScheme[i] | 0x20)) return false;
  }
  const std::string_view given = std::string_view(head.authorization).substr(kScheme.size());
  bool found = false;
  for (const std::string& key : keys) found = EqualsInConstantTime(given, key) || found;
  return found;
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// application/json, or nothing at all; a charset must be UTF-8.
bool IsJson(std::string_view content_type) {
  const std::string type = Lower(content_type);
  if (type.empty()) return true;
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

Response MethodNotAllowed(const RequestHead& head, const PathRule& rule) {
  Response response =
      ErrorResponse(api::HttpError(405,
                                   fmt::format("{} is not allowed on {}: use {}",
                                               Shortened(head.method, 20), rule.path, rule.method),
                                   "method_not_allowed"));
  response.headers.emplace_back("Allow",
                                rule.method == "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS");
  return response;
}

Response Preflight(const RequestHead& head, const PathRule& rule, const AccessOptions& access) {
  Response response;
  response.status = 204;
  response.content_type.clear();
  const std::string methods = rule.method == "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
  response.headers.emplace_back("Allow", methods);
  if (CorsHeaders(head, access).empty()) return response;
  response.headers.emplace_back("Access-Control-Allow-Methods", methods);
  response.headers.emplace_back("Access-Control-Allow-Headers",
                                head.access_control_request_headers.empty()
                                    ? "Authorization, Content-Type, X-Request-Id"
                                    : head.access_control_request_headers);
  response.headers.emplace_back("Access-Control-Max-Age", "600");
  return response;
}

std::optional<Response> CheckContent(const RequestHead& head) {
  if (!IsJson(head.content_type)) {
    return ErrorResponse(
        api::HttpError(415, "the body must be JSON in UTF-8: send Content-Type: application/json",
                       "unsupported_media_type"));
  }
  if (!head.content_encoding.empty() && Lower(head.content_encoding) != "identity") {
    return ErrorResponse(api::HttpError(415, "Content-Encoding is not supported: send plain JSON",
                                        "unsupported_media_type"));
  }
  return std::nullopt;
}

}  // namespace

std::variant<Route, Response> RouteRequest(const RequestHead& head, const AccessOptions& access) {
  const PathRule* rule = FindPath(head.path);
  if (rule == nullptr) {
    return ErrorResponse(api::HttpError(
        404, fmt::format("there is no such path; there are {}", fmt::join(ServedPaths(), ", ")),
        "unknown_path"));
  }
  if (head.method == "OPTIONS") return Preflight(head, *rule, access);
  const bool method_fits =
      head.method == rule->method || (head.method == "HEAD" && rule->method == "GET");
  if (!method_fits) return MethodNotAllowed(head, *rule);
  if (!rule->open && !access.api_keys.empty() && !HasKey(head, access.api_keys)) {
    Response response = ErrorResponse(api::HttpError(
        401, "missing or wrong API key: send Authorization: Bearer KEY", "invalid_api_key"));
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
  }
  if (rule->endpoint == Endpoint::kNotServedYet) {
    return ErrorResponse(api::HttpError(
        501, fmt::format("{} is not supported by this version: use /v1/completions", rule->path),
        "not_supported"));
  }
  if (rule->method == "POST") {
    if (auto refusal = CheckContent(head)) return *std::move(refusal);
  }
  Route route{rule->endpoint, ""};
  if (rule == &kModelRule) {
    route.argument = PercentDecoded(std::string_view(head.path).substr(kModelPrefix.size()));
  }
  return route;
}

std::vector<std::pair<std::string, std::string>> CorsHeaders(const RequestHead& head,
                                                             const AccessOptions& access) {
  const std::vector<std::string>& allowed = access.cors_origins;
  const bool any = std::find(allowed.begin(), allowed.end(), "*") != allowed.end();
  if (head.origin.empty() ||
      (!any && std::find(allowed.begin(), allowed.end(), head.origin) == allowed.end())) {
    return {};
  }
  std::vector<std::pair<std::string, std::string>> headers = {
      {"Access-Control-Allow-Origin", any ? "*" : head.origin},
      {"Access-Control-Expose-Headers", "X-Request-Id"}};
  if (!any) headers.emplace_back("Vary", "Origin");
  return headers;
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
