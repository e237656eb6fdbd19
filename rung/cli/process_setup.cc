#include "rung/cli/process_setup.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace rung::cli {
namespace {

// A signal that is ignored from now on.
struct WriteSignal {
  int number;
  bool was_default;
};
std::array<WriteSignal, 2> write_signals = {{{SIGPIPE, false}, {SIGXFSZ, false}}};

void OpenIfClosed(int fd, int flags) {
  if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) return;
  // The lowest free descriptor is taken, and those below are open. Where there is no /dev, a
  // directory keeps the place: it can be neither read nor written.
  if (open("/dev/null", flags) < 0) open("/", O_RDONLY | O_DIRECTORY);
}

}  // namespace

void PrepareProcess() {
  OpenIfClosed(STDIN_FILENO, O_WRONLY);
  OpenIfClosed(STDOUT_FILENO, O_RDONLY);
  OpenIfClosed(STDERR_FILENO, O_RDWR);
  for (WriteSignal& signal : write_signals) {
    signal.was_default = std::signal(signal.number, SIG_IGN) == SIG_DFL;
  }
}

void EndByBrokenPipe() {
  if (!write_signals[0].was_default) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

void InheritSignals(posix_spawnattr_t* attributes) {
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const WriteSignal& signal : write_signals) {
    if (signal.was_default) sigaddset(&defaults, signal.number);
  }
  posix_spawnattr_setsigdefault(attributes, &defaults);
  posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

}  // namespace rung::cli
