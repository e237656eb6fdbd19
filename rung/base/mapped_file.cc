#include "rung/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "rung/base/file_access.h"
#include "rung/base/file_descriptor.h"
#include "rung/base/status.h"

namespace rung {

absl::StatusOr<MappedFile> MappedFile::Open(std::string_view path) {
  if (path.empty()) return InvalidArgument("the file path is empty");
  if (path.find('\0') != std::string_view::npos) {
    return InvalidArgument("{}: the file path holds a NUL byte", path.substr(0, path.find('\0')));
  }
  const std::string name(path);
  // O_NONBLOCK: a named pipe must be refused below, not waited for.
  const FileDescriptor file(open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return FileError(name, "opened", errno);
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return FileError(name, "examined", errno);
  if (S_ISDIR(info.st_mode)) return InvalidArgument("{}: is a directory, expected a file", path);
  if (!S_ISREG(info.st_mode)) return InvalidArgument("{}: is not a regular file", path);
  if (info.st_size <= 0) return InvalidArgument("{}: the file is empty", path);
  const size_t size = static_cast<size_t>(info.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return FileError(name, "mapped", errno);
  return MappedFile(static_cast<const uint8_t*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    Unmap();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

MappedFile::~MappedFile() { Unmap(); }

void MappedFile::Unmap() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

void MappedFile::Advise(size_t offset, size_t size, Advice advice) const {
  if (offset >= size_) return;
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t begin = offset;
  size_t end = offset + std::min(size, size_ - offset);
  if (advice == Advice::kDontNeed) {
    begin = (begin + page - 1) / page * page;
    // The last page of the file belongs to nobody else, although the file ends inside it.
    if (end != size_) end = end / page * page;
  } else {
    begin = begin / page * page;
  }
  if (begin >= end) return;
  const int kind = advice == Advice::kDontNeed ? MADV_DONTNEED : MADV_WILLNEED;
  madvise(const_cast<uint8_t*>(data_) + begin, end - begin, kind);
}

}  // namespace rung
