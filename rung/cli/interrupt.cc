#include "rung/cli/interrupt.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

namespace rung::cli {
namespace {

constexpr std::string_view kNotice =
    "\nrung: stopping as soon as a step of the work is done; a second Ctrl-C ends it at once\n";

volatile std::sig_atomic_t caught_signal = 0;
volatile std::sig_atomic_t gives_notice = 0;

void OnSignal(int signal) {
  caught_signal = signal;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (gives_notice == 0) return;
  const int error = errno;
  // A notice that cannot be written is lost.
  if (write(STDERR_FILENO, kNotice.data(), kNotice.size()) < 0) errno = error;
}

}  // namespace

void InstallInterruptHandler() {
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
}

bool Interrupted() { return caught_signal != 0; }

InterruptNotice::InterruptNotice() { gives_notice = 1; }
InterruptNotice::~InterruptNotice() { gives_notice = 0; }

void EndAtNextInterrupt() {
  const auto end = [](int) { _exit(0); };
  std::signal(SIGINT, end);
  std::signal(SIGTERM, end);
}

int InterruptExitCode() { return caught_signal == 0 ? 0 : 128 + caught_signal; }

}  // namespace rung::cli
