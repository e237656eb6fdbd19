// Open files: every connection is one.
#pragma once

namespace rung::server {

// Raises the process's soft limit to its hard one: 1,024, a usual default, is fewer than the
// connections allowed. Does nothing where it may not.
void RaiseFileLimit();

}  // namespace rung::server
