#include "rung/runtime/cache_entry.h"

#include <fmt/format.h>

#include <algorithm>

#include "rung/base/sha256.h"
#include "rung/base/typed_text.h"

namespace rung::runtime {
namespace {

constexpr size_t kDigestLength = 64;
constexpr size_t kMaxNameLength = 200;

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_ .-").find(c) != std::string_view::npos;
}

// What may stand in a header, and later on an operator's terminal.
std::string HeaderName(std::string_view name) {
  std::string out(name.substr(0, kMaxNameLength));
  std::replace_if(
      out.begin(), out.end(), [](char c) { return !IsNameCharacter(c); }, '_');
  return out;
}

struct Header {
  std::string_view key;
  std::string_view name;
  int64_t payload_bytes = 0;
  std::string_view digest;
  size_t size = 0;  // of the header itself
};

// "<label> <value>\n" off the front of `text`.
std::optional<std::string_view> TakeLine(std::string_view& text, std::string_view label) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos || !text.starts_with(label)) return std::nullopt;
  const std::string_view value = text.substr(label.size(), end - label.size());
  text.remove_prefix(end + 1);
  return value;
}

std::optional<Header> ParseHeader(std::string_view entry) {
  std::string_view rest = entry.substr(0, kMaxCacheHeaderBytes);
  const size_t available = rest.size();
  Header header;
  const auto magic = TakeLine(rest, kCacheEntryMagic.substr(0, kCacheEntryMagic.size() - 1));
  const auto key = TakeLine(rest, "key ");
  const auto name = TakeLine(rest, "name ");
  const auto bytes = TakeLine(rest, "bytes ");
  const auto digest = TakeLine(rest, "sha256 ");
  if (!magic || !magic->empty() || !key || !name || !bytes || !digest) return std::nullopt;
  const std::optional<int64_t> count = ParseDecimal(*bytes);
  if (!count || *count < 0 || name->size() > kMaxNameLength ||
      !std::all_of(name->begin(), name->end(), IsNameCharacter) || key->size() != kDigestLength ||
      digest->size() != kDigestLength) {
    return std::nullopt;
  }
  return Header{*key, *name, *count, *digest, available - rest.size()};
}

}  // namespace

std::string EncodeCacheEntry(std::string_view key, std::string_view name,
                             std::string_view payload) {
  std::string entry = fmt::format("{}key {}\nname {}\nbytes {}\nsha256 {}\n", kCacheEntryMagic, key,
                                  HeaderName(name), payload.size(), Sha256Hex(payload));
  entry += payload;
  return entry;
}

std::optional<std::string_view> DecodeCacheEntry(std::string_view entry, std::string_view key) {
  const std::optional<Header> header = ParseHeader(entry);
  if (!header || header->key != key) return std::nullopt;
  const std::string_view payload = entry.substr(header->size);
  if (static_cast<int64_t>(payload.size()) != header->payload_bytes) return std::nullopt;
  if (Sha256Hex(payload) != header->digest) return std::nullopt;
  return payload;
}

std::optional<std::string> CacheEntryName(std::string_view begin) {
  const std::optional<Header> header = ParseHeader(begin);
  if (!header) return std::nullopt;
  return std::string(header->name);
}

}  // namespace rung::runtime
