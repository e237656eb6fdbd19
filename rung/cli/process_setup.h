// What must hold of the process before anything else runs.
#pragma once

#include <spawn.h>

namespace rung::cli {

// Call it first of all in main.
//
// Opens standard input, output and error where the process was started without them: the next file
// or socket would take their place, and what is printed would end up in it. Reading and writing
// what was closed goes on to fail, but for messages, which nobody wants to see then.
//
// Has writes fail where the system would end the process by a signal: into a pipe whose reader has
// left (SIGPIPE), beyond `ulimit -f` (SIGXFSZ).
void PrepareProcess();

// Ends the process as an unhandled SIGPIPE does, which shells and users expect of a program whose
// reader has left. Returns where the process was started with that signal ignored: then it is an
// error like any other.
void EndByBrokenPipe();

// For children: signals as this process found them. Undone by posix_spawnattr_destroy.
void InheritSignals(posix_spawnattr_t* attributes);

}  // namespace rung::cli
