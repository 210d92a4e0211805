// The program: arguments in, output and an exit code out. Reads files, asks core/api, shows the answer. Tested by
// tests/native/cli.
#pragma once

#include <span>
#include <string>

#include "core/api/response.h"
#include "native/cli/exit_codes.h"

namespace cleave::cli {

/// What a response means to a script.
ExitCode exit_code(const Response& response);

/// Runs one command line; `arguments` without the program's name.
ExitCode run_command_line(std::span<const std::string> arguments);

}  // namespace cleave::cli
