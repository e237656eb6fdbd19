#include "rung/runtime/cache_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "rung/runtime/cache_entry.h"

namespace rung::runtime {
namespace {

constexpr std::string_view kEntrySuffix = ".program";
constexpr std::string_view kDigestSuffix = ".plugin";
constexpr std::string_view kTemporaryPrefix = ".rung-";
constexpr std::string_view kTemporarySuffix = ".tmp";
constexpr size_t kDigits = 64;

bool IsHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

bool IsHex(std::string_view text) { return std::all_of(text.begin(), text.end(), IsHexDigit); }

bool IsKey(std::string_view text) { return text.size() == kDigits && IsHex(text); }

bool IsNumber(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "<key>.<pid>-<n>" of a temporary file's name.
bool IsTemporaryStem(std::string_view text) {
  if (text.size() <= kDigits || !IsKey(text.substr(0, kDigits)) || text[kDigits] != '.') {
    return false;
  }
  const std::string_view numbers = text.substr(kDigits + 1);
  const size_t dash = numbers.find('-');
  return dash != std::string_view::npos && IsNumber(numbers.substr(0, dash)) &&
         IsNumber(numbers.substr(dash + 1));
}

std::optional<std::string_view> WithoutSuffix(std::string_view name, std::string_view suffix) {
  if (!name.ends_with(suffix)) return std::nullopt;
  return name.substr(0, name.size() - suffix.size());
}

}  // namespace

std::string EntryFileName(std::string_view key) { return fmt::format("{}{}", key, kEntrySuffix); }

std::string DigestFileName(std::string_view identity) {
  return fmt::format("{}{}", identity, kDigestSuffix);
}

std::string TemporaryFileName(std::string_view name, int64_t pid, uint64_t number) {
  return fmt::format("{}{}.{}-{}{}", kTemporaryPrefix, name.substr(0, kDigits), pid, number,
                     kTemporarySuffix);
}

std::optional<CacheFileKind> CacheFileKindOf(std::string_view name) {
  if (const auto stem = WithoutSuffix(name, kEntrySuffix); stem && IsKey(*stem)) {
    return CacheFileKind::kEntry;
  }
  if (const auto stem = WithoutSuffix(name, kDigestSuffix); stem && IsKey(*stem)) {
    return CacheFileKind::kDigest;
  }
  const auto stem = WithoutSuffix(name, kTemporarySuffix);
  if (stem && stem->starts_with(kTemporaryPrefix) &&
      IsTemporaryStem(stem->substr(kTemporaryPrefix.size()))) {
    return CacheFileKind::kTemporary;
  }
  return std::nullopt;
}

bool IsCacheContent(CacheFileKind kind, std::string_view begin, int64_t size) {
  const bool short_enough = size <= static_cast<int64_t>(kDigits);
  switch (kind) {
    case CacheFileKind::kEntry:
      return begin.starts_with(kCacheEntryMagic);
    case CacheFileKind::kDigest:
      return size == static_cast<int64_t>(kDigits) && IsKey(begin);
    case CacheFileKind::kTemporary:
      return begin.starts_with(kCacheEntryMagic) || kCacheEntryMagic.starts_with(begin) ||
             (short_enough && IsHex(begin));
  }
  return false;
}

}  // namespace rung::runtime
