// Which files of a directory are the compile cache's. The directory is the user's, who may keep
// anything beside them: a name alone is no proof, so what is counted or removed has the cache's
// name and its content too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rung::runtime {

enum class CacheFileKind : uint8_t {
  kEntry,      // <64 hexadecimal digits>.program: a header, then an executable (cache_entry.h)
  kDigest,     // <64 hexadecimal digits>.plugin: the 64 digits of a plugin's sha256
  kTemporary,  // .rung-<64 hexadecimal digits>.<pid>-<n>.tmp: either of them, while it is written
};

std::string EntryFileName(std::string_view key);
std::string DigestFileName(std::string_view identity);
// `name`: of the file that it becomes. No two writers of one process have the same `number`.
std::string TemporaryFileName(std::string_view name, int64_t pid, uint64_t number);

// What a file of this name is, should its content agree; nothing for every other name.
std::optional<CacheFileKind> CacheFileKindOf(std::string_view name);

// Whether the content is that of such a file, be it broken further on. `begin` is the first
// kMaxCacheHeaderBytes of its `size` bytes. Temporary files may end anywhere, and an empty one is
// of a writer that died at once; the other two are never written empty.
bool IsCacheContent(CacheFileKind kind, std::string_view begin, int64_t size);

}  // namespace rung::runtime
