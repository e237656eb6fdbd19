// An open file descriptor that is closed with its owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace rung {

class FileDescriptor {
 public:
  explicit FileDescriptor(int value) : value_(value) {}  // -1: none
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (value_ >= 0) close(value_);
  }
  int get() const { return value_; }
  bool ok() const { return value_ >= 0; }
  // Whether all that was written is taken: some file systems say only now that it is not.
  bool Close() { return close(std::exchange(value_, -1)) == 0; }

 private:
  int value_;
};

}  // namespace rung
