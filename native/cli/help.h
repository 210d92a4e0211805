// What the program says of itself: help pages, the man page, the completions of three shells. All from the tables of
// options.h, so that none can lag behind. Tested by the tests of the command line (tests/native/cli).
#pragma once

#include <string>

#include "native/cli/options.h"
#include "native/cli/page.h"

namespace cleave::cli {

/// `cleave --help`: the commands.
std::string main_help(const Terminal& terminal);

/// `cleave segment --help`: usage, options, examples, exit codes.
std::string command_help(const CommandInfo& command, const Terminal& terminal);

/// cleave.1, in man's roff.
std::string man_page();

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace cleave::cli
