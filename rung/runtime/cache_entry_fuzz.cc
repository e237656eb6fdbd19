// Any bytes as a file of the compile cache: a miss, or exactly what was stored.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "rung/base/sha256.h"
#include "rung/runtime/cache_entry.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const std::string key = rung::Sha256Hex("key");
  (void)rung::runtime::CacheEntryName(bytes);
  (void)rung::runtime::DecodeCacheEntry(bytes, key);
  const std::string entry = rung::runtime::EncodeCacheEntry(key, bytes.substr(0, 100), bytes);
  if (rung::runtime::DecodeCacheEntry(entry, key) != bytes) std::abort();
  // One bit beside the name changed is a miss.
  std::string broken = entry;
  broken[broken.size() - 1] = static_cast<char>(broken.back() ^ 1);
  if (rung::runtime::DecodeCacheEntry(broken, key)) std::abort();
  return 0;
}
