// One file of the compile cache: a header that can be checked, then a serialized executable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rung::runtime {

// What every entry begins with.
inline constexpr std::string_view kCacheEntryMagic = "rung-program 1\n";

// Bytes of a whole entry. `key` is 64 hexadecimal digits, `name` says what it is, for
// people.
std::string EncodeCacheEntry(std::string_view key, std::string_view name, std::string_view payload);

// The payload of an entry for `key`; nothing unless format, key, length and checksum are right. The
// result views into `entry`. Plugins run what they are given as native code, so nothing that fails
// here may reach one.
std::optional<std::string_view> DecodeCacheEntry(std::string_view entry, std::string_view key);

// Enough of an entry's beginning to hold its whole header.
inline constexpr size_t kMaxCacheHeaderBytes = 512;

// The program's name as the header has it; nothing when `begin`, the first kMaxCacheHeaderBytes of
// a file, is no header.
std::optional<std::string> CacheEntryName(std::string_view begin);

}  // namespace rung::runtime
