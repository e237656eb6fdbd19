// The flags of every command: names, help, and where their values go.
#pragma once

#include <utility>
#include <vector>

#include "rung/cli/command_line.h"

namespace CLI {
class App;
}

namespace rung::cli {

// Adds the commands to `app`; parsing fills `line`, which outlives it.
std::vector<std::pair<CLI::App*, CommandLine::Command>> AddCommands(CLI::App* app,
                                                                    CommandLine* line);

}  // namespace rung::cli
