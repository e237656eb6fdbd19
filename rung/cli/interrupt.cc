#include "rung/cli/interrupt.h"

#include <csignal>

namespace rung::cli {
namespace {

volatile std::sig_atomic_t caught_signal = 0;

void OnSignal(int signal) {
  caught_signal = signal;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void InstallInterruptHandler() {
  std::signal(SIGINT, OnSignal);
  std::signal(SIGTERM, OnSignal);
}

bool Interrupted() { return caught_signal != 0; }

int InterruptExitCode() { return caught_signal == 0 ? 0 : 128 + caught_signal; }

}  // namespace rung::cli
