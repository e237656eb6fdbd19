// Ctrl-C as a flag that loops read, so that a run ends between two tokens with its summary printed.
#pragma once

namespace rung::cli {

// Installs the SIGINT and SIGTERM handlers. The first signal sets the flag; a second one of either
// kind ends the process at once, as a user expects of an impatient Ctrl-C.
void InstallInterruptHandler();

// Async-signal-safe, any thread.
bool Interrupted();

// While one of these lives, the first signal prints at once what it does: what loads and compiles
// looks at the flag seldom. One at a time.
class InterruptNotice {
 public:
  InterruptNotice();
  ~InterruptNotice();
  InterruptNotice(const InterruptNotice&) = delete;
  InterruptNotice& operator=(const InterruptNotice&) = delete;
};

// From now on a signal ends the process at once with code 0: for a server that has nothing left but
// to wait for what loads and compiles.
void EndAtNextInterrupt();

// 128 + the signal that was caught; 0 when none was.
int InterruptExitCode();

}  // namespace rung::cli
