// An open file descriptor that is closed with its owner.
#pragma once

#include <unistd.h>

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

 private:
  int value_;
};

}  // namespace rung
