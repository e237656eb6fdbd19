#include "rung/base/text_output.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace rung {
namespace {

constexpr size_t kEnough = size_t{64} << 10;

// Waits where another program has made the terminal or pipe that it shares non-blocking.
bool WaitUntilWritable(int fd) {
  pollfd wanted{.fd = fd, .events = POLLOUT, .revents = 0};
  return poll(&wanted, 1, /*timeout=*/-1) > 0 || errno == EINTR;
}

}  // namespace

void TextOutput::Write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (kind_ == Kind::kMessages) return WriteOut(text);
  kept_ += text;
  if (kept_.size() >= kEnough) WriteOutKept();
}

void TextOutput::WriteOut(std::string_view text) {
  if (kind_ == Kind::kResult && error_ != 0) return;
  while (!text.empty()) {
    const ssize_t count = write(fd_, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!WaitUntilWritable(fd_)) break;
    } else if (errno != EINTR) {
      break;
    }
  }
  if (!text.empty() && error_ == 0) error_ = errno;
}

void TextOutput::WriteOutKept() {
  WriteOut(kept_);
  kept_.clear();
}

absl::Status TextOutput::Flush() {
  const std::lock_guard lock(mutex_);
  WriteOutKept();
  return Outcome();
}

absl::Status TextOutput::Close() {
  const std::lock_guard lock(mutex_);
  WriteOutKept();
  if (close(fd_) != 0 && error_ == 0) error_ = errno;
  return Outcome();
}

absl::Status TextOutput::Outcome() const {
  if (error_ == 0) return absl::OkStatus();
  // The descriptor of a closed stream takes no writes.
  if (error_ == EBADF) return absl::DataLossError(name_ + " is closed: what was printed is lost");
  return absl::DataLossError(
      fmt::format("{}: {}: what was printed is not whole there", name_, std::strerror(error_)));
}

int TextOutput::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

bool TextOutput::IsTerminal() const { return isatty(fd_) != 0; }

int TextOutput::Columns() const {
  winsize size = {};
  return ioctl(fd_, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool TextOutput::IsSameAs(const TextOutput& other) const {
  struct stat mine = {};
  struct stat others = {};
  return fstat(fd_, &mine) == 0 && fstat(other.fd_, &others) == 0 && mine.st_dev == others.st_dev &&
         mine.st_ino == others.st_ino;
}

TextOutput& StandardOutput() {
  // Never destroyed: threads may print until the process ends.
  static auto& output =
      *new TextOutput(STDOUT_FILENO, "standard output", TextOutput::Kind::kResult);
  return output;
}

TextOutput& StandardError() {
  static auto& output =
      *new TextOutput(STDERR_FILENO, "standard error", TextOutput::Kind::kMessages);
  return output;
}

}  // namespace rung
