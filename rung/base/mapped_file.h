// A read-only mapping of a whole regular file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/statusor.h"

namespace rung {

// Owns the mapping; the file descriptor is closed once mapped. Immutable, so thread-safe. Opening
// costs a few system calls: pages are read when they are touched. A file that another process
// shortens while it is mapped raises SIGBUS on access, as with every mmap; replace checkpoints by
// rename instead.
class MappedFile {
 public:
  enum class Advice : uint8_t {
    kWillNeed,  // start reading the range in the background
    kDontNeed,  // drop the range's pages from memory; a later access reads them again
  };

  // NotFound when nothing is there; InvalidArgument for a directory, another non-file or an empty
  // file; PermissionDenied when it may not be read. Each message is one line that names `path`.
  static absl::StatusOr<MappedFile> Open(std::string_view path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Never empty. Valid until the mapping is destroyed or moved from.
  std::span<const uint8_t> bytes() const { return {data_, size_}; }

  // A hint about bytes [offset, offset + size), cut to the file. kWillNeed covers every page that
  // the range touches; kDontNeed only whole pages inside it, so that a neighbour's stay. Best
  // effort: a kernel that refuses changes nothing but memory use.
  void Advise(size_t offset, size_t size, Advice advice) const;

 private:
  MappedFile(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  void Unmap();

  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace rung
