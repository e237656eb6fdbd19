#include "rung/server/response_head.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace rung::server {
namespace {

struct Reason {
  int status;
  std::string_view phrase;
};
constexpr Reason kReasons[] = {
    {200, "OK"},
    {204, "No Content"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {413, "Payload Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
};

std::string_view ReasonPhrase(int status) {
  for (const Reason& reason : kReasons) {
    if (reason.status == status) return reason.phrase;
  }
  return "";  // the number says it
}

}  // namespace

std::string ResponseHead(const Response& response, const Headers& common,
                         const ResponseFraming& framing) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nServer: rung\r\n", response.status,
                                 ReasonPhrase(response.status));
  const auto add = [&head](std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
  };
  if (!response.content_type.empty()) add("Content-Type", response.content_type);
  for (const auto& [name, value] : response.headers) add(name, value);
  for (const auto& [name, value] : common) add(name, value);
  // What either version takes for granted is left out.
  if (!framing.keep_alive) add("Connection", "close");
  if (framing.keep_alive && framing.version < 11) add("Connection", "keep-alive");
  if (framing.is_stream) {
    add("Cache-Control", "no-cache");
    if (framing.version >= 11) add("Transfer-Encoding", "chunked");
  } else if (response.status != 204) {
    add("Content-Length", std::to_string(response.body.size()));
  }
  return head + "\r\n";
}

}  // namespace rung::server
