// The program's entry: faults are taken over first, everything else is in command_line.cpp.
#include <string>
#include <vector>

#include "native/cli/command_line.h"
#include "native/cli/fault.h"

int main(int count, char** values) {
  cleave::cli::handle_faults();
  const std::vector<std::string> arguments(values + (count > 0 ? 1 : 0), values + count);
  return static_cast<int>(cleave::cli::run_command_line(arguments));
}
