// Ctrl-C as a flag that loops read, so that a run ends between two tokens with its summary printed.
#pragma once

namespace rung::cli {

// Installs the SIGINT and SIGTERM handlers. The first signal sets the flag; a second one of either
// kind ends the process at once, as a user expects of an impatient Ctrl-C.
void InstallInterruptHandler();

// Async-signal-safe, any thread.
bool Interrupted();

// 128 + the signal that was caught; 0 when none was.
int InterruptExitCode();

}  // namespace rung::cli
